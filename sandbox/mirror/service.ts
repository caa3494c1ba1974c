import { z } from 'zod/v4';
import { ClientError, createClient, parseBaseUrl, type Client } from '../../src/client/index.ts';
import { fetchTransport, type NoAnswerReason } from '../../src/transport/index.ts';
import { HOUR_MS, type Now } from '../clock.ts';
import type { State } from './state.ts';

/** Time limit for one answer. */
const TIMEOUT_MS = 30_000;
/** If this many reads in a row fail, the service is down, and more reads would only use up the hour. */
const MAX_FAILURES = 10;
/** How often a read is repeated while the service is busy. */
const MAX_BUSY = 5;
/** The margin between hours by different clocks. */
const MARGIN_MS = 2000;

/** How long to pause when a busy service does not say how long. */
const BUSY_MS = 60_000;

const Hour = z.object({ hour: z.int(), count: z.int() });

/** The status with which the service refused a read; null for any other error. */
export const statusOf = (error: unknown): number | null => (error instanceof ClientError && error.problem.kind === 'api' ? error.problem.status : null);

/** The service’s address without a path. @throws ClientError if it is none, or the key would be sent unencrypted. */
export const addressOf = (text: string): string => parseBaseUrl(text);

export interface ServiceOptions {
	readonly baseUrl: string;
	readonly apiKey: string;
	readonly now: Now;
	readonly sleep: (ms: number, signal?: AbortSignal) => Promise<void>;
	readonly signal?: AbortSignal | undefined;
	/** Called before a wait for the next hour, with its start in milliseconds since 1970. */
	readonly onWait: (until: number) => void;
}

/** The real service, read with half of the requests per hour that the plan allows. */
export interface RealService {
	/** Reads, and waits for the next hour if this one is used up. @throws ClientError, never for a limit */
	read<T>(request: (client: Client) => Promise<T>): Promise<T>;
	/** Requests sent by this process. */
	readonly sent: number;
}

/** `state` keeps the hour's request count, so that a second run in the same hour does not start from zero. */
export function openRealService(state: State, { baseUrl, apiKey, now, sleep, signal, onWait }: ServiceOptions): RealService {
	let [sent, failures] = [0, 0];
	let limit = state.fact('limit', z.int().min(1));
	/** When the service will take requests again, as far as it says. */
	let closedUntil = 0;
	const hourOf = (): number => Math.floor(now() / HOUR_MS);
	const used = (): number => {
		const stored = state.fact('hour', Hour);
		return stored?.hour === hourOf() ? stored.count : 0;
	};
	const isUsedUp = (): boolean => now() < closedUntil || (limit !== null && used() >= Math.max(1, Math.floor(limit / 2)));
	const nextHour = (): number => (hourOf() + 1) * HOUR_MS;

	async function turn(): Promise<void> {
		while (isUsedUp()) {
			const until = Math.max(closedUntil, nextHour()) + MARGIN_MS;
			onWait(until);
			await sleep(until - now(), signal);
		}
		sent += 1;
		state.setFact('hour', { hour: hourOf(), count: used() + 1 });
	}

	const client = createClient({
		baseUrl,
		transport: fetchTransport({ apiKey }),
		sleep,
		timeoutMs: TIMEOUT_MS,
		signal,
		userAgent: 'meeting-assistant-sandbox',
		around: [
			{
				request: async (send) => {
					await turn();
					return await send();
				},
			},
		],
		onAnswer({ rateLimit }) {
			if (rateLimit === null) return;
			if (limit !== rateLimit.limit) state.setFact('limit', rateLimit.limit);
			limit = rateLimit.limit;
			if (rateLimit.remaining === 0) closedUntil = within(rateLimit.resetAt.getTime());
		},
	});

	/** Don't believe a service that asks for days: its limits are hourly. */
	const within = (time: number): number => Math.min(time, now() + HOUR_MS);

	async function readWithin<T>(request: (client: Client) => Promise<T>): Promise<T> {
		for (let busy = 0; ; ) {
			try {
				return await request(client);
			} catch (error) {
				if (!(error instanceof ClientError) || error.problem.kind !== 'rateLimited') throw error;
				const { retryAfterMs } = error.problem;
				if (retryAfterMs === null) busy += 1;
				if (busy >= MAX_BUSY) throw error;
				closedUntil = within(now() + Math.max(retryAfterMs ?? BUSY_MS, MARGIN_MS));
			}
		}
	}

	return {
		async read(request) {
			try {
				const answer = await readWithin(request);
				failures = 0;
				return answer;
			} catch (error) {
				failures = statusOf(error) === 404 ? 0 : failures + 1;
				throw failures >= MAX_FAILURES && !signal?.aborted && error instanceof ClientError ? new Unreachable(error) : error;
			}
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

/** What an HTTP library said in the end, such as that a port is not allowed. */
const lastWord = ({ cause }: Error): string => (cause instanceof Error ? lastWord(cause) || `: ${cause.message}` : '');

/** Why the service could not be read, in words for whoever runs the mirror. */
export function saidBy(error: Error): string {
	const failed = error instanceof Unreachable ? error.cause : error;
	if (!(failed instanceof ClientError) || failed.problem.kind !== 'noAnswer') return error.message;
	return error.message.replace(/ \([a-z]+\)$/, words[failed.problem.reason] || lastWord(failed));
}
