import type { Endpoint, Input, Output, Saved } from '../api/index.ts';
import { AnswerTooLarge, eitherSignal, NoAnswer, type TransportRequest } from '../transport/index.ts';
import { decode, type Decoded } from './decode.ts';
import { ClientError, isAtRisk, withRisk, type Problem } from './errors.ts';
import { rateLimitOf } from './rateLimit.ts';
import { buildRequest, checkInput, type Values } from './request.ts';
import { delayBeforeRead, delayBeforeRepeat, mayRepeat, type Outcome } from './retry.ts';
import { timerMs, type CallSettings } from './settings.ts';
import { trust } from './trust.ts';

/**
 * Waits for `send` for at most `ms` milliseconds. HTTP libraries' own timeouts measure silence, so a service that sends
 * a byte now and then never triggers them. The signal tells `send` that nobody waits for it any more.
 * @throws NoAnswer `timeout`, `aborted` when `stop` is, or what `send` throws.
 */
async function withinTime<T>(ms: number, send: (signal: AbortSignal) => Promise<T>, stop?: AbortSignal): Promise<T> {
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
