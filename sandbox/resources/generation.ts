import { iso } from '../clock.ts';
import type { StoredConversation } from '../db/conversations.ts';
import { segmentsAsJson } from '../db/segments.ts';
import type { User } from '../db/users.ts';
import { notFound } from '../http/apiError.ts';
import type { Service } from '../service.ts';
import type { StoredMeeting } from '../textWork/storedMeeting.ts';
import { conversationOf } from './conversations.ts';
import type { Caller } from './route.ts';

/** With the time it was generated. */
export interface Saved<B> {
	readonly body: B;
	readonly createdAt: number;
}

interface Kind<B, S> {
	/** The name of the result in messages: `Key points`. */
	readonly name: string;
	/** Undefined if none is saved. */
	readonly find: (service: Service, conversation: StoredConversation) => Saved<B> | undefined;
	/** Generates, saves and announces one, for one credit. */
	readonly make: (service: Service, user: User, conversation: StoredConversation) => Promise<Saved<B>>;
	/** The result as shown by the API. */
	readonly shown: (conversation: StoredConversation, saved: Saved<B>) => S;
}

/** A result of the AI that is generated once and saved, with the handlers of its two endpoints. */
export function savedResult<B, S extends object>({ name, find, make, shown }: Kind<B, S>) {
	/** The saved one, or a new one. Of concurrent requests only one generates it; the others wait and get what it saved. */
	const ofConversation = (service: Service, user: User, conversation: StoredConversation, forceRefresh = false) =>
		service.inTurn(`${name} ${conversation.id}`, async () => {
			const saved = forceRefresh ? undefined : find(service, conversation);
			return saved === undefined ? { result: await make(service, user, conversation), cached: false } : { result: saved, cached: true };
		});
	return {
		ofConversation,
		get({ id }: { readonly id: string }, caller: Caller) {
			const conversation = conversationOf(caller, id);
			const saved = find(caller.service, conversation);
			if (saved === undefined) throw notFound(`${name} of conversation ${id}`);
			return { data: shown(conversation, saved) };
		},
		async generate({ id, forceRefresh }: { readonly id: string; readonly forceRefresh: boolean }, caller: Caller) {
			const conversation = conversationOf(caller, id);
			const { result, cached } = await ofConversation(caller.service, caller.user, conversation, forceRefresh);
			return { data: { ...shown(conversation, result), cached } };
		},
	};
}

/** A conversation as input for the AI. */
export function meetingFor({ db }: Service, user: User, conversation: StoredConversation): StoredMeeting {
	return {
		title: conversation.title,
		startTime: iso(conversation.startedAt),
		endTime: iso(conversation.endedAt),
		userName: user.name,
		// Read only when needed, so that waiting work takes no memory.
		get transcript() {
			return segmentsAsJson(db, conversation.id);
		},
	};
}
