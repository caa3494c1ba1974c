import * as z from 'zod/v4';
import { DAY_MS } from '../api/index.ts';
import { companyMatcher, endingOf, failuresIn, hasTranscript, isMailboxOf, itemsThat, mailboxKey, maybeNumber, meetingRefOf, valuesIn, type Ending, type Meeting, type MeetingRef, type Named, type SavedKeyPoints, type Task, type ValueOf } from '../meetings/index.ts';
import { openAttendances } from './people/attendance.ts';
import { domainNamedBy, emailsOf, personNamedBy, type InvitedEvent, type MeetingTarget } from './target.ts';
import { foldText, wordsOf } from '../format/index.ts';
import { headingsOf, keepTopic, topicMatcher } from './topic.ts';

/**
 * Who took part in past meetings, and what they were about, from the guests of their calendar events, their titles and
 * their saved key points: for accounts without contacts. Key points only name people, so there people are recognized by name.
 */

const hasAll = (words: readonly string[], wanted: readonly string[]): boolean =>
	wanted.length > 0 && wanted.every((word) => words.includes(word));

/** The words of a company in its domain: `acme` in `mail.acme.co.uk`. */
function companyWords(domain: string): string[] {
	const labels = domain.split('.').slice(0, -1);
	if (labels.length > 1 && /^(?:ac|co|com|edu|gov|net|org)$/.test(labels.at(-1) ?? '')) labels.pop();
	return wordsOf(labels.at(-1) ?? domain);
}

export interface SoughtPerson {
	readonly email: string | null;
	readonly name: string | null;
}

interface PersonMatcher {
	/** Whether a title contains the full name. The mailbox `sales@` says nothing about a meeting called “Sales”. */
	readonly isInTitle: (title: string) => boolean;
	readonly isParticipant: (participant: string, title: string) => boolean;
	/** An address decides; a name does where the guest has no address, or only a name is sought. */
	readonly isGuest: (guest: Named) => boolean;
}

function participantMatcher({ email, name }: SoughtPerson): PersonMatcher {
	const [mailbox = '', domain = ''] = (email ?? '').split('@');
	const local = wordsOf(mailbox.replace(/\d+/g, ' '));
	const given = wordsOf(name ?? '');
	// Beside a full name, initials would find others of the same last name.
	const isTelling = given.length < 2 || (local.length > 1 && local.every(({ length }) => length > 1));
	const company = companyWords(domain);
	const firstNames = [given, local].filter(({ length }) => length > 1).map(([first]) => first);
	const isParticipant: PersonMatcher['isParticipant'] = (participant, title) => {
		const words = wordsOf(participant);
		if (email !== null && foldText(participant).includes(email)) return true;
		if (hasAll(words, given) || (isTelling && isMailboxOf(local, words))) return true;
		// A first name alone could be anyone’s, unless the meeting was with their company.
		const isFirst = words.length === 1 ? firstNames.includes(words[0]) : given.length < 2 && local.length === 1 && hasAll(words, local);
		return isFirst && hasAll(wordsOf(title), company);
	};
	return {
		isInTitle: (title) => {
			const words = wordsOf(title);
			return hasAll(words, given) || (local.length > 1 && hasAll(words, local));
		},
		isParticipant,
		isGuest: (guest) => {
			if (email !== null && guest.email !== null) return mailboxKey(guest.email) === mailboxKey(email);
			if (guest.name !== null) return isParticipant(guest.name, '');
			return given.length > 1 && isMailboxOf(wordsOf((guest.email ?? '').replace(/@.*|\d+/g, ' ')), given);
		},
	};
}

interface Sought {
	readonly people: readonly SoughtPerson[];
	/** Whether the list entry and the guests alone show that a meeting matches. */
	readonly isListed: (meeting: Meeting, guests: readonly Named[]) => boolean;
	/** What to keep of a meeting's key points; null if the meeting is not a match. */
	readonly keep: (meeting: Meeting, keyPoints: SavedKeyPoints) => SavedKeyPoints | null;
}

const titleOf = ({ conversationTitle }: MeetingRef): string => conversationTitle ?? '';

function soughtPeople(people: readonly SoughtPerson[]): Sought {
	const matchers = people.map(participantMatcher);
	return {
		people,
		isListed: (meeting, guests) => matchers.some(({ isInTitle, isGuest }) => isInTitle(titleOf(meeting)) || guests.some(isGuest)),
		keep: (meeting, keyPoints) => {
			const isThere = ({ isParticipant }: PersonMatcher) =>
				keyPoints.participants.some((participant) => isParticipant(participant, titleOf(meeting)));
			return matchers.some(isThere) ? keyPoints : null;
		},
	};
}

