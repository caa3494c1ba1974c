import { plans, type Tier } from '../../src/api/index.ts';
import { ClientError, createClient, isNotFound, limitIn, type Client } from '../../src/client/index.ts';
import { createAccount } from '../../src/limits/index.ts';
import { fetchTransport, type NoAnswerReason } from '../../src/transport/index.ts';
import type { Now } from '../clock.ts';

/** Time limit for one answer. */
const TIMEOUT_MS = 30_000;
/** If this many reads in a row fail, the service is down, and more reads would only use up the hour. */
const MAX_FAILURES = 10;

export interface ServiceOptions {
	readonly baseUrl: string;
	readonly apiKey: string;
	readonly now: Now;
	readonly sleep: (ms: number, signal?: AbortSignal) => Promise<void>;
	readonly signal?: AbortSignal | undefined;
	/** Called before a wait for the next hour, with its start in milliseconds since 1970. */
	readonly onWait: (until: number) => void;
}

/** The real service, which is read one request at a time. */
export interface RealService {
	/** Reads, and waits for the next hour if this one is used up. @throws ClientError, never for an hourly limit */
	read<T>(request: (client: Client) => Promise<T>): Promise<T>;
	/** From now on reserves half of the requests that the plan allows per hour for others. */
	reserveHalf(plan: Tier): void;
	/** Requests sent by this process. */
	readonly sent: number;
}

export function openRealService({ baseUrl, apiKey, now, sleep, signal, onWait }: ServiceOptions): RealService {
	let [sent, failures] = [0, 0];
	const account = createAccount();
	const clientThat = (reserveRequests: number): Client => {
		const wait = (ms: number): Promise<void> => {
			onWait(now() + ms);
			return sleep(ms, signal);
		};
		return createClient({
			baseUrl,
			transport: fetchTransport({ apiKey }),
			sleep,
			timeoutMs: TIMEOUT_MS,
			signal,
			userAgent: 'meeting-assistant-sandbox',
			around: account.begin({ reserveRequests, patienceMs: Number.POSITIVE_INFINITY, now, sleep: wait, signal }).around,
			onRequest: () => void (sent += 1),
			now,
		});
	};
	let client = clientThat(0);

	return {
		async read(request) {
			for (;;) {
				try {
					const answer = await request(client);
					failures = 0;
					return answer;
				} catch (error) {
					// The next request then waits for the hour to end.
					if (typeof limitIn(error)?.retryAfterMs === 'number') continue;
					failures = isNotFound(error) ? 0 : failures + 1;
					throw failures >= MAX_FAILURES && !signal?.aborted && error instanceof ClientError ? new Unreachable(error) : error;
				}
			}
		},
		reserveHalf(plan) {
			client = clientThat(Math.floor(plans[plan].requestsPerHour / 2));
		},
		get sent() {
			return sent;
		},
	};
}

/** The service failed too often in a row to go on. */
export class Unreachable extends Error {
	override readonly name = 'Unreachable';
	constructor(cause: ClientError) {
		super(`The service failed ${MAX_FAILURES} times in a row: ${cause.message}`, { cause });
	}
}

const words: Readonly<Record<NoAnswerReason, string>> = {
	aborted: '',
	dns: ': its host was not found',
	other: '',
	refused: ': nothing accepts connections at that address',
	reset: ': the connection was closed before the answer was complete',
	timeout: ' in time',
	tls: ': no secure connection could be established',
};

/** The innermost message of an HTTP library's error, such as that a port is not allowed. */
const lastWord = ({ cause }: Error): string => (cause instanceof Error ? lastWord(cause) || `: ${cause.message}` : '');

/** Why the service could not be read, in words for whoever runs the mirror. */
export function saidBy(error: Error): string {
	const failed = error instanceof Unreachable ? error.cause : error;
	if (!(failed instanceof ClientError) || failed.problem.kind !== 'noAnswer') return error.message;
	return error.message.replace(/ \([a-z]+\)$/, words[failed.problem.reason] || lastWord(failed));
}
