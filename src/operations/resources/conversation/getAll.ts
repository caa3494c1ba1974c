import * as z from 'zod/v4';
import { api, type KeyPoints } from '../../../api/index.ts';
import { boolean, choices, dateTime, number, text } from '../../../forms/index.ts';
import { fieldsOf, listedConversation, minutesOf, withDueDates } from '../../../format/index.ts';
import type { Attendance } from '../../../reports/index.ts';
import { failuresIn, itemsThat, type LinkedMeeting, type SavedName } from '../../../meetings/index.ts';
import { counted, plural, Refusal } from '../../../words/index.ts';
import { cursorAfter } from '../../cursor.ts';
import { ATTENDANCE_REQUESTS, external, peopleFilter, participant, type PeopleFilter } from '../../shared/attendance.ts';
import { checkFilters, periodFilter, periodWithin } from '../../shared/period.ts';
import { hintLeftOut, namedBriefly } from '../../shared/report.ts';
import { listed, type ListOptions } from '../../list.ts';
import { operation, result, type Page } from '../../operation.ts';
import type { Session } from '../../session.ts';

interface OwnFilters {
	readonly until?: string | undefined;
	readonly minMinutes?: number | undefined;
	readonly withCalendarEvent?: boolean | undefined;
}

/** A filter for what the service cannot filter by; undefined when none of it is set. */
function wanted({ until, minMinutes, withCalendarEvent }: OwnFilters) {
	if (until === undefined && minMinutes === undefined && withCalendarEvent === undefined) return undefined;
	return (element: unknown): boolean => {
		const conversation = listedConversation(element);
		return (
			(until === undefined || Date.parse(conversation.startTime ?? '') < Date.parse(until)) &&
			(minMinutes === undefined || (minutesOf(conversation) ?? 0) >= minMinutes) &&
			(withCalendarEvent === undefined || Boolean(conversation.linkedCalendarEventId) === withCalendarEvent)
		);
	};
}

/** An element that has an ID. */
const Identified = z.looseObject({ id: z.string().min(1), segmentCount: z.unknown() });

/** How many are read at once: no more than are wanted first, and more and more if these were not enough. */
interface Sizes {
	readonly first: number;
	readonly most: number;
}

/** Groups of up to so many. */
async function* inGroups<T>(all: AsyncIterable<T>, { first, most }: Sizes): AsyncGenerator<readonly T[]> {
	let size = Math.min(first, most);
	let group: T[] = [];
	for await (const one of all) {
		group.push(one);
		if (group.length < size) continue;
		yield group;
		group = [];
		size = Math.min(2 * size, most);
	}
	if (group.length > 0) yield group;
}

/** A conversation with what was read about it; null if the service does not have that. */
interface ReadAbout<R> {
	readonly conversation: unknown;
	readonly about: R | null;
}

/**
 * Conversations with what is read about each, several at once, until the caller has enough. A limit or a spent budget does
 * not throw: a hint says what was left out, and when to resume. `done`: what was done with the conversations before that,
 * in words for the hint.
 */
async function* readAbout<R>(
	session: Session,
	conversations: AsyncIterable<unknown>,
	read: (id: string) => Promise<R | null>,
	done: string,
	first = Infinity,
): AsyncGenerator<ReadAbout<R>> {
	const { task } = session;
	let count = 0;
	const failed: string[] = [];
	for await (const group of inGroups(conversations, { first, most: task.concurrency })) {
		const known = group.flatMap((conversation) => {
			const { data } = Identified.safeParse(conversation);
			return data ? [{ conversation, id: data.id }] : [];
		});
		const readings = await task.each(known, ({ id }) => read(id));
		const left = itemsThat(readings, 'left').length;
		count += readings.length - left;
		failed.push(...failuresIn(readings).map(({ item: { conversation, id } }) => listedConversation(conversation).title ?? id));
		for (const one of readings) {
			if (one.is === 'read' || one.is === 'none') yield { conversation: one.item.conversation, about: one.is === 'read' ? one.value : null };
		}
		if (left === 0 && task.stopped === null) continue;
		hintLeftOut(
			session,
			plural(count, `only the first conversation was ${done}`, `only the first ${count} conversations were ${done}`),
			task.stopped ?? { stoppedBy: null, resumeAt: null },
		);
		break;
	}
	if (failed.length === 0) return;
	const words = `${counted(failed.length, 'conversation could not be read and was', 'conversations could not be read and were')} left out (${namedBriefly(failed)}). Run it again in a few minutes.`;
	session.hintIncomplete(words, { stoppedBy: 'failures', resumeAt: null });
}

const linkedOf = (element: unknown): LinkedMeeting => {
	const { id, startTime, linkedCalendarEventId } = listedConversation(element);
	return { conversationId: id, conversationDate: startTime, linkedCalendarEventId };
};

interface Judged {
	readonly conversation: unknown;
	readonly meeting: LinkedMeeting;
	readonly attendance: Attendance;
}

/** The filter is right, and what it needs is missing. */
const noCalendar = (): Refusal => {
	const what = 'Which meetings are external is not known: no calendar is connected, or its access was revoked';
	return new Refusal(what, 'Connect it in the desktop app', { code: 'no_calendar' }, { cause: 'configuration-invalid' });
};

/** Conversations with what the calendar and contacts say about who took part; only external or internal ones, if requested. */
async function* withGuests(conversations: AsyncIterable<unknown>, guests: PeopleFilter, sizes: Sizes): AsyncGenerator<Judged> {
	for await (const group of inGroups(conversations, sizes)) {
		const attendance = await guests.of(group.map(linkedOf));
		// A list has no place to say that nobody is known, so an empty one would pass for an answer.
		if (guests.isBySide && !attendance.calendar) throw noCalendar();
		for (const conversation of group) {
			const meeting = linkedOf(conversation);
			if (guests.isWanted(meeting.conversationId, attendance.isWantedSide(meeting.conversationId))) yield { conversation, meeting, attendance };
		}
	}
}

