import { api, type Endpoint } from '../../src/api/index.ts';
import { ClientError, createClient, type Problem } from '../../src/client/index.ts';
import { creditsIn, renamedField, withMessage, withRisk } from '../../src/client/errors.ts';
import type { TransportAnswer } from '../../src/transport/index.ts';

const noRisk = { outcomeUnknown: false, creditAtRisk: false };
const resetAt = new Date('2026-03-02T10:00:00Z');
const call = { method: 'GET', path: '/api/v1/user', attempts: 2 } as const;

test.each<[Problem, string]>([
	[{ kind: 'invalidInput', field: 'limit', reason: 'it must be at most 100' }, 'Invalid limit: it must be at most 100'],
	[{ kind: 'api', status: 404, code: 'not_found', message: 'Gone', ...noRisk }, 'Gone (404 not_found)'],
	[{ kind: 'rateLimited', status: 429, retryAfterMs: 1, resetAt, limit: 100, message: 'Slow down', ...noRisk }, 'Slow down (resets at 2026-03-02T10:00:00.000Z)'],
	[{ kind: 'rateLimited', status: 429, retryAfterMs: null, resetAt: null, limit: null, message: 'Busy', ...noRisk }, 'Busy'],
	[{ kind: 'creditsExhausted', status: 429, message: 'Used up', ...noRisk }, 'Used up'],
	[{ kind: 'noAnswer', reason: 'timeout', ...noRisk }, 'The service did not answer (timeout)'],
	[{ kind: 'noAnswer', reason: 'aborted', ...noRisk }, 'The call was cancelled'],
	[{ kind: 'answerTooLarge', maxBytes: 10, ...noRisk }, 'The answer is larger than 10 bytes'],
	[{ kind: 'requestsReserved', by: 'time', made: 1, resetAt: null, ...noRisk }, 'The time is up'],
	[{ kind: 'requestsReserved', by: 'limit', made: 1, resetAt, ...noRisk }, 'The remaining requests of this hour are reserved'],
	[{ kind: 'requestsReserved', by: 'budget', made: 1, resetAt: null, ...noRisk }, 'The run has made all of its requests'],
	[{ kind: 'creditsReserved', left: null, reserve: 5 }, 'AI credits left: unknown, reserved: 5'],
	[{ kind: 'creditsReserved', left: 3, reserve: 5 }, 'AI credits left: 3, reserved: 5'],
	[{ kind: 'creditsReserved', left: -1, reserve: -2 }, 'AI credits left: 0, reserved: 0'],
	[{ kind: 'unexpectedAnswer', status: 307, contentType: 'no content type', redirectsTo: 'https://eu.example.com', ...noRisk }, 'Not an answer of this service: a redirect to https://eu.example.com (307)'],
	[{ kind: 'unexpectedAnswer', status: 502, contentType: 'text/html', ...noRisk }, 'Not an answer of this service: 502 text/html'],
])('%j reads as it should in a log', (problem, message) => {
	expect(new ClientError(problem)).toMatchObject({ name: 'ClientError', message, problem, attempts: 0, status: undefined, requestId: undefined });
});

test('an error names the call, its cause, and what the service calls the request', () => {
	const cause = new Error('reset');
	expect(new ClientError({ kind: 'noAnswer', reason: 'aborted', ...noRisk }, { call, cause })).toMatchObject({ ...call, cause, message: 'GET /api/v1/user was cancelled' });
	expect(new ClientError({ kind: 'noAnswer', reason: 'timeout', ...noRisk }, { call })).not.toHaveProperty('cause');
	for (const name of ['x-request-id', 'request-id', 'x-correlation-id']) {
		const headers = { other: 'x', [name]: 'r1' };
		expect(new ClientError({ kind: 'noAnswer', reason: 'timeout', ...noRisk }, { call: { ...call, status: 500, headers } })).toMatchObject({ requestId: 'r1', status: 500, headers });
	}
});

test('an error that can cost a credit can be marked so, another stays as it is', () => {
	const unanswered = new ClientError({ kind: 'noAnswer', reason: 'timeout', ...noRisk });
	expect(withRisk(unanswered, { creditAtRisk: true })).toMatchObject({ problem: { outcomeUnknown: false, creditAtRisk: true }, cause: unanswered });
	for (const other of [new ClientError({ kind: 'invalidInput', field: 'id', reason: 'it is missing' }), new TypeError('x')]) expect(withRisk(other, { creditAtRisk: true })).toBe(other);
});

/** A client of a service that gives the same answer to everything. */
const clientOf = (answer: Partial<TransportAnswer>, now = () => 0) =>
	createClient({ baseUrl: 'https://api.example.com', patienceMs: 0, sleep: async () => {}, now, transport: async () => ({ status: 200, headers: {}, body: '{"data":{}}', ...answer }) });

