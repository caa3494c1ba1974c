import * as z from 'zod/v4';
import { api, NO_MEMORY } from '../api/index.ts';
import { isForbidden } from '../client/index.ts';
import { foldText } from '../format/index.ts';
import type { Named } from './person.ts';
import { Stopped, type Asking } from './task.ts';

const id = z.string().min(1);
const maybe = z.string().nullable().catch(null);
const Thread = z.object({ sessionId: id, actionItem: id, createdAt: maybe, contactName: maybe, contactCompany: maybe });

interface ItemOfMeeting {
	readonly conversationId: string;
	readonly item: string;
	/** When the meeting started. */
	readonly conversationDate: string | null;
}

/** With the contacts of its meeting, whose addresses are not listed, only their domains. */
interface OpenItem extends ItemOfMeeting {
	readonly contacts: readonly Named[];
}

/** What the memory feature knows about which action items are still to be done. */
export interface OpenItems {
	/** False without the memory feature. */
	readonly memory: boolean;
	/** False if the list could not be read now. */
	readonly isRead: boolean;
	/** Whether an action item is open; null if that is not known. `met`: more meetings that are known to be with a contact. */
	readonly isOpen: (item: ItemOfMeeting, met: ReadonlySet<string>) => boolean | null;
	/** Each open item of a meeting that began before a time (ISO 8601), as far as the list goes. */
	readonly before: (time: string) => readonly OpenItem[];
}

const keyOf = (conversationId: string, item: string): string => JSON.stringify([conversationId, foldText(item).replace(/\s+/g, ' ')]);

const unknown = (memory: boolean, isRead: boolean): OpenItems => ({ memory, isRead, isOpen: () => null, before: () => [] });

/**
 * Reads the list with one request. It has at most 100 open items, those of the oldest meetings first, and only of meetings with
 * a contact. So a missing item is done only if the list reaches as far as its meeting, and the meeting is known to be with a
 * contact.
 * @throws ClientError unless the plan lacks the memory feature, or a limit forbids the request.
 */
export async function readOpenItems(asking: Asking): Promise<OpenItems> {
	const { maxSize } = api.contacts.unresolvedThreads.paging;
	try {
		const { data, reason } = await asking.get(api.contacts.unresolvedThreads, { limit: maxSize });
		if (reason === NO_MEMORY) return unknown(false, true);
		const threads = data.flatMap((thread) => Thread.safeParse(thread).data ?? []);
		// An item is listed for each contact of its meeting.
		const open = new Map(
			[...Map.groupBy(threads, ({ sessionId, actionItem }) => keyOf(sessionId, actionItem))].flatMap(([key, alike]) => {
				const contacts = alike.map(({ contactName: name, contactCompany: domain }) => ({ name, email: domain && `@${domain}` }));
				return alike.slice(0, 1).map(({ sessionId, actionItem, createdAt }): [string, OpenItem] => [
					key,
					{ conversationId: sessionId, item: actionItem, conversationDate: createdAt, contacts },
				]);
			}),
		);
		const meetings = new Set(threads.map(({ sessionId }) => sessionId));
		const reachesTo =
			data.length < maxSize
				? Infinity
				: Math.max(...threads.map(({ createdAt }) => Date.parse(createdAt ?? '')).filter((at) => !Number.isNaN(at)), -Infinity);
		return {
			memory: true,
			isRead: true,
			isOpen: ({ conversationId, item, conversationDate }, met) => {
				if (open.has(keyOf(conversationId, item))) return true;
				const isReached = reachesTo === Infinity || Date.parse(conversationDate ?? '') < reachesTo;
				return isReached && (meetings.has(conversationId) || met.has(conversationId)) ? false : null;
			},
			before: (time) => [...open.values()].filter(({ conversationDate }) => Date.parse(conversationDate ?? '') < Date.parse(time)),
		};
	} catch (error) {
		if (error instanceof Stopped) return unknown(true, false);
		if (isForbidden(error)) return unknown(false, true);
		throw error;
	}
}
