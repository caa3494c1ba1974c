/** A word that goes with a number: “is” or “are”, “meeting” or “meetings”. */
export const plural = (count: number, one: string, more = `${one}s`): string => (count === 1 ? one : more);

const written = new Intl.NumberFormat('en');

/** “2,000”. After a downgrade the service counts below zero, which for people means that nothing is left. */
export const figure = (count: number): string => written.format(Math.max(0, count));

/** “1 meeting”, “2,000 meetings were left out”. */
export const counted = (count: number, one: string, more?: string): string => `${figure(count)} ${plural(count, one, more)}`;

export const capitalized = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;

/** “only 3 AI credits are left”. `null`: not known. */
export function creditsLeft(left: number | null): string {
	if (left === null) return 'it is not known how many AI credits are left';
	return left > 0 ? `only ${counted(left, 'AI credit is', 'AI credits are')} left` : 'no AI credits are left';
}
