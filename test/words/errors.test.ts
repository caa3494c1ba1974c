import { terms } from '../../nodes/shared/terms.ts';
import { errorStatus } from '../../src/api/index.ts';
import { getCalendarEvents } from '../../src/operations/resources/calendarEvent.ts';
import { ClientError, type Problem } from '../../src/client/index.ts';
import { explainError, explainProblem } from '../../src/words/errors.ts';

const codes = Object.entries(errorStatus)
	.filter(([, status]) => status !== 429)
	.map(([code, status]): Problem => ({ kind: 'api', status, code, message: 'It was refused', outcomeUnknown: false, creditAtRisk: false }));
const reasons = (['timeout', 'dns', 'refused', 'tls', 'reset', 'aborted', 'other'] as const).map(
	(reason): Problem => ({ kind: 'noAnswer', reason, outcomeUnknown: true, creditAtRisk: true }),
);
const strange = [200, 302, 404, 413, 414, 431, 502].map(
	(status): Problem => ({ kind: 'unexpectedAnswer', status, contentType: 'text/html', outcomeUnknown: true, creditAtRisk: true }),
);
const limit = { kind: 'rateLimited', status: 429, message: 'x', outcomeUnknown: false, creditAtRisk: false } as const;
const problems: readonly Problem[] = [
	...codes,
	...reasons,
	...strange,
	{ ...limit, retryAfterMs: 60_000, resetAt: new Date(0), limit: 100 },
	{ ...limit, retryAfterMs: null, resetAt: null, limit: null },
	{ kind: 'creditsExhausted', status: 429, message: 'Credits are used up', outcomeUnknown: true, creditAtRisk: true },
	{ kind: 'answerTooLarge', maxBytes: 64 * 1024 * 1024, outcomeUnknown: true, creditAtRisk: true },
	{ kind: 'requestsReserved', by: 'budget', made: 1, resetAt: null, outcomeUnknown: true, creditAtRisk: true },
	{ kind: 'requestsReserved', by: 'limit', made: 3, resetAt: new Date(0), outcomeUnknown: false, creditAtRisk: false },
	{ kind: 'requestsReserved', by: 'time', made: 2, resetAt: null, outcomeUnknown: true, creditAtRisk: true },
	{ kind: 'creditsReserved', left: 3, reserve: 10 },
	{ kind: 'creditsReserved', left: null, reserve: 10 },
	{ kind: 'invalidInput', field: 'title', reason: 'it is empty' },
	{ kind: 'invalidInput', field: 'base URL', reason: 'it is empty' },
];

