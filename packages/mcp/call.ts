import { setTimeout as wait } from 'node:timers/promises';
import { type Cache, type Host, type Permission, type Toolset } from '../../src/agents/index.ts';
import { accountOf, createAccount } from '../../src/limits/index.ts';
import { AGENT_PATIENCE_MS, createClient } from '../../src/client/index.ts';
import { transcriptMemory } from '../../src/meetings/index.ts';
import type { Limits } from '../../src/operations/index.ts';
import { fetchTransport, isKey, NO_KEY } from '../../src/transport/index.ts';
import { Refusal } from '../../src/words/index.ts';
import { readingTerms, terms } from './terms.ts';

export const VERSION = '1.0.0';

/** How the server was started. */
export interface Settings {
	readonly apiKey: string;
	readonly baseUrl: string;
	readonly allowHttp: boolean;
	/** IANA name of the time zone of times without an offset, and of reports; null for that of the user’s profile. */
	readonly timezone: string | null;
	/** Only offer tools that change nothing and cost no AI credit. */
	readonly readOnly: boolean;
	/** The tools that are offered, by their toolsets. */
	readonly toolsets: readonly Toolset[];
	/** What may be done without asking the user. */
	readonly allow: readonly Permission[];
	/** What was read from the account before; null to read everything again. */
	readonly cache: Cache | null;
	/** Keep nothing about the account once a call has ended, except what is left of its limits if some of it is reserved. */
	readonly forgets?: boolean;
	/** Limits of each call: requests that it may make, requests of the hour and AI credits to reserve. */
	readonly limits: Pick<Limits, 'reserveCredits' | 'reserveRequests' | 'maxRequests'>;
	/** Milliseconds after which a call returns what it has. */
	readonly answerWithinMs?: number;
}

/** Many clients give a call one minute. Results that take longer are lost, along with their cost. */
export const ANSWER_WITHIN_MS = 50_000;

/** Opens no connection, so a missing or wrong setting fails the call, where the user sees it. */
function clientOf({ apiKey, baseUrl, allowHttp, answerWithinMs = ANSWER_WITHIN_MS }: Settings, options: Parameters<Host['connect']>[0], signal: AbortSignal | undefined) {
	const missing = Object.entries({ MEETING_ASSISTANT_API_KEY: apiKey, MEETING_ASSISTANT_BASE_URL: baseUrl }).find(([, value]) => value === '');
	if (missing) {
		const next = `Set the environment variable ${missing[0]} where the MCP server is configured, and restart it`;
		throw new Refusal('The MCP server is not configured', next, { code: 'not_configured' });
	}
	if (!isKey(apiKey)) {
		throw new Refusal(`MEETING_ASSISTANT_API_KEY is not an API key: ${NO_KEY}`, 'Put your own key there, where the MCP server is configured, and restart it', { code: 'not_configured' });
	}
	return createClient({
		baseUrl,
		allowHttp,
		transport: fetchTransport({ apiKey, ...(signal && { signal }) }),
		totalMs: answerWithinMs,
		userAgent: `meeting-assistant-mcp/${VERSION} node/${process.versions.node}`,
		...options,
	});
}

const KEYS = 'Keys are created in the desktop app under Settings, API keys';
const OWN_KEY = `Send a valid key of your own as Authorization: Bearer. If you signed in, remove this server from the app and connect it again. ${KEYS}`;
const SERVER_KEY = `Set MEETING_ASSISTANT_API_KEY to a valid key where the MCP server is configured, and restart it. ${KEYS}`;

/** The host that the calls of a server run on. */
export function hostOf(settings: Settings): Host {
	const { allow, apiKey, baseUrl, cache, forgets, limits, readOnly, timezone } = settings;
	const isReserving = limits.reserveCredits !== undefined || limits.reserveRequests !== undefined;
	return {
		...{ allow, cache, timezone },
		terms: readOnly ? readingTerms : terms,
		// Also for resources, which an app reads for a person who waits.
		limits: { ...limits, patienceMs: AGENT_PATIENCE_MS, concurrency: 5 },
		account: () => (forgets && !isReserving ? createAccount() : accountOf(baseUrl, apiKey)),
		...(forgets && { transcripts: transcriptMemory }),
		connect: (options, signal) => clientOf(settings, options, signal),
		sleep: (ms, signal) => wait(ms, undefined, { signal }),
		// If each caller sends their own key, the server's configuration has none to correct.
		advice: ({ httpCode }) => (httpCode === 401 ? (forgets ? OWN_KEY : SERVER_KEY) : undefined),
	};
}
