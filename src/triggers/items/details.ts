import { api, type Conversation } from '../../api/index.ts';
import type { Client } from '../../client/index.ts';
import { choice, choices, type Terms } from '../../forms/index.ts';
import { causeOf, createReader, type Task } from '../../meetings/index.ts';
import { Refusal } from '../../words/index.ts';
import { reasonFor } from '../failures.ts';
import type { Received } from '../verify.ts';
import { aboutConversations, entryOf } from './catalogue.ts';
import { type Filters, needsConversation, needsKeyPoints } from './filters.ts';
import type { Included, IncludedDetails, Item } from './item.ts';

export type DetailName = keyof IncludedDetails;

/** Part of saved flows. Stands for the conversation and the result that the event reports. */
const REPORTED = 'reported';

/** Details to add to an event. */
export const include = choices({
	label: 'Include Details',
	default: [],
	initial: [REPORTED],
	showWhen: { events: aboutConversations },
	choices: [
		{
			value: REPORTED,
			label: 'Automatic',
			description: 'The conversation, with the key points, transcript or feedback that the event is about',
		},
		{ value: 'conversation', label: 'Conversation', description: 'Title, start, end and duration' },
		{ value: 'feedback', label: 'Feedback', description: 'The saved feedback, if there is any' },
		{ value: 'keyPoints', label: 'Key Points', description: 'The saved key points, if there are any, also as texts for emails and Slack' },
		{ value: 'transcript', label: 'Transcript', description: 'Who said what and when' },
	],
	description: ({ flow }) => `What to read about the conversation before the ${flow} starts`,
});

/** What happens if requested details cannot be read. */
export const ifUnread = choice({
	label: 'If Details Cannot Be Read',
	choices: [
		{ value: 'fail', label: 'Fail', description: 'Fails visibly, so that nothing goes on without them and the event can be tried again' },
		{ value: 'continue', label: 'Continue Without Them', description: 'Goes on, and the event says why they are missing' },
	],
	default: 'fail',
	description: 'What to do if details were asked for and the service does not answer even after repeated tries',
});

export type IfUnread = 'continue' | 'fail';

/** Requested details could not be read. `items`: the event without them. */
export class Unread extends Refusal {
	readonly items: readonly Item[];
	constructor(reason: string, items: readonly Item[] = []) {
		super(
			`Details of the event could not be read. ${reason.replace(/\.$/, '')}`,
			`To go on without them, choose “Continue Without Them” in “${ifUnread.label}”`,
			{ code: 'details_not_read' },
		);
		this.items = items;
	}
}

/** The sender gives up after 10 seconds. */
export const DETAILS_LIMIT_MS = 6000;

/** How many pages of the newest conversations to search. A conversation can only be found in the list. */
const MAX_PAGES = 3;

/** The conversation was not found among the conversations searched. */
class NotListed extends Error {
	override readonly name = 'NotListed';
}

interface About {
	readonly conversationId: string;
	/** Title according to the event. It shortens the search. */
	readonly title: string | undefined;
}

/** Null if there is certainly none. Throws `ClientError`, or `NotListed` if it may be older than the conversations searched. */
export async function findConversation({ find }: Pick<Task, 'find'>, { conversationId, title }: About): Promise<Conversation | null> {
	const named = title ? await find(conversationId, { maxPages: MAX_PAGES, search: title }) : null;
	// The title may have changed since the event.
	const found = named && named.is !== 'none' ? named : await find(conversationId, { maxPages: MAX_PAGES });
	if (found.is === 'maybe') throw new NotListed(`The conversation is not among the first ${MAX_PAGES * api.conversations.list.paging.maxSize} of the list.`);
	return found.is === 'found' ? found.conversation : null;
}

/** Every event is about an existing conversation. If it is missing, it was deleted or the service does not list it yet, so this throws. */
async function existing(task: Task, about: About): Promise<Conversation> {
	const found = await findConversation(task, about);
	if (!found) throw new NotListed('The service lists no conversation with the ID of the event: it was deleted, or is not listed yet.');
	return found;
}

/** How each detail is read. A result that does not exist yet is null. Saved results only, so none costs an AI credit. */
const readers: { readonly [N in DetailName]-?: (task: Task, about: About) => Promise<IncludedDetails> } = {
	conversation: async (task, about) => ({ conversation: await existing(task, about) }),
	keyPoints: async ({ saved }, { conversationId }) => ({ keyPoints: await saved('keyPoints', conversationId) }),
	transcript: async ({ saved }, { conversationId }) => ({ transcript: await saved('transcript', conversationId) }),
	feedback: async ({ saved }, { conversationId }) => ({ feedback: await saved('feedback', conversationId) }),
};

const isDetail = (name: string): name is DetailName => Object.hasOwn(readers, name);

export interface DetailPlan {
	/** Details that the flow gets. */
	readonly wanted: readonly DetailName[];
	/** Details to read, including those that only filters or action items need. */
	readonly toRead: readonly DetailName[];
	readonly splitActionItems: boolean;
}

/** What to read about the conversation of a delivery. */
export function planDetails(received: Received, included: readonly string[], filters: Filters, withOwnerEmail = false): DetailPlan {
	const { event, conversationId } = received;
	const { details, reports } = entryOf(event);
	if (conversationId === undefined || details === 'none') return { wanted: [], toRead: [], splitActionItems: false };
	const chosen = included.flatMap((name) => (name === REPORTED ? ['conversation', ...(reports ? [reports] : [])] : [name]));
	const wanted = [...new Set(chosen)].filter(isDetail);
	const splitActionItems = details === 'actionItems';
	const toRead = new Set<DetailName>(wanted);
	if (splitActionItems || needsKeyPoints(received, filters)) toRead.add('keyPoints');
	if (splitActionItems && withOwnerEmail) toRead.add('conversation');
	if (needsConversation(received, filters)) toRead.add('conversation');
	return { wanted, toRead: [...toRead], splitActionItems };
}

export interface ReadDetailsOptions {
	/** Called last, so that an unusable account is reported like any other reason. */
	readonly connect: () => Promise<Client>;
	readonly sleep: (ms: number) => Promise<void>;
	readonly terms: Terms;
}

/**
 * Reads details of a conversation in parallel, for at most 6 seconds in total. Never throws: details that could not be read are
 * missing, and `reason` says why. Details that the service does not have are null.
 */
export async function readDetails(
	names: readonly DetailName[],
	about: About,
	{ connect, sleep, terms }: ReadDetailsOptions,
): Promise<Included> {
	let details: IncludedDetails = {};
	const reasons = new Set<string>();

	const readOne = async (task: Task, name: DetailName): Promise<void> => {
		try {
			const detail = await readers[name](task, about);
			details = { ...details, ...detail };
		} catch (error) {
			reasons.add(error instanceof NotListed ? error.message : reasonFor(causeOf(error), terms));
		}
	};
	const readAll = async (): Promise<true> => {
		try {
			const task = createReader({ client: await connect() }).begin();
			await Promise.all(names.map((name) => readOne(task, name)));
		} catch (error) {
			reasons.add(reasonFor(error, terms));
		}
		return true;
	};

	const inTime = await Promise.race([readAll(), sleep(DETAILS_LIMIT_MS)]);
	if (!inTime) reasons.add(`The details could not be read within ${DETAILS_LIMIT_MS / 1000} seconds.`);
	return reasons.size === 0 ? { ok: true, ...details } : { ok: false, reason: [...reasons].join(' '), ...details };
}
