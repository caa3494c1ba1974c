import type { Endpoint, Input, Output, Saved } from '../api/index.ts';
import { AnswerTooLarge, NoAnswer, type Transport, type TransportRequest } from '../transport/index.ts';
import { withinTime } from './deadline.ts';
import { decode, type Decoded, type Drift } from './decode.ts';
import { ClientError, type Problem } from './errors.ts';
import { rateLimitOf, type RateLimit } from './rateLimit.ts';
import { buildRequest, checkInput, type Values } from './request.ts';
import { delayBeforeRead, delayBeforeRepeat, MAX_PATIENCE_MS, mayRepeat, type Outcome } from './retry.ts';
import { trust } from './trust.ts';

/** Told after every answer, refused ones too: the way to count requests and watch the budget. */
export interface AnswerInfo {
	/** The one that answered: a lost result is looked for at another endpoint than it was asked of. */
	readonly endpoint: Endpoint;
	readonly status: number;
	readonly rateLimit: RateLimit | null;
	/** 1 for the first. */
	readonly attempt: number;
	readonly drift: readonly Drift[];
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
	readonly sleep: (ms: number) => Promise<void>;
	readonly random: () => number;
	readonly onAnswer: (info: AnswerInfo) => void;
}

/** What a problem means for repeating; a JSON answer that was cut short may be whole the next time. */
function outcomeOf(problem: Problem): Outcome {
	switch (problem.kind) {
		case 'rateLimited':
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

const isAtRisk = (problem: Problem): boolean => 'creditAtRisk' in problem && problem.creditAtRisk;

const withRisk = (problem: Problem): Problem => ('creditAtRisk' in problem ? { ...problem, creditAtRisk: true } : problem);

/** Null for what is none of the transport's errors. */
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
	| { readonly ok: false; readonly problem: Problem; readonly mayHaveArrived: boolean };

/**
 * One call under way: what its requests have in common. Together they take no longer than the time for one answer and
 * the patience; what a request waits for in `around` comes on top.
 */
class UnderWay {
	private readonly settings: CallSettings;
	private readonly patienceMs: number;
	private attempts = 0;
	private waitedMs = 0;
	private askedMs = 0;
	/** The first problem that leaves open whether a credit was spent: whatever fails later has to say so. */
	private risk: Problem | null = null;

	constructor(settings: CallSettings) {
		this.settings = settings;
		this.patienceMs = Math.min(settings.patienceMs, MAX_PATIENCE_MS);
	}

	/** What the decision about another request is made from. */
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
	 * Waits before a request to `endpoint`. False, at once, when too little time would be left for its answer.
	 * @throws ClientError when the wait is cut short.
	 */
	async wait(ms: number, { credit }: Endpoint): Promise<boolean> {
		this.waitedMs += ms;
		// To be cut off costs a read nothing.
		const enoughMs = credit === 'never' ? 1 : this.settings.timeoutMs / 2;
		if (this.timeLeftMs < enoughMs) return false;
		try {
			await this.settings.sleep(ms);
		} catch {
			// Nothing else ends a wait; what it rejects with is the host's own.
			throw this.failure({ kind: 'noAnswer', reason: 'aborted', creditAtRisk: false });
		}
		return true;
	}

	/** Sends a request once. @throws ClientError, or what `around` refuses with. */
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
		const { around, transport, userAgent, maxAnswerBytes, now, elapsed, redact, onAnswer } = this.settings;
		const timeoutMs = Math.max(1, this.timeLeftMs);
		const headers = { ...request.headers, 'User-Agent': userAgent };
		const send = async () => {
			const began = elapsed();
			try {
				return await withinTime(timeoutMs, (signal) =>
					transport({ ...request, headers, timeoutMs, signal, maxAnswerBytes }),
				);
			} finally {
				// A clock given from outside may have been set meanwhile.
				this.askedMs += Math.min(timeoutMs, Math.max(0, elapsed() - began));
			}
		};
		try {
			// What stands around a request sees its end only once the answer has been read and counted.
			return await around(async () => {
				const answer = await send();
				const decoded = decode<E>(endpoint, answer, { now: now(), redact });
				const { status } = answer;
				const drift = decoded.ok ? decoded.drift : [];
				onAnswer({ endpoint, status, rateLimit: rateLimitOf(answer.headers), attempt: this.attempts, drift });
				return decoded.ok ? decoded : { ...decoded, mayHaveArrived: true };
			});
		} catch (error) {
			const failed = problemOf(endpoint, error);
			if (failed) return { ok: false, ...failed };
			if (error instanceof ClientError) throw this.failure(error.problem);
			// The host's own refusal says nothing of what an earlier request may have spent.
			throw this.risk ? new ClientError(this.risk) : error;
		}
	}
}

/**
 * Looks for a result whose answer got lost, as long as the patience lasts. Never asks for it again.
 * @throws ClientError `lost`, when it was not found.
 */
async function readSaved(underWay: UnderWay, { by, as }: Saved, values: Values, lost: Problem): Promise<unknown> {
	for (let reads = 1; ; reads++) {
		const delay = delayBeforeRead({ ...underWay.soFar, attempt: reads });
		if (delay === null || !(await underWay.wait(delay, by))) throw underWay.failure(lost);
		const found = await underWay.ask(by, values);
		if (found.ok) return as(found.body);
		const outcome = outcomeOf(found.problem);
		if (outcome.kind === 'final' && !isNotFound(found.problem)) throw underWay.failure(found.problem);
		if (outcome.kind !== 'limited') continue;
		const pause = delayBeforeRepeat({ ...underWay.soFar, outcome, repeatable: true });
		if (pause === null || !(await underWay.wait(pause, by))) throw underWay.failure(found.problem);
	}
}

/**
 * Calls an endpoint, repeating as its table entry allows. Resolves with the whole 200 body.
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
		const outcome = outcomeOf(problem);
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
