import { boolean, refuse, text, textIn } from '../../forms/index.ts';
import { ONE_PERSON, openAttendances, type Attendance, type ChooseMeetings, type SavedNames, type WantedPeople } from '../../reports/index.ts';
import { quoted, type Words } from '../../format/index.ts';
import { personIn, type LinkedMeeting } from '../../meetings/index.ts';
import { counted } from '../../words/index.ts';
import { FINAL } from '../hints.ts';
import type { Session } from '../session.ts';
import { hintLeftOut } from './report.ts';

/** How many requests it takes to read who took part, for all descriptions. */
export const ATTENDANCE_REQUESTS =
	'1 per day with meetings that have a calendar event, plus 1 for your profile or 2 or more for contacts, if you filter by people';

/** A person means the same wherever meetings are looked for. */
export const participant = text({
	label: 'Participant',
	example: 'Maria',
	description:
		'Only meetings with somebody of this name, email address or company domain',
});

export const external = boolean({
	label: 'External Meetings',
	description:
		'Whether a guest of the calendar event must be from outside your company, or none may be',
});

/** Who took part in the meetings of a run, and what to tell about meetings whose guests are not known. */
export interface PeopleFilter {
	/** Whether a filter by people is set, so that anything is read at all. */
	readonly isAsked: boolean;
	/** Whether it is a filter by the companies of guests, whom only a calendar knows. */
	readonly isBySide: boolean;
	readonly of: (meetings: readonly LinkedMeeting[]) => Promise<Attendance>;
	/** Whether a meeting is known to be wanted. Counts the meetings for which that is unknown. */
	readonly isWanted: (conversationId: string, verdict: boolean | null) => boolean;
	/** Which meetings of a period to read: external or internal ones only, if that was asked. */
	readonly choose: ChooseMeetings;
	/** Whether a meeting that was chosen is wanted, by the names in its key points too. */
	readonly areIn: (conversationId: string, named: SavedNames) => boolean;
	/** Says what is missing of the meetings since a time, by default of all. False if anything is. */
	readonly settle: (since?: string) => boolean;
	/** How many of these meetings were left out because nobody is known, in words; null for none. */
	readonly note: (words: Words, since?: string) => string | null;
	/** Whether a meeting before this time was left out because nobody is known. */
	readonly isUnsureBefore: (since: string) => boolean;
	/** Meetings that the memory feature has matched to the wanted person. */
	readonly met: () => ReadonlySet<string>;
	/** Fields for a record of a meeting; empty unless companies were requested. */
	readonly companies: (conversationId: string) => { readonly externalCompanies?: readonly string[] };
}

export function peopleFilter(session: Session, wanted: WantedPeople): PeopleFilter {
	if (wanted.participant !== undefined && personIn(wanted.participant) === null) refuse(participant, ONE_PERSON);
	const attendances = openAttendances(session.task, wanted);
	const unknown = new Set<string>();
	/** The unknown meetings that have no saved key points. */
	const unsaved = new Set<string>();
	const counts = { searched: 0, found: 0 };
	const companies = new Map<string, readonly string[]>();
	let hasCalendar = true;
	let cut: Attendance['ending'] | null = null;
	let latest: Attendance | undefined;
	const looked = new Map<string, Attendance>();
	const dates = new Map<string, string | null>();
	const unknownBefore = (since = ''): number => [...unknown].filter((id) => Date.parse(dates.get(id) ?? '') < Date.parse(since)).length;
	const { participant: person, external: side } = wanted;
	const generateWords = (count: number): string =>
		`${textIn(({ operation }) => operation('Key Points', 'Get or Generate'), session.terms)} creates those of ${counted(count, 'meeting that has', 'meetings that have')} none, for one AI credit each.`;
	const guests: PeopleFilter = {
		isAsked: person !== undefined || side !== undefined,
		isBySide: side !== undefined,
		of: async (meetings) => {
			const attendance = await attendances.of(meetings);
			hasCalendar &&= attendance.calendar;
			if (!attendance.ending.complete) cut ??= attendance.ending;
			for (const { conversationId, conversationDate } of meetings) {
				looked.set(conversationId, attendance);
				dates.set(conversationId, conversationDate);
				companies.set(conversationId, attendance.outsiders(conversationId).externalCompanies);
			}
			return (latest = attendance);
		},
		isWanted: (conversationId, verdict) => {
			if (verdict === null) unknown.add(conversationId);
			return verdict === true;
		},
		choose: async (meetings) => {
			if (!guests.isAsked) return meetings;
			const { isWantedSide } = await guests.of(meetings);
			return meetings.filter(({ conversationId }) => guests.isWanted(conversationId, isWantedSide(conversationId)));
		},
		areIn: (conversationId, named) => {
			const attendance = looked.get(conversationId);
			if (attendance === undefined) return true;
			const verdict = attendance.tookPart(conversationId, named ?? null);
			if (named === undefined) return verdict === true;
			const isIn = guests.isWanted(conversationId, verdict);
			if (unknown.has(conversationId) && named === null) unsaved.add(conversationId);
			counts.searched += 1;
			if (isIn) counts.found += 1;
			return isIn;
		},
		settle: (since) => {
			const left = unknown.size - unknownBefore(since);
			if (cut) hintLeftOut(session, 'some calendar events or contacts were not read', cut);
			if (person !== undefined && cut === null && counts.searched > 0 && counts.found === 0) {
				const none = `Searched ${counted(counts.searched, 'meeting')}: none was with ${quoted(person)}, as far as is known`;
				session.hint(`${none}. A company is found by its email domain, such as acme.com, or by a word of it.`);
			}
			if (left > 0) {
				const why = hasCalendar ? 'no calendar event' : 'no calendar is connected, or its access was revoked';
				const names = side === undefined ? ', and no saved key points that name people' : '';
				session.hintIncomplete(
					`It is not known who took part in ${counted(left, 'meeting, which was', 'meetings, which were')} left out: ${hasCalendar ? 'there is ' : ''}${why}${names}.${unsaved.size > 0 ? ` ${generateWords(unsaved.size)}` : ''}`,
					FINAL,
				);
			}
			return cut === null && left === 0;
		},
		note: (words, since) => {
			const left = unknown.size - unknownBefore(since);
			return left === 0 ? null : words.leftOutUnknown(words.counted(left, words.leftOut));
		},
		isUnsureBefore: (since) => unknownBefore(since) > 0,
		met: () => latest?.met ?? new Set(),
		companies: (conversationId) => (side === undefined ? {} : { externalCompanies: companies.get(conversationId) ?? [] }),
	};
	return guests;
}
