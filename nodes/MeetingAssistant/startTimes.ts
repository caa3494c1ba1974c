import { z } from 'zod/v4';
import { api } from '../../src/api/index.ts';
import type { Session } from './session.ts';

const Listed = z.object({ id: z.string(), startTime: z.string() });

/** Start times by conversation: meetings that come back every week have one title, and are found together. */
const known = new WeakMap<Session, Map<string, Promise<ReadonlyMap<string, string>>>>();

async function search(session: Session, title: string): Promise<ReadonlyMap<string, string>> {
	const { maxSize } = api.conversations.list.paging;
	const { data } = await session.client.conversations.list({ search: title, limit: maxSize });
	const listed = data.flatMap((conversation) => Listed.safeParse(conversation).data ?? []);
	return new Map(listed.map(({ id, startTime }) => [id, startTime]));
}

/**
 * When a conversation started, ISO 8601, or null when it is not among the first 100 of its title: the service has no
 * way to ask for one conversation. One request for each title of a run.
 */
export async function startTimeOf(session: Session, id: string, title: unknown): Promise<string | null> {
	if (typeof title !== 'string' || title.trim() === '') return null;
	const searches = known.get(session) ?? new Map<string, Promise<ReadonlyMap<string, string>>>();
	known.set(session, searches);
	const found = searches.get(title) ?? search(session, title);
	searches.set(title, found);
	return (await found).get(id) ?? null;
}
