import * as z from 'zod/v4';
import { api } from '../../../../api/index.ts';
import { ClientError } from '../../../../client/index.ts';
import { dedupeKeys } from '../../../../format/index.ts';
import { oneLine } from '../../../../format/read.ts';
import { createRun, grouped, RunStopped, type Run } from '../../../../insights/index.ts';
import type { Session } from '../../../session.ts';
import { digestOf, keyGroupOf, meetingDigestOf, type Known, type Present } from './actionItemChanges.ts';
import type { OpenItem } from './syncState.ts';

const id = z.string().min(1);
const Thread = z.object({ sessionId: id, actionItem: id, hash: id, contactId: id });
const Contact = z.object({ id });

/** The action items that the service lists as open. */
interface OpenList {
	readonly items: readonly OpenItem[];
	/** Whether the list is complete and all of it could be read. */
	readonly isWhole: boolean;
}

const NO_LIST: OpenList = { items: [], isWhole: false };

const openItem = ({ sessionId, actionItem, hash, contactId }: z.output<typeof Thread>): OpenItem => ({
	key: dedupeKeys(sessionId)(oneLine(actionItem)),
	thread: digestOf([sessionId, hash]),
	contact: digestOf(contactId),
});

/** Null if it could not be read, which must not fail the rest of the sync. */
async function orNull<T>(session: Session, asked: Promise<T>): Promise<T | null> {
	try {
		return await asked;
	} catch (error) {
		if (error instanceof RunStopped) return null;
		if (!(error instanceof ClientError)) throw error;
		const isForbidden = error.problem.kind === 'api' && error.problem.status === 403;
		if (!isForbidden) session.hint('Which action items were resolved is not known this time, because the open ones could not be read.');
		return null;
	}
}

/** One request. Without the memory feature nothing is known, which is not an error. */
async function readOpenList(run: Run): Promise<OpenList> {
	const { maxSize } = api.contacts.unresolvedThreads.paging;
	const { data, total, reason } = await run.get(api.contacts.unresolvedThreads, { limit: maxSize });
	const items = data.flatMap((thread) => {
		const read = Thread.safeParse(thread);
		return read.success ? [openItem(read.data)] : [];
	});
	const isWhole = reason === undefined && items.length === data.length && items.length === total && items.length < maxSize;
	return { items, isWhole };
}

/** Those of these contacts that are still listed: ceil(contacts / 200) requests at most. Throws `RunStopped` if some may be missing. */
async function listedOf(run: Run, contacts: ReadonlySet<string>): Promise<ReadonlySet<string>> {
	const found = new Set<string>();
	if (contacts.size === 0) return found;
	const onIncomplete = (): void => {
		throw new RunStopped();
	};
	for await (const contact of run.each(api.contacts.list, {}, { onIncomplete })) {
		const digest = digestOf(Contact.safeParse(contact).data?.id);
		if (contacts.has(digest)) found.add(digest);
		if (found.size === contacts.size) break;
	}
	return found;
}

/** What the reading of key points showed. */
interface Reading {
	readonly present: readonly Present[];
	/** Digests of the meetings that were read in full. */
	readonly whole: ReadonlySet<string>;
	/** Digests of the meetings listed in the period. */
	readonly listed: ReadonlySet<string>;
	readonly isListWhole: boolean;
}

export interface Resolved {
	readonly resolved: readonly Present[];
	/** What the next sync compares with. */
	readonly open: readonly OpenItem[];
}

/** Action items that may have been resolved, until their meetings and contacts are known to be there. */
export interface MaybeResolved {
	/** Digests of their meetings. */
	readonly meetings: ReadonlySet<string>;
	/** Whether the list of open items was read in full, and so says what was resolved. */
	readonly isKnown: boolean;
	readonly settle: (reading: Reading) => Promise<Resolved>;
}

/**
 * Which of the action items that were open have left the list of open ones. One request, and some for contacts if any has.
 * Items that are listed twice in one meeting cannot be told apart, so nothing is said about them.
 */
export async function maybeResolved(session: Session, before: readonly OpenItem[], known: readonly Known[]): Promise<MaybeResolved> {
	const run = createRun(session.insights);
	const list = (await orNull(session, readOpenList(run))) ?? NO_LIST;
	const threads = new Set(list.items.map(({ thread }) => thread));
	const keys = new Set(list.items.map(({ key }) => key));
	const rows = grouped(known, ({ key }) => keyGroupOf(key));
	const isOpen = ({ key, thread }: OpenItem): boolean => threads.has(thread) || keys.has(key);
	const candidates = [...grouped(before.filter((item) => !isOpen(item)), ({ key }) => key)];
	const meetingOf = (key: string): string => meetingDigestOf(rows.get(key)?.[0] ?? { hash: '' });

	async function settle({ present, whole, listed, isListWhole }: Reading): Promise<Resolved> {
		const byKey = grouped(present, ({ record }) => keyGroupOf(record.dedupeKey));
		const hasRow = ({ key }: OpenItem): boolean => rows.has(key) || byKey.has(key);
		if (!list.isWhole) return { resolved: [], open: [...list.items, ...before.filter(({ thread }) => !threads.has(thread))].filter(hasRow) };
		const undecided = candidates.filter(([key]) => !whole.has(meetingOf(key)) && (listed.has(meetingOf(key)) || !isListWhole));
		const gone = candidates.flatMap(([key, items]) => {
			const [item, ...others] = whole.has(meetingOf(key)) ? (byKey.get(key) ?? []) : [];
			return item && others.length === 0 ? [{ item, items }] : [];
		});
		const contacts = await orNull(session, listedOf(run, new Set(gone.flatMap(({ items }) => items.map(({ contact }) => contact)))));
		return {
			resolved: gone.filter(({ items }) => items.every(({ contact }) => contacts?.has(contact))).map(({ item }) => item),
			open: [...list.items.filter(hasRow), ...undecided.flatMap(([, items]) => items), ...(contacts ? [] : gone.flatMap(({ items }) => items))],
		};
	}

	return { meetings: new Set(list.isWhole ? candidates.map(([key]) => meetingOf(key)) : []), isKnown: list.isWhole, settle };
}
