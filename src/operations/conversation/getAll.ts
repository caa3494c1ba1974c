import * as z from 'zod/v4';
import { api } from '../../api/index.ts';
import { boolean, dateTime, number, text } from '../../forms/field.ts';
import { textIn } from '../../forms/terms.ts';
import { minutesOf } from '../../format/index.ts';
import { listedConversation } from '../../format/listed.ts';
import { createRun, MAX_FAILURES, participantMatcher, readEach, readKeyPoints } from '../../insights/index.ts';
import { counted, plural } from '../../words/counts.ts';
import { hintLeftOut } from '../insight/report.ts';
import { listed, type ListOptions } from '../list.ts';
import { operation, result } from '../operation.ts';
import type { Session } from '../session.ts';

interface OwnFilters {
	readonly before?: string | undefined;
	readonly minMinutes?: number | undefined;
	readonly withCalendarEvent?: boolean | undefined;
}

/** A filter for what the service cannot filter by; undefined when none of it is set. */
function wanted({ before, minMinutes, withCalendarEvent }: OwnFilters) {
	if (before === undefined && minMinutes === undefined && withCalendarEvent === undefined) return undefined;
	return (element: unknown): boolean => {
		const conversation = listedConversation(element);
		return (
			(before === undefined || Date.parse(conversation.startTime ?? '') < Date.parse(before)) &&
			(minMinutes === undefined || (minutesOf(conversation) ?? 0) >= minMinutes) &&
			(withCalendarEvent === undefined || Boolean(conversation.linkedCalendarEventId) === withCalendarEvent)
		);
	};
}

const HERE = 'The service cannot filter by this, so conversations are read, 100 per request, until enough match';

/** An element that has an ID. */
export const Identified = z.looseObject({ id: z.string().min(1), segmentCount: z.unknown() });

/** Groups of up to `size`. */
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
			// Without speech, there are no key points to generate.
			if (reading.kind === 'missing') without += item.segmentCount === 0 ? 0 : 1;
			else if (reading.kind === 'failed') failed += 1;
			else if (tookPart(reading.value.participants)) {
				matched += 1;
				yield item;
			}
		}
		if (failed >= MAX_FAILURES) run.halt({ stoppedBy: 'failures', resumeAt: null });
		if (left.length === 0) continue;
		hintLeftOut(session, plural(read, 'only the first conversation was searched', `only the first ${read} conversations were searched`), run.stop() ?? { stoppedBy: null, resumeAt: null });
		break;
	}
	if (failed > 0) {
		const words = `${counted(failed, 'conversation could not be read and was', 'conversations could not be read and were')} left out. Run it again in a few minutes.`;
		session.hintIncomplete(words, { stoppedBy: 'failures', resumeAt: null });
	}
	const searched = read - failed;
	if (matched === 0 && searched > 0) session.hint(`Searched ${counted(searched, 'conversation')}: none has this participant in its saved key points.`);
	if (without > 0) {
		const generate = textIn(({ operation: find }) => find('Key Points', 'Get or Generate'), session.terms);
		session.hint(
			`${counted(without, 'conversation had no saved key points, which name the participants, and was', 'conversations had no saved key points, which name the participants, and were')} left out. ${generate} creates them for one AI credit each.`,
		);
	}
}

/** Filters that the service supports: each saves requests. */
export const listFilters = {
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
	async *run(session, { search, since, participant, ...asked }, page) {
		const wants = wanted(asked);
		const list = (options: ListOptions) => listed(session, api.conversations.list, { search, since }, options);
		if (participant === undefined) {
			for await (const conversation of list({ ...page, wants })) yield result(conversation);
			return;
		}
		const { limit = Infinity, skip = 0 } = page;
		let found = 0;
		for await (const conversation of withParticipant(session, list({ wants: wants ?? (() => true) }), participant)) {
			found += 1;
			if (found > skip) yield result(conversation);
			if (found === skip + limit) return;
		}
	},
});
