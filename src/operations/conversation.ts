import { z } from 'zod/v4';
import { api, MAX_QUESTION_LENGTH } from '../api/index.ts';
import { emailDraft, minutesOf } from '../format/index.ts';
import { createRun, MAX_FAILURES, participantMatcher, readEach, readKeyPoints } from '../insights/index.ts';
import { Refusal } from '../words/errors.ts';
import { textIn } from '../words/terms.ts';
import { confirmed, requireConfirmation } from './confirmation.ts';
import { boolean, choice, dateTime, number, reference, text } from './field.ts';
import { hintLeftOut, many } from './insight/report.ts';
import { listed, type ListOptions } from './list.ts';
import { operation, result } from './operation.ts';
import { creditsLeftOf } from './savedResult.ts';
import type { Session } from './session.ts';

export const conversationId = reference({
	label: 'Conversation',
	name: 'conversationId',
	picks: 'conversation',
	required: true,
	example: 'conv_8Kq2Lw',
	description: ({ list, operation: find }) => `The recorded meeting or call. ${find('Conversation', list.name)} returns its ID.`,
});

export const ask = operation({
	endpoint: api.question.ask,
	id: 'ask',
	name: 'Ask a Question',
	action: 'Ask about a conversation',
	description: 'Have the AI answer a question from the transcript. Uses one AI credit each time.',
	fields: {
		id: conversationId,
		query: text({
			label: 'Question',
			name: 'question',
			lines: 2,
			required: true,
			example: 'Which dates did we agree on?',
			description: `Up to ${MAX_QUESTION_LENGTH} characters`,
		}),
	},
	async *run(session, { id, query }) {
		const { data } = await session.client.question.ask({ id, query });
		// An AI agent only needs the answer, and pays for every word of the rest.
		const answer = session.isAgent ? { id: data.id, query: data.query, response: data.response } : data;
		yield result({ ...answer, ...creditsLeftOf(session) });
	},
});

export const deleteConversation = operation({
	endpoint: api.conversations.delete,
	id: 'delete',
	name: 'Delete',
	action: 'Delete a conversation',
	description:
		'Delete a conversation and its transcript. The service can recover the data, but this integration cannot restore it.',
	fields: { id: conversationId, confirmed },
	async *run(session, { id, confirmed: isConfirmed }) {
		requireConfirmation(session, isConfirmed);
		const { data } = await session.client.conversations.delete({ id });
		yield result(data);
	},
});

export const emailTone = choice({
	label: 'Tone',
	choices: [
		{ value: 'casual', label: 'Casual' },
		{ value: 'concise', label: 'Concise' },
		{ value: 'professional', label: 'Professional' },
	],
	initial: 'professional',
	description: 'How the email should sound',
});

export const draftEmail = operation({
	endpoint: api.email.draft,
	id: 'draftEmail',
	name: 'Draft Follow-Up Email',
	action: 'Draft a follow up email',
	description:
		'Have the AI write a follow-up email, returned as plain text and as HTML. Nothing is sent. Uses one AI credit each time.',
	fields: { id: conversationId },
	options: {
		recipientName: text({ label: 'Recipient Name', example: 'Maria', description: 'Who the email is addressed to' }),
		tone: emailTone,
	},
	async *run(session, { id, recipientName, tone }) {
		const { data } = await session.client.email.draft({ id, recipientName, tone });
		const { subject, text: body, html } = emailDraft(data);
		const draft = session.isAgent ? { id: data.id, subject, text: body } : { ...data, subject, text: body, html };
		yield result({ ...draft, ...creditsLeftOf(session) });
	},
});

const Element = z.object({
	startTime: z.string().catch(''),
	endTime: z.unknown(),
	duration: z.unknown(),
	linkedCalendarEventId: z.string().min(1).nullish().catch(null),
});

interface Wanted {
	readonly before?: string | undefined;
	readonly minMinutes?: number | undefined;
	readonly withCalendarEvent?: boolean | undefined;
}

