import type { Endpoint } from '../api/index.ts';
import { AnswerTooLarge, NoAnswer, rootMessage, type TransportRequest } from '../transport/index.ts';
import { decode, type Decoded } from './decode.ts';
import { ClientError, isAtRisk, isOutcomeUnknown, noRisk, riskOf, withRiskOf, type FailedCall, type Problem } from './errors.ts';
import { rateLimitOf } from './limitHeaders.ts';
import { buildRequest, type Values } from './request.ts';
import { allHeaders, type CallSettings } from './settings.ts';
import { timerMs, unlessAborted, withinTime, type RequestOutcome } from './wait.ts';

/**
 * Whether repeating the request may help. A JSON answer that was cut short may be complete the next time. A limit that the
 * service itself did not report may have been put in place of the answer to a request that was processed.
 */
export function outcomeOf(problem: Problem, { repeat }: Endpoint): RequestOutcome {
	switch (problem.kind) {
		case 'rateLimited':
			if (problem.outcomeUnknown && repeat !== 'always') return { kind: 'unknown' };
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

export const isMissing = (problem: Problem): boolean => problem.kind === 'api' && problem.status === 404;

export const isAborted = (problem: Problem): boolean => problem.kind === 'noAnswer' && problem.reason === 'aborted';

/** The problem that an error of the transport stands for; null for any other error. */
function problemOf(endpoint: Endpoint, error: unknown): Problem | null {
	if (error instanceof AnswerTooLarge) return { kind: 'answerTooLarge', maxBytes: error.maxBytes, ...riskOf(endpoint, true) };
	if (!(error instanceof NoAnswer)) return null;
	const { reason, cause, mayHaveArrived } = error;
	const message = reason === 'other' ? rootMessage(cause) : '';
	return { kind: 'noAnswer', reason, ...(message !== '' && { message }), ...riskOf(endpoint, mayHaveArrived) };
}

/** The cause of a request that ended without an answer, or of a wait that ended early. */
const reasonOfAbort = (error: unknown): unknown => (error instanceof NoAnswer || error instanceof AnswerTooLarge ? error.cause : error);

/** Headers of an answer for an error: some servers echo what they were sent. */
const plainly = (headers: Readonly<Record<string, string>>, redact: (text: string) => string): Record<string, string> =>
	Object.fromEntries(Object.entries(headers).flatMap(([name, value]) => (name === 'set-cookie' ? [] : [[name, redact(value)]])));

/**
 * One call in progress: what its requests share. Together they take no longer than `timeoutMs` plus `patienceMs`, not
 * counting the time spent in `around`.
 */
export class UnderWay {
	private readonly settings: CallSettings;
	private readonly patienceMs: number;
	private attempts = 0;
	private waitedMs = 0;
	private askedMs = 0;
	/** The first problem after which the service may have processed the request. Every later failure of the call has to say so. */
	private unknown: Problem | null = null;
	private readonly began: number;
	/** When the call began by the service's clock, in milliseconds since 1970; undefined until an answer shows that clock. */
	sentAt: number | undefined;
	private last: FailedCall | undefined;
	private cause: unknown;

	constructor(settings: CallSettings) {
		this.settings = settings;
		this.patienceMs = settings.patienceMs;
		this.began = settings.elapsed();
	}

	/** What decides whether another request is sent. */
	get soFar() {
		const { attempts: attempt, waitedMs, patienceMs } = this;
		return { attempt, waitedMs, patienceMs, random: this.settings.random() };
	}

	/** The error to end the call with. */
	failure(problem: Problem, cause: unknown = this.cause): ClientError {
		const details = { ...(this.last && { call: this.last }), cause };
		return new ClientError(this.unknown ? withRiskOf(this.unknown, problem) : problem, details);
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
		} catch (error) {
			// Only the host or the caller ends a wait early, with an error of its own.
			throw this.failure({ kind: 'noAnswer', reason: 'aborted', ...noRisk }, reasonOfAbort(error));
		}
		return true;
	}

	/** Sends a request once. @throws ClientError, or the error that `around` throws. */
	async ask<E extends Endpoint>(endpoint: E, values: Values): Promise<Decoded<E>> {
		this.attempts += 1;
		const asked = await this.send(endpoint, buildRequest(endpoint, values, this.settings.origin));
		if (!asked.ok && isOutcomeUnknown(asked.problem)) this.unknown ??= asked.problem;
		return asked;
	}

	private async send<E extends Endpoint>(
		endpoint: E,
		request: Omit<TransportRequest, 'timeoutMs'>,
	): Promise<Decoded<E>> {
		const { around, transport, userAgent, maxAnswerBytes, now, elapsed, redact, onRequest, onAnswer, signal: stop, over } = this.settings;
		if (over?.aborted) throw this.failure({ kind: 'requestsReserved', by: 'time', made: this.attempts - 1, resetAt: null, ...noRisk });
		// Requests take fractions of a millisecond, and a timer accepts none.
		const timeoutMs = timerMs(this.timeLeftMs, 1);
		const headers = allHeaders({ ...request.headers, 'User-Agent': userAgent }, this.settings.headers);
		const info = { endpoint, method: request.method, url: request.url, attempt: this.attempts };
		const asked = { method: request.method, path: request.url.slice(this.settings.origin.length).replace(/\?.*/s, ''), attempts: this.attempts };
		this.last ??= { ...asked, attempts: 0 };
		let ms = 0;
		const send = async () => {
			const began = elapsed();
			try {
				const sendWithin = (signal: AbortSignal) => {
					// Set only now: `around` may refuse to send this request, or it was cancelled before, and then the previous answer is still the last.
					this.last = asked;
					this.cause = undefined;
					onRequest(info);
					return transport({ ...request, headers, timeoutMs, signal, maxAnswerBytes });
				};
				return await withinTime({ ms: timeoutMs, stop, over }, sendWithin);
			} finally {
				// A clock given from outside may have been set meanwhile.
				ms = Math.max(0, elapsed() - began);
				this.askedMs += Math.min(timeoutMs, ms);
			}
		};
		try {
			const late = () => new NoAnswer('timeout', { mayHaveArrived: this.last === asked });
			// For `around`, a request ends only after its answer has been read and counted.
			const ask = () => around(async () => {
				const answer = await send();
				const date = Date.parse(answer.headers['date'] ?? '');
				if (!Number.isNaN(date)) this.sentAt = date - (elapsed() - this.began);
				this.last = { ...asked, status: answer.status, headers: plainly(answer.headers, redact) };
				const decoded = decode<E>(endpoint, answer, { now: now(), redact });
				const drift = decoded.ok ? decoded.drift : [];
				const rateLimit = rateLimitOf(answer.headers);
				onAnswer({ ...info, status: answer.status, headers: answer.headers, ms, rateLimit, drift });
				return { ...decoded, rateLimit };
			});
			return await unlessAborted(over, late, ask);
		} catch (error) {
			const problem = problemOf(endpoint, error);
			if (problem) {
				this.cause = reasonOfAbort(error);
				return { ok: false, problem };
			}
			if (error instanceof ClientError && error.problem.kind === 'rateLimited' && this.last !== asked) {
				// Refused before it was sent, as the service would have refused it. The hour’s end, in whole seconds, may be later than the wait.
				this.attempts -= 1;
				return { ok: false, problem: error.problem };
			}
			if (error instanceof ClientError) throw this.failure(error.problem, error.cause);
			// The host's own error does not say that an earlier request may have spent a credit.
			throw this.unknown && isAtRisk(this.unknown) ? this.failure(this.unknown, error) : error;
		}
	}
}
