import { api, type Endpoint } from '../../src/api/index.ts';
import { ClientError, createClient } from '../../src/client/index.ts';
import { axiosTransport } from '../../src/transport/axios.ts';
import { scriptedServer, type Scripted } from '../support/scriptedServer.ts';

export const error = (status: number, code: string, headers = {}): Scripted => ({
	status,
	headers,
	body: { error: { code, message: `words for ${code}` } },
});
export const resetAt = 1_800_000_000;
export const limitHeaders = (retryAfter: number) => ({
	'X-RateLimit-Limit': '100',
	'X-RateLimit-Remaining': '0',
	'X-RateLimit-Reset': String(resetAt),
	'Retry-After': String(retryAfter),
});

export const outcomes = {
	'429 rate_limited within patience': error(429, 'rate_limited', limitHeaders(7)),
	'429 rate_limited beyond patience': error(429, 'rate_limited', limitHeaders(1800)),
	'429 provider busy': error(429, 'rate_limited'),
	'429 ai_limit_exceeded': error(429, 'ai_limit_exceeded'),
	'500 internal_error': error(500, 'internal_error'),
	'503 HTML': { status: 503, headers: { 'content-type': 'text/html' }, body: '<h1>503</h1>' },
	'no answer': 'reset',
	'truncated JSON': { status: 200, body: '{"data": {"id": "c' },
	'200 HTML': { status: 200, headers: { 'content-type': 'text/html' }, body: '<h1>Welcome</h1>' },
	redirect: { status: 302, headers: { location: 'http://127.0.0.1:9/' }, body: {} },
	'429 of a proxy': { status: 429, headers: { 'content-type': 'text/html' }, body: '<h1>429</h1>' },
	'403 of a proxy': { status: 403, headers: { 'content-type': 'text/html' }, body: '<h1>403</h1>' },
	'409 of a proxy, in JSON': error(409, 'conflict'),
	'400 validation_error': error(400, 'validation_error'),
	'401 unauthorized': error(401, 'unauthorized'),
	'403 forbidden': error(403, 'forbidden'),
	'404 not_found': error(404, 'not_found'),
} satisfies Record<string, Scripted>;
export type OutcomeName = keyof typeof outcomes;

export interface Row {
	readonly name: string;
	readonly endpoint: Endpoint;
	readonly input: Record<string, unknown>;
	/** After an unknown outcome: whether the request is repeated, or its saved result is read. */
	readonly repeats: boolean;
	readonly reads?: Endpoint;
	readonly spends: boolean;
}
export const id = 'c1';
export const read = (name: string, endpoint: Endpoint, input = {}): Row => ({ name, endpoint, input, repeats: true, spends: false });
export const table = Object.values(api).flatMap((resource): Endpoint[] => Object.values(resource));
/** Reads may always be repeated. For everything else, the table states the rule a second time, on purpose. */
export const rows: readonly Row[] = [
	...table.filter(({ method }) => method === 'GET').map((endpoint) => read(endpoint.summary, endpoint, endpoint.params && { id })),
	{ name: 'rename', endpoint: api.conversations.rename, input: { id, title: 'x' }, repeats: true, spends: false },
	{ name: 'delete', endpoint: api.conversations.delete, input: { id }, repeats: true, spends: false },
	{ name: 'delete webhook', endpoint: api.webhooks.delete, input: { id }, repeats: true, spends: false },
	{ name: 'key points', endpoint: api.keyPoints.generate, input: { id }, repeats: false, reads: api.keyPoints.get, spends: true },
	{ name: 'feedback', endpoint: api.feedback.generate, input: { id }, repeats: false, reads: api.feedback.get, spends: true },
	{ name: 'key points, forced', endpoint: api.keyPoints.generate, input: { id, forceRefresh: true }, repeats: false, spends: true },
	{ name: 'feedback, forced', endpoint: api.feedback.generate, input: { id, forceRefresh: true }, repeats: false, spends: true },
	{ name: 'question', endpoint: api.question.ask, input: { id, query: 'why?' }, repeats: false, spends: true },
	{ name: 'e-mail', endpoint: api.email.draft, input: { id }, repeats: false, spends: true },
	{ name: 'share', endpoint: api.conversations.share, input: { id }, repeats: false, spends: false },
	{
		name: 'register webhook',
		endpoint: api.webhooks.register,
		input: { url: 'https://example.com/hook', events: ['webhook.test'] },
		repeats: false,
		spends: false,
	},
	{ name: 'test webhook', endpoint: api.webhooks.test, input: { id }, repeats: false, spends: false },
];

/** Deliberately not the documented shape: any body with `data` is delivered. */
export const success = (endpoint: Endpoint): Scripted => ({
	status: 200,
	body: endpoint.paging ? { data: [], pagination: { total: 0, limit: 1, offset: 0 }, total: 0 } : { data: { id } },
});

/** Makes one call against `script` and returns what was sent, slept and answered. */
export async function run({ endpoint, input }: Row, script: readonly Scripted[], patienceMs = 30_000) {
	const server = await scriptedServer(script);
	const slept: number[] = [];
	const client = createClient({
		baseUrl: server.url,
		transport: axiosTransport({ apiKey: 'not-a-key' }),
		patienceMs,
		now: () => (resetAt - 1800) * 1000,
		random: () => 1,
		sleep: async (ms) => void slept.push(ms),
	});
	const result = await client.call(endpoint, input).catch((thrown: unknown) => thrown);
	await server.stop();
	const problem = result instanceof ClientError ? result.problem : null;
	const requests = server.seen.map(({ method, url }) => `${method} ${url.replace(/\?.*/, '')}`);
	return { requests: requests.length, asked: requests, slept, problem, result };
}
