import pLimit from 'p-limit';
import { Claims, type Account, type RequestBudget } from '../limits/index.ts';
import type { Client, ClientOptions } from '../client/index.ts';
import { simpleProfile, type SimpleProfile } from '../format/profile.ts';
import { transcriptMemory, type InsightOptions, type TranscriptStore } from '../insights/index.ts';
import type { Terms } from '../forms/terms.ts';
import { createHints, type Hints } from './hints.ts';

/** A run as an operation sees it: everything it does shares one client, one request budget and one credit count. */
export interface Session {
	/** Sends nothing that the run’s limits forbid, credits included, and counts what it sends. */
	readonly client: Client;
	/** AI credits left after what this run has spent; null is unlimited, undefined if the run did not ask. */
	readonly creditsLeft: () => number | null | undefined;
	/** For jobs across many meetings. */
	readonly insights: InsightOptions;
	/** The user’s own profile: one request per run, when first asked for. */
	readonly profile: () => Promise<SimpleProfile>;
	/** Whether an AI agent is asking: agents never wait, and each token costs them. */
	readonly isAgent: boolean;
	/** IANA name of the flow’s time zone. */
	readonly timezone: string;
	/** Milliseconds since 1970. */
	readonly now: () => number;
	/** Milliseconds; rejects soon after the run was stopped. */
	readonly sleep: (ms: number) => Promise<void>;
	/** What the items of this run have claimed across all its tries, so that no work is done twice. */
	readonly claims: Claims;
	/** Shows a message to the person looking at the run, once. */
	readonly hint: (message: string) => void;
	/** The same, where results are missing. */
	readonly hintIncomplete: Hints['addIncomplete'];
	readonly terms: Terms;
}

export interface Limits {
	/** Requests that the run may make. */
	readonly maxRequests?: number | undefined;
	/** Requests of the hour to reserve for others. */
	readonly keepFree?: number | undefined;
	/** AI credits to reserve. If omitted, the number left is never read. */
	readonly keepCredits?: number | undefined;
	/** Milliseconds that a call may wait for the hourly count to reset. An AI agent never waits. */
	readonly patienceMs: number;
	/** Requests under way at once. */
	readonly concurrency: number;
}

export interface SessionOptions extends Pick<Session, 'isAgent' | 'now' | 'sleep' | 'terms' | 'timezone'> {
	readonly account: Account;
	readonly limits: Limits;
	/** Cancels every wait once the run is stopped. */
	readonly signal?: AbortSignal | undefined;
	/** The claims of earlier tries, if the host repeats a failed run. */
	readonly claims?: Claims;
	/** Called with each answer of the service. */
	readonly onAnswer?: ClientOptions['onAnswer'];
	/** Called with how many meetings or people of a report were read, of how many: 0 before the first. */
	readonly onRead?: InsightOptions['onRead'];
	/** Keeps the transcripts that were read. Default: in memory for AI agents, nowhere for others. */
	readonly transcripts?: TranscriptStore | undefined;
	/** A client over the host’s own HTTP. Called when first needed, so what it throws fails the call that needed it. */
	readonly connect: (
		options: Pick<ClientOptions, 'around' | 'aroundCall' | 'now' | 'onAnswer' | 'patienceMs' | 'sleep'>,
	) => Client;
}

/** A session with what the host itself needs: what the run has used, and what to tell about it. */
export interface HostedSession extends Session {
	readonly requests: RequestBudget;
	readonly hints: Hints;
	/** Results so far that used an AI credit. */
	readonly creditsSpent: () => number;
}

/** An agent asks about the same meetings several times in a conversation. */
const memories = new WeakMap<Account, TranscriptStore>();

function memoryOf(account: Account): TranscriptStore {
	const memory = memories.get(account) ?? transcriptMemory();
	memories.set(account, memory);
	return memory;
}

/** A session for one run. */
export function createSession({ account, limits, connect, onAnswer, onRead, transcripts, signal, claims = new Claims(), ...given }: SessionOptions): HostedSession {
	const { isAgent, now, sleep, terms } = given;
	const { maxRequests, keepFree, keepCredits, concurrency } = limits;
	const patienceMs = isAgent ? 0 : limits.patienceMs;
	const hints = createHints(terms, given.timezone);
	// A job sends many requests at once, and several items may run jobs: together they share one limit.
	const atOnce = pLimit(concurrency);
	const readProfile = () => session.client.user.profile();
	const ask = () => connect({ now, sleep, patienceMs, ...account.begin({ now, sleep, signal }).hooks }).user.profile();
	const { requests, credits, hooks } = account.begin({ max: maxRequests, ...{ keepFree, keepCredits, patienceMs, now, sleep, signal, readProfile, ask } });
	let own: ReturnType<typeof readProfile> | undefined;
	let client: Client | undefined;
	const session: HostedSession = {
		...given,
		claims,
		get client() {
			return (client ??= connect({
				now,
				sleep,
				patienceMs,
				around: (send) => hooks.around(() => atOnce(send)),
				aroundCall: hooks.aroundCall,
				onAnswer: (info) => {
					hooks.onAnswer(info);
					hints.onAnswer(info);
					onAnswer?.(info);
				},
			}));
		},
		get insights() {
			return { client: session.client, now, concurrency, timezone: given.timezone, transcripts: transcripts ?? (isAgent ? memoryOf(account) : undefined), onRead };
		},
		creditsLeft: () => credits.left,
		creditsSpent: () => credits.spent,
		profile: async () => {
			own ??= readProfile().catch((error: unknown) => {
				// The next one asks again.
				own = undefined;
				throw error;
			});
			return simpleProfile((await own).data);
		},
		hint: hints.add,
		hintIncomplete: hints.addIncomplete,
		requests,
		hints,
	};
	return session;
}