/** A filter for what the service cannot filter by; undefined when none of it is set. */
function wanted({ before, minMinutes, withCalendarEvent }: Wanted) {
	if (before === undefined && minMinutes === undefined && withCalendarEvent === undefined) return undefined;
	return (element: unknown): boolean => {
		const { data } = Element.safeParse(element);
		if (!data) return false;
		const { linkedCalendarEventId, ...lasted } = data;
		return (
			(before === undefined || Date.parse(lasted.startTime) < Date.parse(before)) &&
			(minMinutes === undefined || (minutesOf(lasted) ?? 0) >= minMinutes) &&
			(withCalendarEvent === undefined || Boolean(linkedCalendarEventId) === withCalendarEvent)
		);
	};
}

const HERE = 'The service cannot filter by this, so conversations are read, 100 per request, until enough match';

const Identified = z.looseObject({ id: z.string().min(1) });

/** Up to `size` at a time. */
async function* inGroups<T>(all: AsyncIterable<T>, size: number): AsyncGenerator<readonly T[]> {
	let group: T[] = [];
	for await (const one of all) {
		group.push(one);
		if (group.length < size) continue;
		yield group;
		group = [];
	}
	if (group.length > 0) yield group;
}

/**
 * The conversations whose saved key points name a participant: one request for each conversation, several at once, until
 * the caller has enough. A limit or a spent budget does not throw: a hint says what was left out, and when to resume.
 */
async function* withParticipant(session: Session, conversations: AsyncIterable<unknown>, name: string): AsyncGenerator<unknown> {
	const run = createRun(session.insights);
	const tookPart = participantMatcher(name);
	let read = 0;
	let matched = 0;
	let without = 0;
	let failed = 0;
	for await (const group of inGroups(conversations, run.concurrency)) {
		const known = group.flatMap((element) => Identified.safeParse(element).data ?? []);
		const { readings, left } = await readEach(run, known, ({ id }) => readKeyPoints(run, { conversationId: id }));
		for (const { item, reading } of readings) {
			read += 1;
			if (reading.kind === 'missing') without += 1;
			else if (reading.kind === 'failed') failed += 1;
			else if (tookPart(reading.value.participants)) {
				matched += 1;
				yield item;
			}
		}
		if (failed >= MAX_FAILURES) run.halt({ stoppedBy: 'failures', resumeAt: null });
		if (left.length === 0) continue;
		hintLeftOut(session, `only the first ${many(read, 'conversation')} were searched`, run.stop() ?? { stoppedBy: null, resumeAt: null });
		break;
	}
	if (failed > 0) {
		const words = `${many(failed, 'conversation')} could not be read and ${failed === 1 ? 'was' : 'were'} left out. Run it again in a few minutes.`;
		session.hintIncomplete(words, { stoppedBy: 'failures', resumeAt: null });
	}
	const searched = read - failed;
	if (matched === 0 && searched > 0) session.hint(`Searched ${many(searched, 'conversation')}: none has this participant in its saved key points.`);
	if (without > 0) {
		const generate = textIn(({ operation: find }) => find('Key Points', 'Get or Generate'), session.terms);
		session.hint(
			`${many(without, 'conversation')} had no saved key points, which name the participants, and ${without === 1 ? 'was' : 'were'} left out. ${generate} creates them for one AI credit each.`,
		);
	}
}

/** Filters that the service has itself: each saves requests. */
const listFilters = {
	since: dateTime({
		label: 'After',
		description: ({ timezone }) =>
			`Only conversations after this date and time. A time without an offset is in ${timezone}.`,
	}),
	search: text({ label: 'Title Contains', example: 'Acme', description: 'Only conversations with this text in their title' }),
};

export const getConversations = operation({
	endpoint: api.conversations.list,
	id: 'getAll',
	name: ({ list }) => list.name,
	action: ({ list }) => `${list.verb} conversations`,
	description: 'Find recorded meetings and calls by title, date, length and participant',
	fields: {},
	filters: {
		...listFilters,
		before: dateTime({
			label: 'Before',
			description: `Only conversations that started before this date and time. ${HERE}.`,
		}),
		minMinutes: number({
			label: 'Minimum Minutes',
			min: 0,
			initial: 5,
			description: `Only conversations at least this long. ${HERE}.`,
		}),
		participant: text({
			label: 'Participant Contains',
			example: 'Maria',
			description:
				'Only conversations whose saved key points name a participant that contains this text. Those without saved key points are left out.',
			hint: 'Requests: 1 per conversation that the other filters let through, until enough match. Add “After” to save some.',
		}),
		withCalendarEvent: boolean({
			label: 'With Calendar Event',
			initial: true,
			description: `Whether to return only conversations that belong to a calendar event, or only those that do not. ${HERE}.`,
		}),
	},
	requests: '1 for each 100 results, plus 1 per conversation if you filter by participant',
	whenEmpty: 'No conversations were found. Check the filters. A meeting is listed once it has been recorded in the desktop app.',
	async *run(session, { search, since, participant, ...asked }, limit) {
		const wants = wanted(asked);
		const list = (options: ListOptions) => listed(session, api.conversations.list, { search, since }, options);
		if (participant === undefined) {
			for await (const conversation of list({ limit, wants })) yield result(conversation);
			return;
		}
		let given = 0;
		for await (const conversation of withParticipant(session, list({ wants: wants ?? (() => true) }), participant)) {
			yield result(conversation);
			given += 1;
			if (given === limit) return;
		}
	},
});

