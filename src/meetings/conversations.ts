import { api, type Conversation } from '../api/index.ts';
import type { Caller } from '../client/index.ts';
import { listedConversation, numberOf } from '../format/index.ts';
import { isIn, meetingOf, newestFirst, type Meeting, type PeriodMs } from './meeting.ts';
import { Stopped, type Asking } from './task.ts';

/** What the service filters by. */
export interface Query {
	/** After this time, without its first millisecond. */
	readonly since?: string | undefined;
	/** Text in the title. */
	readonly search?: string | undefined;
}

export interface MeetingList {
	/** Newest first. */
	readonly meetings: readonly Meeting[];
	/**
	 * How many meetings since the start of the period were not listed, because the task stopped or the list kept changing; null when unknown.
	 */
	readonly unlisted: number | null;
}

/** All meetings since a time, once they were listed: later periods are part of it. */
export interface Listed {
	latest: { readonly since: number; readonly meetings: readonly Meeting[] } | null;
}

/**
 * The meetings of a period, whatever order the service lists them in. The service filters by start only, so this takes
 * ceil(meetings since the start / 100) requests, at least one, and none if an earlier task listed them. Includes meetings
 * without a readable time. Throws `Stopped` if not a single page could be read, which must not look like an account without
 * meetings, and `ClientError`.
 */
export async function listMeetings(asking: Asking, listed: Listed, period: PeriodMs): Promise<MeetingList> {
	const part = (meetings: readonly Meeting[]): readonly Meeting[] => meetings.filter(isIn(period)).sort(newestFirst);
	if (listed.latest && listed.latest.since <= period.since) return { meetings: part(listed.latest.meetings), unlisted: 0 };
	const found: unknown[] = [];
	let total: number | null = null;
	let stopped = false;
	let isWhole = true;
	let hasRead = false;
	// The service's own filter excludes its first millisecond.
	const filter = { since: new Date(period.since - 1).toISOString() };
	const options = {
		onPage: ({ pagination }: { readonly pagination?: { readonly total: unknown } }) => {
			hasRead = true;
			total = numberOf(pagination?.total);
		},
		onIncomplete: () => void (isWhole = false),
	};
	try {
		for await (const conversation of asking.list(api.conversations.list, filter, options)) found.push(conversation);
	} catch (error) {
		if (!hasRead || !(error instanceof Stopped)) throw error;
		stopped = true;
	}
	const meetings = found.flatMap((one) => meetingOf(one) ?? []);
	if (!stopped && isWhole) listed.latest = { since: period.since, meetings };
	return { meetings: part(meetings), unlisted: stopped ? (total === null ? null : Math.max(0, total - found.length)) : isWhole ? 0 : null };
}

/** `maybe`: not among the first pages, or the list kept changing. `pages`: how many pages were read to find it. */
export type Found = { readonly is: 'found'; readonly conversation: Conversation; readonly pages: number } | { readonly is: 'none' | 'maybe' };

const { maxSize } = api.conversations.list.paging;

/** Looks for a conversation by its ID: the service has no endpoint for one. */
export type Finder = (id: string, maxPages: number) => Promise<Found>;

/** Reads the list only as far as each search needs. Searches run one after the other and share what was read. */
export function createFinder(client: Caller, query: Query): Finder {
	let isWhole = true;
	const begin = () => client.each(api.conversations.list, query, { onIncomplete: () => void (isWhole = false) });
	const known = new Map<string, Conversation>();
	let rest = begin();
	let read = 0;
	const pages = (): number => Math.ceil(read / maxSize);
	let last: Promise<unknown> = Promise.resolve();
	const search = async (id: string, maxPages: number): Promise<Found> => {
		const before = pages();
		for (;;) {
			const conversation = known.get(id);
			if (conversation) return { is: 'found', conversation, pages: pages() - before };
			if (read >= maxPages * maxSize) return { is: 'maybe' };
			const next = await rest.next().catch((error: unknown) => {
				// After a failure, the iterator would report the end of the list.
				rest = begin();
				read = 0;
				throw error;
			});
			if (next.done) return { is: isWhole ? 'none' : 'maybe' };
			read += 1;
			const { id: nextId } = listedConversation(next.value);
			if (nextId !== '') known.set(nextId, next.value);
		}
	};
	return async (id, maxPages) => {
		const found = last.then(() => search(id, maxPages));
		last = found.catch(() => undefined);
		return await found;
	};
}
