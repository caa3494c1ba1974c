import type { Endpoint, Input, Output, Saved } from '../api/index.ts';
import { AnswerTooLarge, eitherSignal, NoAnswer, type Transport, type TransportRequest } from '../transport/index.ts';
import { decode, type Decoded, type Drift } from './decode.ts';
import { ClientError, isAtRisk, withRisk, type Problem } from './errors.ts';
import { rateLimitOf, type RateLimit } from './rateLimit.ts';
import { buildRequest, checkInput, type Values } from './request.ts';
import { delayBeforeRead, delayBeforeRepeat, mayRepeat, patienceOf, type Outcome } from './retry.ts';
import { trust } from './trust.ts';

/** The longest time that a timer supports. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/** A time that a timer accepts. Zero, which means "for ever" to HTTP libraries, and NaN give the default. */
export const timerMs = (ms: number | undefined, otherwise: number): number =>
	Math.min(MAX_TIMER_MS, Math.ceil(ms !== undefined && ms > 0 ? ms : otherwise));

/**
 * Waits for `send` for at most `ms` milliseconds. HTTP libraries' own timeouts measure silence, so a service that sends
 * a byte now and then never triggers them. The signal tells `send` that nobody waits for it any more.
 * @throws NoAnswer `timeout`, `aborted` when `stop` is, or what `send` throws.
 */
export async function withinTime<T>(ms: number, send: (signal: AbortSignal) => Promise<T>, stop?: AbortSignal): Promise<T> {
	if (stop?.aborted) throw new NoAnswer('aborted', false);
	const deadline = AbortSignal.timeout(ms);
	let giveUp = (): void => {};
	let cancel = (): void => {};
	const over = new Promise<never>((_, reject) => {
		giveUp = () => reject(new NoAnswer('timeout'));
		cancel = () => reject(new NoAnswer('aborted'));
		deadline.addEventListener('abort', giveUp, { once: true });
		stop?.addEventListener('abort', cancel, { once: true });
	});
	try {
		return await Promise.race([over, send(eitherSignal(stop, deadline) ?? deadline)]);
	} finally {
		// With its last listener gone the timer is garbage.
		deadline.removeEventListener('abort', giveUp);
		stop?.removeEventListener('abort', cancel);
	}
}

/** What `onRequest` gets before every request is sent. */
export interface RequestInfo {
	readonly endpoint: Endpoint;
	readonly method: TransportRequest['method'];
	/** With IDs and search terms, but never with the key. */
	readonly url: string;
	/** Number of the request within its call, from 1. */
	readonly attempt: number;
}

/** What `onAnswer` gets after every answer, refusals included, to count requests and watch the rate limit. */
export interface AnswerInfo extends RequestInfo {
	/** The endpoint that answered. A lost result is read from another endpoint than the one called. */
	readonly endpoint: Endpoint;
	readonly status: number;
	/** Names in lower case. */
	readonly headers: Readonly<Record<string, string>>;
	/** Milliseconds from sending the request to the last byte of its answer. */
	readonly ms: number;
	readonly rateLimit: RateLimit | null;
	readonly drift: readonly Drift[];
}

/** What one call does differently from the others of its client. */
export interface CallOptions {
	/** Cancels the call: its requests and its waits. */
	readonly signal?: AbortSignal | undefined;
	/** Milliseconds for one answer. */
	readonly timeoutMs?: number | undefined;
	/** Milliseconds that the call may wait in total; 0: never waits and never repeats a request. */
	readonly patienceMs?: number | undefined;
	/** Sent with each request, unless the client sends a header of that name itself. */
	readonly headers?: Readonly<Record<string, string>> | undefined;
	/** Also called with every answer of this call. */
	readonly onAnswer?: ((info: AnswerInfo) => void) | undefined;
}

