import type { Endpoint, Input, Output } from '../api/index.ts';
import { NoAnswer, type Transport, type TransportAnswer } from '../transport/index.ts';
import { decode, type Decoded, type Drift } from './decode.ts';
import { ClientError, type Problem } from './errors.ts';
import { rateLimitOf, type RateLimit } from './rateLimit.ts';
import { buildRequest, checkInput } from './request.ts';
import { delayBeforeRepeat, mayRepeat, type Outcome } from './retry.ts';
import { trust } from './trust.ts';

/** Told after every answer, refused ones too: the way to count requests and watch the budget. */
export interface AnswerInfo {
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
	readonly userAgent: string;
	readonly timeoutMs: number;
	readonly patienceMs: number;
	/** Milliseconds since 1970. */
	readonly now: () => number;
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

/** Reasons that prove the request never got there, so that no credit can be gone. */
const neverArrived = new Set(['dns', 'refused', 'tls']);

const isNotFound = (problem: Problem): boolean => problem.kind === 'api' && problem.code === 'not_found';

const noAnswerProblem = (endpoint: Endpoint, error: NoAnswer): Problem => ({
	kind: 'noAnswer',
	reason: error.reason,
	creditAtRisk: endpoint.credit !== 'never' && !neverArrived.has(error.reason),
});

/**
 * Calls an endpoint, repeating as its table entry allows. Resolves with the whole 200 body.
 * @throws ClientError
 */
export async function call<E extends Endpoint>(settings: CallSettings, endpoint: E, input: Input<E>): Promise<Output<E>> {
	const values = checkInput(endpoint, input);
	const request = buildRequest(endpoint, values, settings.origin);
	const sent = {
		...request,
		headers: { ...request.headers, 'User-Agent': settings.userAgent },
		timeoutMs: settings.timeoutMs,
	};
	const repeatable = mayRepeat(endpoint.repeat, values['forceRefresh'] === true);

	const once = async (attempt: number): Promise<Decoded<E>> => {
		let answer: TransportAnswer;
		try {
			answer = await settings.transport(sent);
		} catch (error) {
			if (!(error instanceof NoAnswer)) throw error;
			return { ok: false, problem: noAnswerProblem(endpoint, error) };
		}
		const decoded = decode(endpoint, answer, settings.now());
		settings.onAnswer({
			endpoint,
			status: answer.status,
			rateLimit: rateLimitOf(answer.headers),
			attempt,
			drift: decoded.ok ? decoded.drift : [],
		});
		return decoded;
	};

	let waitedMs = 0;
	let mayBeDone = false;
	for (let attempt = 1; ; attempt++) {
		const decoded = await once(attempt);
		if (decoded.ok) return decoded.body;
		const outcome = outcomeOf(decoded.problem);
		if (mayBeDone && endpoint.whenGone && isNotFound(decoded.problem)) {
			return trust<Output<E>>(endpoint.whenGone(String(values['id'])));
		}
		mayBeDone ||= outcome.kind === 'unknown';
		const delay = delayBeforeRepeat({
			outcome,
			repeatable,
			attempt,
			waitedMs,
			patienceMs: settings.patienceMs,
			random: settings.random(),
		});
		if (delay === null) throw new ClientError(decoded.problem);
		await settings.sleep(delay);
		waitedMs += delay;
	}
}
