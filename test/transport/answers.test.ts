import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import nock from 'nock';
import { api, type Endpoint } from '../../src/api/index.ts';
import { ClientError, createClient, type AnswerInfo, type Problem } from '../../src/client/index.ts';
import { axiosTransport } from '../../src/transport/axios.ts';
import { fetchTransport } from '../../src/transport/fetch.ts';
import { redactor, type Transport } from '../../src/transport/index.ts';
import { n8nTransport } from '../../nodes/shared/transport.ts';
import { contexts } from '../nodes/context.ts';

const baseUrl = 'https://api.example.com';
const apiKey = `svc_${'0123456789abcdef'.repeat(2)}`;

const transports: Readonly<Record<string, () => Promise<Transport>>> = {
	fetch: async () => fetchTransport({ apiKey }),
	axios: async () => axiosTransport({ apiKey }),
	n8n: async () => n8nTransport((await contexts({ credential: { baseUrl, apiKey } })).run, 'meetingAssistantApi', redactor(apiKey)),
};

// An unexpected request fails, instead of leaving this machine.
beforeAll(() => nock.disableNetConnect());
// All test files of a worker share Node's HTTP: nock's replacement would answer their requests.
afterAll(() => {
	nock.enableNetConnect();
	nock.restore();
});
afterEach(() => nock.cleanAll());

const time = '2026-03-02T09:15:00.000Z';
const page = { total: 1, limit: 20, offset: 0 };
const keyPoints = { id: 'c1', title: 'Pilot', summary: 'Agreed on a pilot.', decisions: [], actionItems: [] };
const contact = { id: 'p1', email: 'ines@harbour.example', displayName: null, companyDomain: null, meetingCount: 2, firstSeenAt: time, lastSeenAt: null };

/** An answer of each kind, as in the API description. */
const answers: readonly (readonly [string, Endpoint, Record<string, unknown>, object])[] = [
	['GET /api/v1/conversations?limit=20&offset=0&search=Pilot', api.conversations.list, { search: 'Pilot', limit: 20, offset: 0 }, { data: [], pagination: { ...page, total: 0 } }],
	['POST /api/v1/conversations/c1/query', api.question.ask, { id: 'c1', query: 'Who?' }, { data: { id: 'c1', query: 'Who?', response: 'Ines', metadata: { segmentsAnalyzed: 12, conversationDuration: 30.5 }, suggestedQueries: ['Why?'] } }],
	['POST /api/v1/conversations/c1/email', api.email.draft, { id: 'c1', tone: 'concise' }, { data: { id: 'c1', subject: 'Pilot', body: 'Hello', keyPoints: [], actionItems: ['Send the offer'], generatedAt: time } }],
	['POST /api/v1/conversations/c1/share', api.conversations.share, { id: 'c1' }, { data: { id: 'c1', shareUrl: 'https://app.example.com/s/1' } }],
	['GET /api/v1/contacts?limit=50&offset=0&search=%E4%BC%9A', api.contacts.list, { search: '会' }, { data: [], pagination: page, reason: 'no-brain' }],
	['GET /api/v1/contacts?limit=200&offset=0', api.contacts.list, { limit: 200 }, { data: [contact], pagination: page }],
	['GET /api/v1/calendar/events?maxResults=50', api.calendar.events, { maxResults: 50 }, { data: [{ id: 'e1', summary: 'Pilot', start: { dateTime: time, timeZone: 'UTC' }, end: { dateTime: time, timeZone: 'UTC' } }] }],
	['DELETE /api/v1/webhooks', api.webhooks.delete, { id: 'w1' }, { data: { id: 'w1', deleted: true } }],
];

const at = 'X-RateLimit';
const limits = { [`${at}-Limit`]: '500', [`${at}-Remaining`]: '0', [`${at}-Reset`]: '1800000000', 'Retry-After': '1800' };
const error = (code: string) => JSON.stringify({ error: { code, message: `words for ${code}` } });
const json = { 'Content-Type': 'application/json' };
const html = { 'Content-Type': 'text/html; charset=utf-8' };
const proxyPage = '<html><body>Blocked</body></html>';

interface Reply {
	readonly status?: number;
	readonly body?: string | Buffer;
	readonly headers?: Readonly<Record<string, string>>;
}

const MAX_BYTES = 100_000;

