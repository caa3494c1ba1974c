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

interface Generation<T> {
	/** Identifies the result. */
	readonly key: string;
	/** Whether a new result is wanted although one is saved. */
	readonly forceRefresh: boolean;
	readonly find: () => T | undefined;
	readonly make: () => Promise<T>;
}

/** The saved result, or a new one. Of concurrent requests only one generates it; the others wait and get what it saved. */
export const savedOrMade = <T>(inTurn: InTurn, { key, forceRefresh, find, make }: Generation<T>): Promise<Made<T>> =>
	inTurn(key, async () => {
		const saved = forceRefresh ? undefined : find();
		return saved === undefined ? { result: await make(), cached: false } : { result: saved, cached: true };
	});

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