test.each(problems.map((problem) => [JSON.stringify(problem), problem] as const))('%s', (_, problem) => {
	const { what, next } = explainProblem(problem, terms);
	// Sentences without a full stop, which is added where they are shown.
	for (const sentence of [what, next]) {
		expect(sentence).toMatch(/^[“A-Z].{6,}[^.]$/s);
		expect(sentence).not.toMatch(/undefined|null|NaN|\[object/);
	}
	expect(what).not.toBe(next);
	if ('creditAtRisk' in problem && problem.creditAtRisk) expect(next).toContain('would have used an AI credit');
	expect(typeof explainError(new ClientError(problem), { terms, now: 0 })?.details.code).toBe('string');
});

test('where only the HTTP library, or the host, knows why there is no answer, it is quoted', () => {
	const problem: Problem = { kind: 'noAnswer', reason: 'other', message: 'Expression timed out.', outcomeUnknown: false, creditAtRisk: false };
	expect(explainProblem(problem, terms).what).toBe('The service did not answer: Expression timed out');
	expect(new ClientError(problem).message).toBe('The service did not answer (Expression timed out.)');
});

test('a redirect, a page and JSON that cannot be read get different explanations', () => {
	const told = (status: number, contentType = 'text/html', more = {}) => explainProblem({ kind: 'unexpectedAnswer', status, contentType, outcomeUnknown: false, creditAtRisk: false, ...more }, terms);
	expect(told(302).what).toBe('The base URL redirects to another address (HTTP 302), and the API key is not sent there');
	expect(told(308, 'text/html', { redirectsTo: 'https://eu.example.com' }).what).toBe('The base URL redirects to https://eu.example.com (HTTP 308), and the API key is not sent there');
	expect(told(200).what).toBe('The answer does not come from the meeting assistant (HTTP 200, text/html)');
	expect(told(200, 'application/json; charset=utf-8')).toMatchObject({ what: expect.stringMatching(/^The answer is cut short, or does not/), next: expect.stringMatching(/^Try again\. .*base URL/) });
	expect(told(200, 'application/json', { creditAtRisk: true }).next).toMatch(/^Check the base URL .* before retrying$/);
	for (const status of [413, 414, 431]) {
		expect(told(status)).toMatchObject({ what: expect.stringContaining('it is too large'), next: expect.stringContaining('Shorten') });
	}
});

test.each([
	['2026-11-29T10:23:05.000Z', '10:24'],
	['2026-11-29T10:24:00.000Z', '10:24'],
])('a wait until %s is over at %s, and not in the minute before', (at, time) => {
	const [resetAt, when] = [new Date(at), `2026-11-29 ${time} UTC`];
	const said = (problem: Problem) => Object.values(explainProblem(problem, terms, {}, 'UTC'));
	expect(said({ ...limit, retryAfterMs: 5_000, resetAt, limit: 100 })).toContain(`Try again in a minute (${when})`);
	expect(said({ kind: 'requestsReserved', by: 'limit', made: 1, resetAt, outcomeUnknown: false, creditAtRisk: false })).toContainEqual(expect.stringContaining(`Continue at ${when}, `));
	expect(said({ kind: 'creditsExhausted', status: 429, message: `They reset at ${at}.`, outcomeUnknown: false, creditAtRisk: false })).toContain(`They reset at ${when}`);
});

describe('used-up credits', () => {
	const told = (message: string) => explainProblem({ kind: 'creditsExhausted', status: 429, message, outcomeUnknown: false, creditAtRisk: false }, terms, {}, 'Europe/Berlin');

	test('the month’s: when they renew is said in the workflow’s time zone, and the daily cap is not mentioned', () => {
		expect(told('All 10 AI credits for this month are used. They reset at 2026-12-01T00:00:00.000Z.')).toMatchObject({
			what: 'All 10 AI credits for this month are used. They reset at 2026-12-01 01:00 CET',
			next: 'Continue then. User > Get Profile shows how many are left',
		});
	});

	test('a spending cap is not waited for', () => {
		expect(told('The monthly spending cap for AI credits has been reached.').next).toBe('Raise the cap in your account, or continue next month');
	});

	test('where the service does not say when they renew, the daily cap may be the reason', () => {
		const { next } = told('All 3 AI credits for today are used.');
		expect(next).toBe(
			'If some of the month’s AI credits are left, today’s are used up until midnight UTC: a day can use at most a third of them. User > Get Profile shows how many are left and when they renew',
		);
	});
});

test.each([
	['Calendar access was revoked.', 'Reconnect the calendar in the desktop app'],
	['Your plan does not include the calendar.', expect.stringContaining('use an API key of an account whose plan allows it')],
	['Forbidden.', expect.stringContaining('use an API key of an account whose plan allows it')],
	['API access requires the Starter plan or above.', 'Use an API key of an account whose plan allows this'],
	['This key works with the tool-server integration only.', expect.stringMatching(/^A key made for the service’s own tool server works only there: create an API key/)],
])('a 403 with the message “%s” gets the advice that fits', (message, next) => {
	const problem = { kind: 'api', status: 403, code: 'forbidden', message, creditAtRisk: false, outcomeUnknown: false } as const;
	const advice = getCalendarEvents.advice;
	expect(explainError(new ClientError(problem), { terms, now: 0, ...(advice && { advice }) })?.next).toEqual(next);
});