interface Found {
	readonly conversation: unknown;
	/** Pages read to find it. */
	readonly pages: number;
}

/** Reads the list no further than each search needs. Searches one after the other: they share what was read. */
function searchList(session: Session, input: Readonly<Record<string, unknown>>) {
	const begin = () => listed(session, api.conversations.list, input, { wants: () => true });
	const known = new Map<string, unknown>();
	let rest = begin();
	let read = 0;
	const pages = (): number => Math.ceil(read / api.conversations.list.paging.maxSize);
	let last: Promise<unknown> = Promise.resolve();
	const search = async (id: string): Promise<Found | null> => {
		const before = pages();
		while (!known.has(id)) {
			const next = await rest.next().catch((error: unknown) => {
				// What is left of a list that failed would look like its end.
				rest = begin();
				read = 0;
				throw error;
			});
			if (next.done) return null;
			read += 1;
			const { data } = Identified.safeParse(next.value);
			if (data) known.set(data.id, next.value);
		}
		return { conversation: known.get(id), pages: pages() - before };
	};
	return async (id: string): Promise<Found | null> => {
		const found = last.then(() => search(id));
		last = found.catch(() => undefined);
		return await found;
	};
}

/** By session and filters: each page is read once for all items of a run. */
const searches = new WeakMap<Session, Map<string, ReturnType<typeof searchList>>>();

export const getConversation = operation({
	id: 'get',
	name: 'Get',
	action: 'Get a conversation',
	description: 'Get the title, times and length of one conversation by its ID, for example after an event that only has the ID',
	fields: { id: conversationId },
	filters: listFilters,
	requests: '1 per 100 newer conversations, at least 1. All items of a run share them',
	credit: 'never',
	async *run(session, { id, ...filters }) {
		const ofSession = searches.get(session) ?? new Map<string, ReturnType<typeof searchList>>();
		searches.set(session, ofSession);
		const key = JSON.stringify(filters);
		const search = ofSession.get(key) ?? searchList(session, filters);
		ofSession.set(key, search);
		const found = await search(id);
		if (!found) {
			const isFiltered = Object.values(filters).some((value) => value !== undefined);
			throw new Refusal(
				`No conversation with the ID “${id}” was found`,
				({ operation: find, list }) =>
					`${isFiltered ? 'Remove the filters, or check' : 'Check'} the ID. ${find('Conversation', list.name)} returns the existing IDs; deleted conversations are left out`,
				{ httpCode: 404, code: 'not_found' },
			);
		}
		if (found.pages > 1) {
			session.hint(
				`Finding a conversation took ${found.pages} requests: the service can only list them, 100 at a time. “Title Contains” and “After” make the list shorter.`,
			);
		}
		yield result(found.conversation);
	},
});

export const rename = operation({
	endpoint: api.conversations.rename,
	id: 'rename',
	name: 'Rename',
	action: 'Rename a conversation',
	description: 'Give a conversation a new title. Everything else stays the same.',
	fields: {
		id: conversationId,
		title: text({ label: 'New Title', required: true, example: 'Acme: contract review' }),
	},
});

export const share = operation({
	endpoint: api.conversations.share,
	id: 'share',
	name: 'Share',
	action: 'Share a conversation',
	description: 'Create a public link. Anyone who has it can read the conversation, and this integration cannot make it private again.',
	fields: { id: conversationId },
	advice: {
		outcome_unknown: 'The conversation may be public all the same. Sharing it again returns a link, and may announce it a second time',
	},
});
