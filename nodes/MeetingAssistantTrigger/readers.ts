import { api } from '../../src/api/index.ts';
import type { Client } from '../../src/client/index.ts';
import type { Details } from '../../src/webhooks/emitted.ts';
import { isCode } from '../shared/triggerError.ts';

export type DetailName = keyof Details;

/** The conversation can only be found in the list, so many of the newest are looked through. */
const CONVERSATIONS_LOOKED_THROUGH = 300;

/** The conversation is not where it was looked for, which does not mean that there is none. */
export class NotListed extends Error {
	override readonly name = 'NotListed';
	constructor() {
		super(`The conversation is not among the first ${CONVERSATIONS_LOOKED_THROUGH} of the list.`);
	}
}

export interface About {
	readonly conversationId: string;
	/** As the event has it; makes the search shorter. */
	readonly title: string | undefined;
}

async function findConversation(client: Client, { conversationId, title }: About) {
	let looked = 0;
	const input = title ? { search: title } : {};
	for await (const conversation of client.each(api.conversations.list, input, { limit: CONVERSATIONS_LOOKED_THROUGH })) {
		if (conversation.id === conversationId) return conversation;
		looked += 1;
	}
	if (looked === CONVERSATIONS_LOOKED_THROUGH) throw new NotListed();
	return null;
}

/** What is saved, or null when nothing is: not yet, or the conversation was deleted. */
const saved = <T>(reading: Promise<{ data: T }>): Promise<T | null> =>
	reading.then(
		({ data }) => data,
		(error: unknown) => {
			if (isCode(error, 'not_found')) return null;
			throw error;
		},
	);

/** How each detail is read: saved results only, so none costs an AI credit. */
export const readers: { readonly [N in DetailName]-?: (client: Client, about: About) => Promise<Details> } = {
	conversation: async (client, about) => ({ conversation: await findConversation(client, about) }),
	keyPoints: async (client, { conversationId: id }) => ({ keyPoints: await saved(client.keyPoints.get({ id })) }),
	transcript: async (client, { conversationId: id }) => ({ transcript: await saved(client.transcript.get({ id })) }),
	feedback: async (client, { conversationId: id }) => ({ feedback: await saved(client.feedback.get({ id })) }),
};