function soughtCompany(domain: string): Sought {
	const isOfCompany = companyMatcher(domain);
	const wanted = companyWords(domain);
	const isNamed = (text: string): boolean => hasAll(wordsOf(text), wanted) || foldText(text).includes(`@${domain}`);
	return {
		people: [],
		isListed: (meeting, guests) => isNamed(titleOf(meeting)) || guests.some(({ email }) => isOfCompany?.(email)),
		keep: (_, keyPoints) => ([...headingsOf(keyPoints), ...keyPoints.participants].some(isNamed) ? keyPoints : null),
	};
}

function soughtTopic(topic: string): Sought {
	const matches = topicMatcher(topic);
	return {
		people: [],
		isListed: ({ conversationTitle: title }) => matches({ title, headings: [] }),
		keep: (meeting, keyPoints) => keepTopic(matches, meeting, keyPoints),
	};
}

/** An occurrence of a repeated event has the ID of the series and its date. */
const seriesOf = (id: string | null): string | null => id?.replace(/_\d{8}(?:T\d{6}Z)?$/, '') ?? null;

function soughtEvent(invited: InvitedEvent, ownEmail: string | undefined): Sought {
	const { event, names } = invited;
	const guests = soughtPeople(emailsOf(invited, ownEmail).map((email) => ({ email, name: names.get(email) ?? null })));
	const title = wordsOf(event.title ?? '');
	// Meetings called “Weekly” or “1:1” need not have anything in common.
	const isSameTitle = (meeting: Meeting): boolean =>
		title.filter((word) => /\p{L}/u.test(word)).length > 1 && wordsOf(titleOf(meeting)).join() === title.join();
	const isSameSeries = (meeting: Meeting): boolean =>
		event.id !== null && seriesOf(meeting.linkedCalendarEventId) === seriesOf(event.id);
	return { ...guests, isListed: (meeting, attendees) => isSameTitle(meeting) || isSameSeries(meeting) || guests.isListed(meeting, attendees) };
}

/** What identifies the past meetings of a target; null for a contact ID, which meetings do not contain. */
function soughtBy(target: MeetingTarget, invited: InvitedEvent | null, ownEmail: string | undefined): Sought | null {
	if ('topic' in target) return soughtTopic(target.topic);
	if ('company' in target) return soughtCompany(domainNamedBy(target.company));
	if ('event' in target) return invited && soughtEvent(invited, ownEmail);
	const { kind, text } = personNamedBy(target.person);
	if (kind === 'email') return soughtPeople([{ email: text, name: null }]);
	return kind === 'id' ? null : soughtPeople([{ email: null, name: text }]);
}

interface PastMeeting extends MeetingRef {
	/** Null for a meeting whose key points were not read, or that has none. */
	readonly keyPoints: SavedKeyPoints | null;
}

const count = z.number();

/** Where past meetings were looked for. */
export const Searched = z.object({
	since: z.iso.datetime().meta({ examples: ['2026-10-26T00:00:00Z'] }),
	meetings: count.describe('Meetings since then'),
	read: count.describe('Meetings whose key points were read'),
	withoutKeyPoints: count.describe('Meetings of which only the title is known'),
	beyondMax: count.describe('Meetings of which only the title was compared'),
	unknown: count.describe('Meetings of which it is not known who took part; 0 for a topic'),
	calendar: z.boolean().describe('Whether a calendar could be read, if its guests were asked for'),
	notRead: maybeNumber.describe('Meetings not read because the run stopped or failed; null when unknown'),
});
export type Searched = ValueOf<typeof Searched>;

export interface FoundMeetings {
	/** Newest first. */
	readonly meetings: readonly PastMeeting[];
	/** Everyone searched for by name, with the meetings they took part in, newest first. */
	readonly people: readonly { readonly person: SoughtPerson; readonly calledIn: string | null; readonly meetings: readonly PastMeeting[] }[];
	readonly searched: Searched;
	readonly ending: Ending;
}

interface Search {
	/** Milliseconds since 1970. */
	readonly since: number;
	/** Max key points to read. */
	readonly maxMeetings: number;
}