export interface CallSettings {
	/** `https://host:port` */
	readonly origin: string;
	readonly transport: Transport;
	readonly around: <T>(send: () => Promise<T>) => Promise<T>;
	readonly redact: (text: string) => string;
	readonly userAgent: string;
	readonly timeoutMs: number;
	readonly patienceMs: number;
	readonly maxAnswerBytes: number;
	/** Milliseconds since 1970. */
	readonly now: () => number;
	/** Milliseconds since any moment. It does not jump, as a computer's clock does when it is set. */
	readonly elapsed: () => number;
	readonly sleep: (ms: number, signal?: AbortSignal) => Promise<void>;
	readonly random: () => number;
	readonly onRequest: (info: RequestInfo) => void;
	readonly onAnswer: (info: AnswerInfo) => void;
	readonly signal?: AbortSignal | undefined;
	readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** Milliseconds for one answer: long enough for AI generations, and for a long transcript over a slow connection. */
export const DEFAULT_TIMEOUT_MS = 60_000;

/** The settings for one call. */
export function settingsFor(settings: CallSettings, { signal, timeoutMs, patienceMs, headers, onAnswer }: CallOptions): CallSettings {
	return {
		...settings,
		...{ signal, headers },
		timeoutMs: timerMs(timeoutMs, settings.timeoutMs),
		patienceMs: patienceOf(patienceMs, settings.patienceMs),
		onAnswer: onAnswer
			? (info) => {
					settings.onAnswer(info);
					onAnswer(info);
				}
			: settings.onAnswer,
	};
}

/** The headers of a request: those of the caller, and those of the client, which win whatever their case. */
function allHeaders(own: Readonly<Record<string, string>>, given: Readonly<Record<string, string>> = {}): Record<string, string> {
	const taken = new Set(Object.keys(own).map((name) => name.toLowerCase()));
	return { ...Object.fromEntries(Object.entries(given).filter(([name]) => !taken.has(name.toLowerCase()))), ...own };
}

/**
 * Whether repeating the request may help. A JSON answer that was cut short may be complete the next time. A limit that the
 * service itself did not report may have been put in place of the answer to a request that was processed.
 */
function outcomeOf({ problem, refused }: Extract<Attempted<Endpoint>, { ok: false }>, { repeat }: Endpoint): Outcome {
	switch (problem.kind) {
		case 'rateLimited':
			if (!refused && repeat !== 'always') return { kind: 'unknown' };
			return problem.retryAfterMs === null
				? { kind: 'busy' }
				: { kind: 'limited', retryAfterMs: problem.retryAfterMs };
		case 'noAnswer':
			return { kind: problem.reason === 'aborted' ? 'final' : 'unknown' };
		case 'api':
			return { kind: problem.status >= 500 ? 'unknown' : 'final' };
		case 'unexpectedAnswer': {
			const cutShort = problem.status < 300 && problem.contentType.includes('json');
			return { kind: problem.status >= 500 || cutShort ? 'unknown' : 'final' };
		}
		default:
			return { kind: 'final' };
	}
}

const isNotFound = (problem: Problem): boolean => problem.kind === 'api' && problem.code === 'not_found';

/** The problem that an error of the transport stands for; null for any other error. */
function problemOf(endpoint: Endpoint, error: unknown): { problem: Problem; mayHaveArrived: boolean } | null {
	const spends = endpoint.credit !== 'never';
	if (error instanceof AnswerTooLarge) {
		const { maxBytes } = error;
		return { problem: { kind: 'answerTooLarge', maxBytes, creditAtRisk: spends }, mayHaveArrived: true };
	}
	if (!(error instanceof NoAnswer)) return null;
	const { reason, mayHaveArrived } = error;
	return { problem: { kind: 'noAnswer', reason, creditAtRisk: spends && mayHaveArrived }, mayHaveArrived };
}

type Attempted<E extends Endpoint> =
	| Extract<Decoded<E>, { ok: true }>
	| { readonly ok: false; readonly problem: Problem; readonly refused: boolean; readonly mayHaveArrived: boolean };

/**
 * One call in progress: what its requests share. Together they take no longer than `timeoutMs` plus `patienceMs`, not
 * counting the time spent in `around`.
 */
class UnderWay {
	private readonly settings: CallSettings;
	private readonly patienceMs: number;
	private attempts = 0;
	private waitedMs = 0;
	private askedMs = 0;
	/** The first problem after which a credit may have been spent: every later failure has to say so. */
	private risk: Problem | null = null;

	constructor(settings: CallSettings) {
		this.settings = settings;
		this.patienceMs = settings.patienceMs;
	}

	/** What decides whether another request is sent. */
	get soFar() {
		const { attempts: attempt, waitedMs, patienceMs } = this;
		return { attempt, waitedMs, patienceMs, random: this.settings.random() };
	}

	/** The error to end the call with. */
	failure(problem: Problem): ClientError {
		return new ClientError(this.risk ? withRisk(problem) : problem);
	}

	/** Time left for the next request. */
	private get timeLeftMs(): number {
		const { timeoutMs } = this.settings;
		return Math.min(timeoutMs, timeoutMs + this.patienceMs - this.waitedMs - this.askedMs);
	}

	/**
	 * Waits before a request to `endpoint`. Returns false at once if too little time would be left for its answer.
	 * @throws ClientError if the wait is cancelled.
	 */
	async wait(ms: number, { credit }: Endpoint): Promise<boolean> {
		this.waitedMs += ms;
		// A read that times out costs nothing.
		const enoughMs = credit === 'never' ? 1 : this.settings.timeoutMs / 2;
		if (this.timeLeftMs < enoughMs) return false;
		try {
			const { sleep, signal } = this.settings;
			await sleep(ms, signal);
			signal?.throwIfAborted();
		} catch {
			// Only the host or the caller ends a wait early, with an error of its own.
			throw this.failure({ kind: 'noAnswer', reason: 'aborted', creditAtRisk: false });
		}
		return true;
	}

