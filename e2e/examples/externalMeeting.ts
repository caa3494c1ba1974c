import { controls } from '../../sandbox/control/index.ts';
import type { Sandbox } from '../../sandbox/index.ts';

/** Adds a call that has just ended, with these guests in its calendar event. Without guests, it has no event. @returns its ID. */
export async function externalMeeting({ perform }: Pick<Sandbox, 'perform'>, title: string, guests: readonly string[] = []): Promise<string> {
	const meeting = { title, filename: 'call.txt', text: 'Ida Moss: I will send the offer by Friday.\nPriya Shah: We decided to start in May.', generateKeyPoints: true };
	if (guests.length === 0) return (await perform(controls.meetings.import, meeting)).conversationId;
	await perform(controls.calendar.connect, { provider: 'google' });
	const now = Date.now();
	const [start, end] = [now - 3_600_000, now].map((ms) => new Date(ms).toISOString());
	const { event } = await perform(controls.calendar.add, { title, start: start ?? '', end, attendees: guests.map((email) => ({ email })) });
	return (await perform(controls.meetings.import, { ...meeting, calendarEventId: String(event['id']) })).conversationId;
}