/** Replies that arrive instead of an answer, and what they mean. Whatever may have been processed may have cost a credit. */
const replies: readonly (readonly [string, Reply, object])[] = [
	['204', { status: 204 }, { kind: 'unexpectedAnswer', status: 204, creditAtRisk: true }],
	['an empty 200', { body: '' }, { kind: 'unexpectedAnswer', status: 200, creditAtRisk: true }],
	['a page of a captive portal', { body: proxyPage, headers: html }, { kind: 'unexpectedAnswer', status: 200, contentType: 'text/html; charset=utf-8', creditAtRisk: true }],
	['a page that claims to be JSON', { body: proxyPage, headers: json }, { kind: 'unexpectedAnswer', status: 200, contentType: 'application/json' }],
	['JSON of something else', { body: '{"status":"ok"}', headers: json }, { kind: 'unexpectedAnswer', status: 200 }],
	['no content type', { body: proxyPage, headers: {} }, { kind: 'unexpectedAnswer', contentType: 'no content type' }],
	['half of the JSON', { body: '{"data":{"id":"c', headers: json }, { kind: 'unexpectedAnswer', status: 200, creditAtRisk: true }],
	['a body that is too large', { body: JSON.stringify({ data: { id: 'x'.repeat(MAX_BYTES) } }), headers: json }, { kind: 'answerTooLarge', maxBytes: MAX_BYTES, creditAtRisk: true }],
	...[301, 302, 303, 307, 308].map((status) => [`a redirect ${status}`, { status, headers: { Location: 'https://elsewhere.example/' } }, { kind: 'unexpectedAnswer', status, redirectsTo: 'https://elsewhere.example', creditAtRisk: true }] as const),
	['a redirect to a secret', { status: 302, headers: { Location: 'https://a:b@elsewhere.example/in?key=secret' } }, { kind: 'unexpectedAnswer', redirectsTo: 'https://elsewhere.example' }],
	...['/sign-in', 'javascript:alert(1)', 'https://'].map((Location) => [`a redirect to ${Location}`, { status: 302, headers: { Location } }, expect.not.objectContaining({ redirectsTo: expect.anything() })] as const),
	...[407, 502, 503, 504].map((status) => [`a proxy's ${status}`, { status, body: proxyPage, headers: html }, { kind: 'unexpectedAnswer', status, creditAtRisk: true }] as const),
	['400', { status: 400, body: error('validation_error'), headers: json }, { kind: 'api', status: 400, code: 'validation_error', message: 'words for validation_error', creditAtRisk: false }],
	['401', { status: 401, body: error('unauthorized'), headers: json }, { kind: 'api', status: 401, code: 'unauthorized', creditAtRisk: false }],
	['403', { status: 403, body: error('forbidden'), headers: json }, { kind: 'api', status: 403, code: 'forbidden', creditAtRisk: false }],
	['404', { status: 404, body: error('not_found'), headers: json }, { kind: 'api', status: 404, code: 'not_found', creditAtRisk: false }],
	['404 whose type is text', { status: 404, body: error('not_found'), headers: { 'Content-Type': 'text/plain' } }, { kind: 'api', code: 'not_found' }],
	['500', { status: 500, body: error('internal_error'), headers: json }, { kind: 'api', status: 500, code: 'internal_error', creditAtRisk: true }],
	['429 with the time to wait', { status: 429, body: error('rate_limited'), headers: { ...json, ...limits } }, { kind: 'rateLimited', retryAfterMs: 1_800_000, limit: 500, resetAt: new Date(1_800_000_000_000), creditAtRisk: false }],
	['429 with headers sent twice', { status: 429, body: error('rate_limited'), headers: { ...json, 'Retry-After': '5, 7' } }, { kind: 'rateLimited', retryAfterMs: 7000 }],
	['429 without rate-limit headers', { status: 429, body: error('rate_limited'), headers: json }, { kind: 'rateLimited', retryAfterMs: null, resetAt: null, limit: null, creditAtRisk: false }],
	['429 for the AI credits', { status: 429, body: error('ai_limit_exceeded'), headers: json }, { kind: 'creditsExhausted', creditAtRisk: false }],
	["a proxy's 429", { status: 429, body: proxyPage, headers: html }, { kind: 'rateLimited', retryAfterMs: null, creditAtRisk: true }],
];