/** Those on the newest days that have any with a calendar event: finding the guests of a day takes one request. */
function withGuestsToRead(meetings: readonly Meeting[], maxDays: number): readonly Meeting[] {
	const days = new Set<number>();
	return meetings.filter(({ conversationDate, linkedCalendarEventId }) => {
		if (linkedCalendarEventId === null) return false;
		const day = Math.floor(Date.parse(conversationDate ?? '') / DAY_MS);
		if (days.size < maxDays) days.add(day);
		return days.has(day);
	});
}

/**
 * The past meetings of a target: ceil(meetings since then / 100) requests, at least one; unless it is a topic, one for each
 * day whose guests are read; and one for each meeting whose key points are read: of both at most `maxMeetings`, the newest.
 * Key points are read first of meetings whose titles or guests match, then of those whose guests are not known. Null,
 * without a request, if nothing but an ID is known.
 * @throws ClientError when the meetings cannot be listed or the key has no access.
 */
export async function findPastMeetings(
	task: Task,
	target: MeetingTarget,
	{ invited, ownEmail, since, maxMeetings }: Search & { readonly invited: InvitedEvent | null; readonly ownEmail: string | undefined },
): Promise<FoundMeetings | null> {
	const sought = soughtBy(target, invited, ownEmail);
	if (!sought) return null;
	const isTopic = 'topic' in target;
	const { meetings: listed, unlisted } = await task.meetings({ since, until: Infinity });
	const attendance = await openAttendances(task, {}).of(isTopic ? [] : withGuestsToRead(listed, maxMeetings));
	const guestsOf = ({ conversationId }: MeetingRef) => attendance.guests(conversationId);
	const matching = new Set(listed.filter((meeting) => sought.isListed(meeting, guestsOf(meeting))));
	const isListed = (meeting: Meeting): boolean => matching.has(meeting);
	const isUnknown = ({ conversationId }: Meeting, keyPoints?: SavedKeyPoints): boolean =>
		!attendance.isKnown(conversationId, keyPoints?.participants ?? null);
	const rank = (meeting: Meeting): number => (isListed(meeting) ? 0 : isUnknown(meeting) ? 1 : 2);
	const inOrder = listed.toSorted((a, b) => rank(a) - rank(b));
	const readings = await task.each(inOrder.slice(0, maxMeetings), task.keyPoints);
	const saved = valuesIn(readings);
	const unknown = new Set<Meeting>();
	const meetings = listed.flatMap((meeting): PastMeeting[] => {
		const all = saved.get(meeting);
		const kept = (all && sought.keep(meeting, all)) ?? null;
		if (kept !== null || isListed(meeting)) return [{ ...meetingRefOf(meeting), keyPoints: kept ?? all ?? null }];
		if (!isTopic && isUnknown(meeting, all)) unknown.add(meeting);
		return [];
	});
	const isUnclear = (meeting: Meeting): boolean => isTopic || unknown.has(meeting) || isListed(meeting);
	const failed = failuresIn(readings).length;
	const left = itemsThat(readings, 'left').length;
	return {
		meetings,
		people: sought.people.map((person) => {
			const { isInTitle, isParticipant, isGuest } = participantMatcher(person);
			const calledBy = ({ keyPoints, ...meeting }: PastMeeting): string | undefined =>
				keyPoints?.participants.find((participant) => isParticipant(participant, titleOf(meeting)));
			const invitedAs = (meeting: PastMeeting): Named | undefined => guestsOf(meeting).find(isGuest);
			const isThere = (meeting: PastMeeting): boolean => (calledBy(meeting) ?? invitedAs(meeting)) !== undefined || isInTitle(titleOf(meeting));
			const ofPerson = meetings.filter(isThere);
			const calledIn = ofPerson.map(calledBy).find(Boolean) ?? ofPerson.map((meeting) => invitedAs(meeting)?.name).find(Boolean) ?? null;
			return { person, calledIn, meetings: ofPerson };
		}),
		searched: {
			since: new Date(since).toISOString(),
			meetings: listed.length,
			read: saved.size,
			withoutKeyPoints: itemsThat(readings, 'none').filter(hasTranscript).filter(isUnclear).length,
			beyondMax: inOrder.slice(maxMeetings).filter(isUnclear).length,
			unknown: unknown.size,
			calendar: !isTopic && attendance.calendar,
			notRead: unlisted === null ? null : unlisted + left + failed,
		},
		ending: endingOf(task, left > 0 || unlisted !== 0 || !attendance.ending.complete, failed),
	};
}
