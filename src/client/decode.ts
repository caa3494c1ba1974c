import { type Endpoint, errorStatus, isUrl, type Output } from '../api/index.ts';
import type { TransportAnswer } from '../transport/index.ts';
import { riskOf, type Problem, type Risk } from './errors.ts';
import { wordsFor } from './request.ts';
import { rateLimitOf, retryAfterMs } from './limitHeaders.ts';
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
function hasData({ paging, isUnlisted }: Endpoint, body: unknown): boolean {
	if (isUnlisted) return body !== undefined;
	if (!(body instanceof Object && 'data' in body)) return false;
	return paging ? Array.isArray(body.data) : body.data instanceof Object && !Array.isArray(body.data);
}

function decodeSuccess<E extends Endpoint>(endpoint: E, body: unknown): Decoded<E> {
	const result = endpoint.response.safeParse(body, { error: wordsFor });
	if (result.success) return { ok: true, body: trust<Output<E>>(result.data), drift: [] };
	const drift = result.error.issues.map(({ path, message }) => ({ path: path.join('.'), message }));
	return { ok: true, body: trust<Output<E>>(body), drift };
}

/** Codes with which the service refuses a request before processing it, each with the status it comes with (Errors). */
const refusals: ReadonlyMap<string, number> = new Map(Object.entries(errorStatus).filter(([, status]) => status < 500));

function limitProblem({ headers }: TransportAnswer, code: string, message: string, risk: Risk, now: number): Problem {
	const refused = { status: 429, message, ...risk } as const;
	if (code === 'ai_limit_exceeded') return { kind: 'creditsExhausted', ...refused };
	const rateLimit = rateLimitOf(headers);
	const waitMs = retryAfterMs(headers, now);
	const resetAt = waitMs === null ? null : (rateLimit?.resetAt ?? new Date(now + waitMs));
	return { kind: 'rateLimited', ...refused, retryAfterMs: waitMs, resetAt, limit: rateLimit?.limit ?? null };
}

/** The code and message of an error answer (Errors); null for any other body. */
function errorIn(body: unknown): { readonly code: string; readonly message: string } | null {
	if (!(body instanceof Object && 'error' in body && body.error instanceof Object)) return null;
	const { code, message } = { code: undefined, message: undefined, ...body.error };
	return typeof code === 'string' && typeof message === 'string' ? { code, message } : null;
}

/** What “not found” refers to. For a saved result only the message can tell, and it may not. */
function missingFor({ notFound }: Endpoint, code: string, message: string): { readonly missing?: 'conversation' | 'result' } {
	if (code !== 'not_found' || notFound === undefined) return {};
	if (notFound === 'conversation') return { missing: 'conversation' };
	if (/key ?points|feedback/i.test(message)) return { missing: 'result' };
	return /conversation|meeting/i.test(message) ? { missing: 'conversation' } : {};
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

/** Characters that move a terminal's cursor or reverse the direction of the text that follows. */
const UNPRINTABLE = /[\p{Cc}\u202A-\u202E\u2066-\u2069]+/gu;

/** Where a redirect leads. Only the origin: the rest of an address may hold a secret. */
function redirectOf({ status, headers: { location = '' } }: TransportAnswer): { readonly redirectsTo?: string } {
	const isElsewhere = status >= 300 && status < 400 && /^https?:/i.test(location) && isUrl(location);
	return isElsewhere ? { redirectsTo: new URL(location).origin } : {};
}

/** The documented body of an answer, or the problem with it. */
export function decode<E extends Endpoint>(
	endpoint: E,
	answer: TransportAnswer,
	{ now, redact }: DecodeOptions,
): Decoded<E> {
	const { status, headers } = answer;
	const clean = (text: string): string => short(redact(text.replace(UNPRINTABLE, ' ')));
	const body = parseJson(answer.body);
	const succeeded = status >= 200 && status < 300;
	if (succeeded && hasData(endpoint, body)) return decodeSuccess(endpoint, body);

	const error = errorIn(body);
	const code = error ? clean(error.code) : '';
	const message = error ? clean(error.message) : 'Too many requests';
	// Anything else may come from a proxy that replaced the answer to a request that was processed.
	const risk = riskOf(endpoint, refusals.get(code) !== status);
	const failed = (problem: Problem): Decoded<E> => ({ ok: false, problem });
	if (status === 429) return failed(limitProblem(answer, code, message, risk, now));
	if (!succeeded && error) return failed({ kind: 'api', status, code, message, ...missingFor(endpoint, code, message), ...risk });
	const contentType = clean(headers['content-type'] ?? 'no content type');
	return failed({ kind: 'unexpectedAnswer', status, contentType, ...redirectOf(answer), ...risk });
}