	/** Sends a request once. @throws ClientError, or the error that `around` throws. */
	async ask<E extends Endpoint>(endpoint: E, values: Values): Promise<Attempted<E>> {
		this.attempts += 1;
		const asked = await this.send(endpoint, buildRequest(endpoint, values, this.settings.origin));
		if (!asked.ok && isAtRisk(asked.problem)) this.risk ??= asked.problem;
		return asked;
	}

	private async send<E extends Endpoint>(
		endpoint: E,
		request: Omit<TransportRequest, 'timeoutMs'>,
	): Promise<Attempted<E>> {
		const { around, transport, userAgent, maxAnswerBytes, now, elapsed, redact, onRequest, onAnswer, signal: stop } = this.settings;
		// Requests take fractions of a millisecond, and a timer accepts none.
		const timeoutMs = timerMs(this.timeLeftMs, 1);
		const headers = allHeaders({ ...request.headers, 'User-Agent': userAgent }, this.settings.headers);
		const info = { endpoint, method: request.method, url: request.url, attempt: this.attempts };
		let ms = 0;
		const send = async () => {
			onRequest(info);
			const began = elapsed();
			try {
				const sendWithin = (signal: AbortSignal) => transport({ ...request, headers, timeoutMs, signal, maxAnswerBytes });
				return await withinTime(timeoutMs, sendWithin, stop);
			} finally {
				// A clock given from outside may have been set meanwhile.
				ms = Math.max(0, elapsed() - began);
				this.askedMs += Math.min(timeoutMs, ms);
			}
		};
		try {
			// For `around`, a request ends only after its answer has been read and counted.
			return await around(async () => {
				const answer = await send();
				const decoded = decode<E>(endpoint, answer, { now: now(), redact });
				const drift = decoded.ok ? decoded.drift : [];
				onAnswer({ ...info, status: answer.status, headers: answer.headers, ms, rateLimit: rateLimitOf(answer.headers), drift });
				return decoded.ok ? decoded : { ...decoded, mayHaveArrived: true };
			});
		} catch (error) {
			const failed = problemOf(endpoint, error);
			if (failed) return { ok: false, refused: false, ...failed };
			if (error instanceof ClientError) throw this.failure(error.problem);
			// The host's own error does not say that an earlier request may have spent a credit.
			throw this.risk ? new ClientError(this.risk) : error;
		}
	}
}

/**
 * Reads a result whose answer was lost, until it is saved or the patience ends. Never requests the generation again.
 * @throws ClientError `lost` if there is no saved result.
 */
async function readSaved(underWay: UnderWay, { by, as }: Saved, values: Values, lost: Problem): Promise<unknown> {
	for (let reads = 1; ; reads++) {
		const delay = delayBeforeRead({ ...underWay.soFar, attempt: reads });
		if (delay === null || !(await underWay.wait(delay, by))) throw underWay.failure(lost);
		const found = await underWay.ask(by, values);
		if (found.ok) return as(found.body);
		const outcome = outcomeOf(found, by);
		if (outcome.kind === 'final' && !isNotFound(found.problem)) throw underWay.failure(found.problem);
		if (outcome.kind !== 'limited') continue;
		const pause = delayBeforeRepeat({ ...underWay.soFar, outcome, repeatable: true });
		if (pause === null || !(await underWay.wait(pause, by))) throw underWay.failure(found.problem);
	}
}

/**
 * Calls an endpoint, and repeats the request where the endpoint's `repeat` allows. Resolves with the whole body.
 * @throws ClientError
 */
export async function call<E extends Endpoint>(settings: CallSettings, endpoint: E, input: Input<E>): Promise<Output<E>> {
	const values = checkInput(endpoint, input);
	const forced = values['forceRefresh'] === true;
	const underWay = new UnderWay(settings);
	let mayBeDone = false;
	for (;;) {
		const asked = await underWay.ask(endpoint, values);
		if (asked.ok) return asked.body;
		const { problem, mayHaveArrived } = asked;
		const outcome = outcomeOf(asked, endpoint);
		if (mayBeDone && endpoint.whenGone && isNotFound(problem)) {
			return trust<Output<E>>(endpoint.whenGone(String(values['id'])));
		}
		if (outcome.kind === 'unknown' && mayHaveArrived) {
			mayBeDone = true;
			if (endpoint.saved && !forced) return trust<Output<E>>(await readSaved(underWay, endpoint.saved, values, problem));
		}
		const repeatable = mayRepeat(endpoint.repeat, { forced, mayHaveArrived });
		const delay = delayBeforeRepeat({ ...underWay.soFar, outcome, repeatable });
		if (delay === null || !(await underWay.wait(delay, endpoint))) throw underWay.failure(problem);
	}
}
