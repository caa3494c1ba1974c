import { iso } from '../clock.ts';
import type { StoredConversation } from '../db/conversations.ts';
import { segmentsAsJson } from '../db/segments.ts';
import type { User } from '../db/users.ts';
import type { Service } from '../service.ts';
import type { StoredMeeting } from '../textWork/storedMeeting.ts';
import type { InTurn } from '../turns.ts';

export interface Made<T> {
	readonly result: T;
	/** Whether the result was already saved. */
	readonly cached: boolean;
}

export interface Wish {
	readonly forceRefresh: boolean;
	/** Whether to generate even if the same result is already being generated. */
	readonly parallel: boolean;
}

/** What the desktop application wants after a call. */
export const anyResult: Wish = { forceRefresh: false, parallel: false };

interface Generation<T> {
	/** Identifies the result. */
	readonly key: string;
	readonly find: () => T | undefined;
	readonly make: () => Promise<T>;
}

/** The saved result, or a new one. Of concurrent requests only one generates it; the others wait and get what it saved. */
export function savedOrMade<T>(inTurn: InTurn, { forceRefresh, parallel }: Wish, { key, find, make }: Generation<T>): Promise<Made<T>> {
	const work = async () => {
		const saved = forceRefresh ? undefined : find();
		return saved === undefined ? { result: await make(), cached: false } : { result: saved, cached: true };
	};
	return parallel ? work() : inTurn(key, work);
}

/** A conversation as input for the AI. */
export function meetingFor({ db }: Service, user: User, conversation: StoredConversation): StoredMeeting {
	return {
		title: conversation.title,
		startTime: iso(conversation.startedAt),
		endTime: iso(conversation.endedAt),
		userName: user.name,
		// Read only when its turn comes, so that waiting work takes no memory.
		get transcript() {
			return segmentsAsJson(db, conversation.id);
		},
	};
}
