import { fieldsOf, listOf, oneLine } from '../read.ts';

export interface CalendarOptions {
	/** The user's own address, from the profile. Without it nobody is internal or external. */
	readonly userEmail?: string;
	/** Domains of mail providers: sharing one makes nobody a colleague. Default `personalMailDomains`. */
	readonly personalDomains?: readonly string[];
}

/** The mail providers met most often; a caller who knows more names them. */
export const personalMailDomains: readonly string[] = `
	gmail.com googlemail.com outlook.com hotmail.com hotmail.co.uk live.com msn.com yahoo.com ymail.com aol.com
	icloud.com me.com mac.com proton.me protonmail.com pm.me fastmail.com hey.com zoho.com mail.com comcast.net
	gmx.com gmx.de gmx.net web.de t-online.de orange.fr free.fr libero.it mail.ru yandex.com yandex.ru
	qq.com 163.com 126.com naver.com`
	.trim()
	.split(/\s+/);

export interface Attendee {
	/** Lower case. */
	readonly email: string | null;
	readonly name: string | null;
	readonly response: 'accepted' | 'declined' | 'tentative' | 'needsAction' | null;
	/** Of the user's own company; null when there is no telling. */
	readonly internal: boolean | null;
}

const responses = new Map<string, Attendee['response']>([
	['accepted', 'accepted'],
	['organizer', 'accepted'],
	['declined', 'declined'],
	['tentative', 'tentative'],
	['tentativelyaccepted', 'tentative'],
	['needsaction', 'needsAction'],
	['notresponded', 'needsAction'],
	['none', 'needsAction'],
]);

const address = (value: unknown): string => oneLine(value).toLowerCase();
const domainOf = (email: string): string => email.slice(email.lastIndexOf('@') + 1);

function colleagues({
	userEmail,
	personalDomains = personalMailDomains,
}: CalendarOptions): (email: string) => boolean | null {
	const own = address(userEmail);
	const personal = personalDomains.map(address);
	return (email) => {
		if (!own.includes('@') || !email.includes('@')) return null;
		if (email === own) return true;
		return domainOf(email) === domainOf(own) && !personal.includes(domainOf(own));
	};
}

/** Attendees of either calendar provider in one shape (Resources, Calendar event). */
export function attendeesOf(value: unknown, options: CalendarOptions): Attendee[] {
	const isColleague = colleagues(options);
	return listOf(value)
		.map(fieldsOf)
		.map((attendee) => {
			const { address: otherAddress, name } = fieldsOf(attendee.emailAddress);
			const email = address(attendee.email) || address(otherAddress);
			const response = oneLine(attendee.responseStatus) || oneLine(fieldsOf(attendee.status).response);
			return {
				email: email || null,
				name: oneLine(attendee.displayName) || oneLine(name) || null,
				response: responses.get(response.toLowerCase()) ?? null,
				internal: attendee.self === true ? true : isColleague(email),
			};
		})
		.filter(({ email, name }) => email !== null || name !== null);
}
