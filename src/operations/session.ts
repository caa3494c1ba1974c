import pLimit from 'p-limit';
import { Claims, type Account, type RequestBudget, type Tally } from '../limits/index.ts';
import {
	AGENT_PATIENCE_MS,
	type Client,
	type ClientError,
	type ClientOptions,
	DEFAULT_PATIENCE_MS,
	type Wrapper,
} from '../client/index.ts';
import { fieldsOf, type SimpleProfile, textOf } from '../format/index.ts';
import { causeOf, createReader, memoryOf, profileTimezone, type Reader, type ReaderOptions, type Task, type TranscriptStore } from '../meetings/index.ts';
import type { Terms } from '../forms/index.ts';
import { createHints, type Cut, type Hints } from './hints.ts';

/** A run as an operation sees it: everything it does shares one client, one request budget, one credit count and what was read. */
export interface Session {
	/** Sends nothing that the run’s limits forbid, credits included, and counts what it sends. */
	readonly client: Client;
	/** Results so far that used an AI credit. */
	readonly creditsSpent: () => number;
	/** The service’s refusal, if it has just said that the AI credits are used up. */
	readonly creditsUsedUp: () => ClientError | null;
	/** AI credits left after what this run has spent; null is unlimited, undefined if the run did not ask. */
	readonly creditsLeft: () => number | null | undefined;
	/** Reads for this item. */
	readonly task: Task;
	/** The same run for another item. */
	readonly item: () => Session;
	/** The user’s profile: one request per run, when first needed. */
	readonly profile: () => Promise<SimpleProfile>;
	/** Whether an AI agent is asking: agents hardly wait, and each token costs them. */
	readonly isAgent: boolean;
	/** IANA name of the flow’s time zone. */
	readonly timezone: string;
	/** Finds the time zone, where the host has none. */
	readonly findTimezone: () => Promise<void>;
	/** Milliseconds since 1970. */
	readonly now: () => number;
	/** Milliseconds; rejects soon after the run was stopped. */
	readonly sleep: (ms: number) => Promise<void>;
	/**
	 * Lets the items of a run take turns, so that each knows what the others have spent. A turn ends with the results, or once they
	 * are no longer read.
	 */
	readonly inTurn: <T>(results: () => AsyncIterable<T>) => AsyncGenerator<T, void, undefined>;
	/** What the items of this run have claimed across all its tries, so that no work is done twice. */
	readonly claims: Claims;
	/** Shows a message to the person looking at the run, once. */
	readonly hint: (message: string) => void;
	/** The same, where results are missing. */
	readonly hintIncomplete: Hints['addIncomplete'];
	/** What stopped this item before it had read everything; null if nothing did. */
	readonly cut: () => Cut | null;
	readonly terms: Terms;
}

export interface Limits {
	/** Requests that the run may make. */
	readonly maxRequests?: number | undefined;
	/** Requests of the hour to reserve for others. */
	readonly reserveRequests?: number | undefined;
	/** AI credits to reserve. If omitted, the number left is never read. */
	readonly reserveCredits?: number | undefined;
	/** Milliseconds that a call may wait, as for the hourly count to reset. Default 30,000; for an AI agent, less than a second. */
	readonly patienceMs?: number | undefined;
	/** Requests under way at once. */
	readonly concurrency: number;
}

export interface SessionOptions extends Pick<Session, 'isAgent' | 'now' | 'sleep' | 'terms'> {
	/**
	 * IANA name of the flow’s time zone. Null where the host has none: then it is that of the user’s profile, which takes a
	 * request once per account and process, or UTC where the profile cannot be read.
	 */
	readonly timezone: string | null;
	readonly account: Account;
	readonly limits: Limits;
	/** Counts the requests, if several runs share their limit. */
	readonly tally?: Tally | undefined;
	/** Cancels every wait once the run is stopped. */
	readonly signal?: AbortSignal | undefined;
	/** The claims of earlier tries, if the host repeats a failed run. */
	readonly claims?: Claims;
	/** Called with each answer of the service. */
	readonly onAnswer?: ClientOptions['onAnswer'];
	/** Called with each hint to the person, before the run ends. */
	readonly onHint?: (message: string) => void;
	/** Called with how many meetings or people of a report were read, of how many: 0 before the first. */
	readonly onRead?: ReaderOptions['onRead'];
	/** Keeps the transcripts that were read. Default: in memory for AI agents, nowhere for others. */
	readonly transcripts?: TranscriptStore | undefined;
	/** A client over the host’s own HTTP. Called when first needed, so what it throws fails the call that needed it. */
	readonly connect: (
		options: Pick<ClientOptions, 'around' | 'now' | 'patienceMs' | 'sleep'>,
	) => Client;
}

