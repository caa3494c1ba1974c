import type { NodeApiError } from 'n8n-workflow';
import { noneListed, scriptedServer, type Scripted } from '../support/scriptedServer.ts';
import { byId, jsonOf, runNode, type NodeOptions } from './engine.ts';

const apiKey = `svc_${'0123456789abcdef'.repeat(2)}`;
const profile = { data: { profile: {}, subscription: {}, apiUsage: {} } };
const inSeconds = (seconds: number) => String(Math.ceil(Date.now() / 1000) + seconds);

const limited = (retryAfter: string): Scripted => ({
	status: 429,
	headers: {
		'retry-after': retryAfter,
		'x-ratelimit-limit': '100',
		'x-ratelimit-remaining': '0',
		'x-ratelimit-reset': inSeconds(Number(retryAfter)),
	},
	body: { error: { code: 'rate_limited', message: 'Hourly limit exceeded' } },
});

const getProfile = { resource: 'user', operation: 'getProfile', simplify: false };
const ask = { resource: 'conversation', operation: 'ask', conversationId: byId('conv_1'), question: 'Who?' };

type Options = Partial<NodeOptions> & { readonly patienceSeconds?: number };

async function against(script: readonly Scripted[], { patienceSeconds = 30, ...options }: Options = {}) {
	const server = await scriptedServer(script, noneListed);
	try {
		const credential = { baseUrl: server.url, apiKey, patienceSeconds };
		const run = await runNode({ credential, parameters: getProfile, ...options });
		return { ...run, requests: server.seen };
	} finally {
		await server.stop();
	}
}

const errorOf = async (script: readonly Scripted[], options: Options = {}) => {
	const { error, requests } = await against(script, options);
	expect(JSON.stringify(error)).not.toContain(apiKey);
	return { error: error as NodeApiError | undefined, requests };
};

describe('the limit of requests per hour', () => {
	test('a wait within the max wait is taken', async () => {
		const { outputs, requests } = await against([limited('0'), { status: 200, body: profile }]);
		expect(requests).toHaveLength(2);
		expect(jsonOf(outputs[0])).toEqual([profile.data]);
	});

	test('a longer wait fails at once and says when to try again, for people and for n8n', async () => {
		const { error, requests } = await errorOf([limited('1800')]);
		expect(requests).toHaveLength(1);
		expect(error).toMatchObject({
			httpCode: '429',
			message: 'All 100 requests for this hour are used up.',
			description: expect.stringMatching(/^Try again in 30 minutes \(\d{4}-/),
			failure: { cause: 'rate-limited', retryAfterMs: 1_800_000, resetsAtEpochMs: expect.any(Number) },
		});
	});

	test('the error output has what a Wait node needs', async () => {
		const { outputs } = await against([limited('1800')], { onError: 'continueErrorOutput' });
		expect(jsonOf(outputs[1])[0]?.details).toEqual({
			httpCode: 429,
			code: 'rate_limited',
			retryAfterSeconds: 1800,
			resetAt: expect.stringMatching(/^\d{4}-.*Z$/),
			requestsPerHour: 100,
			creditAtRisk: false,
		});
	});

	test('a tool, which has no error output, is told only when to try again', async () => {
		const { error } = await errorOf([limited('1800')], { asTool: true });
		expect(error?.message).toMatch(/^All 100 requests for this hour are used up\. Try again in 30 minutes \([^)]*\)\.$/);
	});

	test.each<[string, Partial<NodeOptions>]>([
		['a tool of an AI agent', { asTool: true }],
		['a node set to 0 seconds', { parameters: { resource: 'conversation', operation: 'getTranscript', conversationId: byId('conv_1'), options: { limits: { patienceSeconds: 0 } } } }],
	])('%s never waits for it', async (_, options) => {
		const { error, requests } = await errorOf([limited('1'), { status: 200, body: profile }], options);
		expect(requests).toHaveLength(1);
		expect(error?.httpCode).toBe('429');
	});

	test('the credential’s max wait applies unless the node sets one', async () => {
		const { error } = await errorOf([limited('1'), { status: 200, body: profile }], { patienceSeconds: 0 });
		expect(error).toMatchObject({ httpCode: '429' });
	});
});

