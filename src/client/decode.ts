import { ErrorBody, type Endpoint, type Output } from '../api/index.ts';
import type { TransportAnswer } from '../transport/index.ts';
import type { Problem } from './errors.ts';
import { rateLimitOf, retryAfterMs } from './rateLimit.ts';
import { trust } from './trust.ts';

/** A place where an answer differs from its documented shape. The data is still delivered. */
export interface Drift {
	/** For example `data.0.title`. */
	readonly path: string;
	readonly message: string;
}

export type Decoded<E extends Endpoint> =
	| { readonly ok: true; readonly body: Output<E>; readonly drift: readonly Drift[] }
	| { readonly ok: false; readonly problem: Problem };

function parseJson(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}

/** Whether an answer is usable at all: `data` is a list for lists, and an object otherwise. */
const hasData = (endpoint: Endpoint, body: unknown): body is { data: object } =>
	body instanceof Object &&
	'data' in body &&
	(endpoint.paging ? Array.isArray(body.data) : body.data instanceof Object && !Array.isArray(body.data));

function decodeSuccess<E extends Endpoint>(endpoint: E, body: unknown): Decoded<E> {
	const result = endpoint.response.safeParse(body);
	if (result.success) return { ok: true, body: trust<Output<E>>(result.data), drift: [] };
	const drift = result.error.issues.map(({ path, message }) => ({ path: path.join('.'), message }));
	return { ok: true, body: trust<Output<E>>(body), drift };
}

function limitProblem({ headers }: TransportAnswer, code: string, message: string, now: number): Problem {
	const refused = { status: 429, message, creditAtRisk: false } as const;
	if (code === 'ai_limit_exceeded') return { kind: 'creditsExhausted', ...refused };
	const rateLimit = rateLimitOf(headers);
	const waitMs = retryAfterMs(headers, now);
	const resetAt = waitMs === null ? null : (rateLimit?.resetAt ?? new Date(now + waitMs));
	return { kind: 'rateLimited', ...refused, retryAfterMs: waitMs, resetAt, limit: rateLimit?.limit ?? null };
}

/** Maximum length of a text from outside in an error. */
const MAX_TEXT = 1000;
const short = (text: string): string => (text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)}…` : text);

export interface DecodeOptions {
	/** Milliseconds since 1970. */
	readonly now: number;
	/** Removes the key from texts of an answer. */
	readonly redact: (text: string) => string;
}

/** The documented body of an answer, or the problem with it. */
export function decode<E extends Endpoint>(
	endpoint: E,
	answer: TransportAnswer,
	{ now, redact }: DecodeOptions,
): Decoded<E> {
	const { status, headers } = answer;
	const clean = (text: string): string => short(redact(text));
	const body = parseJson(answer.body);
	const succeeded = status >= 200 && status < 300;
	if (succeeded && hasData(endpoint, body)) return decodeSuccess(endpoint, body);

	const creditAtRisk = endpoint.credit !== 'never' && (status < 300 || status >= 500);
	const error = ErrorBody.safeParse(body);
	const code = error.success ? clean(error.data.error.code) : '';
	const message = error.success ? clean(error.data.error.message) : 'Too many requests';
	if (status === 429) return { ok: false, problem: limitProblem(answer, code, message, now) };
	if (!succeeded && error.success) return { ok: false, problem: { kind: 'api', status, code, message, creditAtRisk } };
	const contentType = clean(headers['content-type'] ?? 'no content type');
	return { ok: false, problem: { kind: 'unexpectedAnswer', status, contentType, creditAtRisk } };
}
