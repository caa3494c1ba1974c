import type { ErrorCode } from '../../src/api/index.ts';
import {
	areCreditsReserved,
	areCreditsUsedUp,
	ClientError,
	isCancelled,
	isForbidden,
	isHeldBack,
	isInvalidInput,
	isLimit,
	isNotFound,
	isOfThisAlone,
	isRejected,
	isTemporary,
	isUnauthorized,
	isUnsent,
	limitIn,
	type Problem,
} from '../../src/client/index.ts';

const risk = { outcomeUnknown: false, creditAtRisk: false };
const resetAt = new Date('2026-11-02T11:00:00Z');
const api = (status: number, code: ErrorCode): Problem => ({ kind: 'api', status, code, message: '', ...risk });
const foreign = (status: number): Problem => ({ kind: 'unexpectedAnswer', status, contentType: 'text/html', ...risk });

const predicates = {
	areCreditsReserved, areCreditsUsedUp, isCancelled, isForbidden, isHeldBack, isInvalidInput, isLimit, isNotFound, isOfThisAlone, isRejected, isTemporary, isUnauthorized, isUnsent,
};

test.each<readonly [Problem, readonly (keyof typeof predicates)[]]>([
	[{ kind: 'invalidInput', field: 'x', reason: 'y' }, ['isInvalidInput', 'isUnsent']],
	[api(400, 'validation_error'), ['isOfThisAlone', 'isRejected']],
	[api(401, 'unauthorized'), ['isUnauthorized']],
	[api(403, 'forbidden'), ['isForbidden', 'isOfThisAlone']],
	[api(404, 'not_found'), ['isNotFound', 'isOfThisAlone']],
	[api(499, 'internal_error'), ['isOfThisAlone']],
	[api(500, 'internal_error'), ['isOfThisAlone', 'isTemporary']],
	[{ kind: 'rateLimited', status: 429, retryAfterMs: 1000, resetAt, limit: 500, message: '', ...risk }, ['isLimit', 'isTemporary']],
	[{ kind: 'creditsExhausted', status: 429, message: '', ...risk }, ['areCreditsUsedUp']],
	[{ kind: 'noAnswer', reason: 'aborted', ...risk }, ['isCancelled', 'isTemporary']],
	[{ kind: 'noAnswer', reason: 'timeout', ...risk }, ['isTemporary']],
	[foreign(404), ['isOfThisAlone']],
	[foreign(499), ['isOfThisAlone']],
	[foreign(500), ['isOfThisAlone', 'isTemporary']],
	[{ kind: 'answerTooLarge', maxBytes: 1, ...risk }, []],
	[{ kind: 'requestsReserved', by: 'limit', made: 1, resetAt, ...risk }, ['isHeldBack', 'isLimit', 'isUnsent']],
	[{ kind: 'creditsReserved', left: 1, reserve: 2 }, ['areCreditsReserved', 'isUnsent']],
	[{ kind: 'refused', code: 'x', status: 404, message: '' }, []],
])('%j is %j and nothing else', (problem, is) => {
	const named = (error: unknown) => Object.entries(predicates).flatMap(([name, holds]) => (holds(error) ? [name] : []));
	expect(named(new ClientError(problem))).toEqual(is);
	expect(named(Object.assign(new Error('another library’s'), { problem }))).toEqual([]);
});

test('a limit says whose it is and when it ends', () => {
	const reached = new ClientError({ kind: 'rateLimited', status: 429, retryAfterMs: 1000, resetAt, limit: 500, message: '', ...risk });
	expect(limitIn(reached)).toEqual({ by: 'service', resetAt, retryAfterMs: 1000, perHour: 500, creditAtRisk: false });
	const own = new ClientError({ kind: 'requestsReserved', by: 'budget', made: 3, resetAt: null, outcomeUnknown: true, creditAtRisk: true });
	expect(limitIn(own)).toEqual({ by: 'budget', resetAt: null, retryAfterMs: null, perHour: null, creditAtRisk: true });
	expect(limitIn(new ClientError(api(404, 'not_found')))).toBeNull();
});
