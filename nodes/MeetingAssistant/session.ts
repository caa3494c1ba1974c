import type { Endpoint, Input, Output, UserProfile } from '../../src/api/index.ts';
import type { Client } from '../../src/client/index.ts';
import type { InsightOptions } from '../../src/insights/index.ts';

/** What all items of one run share: one connection, one budget of requests, one count of credits. */
export interface Session {
	/** Sends nothing that the run's limits forbid, and counts what it sends. Never for what may cost a credit. */
	readonly client: Client;
	/** Calls an endpoint. One that may cost a credit is called only while the credits to keep are not touched. */
	readonly call: <E extends Endpoint>(endpoint: E, input: Input<E>) => Promise<Output<E>>;
	/** AI credits left after what this run has spent; null is unlimited, undefined when the run did not ask. */
	readonly creditsLeft: () => number | null | undefined;
	/** For jobs over many meetings, which take from the run's budget by themselves. */
	readonly insights: InsightOptions;
	/** The user's own profile: one request per run, when first asked for. */
	readonly profile: () => Promise<UserProfile>;
	/** Whether an AI agent asks: it is not kept waiting, and pays for every word. */
	readonly isTool: boolean;
	/** IANA name of the workflow's time zone. */
	readonly timezone: string;
	/** Milliseconds since 1970. */
	readonly now: () => number;
	/** Milliseconds; rejects soon after the run was stopped. */
	readonly sleep: (ms: number) => Promise<void>;
	/** Says something to the person looking at the run, once. */
	readonly hint: (message: string) => void;
}