test('used-up credits are not retried', async () => {
	const body = { error: { code: 'ai_limit_exceeded', message: 'Monthly AI limit reached' } };
	const { error, requests } = await errorOf([{ status: 429, body }], { parameters: ask });
	expect(requests).toHaveLength(1);
	expect(error).toMatchObject({
		message: 'Monthly AI limit reached.',
		description: expect.stringContaining('User > Get Profile'),
		failure: { cause: 'quota-exhausted' },
	});
});

test('a request that costs a credit is sent once, and the error says that a credit may have been spent', async () => {
	const { error, requests } = await errorOf(['reset'], { parameters: ask });
	expect(requests).toHaveLength(1);
	expect(error?.description).toContain('may have been processed, which would have used an AI credit');
});

test('an AI agent’s tool gets everything in the message', async () => {
	const body = { error: { code: 'not_found', message: 'Conversation conv_1 not found' } };
	const { error } = await errorOf([{ status: 404, body }], { parameters: ask, asTool: true });
	expect(error?.message).toBe(
		'Conversation conv_1 not found. Check the ID. Conversation > Get Many returns the existing IDs; deleted conversations are left out.',
	);
});

const refusal = (status: number, code: string): Scripted => ({ status, body: { error: { code, message: 'Refused' } } });

test.each<[string, Scripted, RegExp]>([
	['a wrong key', refusal(401, 'unauthorized'), /Open the credential/],
	['a plan without access', refusal(403, 'forbidden'), /API key of an account whose plan/],
	['a code of tomorrow', refusal(409, 'conflict'), /documentation/],
	['a web page', { status: 200, headers: { 'content-type': 'text/html' }, body: '<html>' }, /base URL/],
	['a redirect', { status: 302, headers: { location: 'https://example.com/' }, body: '' }, /base URL/],
])('%s says what to do', async (_, answer, advice) => {
	const { error, requests } = await errorOf([answer]);
	expect(requests).toHaveLength(1);
	expect(error?.description).toMatch(advice);
});

test('a wrong key is named in the words of the credential’s test, not by the format of keys', async () => {
	const { error } = await errorOf([refusal(401, 'unauthorized')]);
	expect(error?.message).toBe('The API key is wrong or was revoked.');
});

test('what cannot be a key is refused before anything is sent, whatever surrounds it', async () => {
	for (const wrong of ['Bearer svc_abc\n', '"svc_abc"', '']) {
		const { error } = await runNode({ credential: { baseUrl: 'http://127.0.0.1:9', apiKey: wrong }, parameters: getProfile });
		expect(error).toMatchObject({
			message: 'The API key is empty or contains characters that no key has.',
			description: 'Open the credential, and copy the key again from the desktop app.',
		});
	}
});

test.each([
	['without a scheme', 'api.example.com', /must start with https:/],
	['with a path', 'https://api.example.com/v1', /leave out everything after the host/],
	['unencrypted to another machine', 'http://10.0.0.4:3000', /others on the network could read the API key/],
])('a base URL %s is named, on the error output too', async (_, baseUrl, reason) => {
	const options = { credential: { baseUrl, apiKey }, parameters: getProfile };
	const { error } = await runNode(options);
	expect(error?.message).toMatch(reason);
	expect(error).toMatchObject({ description: expect.stringContaining('in the credential') });
	const { outputs } = await runNode({ ...options, onError: 'continueErrorOutput' });
	expect(outputs.map((items) => items.length)).toEqual([0, 1]);
});

test('nothing listens there', async () => {
	const credential = { baseUrl: 'http://127.0.0.1:1', apiKey, patienceSeconds: 0 };
	const { error } = await runNode({ credential, parameters: getProfile });
	expect(error?.message).toBe('Nothing accepts connections at the base URL.');
});

test('a response that differs from its documentation is still returned', async () => {
	const { outputs } = await against([{ status: 200, body: { data: { profile: 'new shape' } } }]);
	expect(jsonOf(outputs[0])).toEqual([{ profile: 'new shape' }]);
});

test('an ID can be read in an error, and the key cannot', async () => {
	const id = 'conv_fedcba9876543210fedcba9876543210';
	const body = { error: { code: 'not_found', message: `Conversation ${id} not found with x_${apiKey}` } };
	const { error } = await errorOf([{ status: 404, body }], { parameters: ask });
	expect(error?.message).toBe(`Conversation ${id} not found with x_[redacted].`);
	expect(JSON.stringify(error)).not.toContain(apiKey);
});
