import { z } from 'zod/v4';
import { api, type Conversation, type Output } from '../api/index.ts';
import { markOf } from './mark.ts';

/** A conversation as listed, with what polling decides by. Times in milliseconds since 1970, null when unreadable. */
export interface Listed {
	readonly id: string;
	readonly mark: string;
	readonly start: number | null;
	readonly end: number | null;
	/** As the service sent it. */
	readonly conversation: Conversation;
}

/** One answer of the list (Endpoints, Conversations). */
export interface Page {
	/** Without elements that have no id. */
	readonly items: readonly Listed[];
	/** Mark of the first element; null when there is none, or none with an id. */
	readonly first: string | null;
	/** Elements in the answer, unreadable ones too. */
	readonly length: number;
	/** Elements in the whole list, null when the answer does not tell. */
	readonly total: number | null;
	/** Whether the answer holds less than was asked for. */
	readonly isShort: boolean;
}

export const PAGE_SIZE = api.conversations.list.paging.maxSize;

const time = z.string().transform((text) => {
	const ms = Date.parse(text);
	return Number.isNaN(ms) ? null : Math.max(0, ms);
});
const Times = z.object({
	id: z.string().min(1),
	startTime: time.nullable().catch(null),
	endTime: time.nullable().catch(null),
});
const count = z.int().min(0).nullable().catch(null);
const Counts = z.object({ total: count, limit: count }).catch({ total: null, limit: null });

/** Reads an answer whatever its shape has become: an element without an id is passed over, never an error. */
export function readPage({ data, pagination }: Output<typeof api.conversations.list>): Page {
	const { total, limit } = Counts.parse(pagination);
	const read = data.map((conversation): Listed | null => {
		const times = Times.safeParse(conversation);
		if (!times.success) return null;
		const { id, startTime, endTime } = times.data;
		return { id, mark: markOf(id), start: startTime, end: endTime, conversation };
	});
	return {
		items: read.filter((item) => item !== null),
		first: read[0]?.mark ?? null,
		length: data.length,
		total,
		// A service may give smaller pages than it was asked for, and says so in `limit`.
		isShort: data.length < Math.min(PAGE_SIZE, limit || PAGE_SIZE),
	};
}