/**
 * The conversations with certain people. If neither the calendar nor contacts say whether the person took part, the names in
 * the saved key points decide: one request for each such conversation.
 */
async function* withPeople(
	session: Session,
	conversations: AsyncIterable<unknown>,
	guests: PeopleFilter,
	first: number,
): AsyncGenerator<unknown> {
	const judged = new Map<string, Judged>();
	async function* known(): AsyncGenerator<unknown> {
		for await (const one of withGuests(conversations, guests, { first, most: session.task.concurrency })) {
			judged.set(one.meeting.conversationId, one);
			yield one.conversation;
		}
	}
	const tookPart = (id: string, named: readonly string[] | null): boolean | null => {
		const one = judged.get(id);
		return one ? one.attendance.tookPart(id, named) : null;
	};
	const read = async (conversationId: string): Promise<readonly string[] | null> =>
		tookPart(conversationId, null) === true ? null : ((await session.task.keyPoints({ conversationId }))?.participants ?? null);
	try {
		for await (const { conversation, about } of readAbout(session, known(), read, 'searched', first)) {
			const { id } = listedConversation(conversation);
			// A recording in which nobody spoke has no participants to find, and no key points to generate.
			const isSilent = tookPart(id, about) === null && Identified.safeParse(conversation).data?.segmentCount === 0;
			if (isSilent || !guests.areIn(id, about)) continue;
			yield { ...fieldsOf(conversation), ...guests.companies(id) };
		}
	} finally {
		// Also reached when the caller has enough conversations and stops reading.
		guests.settle();
	}
}

/** A part of a list. Reads no further than it needs to. */
async function* part(all: AsyncIterable<unknown>, { limit = Infinity, skip = 0 }: Page): AsyncGenerator<unknown> {
	let seen = 0;
	for await (const one of all) {
		seen += 1;
		if (seen > skip) yield one;
		if (seen === skip + limit) return;
	}
}

/** Each conversation with its saved results: one request for each of them. */
async function* withSaved(session: Session, conversations: AsyncIterable<unknown>, names: readonly SavedName[]): AsyncGenerator<unknown> {
	const read = async (id: string) => {
		const results: Partial<Record<SavedName, unknown>> & { keyPoints?: KeyPoints | null } = {};
		for (const name of names) Object.assign(results, { [name]: await session.task.saved(name, id) });
		return results;
	};
	for await (const { conversation, about } of readAbout(session, conversations, read, 'returned')) {
		const { startTime } = listedConversation(conversation);
		const keyPoints = about?.keyPoints && withDueDates(about.keyPoints, startTime, session.timezone);
		yield { ...fieldsOf(conversation), ...about, ...(keyPoints && { keyPoints }) };
	}
}

/** Filters that the service supports: each saves requests. */
export const listFilters = {
	since: dateTime({
		label: 'After',
		description: 'Only conversations after this time',
	}),
	search: text({ label: 'Title Contains', example: 'Acme', description: 'Only conversations with this text in their title' }),
};

export const getConversations = operation({
	endpoint: api.conversations.list,
	id: 'getAll',
	name: ({ list }) => list.name,
	action: ({ list }) => `${list.verb} conversations`,
	description: 'Find recorded meetings and calls by title, date, length and participant. Durations are in minutes.',
	fields: {},
	filters: {
		...listFilters,
		period: periodFilter,
		until: dateTime({
			label: 'Before',
			description: 'Only conversations that started before this time',
		}),
		minMinutes: number({
			label: 'Minimum Minutes',
			min: 0,
			initial: 5,
			description: 'Only conversations at least this long',
		}),
		participant: {
			...participant,
		},
		external,
		withCalendarEvent: boolean({
			label: 'With Calendar Event',
			description: 'Whether to return only conversations that belong to a calendar event, or only those that do not',
		}),
	},
	options: {
		include: choices({
			label: 'Include',
			initial: ['keyPoints'],
			choices: [
				{ value: 'feedback', label: 'Feedback', description: 'The saved feedback on how you communicated' },
				{ value: 'keyPoints', label: 'Key Points', description: 'The saved decisions, action items and dates' },
				{ value: 'transcript', label: 'Transcript', description: 'Who said what and when' },
			],
			description: 'What to read about each conversation, where it is saved',
			audience: 'people',
		}),
	},
	requests: `1 for each 100 results; ${ATTENDANCE_REQUESTS}; up to 1 per conversation if you filter by participant, and 1 for each thing to include`,
	whenEmpty: 'No conversations were found. Check the filters. A meeting is listed once it has been recorded in the desktop app.',
	async *run(session, { search, period, since: after, until: before, participant: person, external: side, include = [], ...asked }, page) {
		checkFilters({ since: after, until: before });
		const { since, until } = periodWithin({ since: after, until: before }, period, session);
		const wants = wanted({ ...asked, until });
		const list = (options: ListOptions) => listed(session, api.conversations.list, { search, since }, options);
		const guests = peopleFilter(session, { participant: person, external: side });
		const { limit = Infinity, skip = 0 } = page;
		const found = guests.isAsked ? part(withPeople(session, list({ wants: wants ?? (() => true) }), guests, skip + limit), page) : list({ ...page, wants });
		let seen = skip;
		for await (const conversation of include.length === 0 ? found : withSaved(session, found, include)) {
			seen += 1;
			// Whether there is another one may take a request for each meeting that is left.
			yield { ...result(conversation), ...(guests.isAsked && session.isAgent && { next: cursorAfter(seen, conversation) }) };
		}
	},
});