/** A session with what the host itself needs: what the run has used, and what to tell about it. */
export interface HostedSession extends Session {
	readonly requests: RequestBudget;
	readonly hints: Hints;
}

/** A job sends many requests at once, and several items may run jobs: together they share one limit. */
function atMost(concurrency: number): Wrapper {
	const limit = pLimit(concurrency);
	return { request: async (send) => await limit(send) };
}

function takingTurns(): Session['inTurn'] {
	const one = pLimit(1);
	return async function* (results) {
		const end = await new Promise<() => void>((begin) => void one(() => new Promise<void>(begin)));
		try {
			yield* results();
		} finally {
			end();
		}
	};
}

/** A session for one run. */
export function createSession({
	account,
	limits,
	tally,
	connect,
	onAnswer,
	onHint,
	onRead,
	transcripts,
	signal,
	claims = new Claims(),
	...given
}: SessionOptions): HostedSession {
	const { isAgent, now, sleep, terms } = given;
	const memory = memoryOf(account);
	let { timezone } = given;
	const { maxRequests, reserveRequests, reserveCredits, concurrency } = limits;
	const patienceMs = Math.min(limits.patienceMs ?? DEFAULT_PATIENCE_MS, isAgent ? AGENT_PATIENCE_MS : Infinity);
	const timezoneNow = (): string => timezone ?? 'UTC';
	const hints = createHints(terms);
	const inTurn = takingTurns();
	let client: Client | undefined;
	let reader: Reader | undefined;
	/** What a change makes outdated is read again. */
	const forgetting: Wrapper = {
		call: async (endpoint, call, input) => {
			try {
				return await call();
			} finally {
				// What the AI writes is not in the list.
				if (endpoint.method !== 'GET') reader?.forget(textOf(fieldsOf(input)['id']), endpoint.credit === 'never');
			}
		},
	};
	const clientOf = (): Client =>
		(client ??= connect({
			now,
			sleep,
			patienceMs,
			around: [forgetting, ...around, atMost(concurrency), { onAnswer: hints.onAnswer }, ...(onAnswer ? [{ onAnswer }] : [])],
		}));
	const readProfile = () => clientOf().user.profile();
	/** Beside the run’s own requests: what it may send does not depend on it. */
	const ask = () => connect({ now, sleep, patienceMs, around: account.begin({ now, sleep, signal }).around }).user.profile();
	const findTimezone = async (): Promise<void> => {
		timezone ??= await profileTimezone(account, async () => ({ data: await readerOf().begin().rawProfile() }));
	};
	const { requests, credits, around } = account.begin({
		max: maxRequests,
		...{ tally, reserveRequests, reserveCredits, patienceMs, now, sleep, signal, readProfile, ask },
	});
	const readerOf = (): Reader =>
		(reader ??= createReader({
			client: clientOf(),
			now,
			concurrency,
			get timezone() {
				return timezoneNow();
			},
			transcripts: transcripts ?? (isAgent ? memory.transcripts : undefined),
			onRead,
		}));
	const item = (): HostedSession => {
		let task: Task | undefined;
		let cut: Cut | null = null;
		const session: HostedSession = {
			...{ isAgent, now, sleep, terms, findTimezone },
			get timezone() {
				return timezoneNow();
			},
			claims,
			inTurn,
			item,
			get client() {
				return clientOf();
			},
			get task() {
				return (task ??= readerOf().begin());
			},
			creditsLeft: () => credits.left,
			creditsSpent: () => credits.spent,
			creditsUsedUp: credits.usedUp,
			profile: async () =>
				await session.task.profile().catch((error: unknown) => {
					throw causeOf(error);
				}),
			hint: (message) => {
				hints.add(message);
				onHint?.(message);
			},
			hintIncomplete: (message, stop) => {
				hints.addIncomplete(message, stop);
				onHint?.(message);
				if (stop.stoppedBy !== null) cut ??= { message, ...stop, stoppedBy: stop.stoppedBy };
			},
			cut: () => cut,
			requests,
			hints,
		};
		return session;
	};
	return item();
}
