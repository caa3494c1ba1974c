import { api } from '../api/index.ts';
import { isNotFound, type Client } from '../client/index.ts';
import { choice, choices } from '../forms/field.ts';
import type { IncludedDetails, Included } from '../webhooks/emitted.ts';
import type { Received } from '../webhooks/index.ts';
import type { Terms } from '../forms/terms.ts';
import { entryOf, events } from './catalogue.ts';
import { Refusal } from '../words/errors.ts';
import { reasonFor } from './failures.ts';
import { needsConversation, type Filters } from './filters.ts';

export type DetailName = keyof IncludedDetails;

/** Details to add to an event. “actionItems” makes one item of each. */
export const include = choices({
	label: 'Include Details',
	default: [],
	choices: [
		{
			value: 'actionItems',
			label: 'Action Items',
			description: `With “${events['conversation.action_items.ready'].label}”: one item for each action item, under the key that polling gives it. Nothing with other events, whose action items are among the key points.`,
		},
		{ value: 'conversation', label: 'Conversation', description: 'Title, start, end and duration. Also fills in “title” and “startTime” of the event.' },
		{ value: 'feedback', label: 'Feedback', description: 'The saved feedback, if there is any' },
		{ value: 'keyPoints', label: 'Key Points', description: 'The saved key points, if there are any' },
		{ value: 'transcript', label: 'Transcript', description: 'Who said what and when' },
	],
	description: ({ flow }) =>
		`What to read about the conversation before the ${flow} starts. Each takes one request and never an AI credit. Nothing is read with “${events['conversation.deleted'].label}” and “${events['webhook.test'].label}”.`,
});

/** What happens where details were asked for and cannot be read. */
export const ifUnread = choice({
	label: 'If Details Cannot Be Read',
	choices: [
		{ value: 'fail', label: 'Fail', description: 'Fails visibly, so that nothing goes on without them and the event can be tried again' },
		{ value: 'continue', label: 'Continue Without Them', description: 'Goes on, and the event says why they are missing. Filters that need them let it through.' },
	],
	default: 'fail',
	description: 'What to do if details, or owners of action items, were asked for and the service does not answer even after repeated tries',
});

export type IfUnread = 'continue' | 'fail';

/** Details that were asked for could not be read. */
export const unread = (reason: string): Refusal =>
	new Refusal(`Details of the event could not be read. ${reason.replace(/\.$/, '')}`, `To go on without them, choose “Continue Without Them” in “${ifUnread.label}”`, { code: 'details_not_read' });

/** The sender gives up after 10 seconds. */
export const DETAILS_LIMIT_MS = 6000;

/** How many of the newest conversations to search: only the list can be searched for one. */
const CONVERSATIONS_LOOKED_THROUGH = 300;

/** The conversation is not among those searched, but may still exist. */
class NotListed extends Error {
	override readonly name = 'NotListed';
	constructor() {
		super(`The conversation is not among the first ${CONVERSATIONS_LOOKED_THROUGH} of the list.`);
	}
}

interface About {
	readonly conversationId: string;
	/** From the event; shortens the search. */
	readonly title: string | undefined;
}

/** Null if there is none. Throws `ClientError`, or `NotListed` if it may be older than the conversations searched. */
export async function findConversation(client: Client, { conversationId, title }: About) {
	let looked = 0;
	const input = title ? { search: title } : {};
	const onIncomplete = (): void => {
		throw new NotListed();
	};
	for await (const conversation of client.each(api.conversations.list, input, { limit: CONVERSATIONS_LOOKED_THROUGH, onIncomplete })) {
		if (conversation.id === conversationId) return conversation;
		looked += 1;
	}
	if (looked === CONVERSATIONS_LOOKED_THROUGH) throw new NotListed();
	return null;
}

/** The saved result; null if there is none yet, or the conversation was deleted. */
const saved = <T>(reading: Promise<{ data: T }>): Promise<T | null> =>
	reading.then(
		({ data }) => data,
		(error: unknown) => {
			if (isNotFound(error)) return null;
			throw error;
		},
	);

/** How each detail is read. Saved results only, so none costs an AI credit. */
const readers: { readonly [N in DetailName]-?: (client: Client, about: About) => Promise<IncludedDetails> } = {
	conversation: async (client, about) => ({ conversation: await findConversation(client, about) }),
	keyPoints: async (client, { conversationId: id }) => ({ keyPoints: await saved(client.keyPoints.get({ id })) }),
	transcript: async (client, { conversationId: id }) => ({ transcript: await saved(client.transcript.get({ id })) }),
	feedback: async (client, { conversationId: id }) => ({ feedback: await saved(client.feedback.get({ id })) }),
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
	const { details } = entryOf(event);
	if (conversationId === undefined || details === 'none') return { wanted: [], toRead: [], splitActionItems: false };
	const wanted = included.filter(isDetail);
	const splitActionItems = details === 'actionItems' && included.includes('actionItems');
	const toRead = new Set<DetailName>(wanted);
	if (splitActionItems) toRead.add('keyPoints');
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
 * missing, and `reason` says why. Those that the service does not have are null.
 */
export async function readDetails(
	names: readonly DetailName[],
	about: About,
	{ connect, sleep, terms }: ReadDetailsOptions,
): Promise<Included> {
	let details: IncludedDetails = {};
	const reasons = new Set<string>();

	const readOne = async (client: Client, name: DetailName): Promise<void> => {
		try {
			const detail = await readers[name](client, about);
			details = { ...details, ...detail };
		} catch (error) {
			reasons.add(error instanceof NotListed ? error.message : reasonFor(error, terms));
		}
	};
	const readAll = async (): Promise<true> => {
		try {
			const client = await connect();
			await Promise.all(names.map((name) => readOne(client, name)));
		} catch (error) {
			reasons.add(reasonFor(error, terms));
		}
		return true;
	};

	const inTime = await Promise.race([readAll(), sleep(DETAILS_LIMIT_MS)]);
	if (!inTime) reasons.add(`The details could not be read within ${DETAILS_LIMIT_MS / 1000} seconds.`);
	return reasons.size === 0 ? { ok: true, ...details } : { ok: false, reason: [...reasons].join(' '), ...details };
}