test.each<[string, Endpoint, string, string | undefined]>([
	['what needs a conversation', api.conversations.share, 'Nothing here', 'conversation'],
	['key points', api.keyPoints.get, 'No key points yet', 'result'],
	['key points in one word', api.keyPoints.get, 'Keypoints not generated', 'result'],
	['feedback', api.feedback.get, 'No Feedback for this meeting', 'result'],
	['the conversation of key points', api.keyPoints.get, 'Conversation not found', 'conversation'],
	['the meeting of key points', api.keyPoints.get, 'No such meeting', 'conversation'],
	['who knows what', api.keyPoints.get, 'Not found', undefined],
	['what is no conversation', api.webhooks.delete, 'Conversation not found', undefined],
])('a refusal says that %s is missing as far as that is known', async (_, endpoint, message, missing) => {
	const answer = (code: string) => ({ status: 404, body: JSON.stringify({ error: { code, message } }) });
	const problemOf = async (code: string) => {
		const error: unknown = await clientOf(answer(code)).call(endpoint, { id: 'c1' }).catch((thrown: unknown) => thrown);
		return error instanceof ClientError && error.problem.kind === 'api' ? error.problem : undefined;
	};
	expect((await problemOf('not_found'))?.missing).toBe(missing);
	expect(await problemOf('forbidden')).not.toHaveProperty('missing');
});

test.each([{ code: 7, message: 'x' }, { code: 'not_found' }, { message: 'x' }, 'not_found', null])('an error made otherwise, %j, is not one of this service', async (error) => {
	await expect(clientOf({ status: 404, body: JSON.stringify({ error }) }).user.profile()).rejects.toMatchObject({ problem: { kind: 'unexpectedAnswer', contentType: 'no content type' } });
});

test.each([
	[{ 'retry-after': '60' }, new Date(61_000)],
	[{ 'retry-after': '60', 'x-ratelimit-limit': '100', 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': String(resetAt.getTime() / 1000) }, resetAt],
	[{}, null],
])('a refused hour resets when the headers %j say', async (headers, at) => {
	const body = JSON.stringify({ error: { code: 'rate_limited', message: 'Slow down' } });
	await expect(clientOf({ status: 429, headers, body }, () => 1000).user.profile()).rejects.toMatchObject({ problem: { kind: 'rateLimited', resetAt: at, limit: 'x-ratelimit-limit' in headers ? 100 : null } });
});

test.each([
	[301, 'https://eu.example.com/in?key=secret', 'https://eu.example.com'],
	[300, 'HTTP://a:b@eu.example.com:8080/', 'http://eu.example.com:8080'],
	[399, 'https://eu.example.com', 'https://eu.example.com'],
	[400, 'https://eu.example.com', undefined],
	[299, 'https://eu.example.com', undefined],
	[302, '/sign-in', undefined],
	[302, 'see https://eu.example.com', undefined],
	[302, 'ftp://eu.example.com', undefined],
	[302, 'https://', undefined],
	[302, undefined, undefined],
])('an answer with status %i and the location %s leads to %s', async (status, location, redirectsTo) => {
	const error: unknown = await clientOf({ status, body: '', headers: location === undefined ? {} : { location } }).user.profile().catch((thrown: unknown) => thrown);
	expect(error instanceof ClientError && error.problem).toEqual({ kind: 'unexpectedAnswer', status, contentType: 'no content type', ...(redirectsTo !== undefined && { redirectsTo }), ...noRisk, outcomeUnknown: true });
});

test('an input that was refused gets the name that its form gives it', () => {
	const nameOf = (field: string): string | undefined => ({ title: 'Title' })[field];
	const api400: Problem = { kind: 'api', status: 400, code: 'validation_error', message: 'title: must not be empty', ...noRisk };
	const renamed = (problem: Problem, reworded?: (reason: string) => string): unknown => renamedField(new ClientError(problem), nameOf, reworded);
	expect(renamed(api400)).toMatchObject({ problem: { ...api400, message: 'Title: must not be empty' }, cause: { problem: api400 } });
	for (const message of ['other: is wrong', 'the title: is wrong', 'title is wrong']) {
		const error = new ClientError({ ...api400, message });
		expect(renamedField(error, nameOf)).toBe(error);
	}
	expect(renamed({ ...api400, code: 'forbidden' })).toMatchObject({ problem: { message: api400.message } });
	const input: Problem = { kind: 'invalidInput', field: 'title', reason: 'it is too long' };
	expect(renamed(input)).toMatchObject({ problem: { ...input, field: 'Title' } });
	expect(renamed(input, (reason) => `${reason}, too`)).toMatchObject({ problem: { field: 'Title', reason: 'it is too long, too' } });
	expect(renamed({ ...input, field: 'other' }, () => 'no')).toMatchObject({ problem: { field: 'other', reason: 'it is too long' } });
	expect(renamedField('x', nameOf)).toBe('x');
});

test('credits that are held back are counted, and a problem may be said in other words', () => {
	expect(creditsIn(new ClientError({ kind: 'creditsReserved', left: 3, reserve: 5 }))).toEqual({ left: 3, reserve: 5 });
	expect([creditsIn(new ClientError({ kind: 'invalidInput', field: 'x', reason: 'y' })), creditsIn('x')]).toEqual([null, null]);
	const refused: Problem = { kind: 'refused', code: 'x', status: null, message: 'Service' };
	expect(withMessage(refused, 'Ours')).toEqual({ ...refused, message: 'Ours' });
	const silent: Problem = { kind: 'noAnswer', reason: 'timeout', ...noRisk };
	expect(withMessage(silent, 'Ours')).toEqual(silent);
	expect(new ClientError(refused).message).toBe('Service');
});
