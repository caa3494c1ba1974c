import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod/v4';
import { connect } from '../../packages/client/index.ts';
import { startSandbox } from '../../sandbox/index.ts';
import type { Tier } from '../../src/api/index.ts';
import type { Month } from '../rehearsal/account/month.ts';

/** Times in milliseconds since 1970. */
export interface PastMeeting {
	readonly start: number;
	readonly end: number;
	readonly isTranscribed: boolean;
}

/** What a forecast knows of an account, from three requests. */
export interface Account {
	readonly plan: Tier;
	/** IANA name. */
	readonly timezone: string;
	/** Meetings of the period and of the 30 days before it, which reports look back on; oldest first. */
	readonly meetings: readonly PastMeeting[];
	/** When the calendar's meetings began. */
	readonly calendar: readonly number[];
	/** AI credits of this calendar month. `limit`: null if unlimited. */
	readonly credits: { readonly used: number; readonly limit: number | null };
}

interface Span {
	readonly from: number;
	readonly until: number;
}

const DAY_MS = 86_400_000;
const WEEK_MS = 7 * DAY_MS;
const LOOK_BACK_MS = 30 * DAY_MS;
const PAGE = 100;

const Start = z.object({ start: z.union([z.string(), z.object({ dateTime: z.string() }).transform(({ dateTime }) => dateTime)]) });

type Client = Pick<ReturnType<typeof connect>, 'user' | 'conversations' | 'calendar'>;

/** If only the newest hundred are known, the weeks before are assumed to be similar. */
function repeated(known: readonly PastMeeting[], since: number, total: number): PastMeeting[] {
	const newest = known.at(-1);
	const oldest = known[0];
	if (!newest || !oldest || total <= known.length) return [...known];
	const shift = Math.max(WEEK_MS, Math.ceil((newest.start - oldest.start) / WEEK_MS) * WEEK_MS);
	const all = [...known];
	for (let by = shift; all.length < total && newest.start - by > since; by += shift) {
		all.push(...known.map(({ start, end, isTranscribed }) => ({ start: start - by, end: end - by, isTranscribed })).filter(({ start }) => start > since && start < oldest.start));
	}
	return all.slice(0, total).toSorted((a, b) => a.start - b.start);
}

/** Reads an account's volume with three free requests. An account without a calendar has no meetings ahead. */
export async function readAccount(client: Client, { from, until }: Span): Promise<Account> {
	const since = from - LOOK_BACK_MS;
	const { data: profile } = await client.user.profile();
	const { data, pagination } = await client.conversations.list({ limit: PAGE, since: new Date(since).toISOString() });
	const window = { timeMin: new Date(from).toISOString(), timeMax: new Date(until).toISOString(), maxResults: 50 };
	const calendar = await client.calendar.events(window).then(
		(events) => events.data.flatMap((event) => Start.safeParse(event).data?.start ?? []).map((text) => Date.parse(text)),
		() => [],
	);
	const known = data
		.map(({ startTime, endTime, segmentCount }) => ({ start: Date.parse(startTime), end: Date.parse(endTime), isTranscribed: segmentCount > 0 }))
		.toSorted((a, b) => a.start - b.start);
	const { used, limit } = profile.apiUsage.aiGenerations;
	return {
		...{ plan: profile.subscription.tier, timezone: profile.profile.timezone, credits: { used, limit } },
		meetings: repeated(known, since, pagination.total),
		calendar: calendar.filter((start) => start >= from && start < until),
	};
}

/** The same for a month in a file, read over HTTP like any other account. */
export async function accountOf({ file, folder, user }: Month, span: Span): Promise<Account> {
	const database = join(folder, `account-${process.hrtime.bigint()}.sqlite`);
	copyFileSync(file, database);
	const sandbox = await startSandbox({ database, now: () => span.until });
	try {
		const apiKey = sandbox.createKey(user.id);
		return await readAccount(connect({ baseUrl: sandbox.url, apiKey }), span);
	} finally {
		await sandbox.stop();
	}
}