/** How a request ends without an answer, as reported by Node, and what it means. */
const failures: readonly (readonly [string, Problem])[] = [
	...['ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH'].map((code) => [code, { kind: 'noAnswer', reason: 'refused', outcomeUnknown: false, creditAtRisk: false }] as const),
	...['ENOTFOUND', 'EAI_AGAIN'].map((code) => [code, { kind: 'noAnswer', reason: 'dns', outcomeUnknown: false, creditAtRisk: false }] as const),
	...['CERT_HAS_EXPIRED', 'DEPTH_ZERO_SELF_SIGNED_CERT', 'UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'ERR_TLS_CERT_ALTNAME_INVALID', 'EPROTO'].map(
		(code) => [code, { kind: 'noAnswer', reason: 'tls', outcomeUnknown: false, creditAtRisk: false }] as const,
	),
	...['ECONNRESET', 'EPIPE'].map((code) => [code, { kind: 'noAnswer', reason: 'reset', outcomeUnknown: true, creditAtRisk: true }] as const),
	['ETIMEDOUT', { kind: 'noAnswer', reason: 'timeout', outcomeUnknown: true, creditAtRisk: true }],
	['EMADEUP', { kind: 'noAnswer', reason: 'other', message: 'EMADEUP for Bearer [redacted]', outcomeUnknown: true, creditAtRisk: true }],
];

describe.each(Object.entries(transports))('%s', (_, make) => {
	let transport: Transport;
	beforeAll(async () => void (transport = await make()));

	const clientWith = (more: { timeoutMs?: number; onAnswer?: (info: AnswerInfo) => void } = {}) =>
		createClient({ baseUrl, transport, patienceMs: 0, sleep: async () => {}, now: () => Date.parse(time), maxAnswerBytes: MAX_BYTES, ...more });

	const question = () => nock(baseUrl).post('/api/v1/conversations/c1/query', { query: 'Who?' });

	/** Also checks that one request was sent, and that no error repeats the key. */
	const problemOf = async (scope: nock.Scope, timeoutMs = 5000) => {
		const thrown: unknown = await clientWith({ timeoutMs }).question.ask({ id: 'c1', query: 'Who?' }).catch((reason: unknown) => reason);
		if (!(thrown instanceof ClientError)) throw new Error(`no ClientError but ${String(thrown)}`);
		expect(scope.isDone()).toBe(true);
		expect(`${JSON.stringify(thrown)} ${String(thrown.stack)} ${String(thrown.cause)}`).not.toContain(apiKey.slice(4));
		return thrown.problem;
	};

	test.each(answers)('%s: the answer arrives as it was sent, and as it is documented', async (line, endpoint, input, body) => {
		const [method = '', path = ''] = line.split(' ');
		const scope = nock(baseUrl, { reqheaders: { authorization: `Bearer ${apiKey}`, accept: 'application/json' } })
			.intercept(path, method)
			.reply(200, body, { ...json, ...limits });
		const seen: AnswerInfo[] = [];
		expect(await clientWith({ onAnswer: (info) => seen.push(info) }).call(endpoint, input)).toEqual(body);
		expect(seen).toMatchObject([{ status: 200, drift: [], rateLimit: { limit: 500, remaining: 0, resetAt: new Date(1_800_000_000_000) } }]);
		expect(scope.isDone()).toBe(true);
	});

	test('a compressed answer is read', async () => {
		nock(baseUrl).get('/api/v1/conversations/c1/keypoints').reply(200, gzipSync(JSON.stringify({ data: keyPoints })), { ...json, 'Content-Encoding': 'gzip' });
		expect(await clientWith().keyPoints.get({ id: 'c1' })).toEqual({ data: keyPoints });
	});

	test.each(replies)('%s', async (title, { status = 200, body = '', headers = {} }, problem) => {
		const elsewhere = nock('https://elsewhere.example').persist().get('/').reply(200, '{"data":{}}').post('/').reply(200, '{"data":{}}');
		expect(await problemOf(question().reply(status, body, headers))).toMatchObject(problem);
		expect([title, elsewhere.pendingMocks()]).toEqual([title, ['GET https://elsewhere.example:443/', 'POST https://elsewhere.example:443/']]);
	});

	test.each(failures)('%s', async (code, problem) => {
		expect(await problemOf(question().replyWithError(Object.assign(new Error(`${code} for Bearer ${apiKey}`), { code })))).toEqual(problem);
	});

	test.each([
		['no answer in time', (asked: nock.Interceptor) => asked.delay(60_000).reply(200, '{"data":{}}')],
		['a body that never comes', (asked: nock.Interceptor) => asked.reply(200, () => new Readable({ read: () => {} }), json)],
	])('%s', async (_, reply) => {
		const problem = await problemOf(reply(question()), 100);
		nock.abortPendingRequests();
		expect(problem).toEqual({ kind: 'noAnswer', reason: 'timeout', outcomeUnknown: true, creditAtRisk: true });
	});
});
