import * as z from 'zod/v4';
import { api, type Endpoint } from '../../src/api/index.ts';
import { ClientError, createClient, parseBaseUrl } from '../../src/client/index.ts';
import { redactor } from '../../src/transport/index.ts';
import type { TransportAnswer, TransportRequest } from '../../src/transport/index.ts';

/** A client that records its requests instead of sending them. */
function recorder(answer: Partial<TransportAnswer> = {}) {
	const sent: TransportRequest[] = [];
	const drift: string[] = [];
	const messages: string[] = [];
	const client = createClient({
		baseUrl: 'https://api.example.com',
		sleep: async () => {},
		onAnswer: (info) => {
			drift.push(...info.drift.map(({ path }) => path));
			messages.push(...info.drift.map(({ message }) => message));
		},
		transport: async (request) => {
			sent.push(request);
			return { status: 200, headers: {}, body: '{"data":{"id":"c1"}}', ...answer };
		},
	});
	return { client, sent, drift, messages };
}

const problemOf = async (promise: Promise<unknown>) => {
	const error = await promise.then(() => null).catch((thrown: unknown) => thrown);
	return error instanceof ClientError ? error.problem : error;
};

describe('Requests', () => {
	test.each([
		['c 1', 'c%201'],
		['a/b', 'a%2Fb'],
		['../x', '..%2Fx'],
		['a?b#c', 'a%3Fb%23c'],
		['Zoë', 'Zo%C3%AB'],
		['100%', '100%25'],
	])('the id %j is one path segment', async (id, segment) => {
		const { client, sent } = recorder();
		await client.conversations.share({ id });
		expect(sent[0]?.url).toBe(`https://api.example.com/api/v1/conversations/${segment}/share`);
		expect(new URL(sent[0]?.url ?? '').href).toBe(sent[0]?.url);
	});

	test.each(['', '.', '..', '\ud800'])('the ID %j is refused before anything is sent', async (id) => {
		const { client, sent } = recorder();
		expect(await problemOf(client.conversations.share({ id }))).toMatchObject({ kind: 'invalidInput', field: 'id' });
		expect(sent).toEqual([]);
	});

	test.each<[string, Endpoint, Record<string, unknown>, string]>([
		['an ID', api.transcript.get, { id: 'x'.repeat(200_000) }, 'id'],
		['a search', api.conversations.list, { search: 'x'.repeat(200_000), limit: 100 }, 'search'],
		['a search in letters that take several bytes each', api.contacts.list, { search: '語'.repeat(1000) }, 'search'],
		['a search that is half an emoji many times', api.contacts.list, { search: '\ud83d'.repeat(9000) }, 'search'],
	])('%s that no server accepts is refused before anything is sent', async (_, endpoint, input, field) => {
		const { client, sent } = recorder();
		expect(await problemOf(client.call(endpoint, input))).toEqual({ kind: 'invalidInput', field, reason: 'it is too long to be sent' });
		expect(sent).toEqual([]);
	});

	test('a long ID and search that servers accept are sent', async () => {
		const { client, sent } = recorder({ body: '{"data":[]}' });
		await client.contacts.list({ search: 'x'.repeat(7000) });
		expect(sent).toHaveLength(1);
	});

	test('a URL has at most 8,000 characters after the host', async () => {
		const search = 'x'.repeat(8000 - '/api/v1/contacts?search=&limit=50&offset=0'.length);
		const { client, sent } = recorder({ body: '{"data":[]}' });
		await client.contacts.list({ search });
		expect(sent[0]?.url).toHaveLength('https://api.example.com'.length + 8000);
		expect(await problemOf(client.contacts.list({ search: `${search}x` }))).toMatchObject({ field: 'search' });
	});

	test.each([
		['  harbour\n', 'harbour'],
		['two  words', 'two  words'],
		['  ', null],
		['', null],
	])('of the search %j, only what is between the blanks around it is sent', async (search, sought) => {
		const { client, sent } = recorder({ body: '{"data":[]}' });
		await client.conversations.list({ search });
		expect(new URL(sent[0]?.url ?? '').searchParams.get('search')).toBe(sought);
	});

	test('a body is sent as JSON with the documented defaults', async () => {
		const { client, sent } = recorder();
		await client.email.draft({ id: 'c1', recipientName: 'Ana' });
		expect(sent[0]).toMatchObject({
			method: 'POST',
			body: '{"recipientName":"Ana","tone":"professional"}',
			headers: { 'Content-Type': 'application/json' },
		});
	});

	test('without a body, there is no content type', async () => {
		const { client, sent } = recorder();
		await client.conversations.share({ id: 'c1' });
		expect(sent[0]).not.toHaveProperty('body');
		expect(sent[0]?.headers).not.toHaveProperty('Content-Type');
	});

	test.each<[string, Endpoint, Record<string, unknown>, string]>([
		['a page above the maximum', api.conversations.list, { limit: 101 }, 'limit'],
		['a page below the minimum', api.conversations.list, { limit: 0 }, 'limit'],
		['an invalid date', api.conversations.list, { since: 'yesterday' }, 'since'],
		['a question of 501 characters', api.question.ask, { id: 'c1', query: 'x'.repeat(501) }, 'query'],
		['an empty question', api.question.ask, { id: 'c1', query: '' }, 'query'],
		['a webhook without events', api.webhooks.register, { url: 'https://example.com', events: [] }, 'events'],
	])('%s is refused before anything is sent', async (_, endpoint, input, field) => {
		const { client, sent } = recorder();
		expect(await problemOf(client.call(endpoint, input))).toMatchObject({ kind: 'invalidInput', field });
		expect(sent).toEqual([]);
	});

	test.each<[Endpoint, unknown, string, string]>([
		[api.conversations.share, undefined, 'input', 'it is missing'],
		[api.conversations.share, null, 'input', 'it must be an object'],
		[api.conversations.share, 'c1', 'input', 'it must be an object'],
		[api.conversations.share, ['c1'], 'input', 'it must be an object'],
		[api.conversations.list, new Map([['limit', 5]]), 'input', 'it must be an object'],
		[api.conversations.list, Promise.resolve({ limit: 5 }), 'input', 'it must be an object'],
		[api.conversations.share, {}, 'id', 'it is missing'],
		[api.conversations.share, { conversationId: 'c1' }, 'conversationId', 'this endpoint has no such input. It takes id'],
		[api.user.profile, { id: 'c1' }, 'id', 'It takes none'],
		[api.conversations.share, { id: 7 }, 'id', 'it must be text'],
		[api.conversations.share, { id: '' }, 'id', 'it must not be empty'],
		[api.question.ask, { id: 'c1', query: 'x'.repeat(501) }, 'query', 'it must have at most 500 characters'],
		[api.conversations.list, { limit: 1.5 }, 'limit', 'it must be a whole number'],
		[api.conversations.list, { limit: 0 }, 'limit', 'it must be at least 1'],
		[api.conversations.list, { limit: 101 }, 'limit', 'it must be at most 100'],
		[api.webhooks.register, { url: 'https://a.example', events: [] }, 'events', 'it must not be empty'],
		[api.email.draft, { id: 'c1', tone: 'rude' }, 'tone', 'it must be one of professional, casual, concise'],
		[api.webhooks.register, { url: 'https://a.example', events: ['x'] }, 'events.0', 'it must be one of conversation.created'],
	])('%#: what is wrong with an input is said in plain words', async (endpoint, input, field, reason) => {
		const { client } = recorder();
		const problem = await problemOf(Promise.resolve().then(() => Reflect.apply(client.call, client, [endpoint, input])));
		expect(problem).toMatchObject({ kind: 'invalidInput', field, reason: expect.stringContaining(reason) });
	});

	test('an unknown input is an error, not dropped', async () => {
		const { client } = recorder();
		const input = { id: 'c1', titel: 'typo' };
		expect(await problemOf(client.conversations.share(input))).toMatchObject({ field: 'titel' });
	});
});

describe('Answers', () => {
	test('unknown fields pass through at every depth', async () => {
		const body = { data: { id: 'c1', deleted: true, extra: { a: 1 } }, sibling: 2 };
		const { client, drift } = recorder({ body: JSON.stringify(body) });
		expect(await client.conversations.delete({ id: 'c1' })).toEqual(body);
		expect(drift).toHaveLength(0);
	});

	test('an answer with another shape is delivered and reported as drift', async () => {
		const { client, drift } = recorder({ body: '{"data":{"id":1,"shareUrl":"https://example.com/s"}}' });
		expect(await client.conversations.share({ id: 'c1' })).toMatchObject({ data: { id: 1 } });
		expect(drift).toEqual(['data.id']);
	});

	test.each([
		[{ id: 1, deleted: true }, 'it must be text'],
		[{ id: 'c1', deleted: false }, 'it must be true'],
		[{ id: 'c1' }, 'it is missing'],
	])('what is wrong with %j is reported in plain words', async (data, words) => {
		const { client, messages } = recorder({ body: JSON.stringify({ data }) });
		await client.conversations.delete({ id: 'c1' });
		expect(messages).toEqual([words]);
	});

	test('an endpoint that is not in the table may answer with any JSON', async () => {
		const unlisted: Endpoint = { ...api.user.profile, response: z.unknown(), isUnlisted: true };
		expect(await recorder({ body: '[1]' }).client.call(unlisted, {})).toEqual([1]);
		expect(await problemOf(recorder({ body: '<h1>' }).client.call(unlisted, {}))).toMatchObject({ kind: 'unexpectedAnswer' });
	});

	test.each([199, 300])('an answer with status %i is no success', async (status) => {
		const { client } = recorder({ status });
		expect(await problemOf(client.conversations.share({ id: 'c1' }))).toMatchObject({ kind: 'unexpectedAnswer', status });
	});

	test.each([
		['no data', '{}'],
		['data null', '{"data":null}'],
		['a list instead of an object', '{"data":[]}'],
		['an array', '[]'],
		['nothing', ''],
	])('%s is not an answer of this service', async (_, body) => {
		const { client } = recorder({ body });
		expect(await problemOf(client.conversations.share({ id: 'c1' }))).toMatchObject({ kind: 'unexpectedAnswer' });
	});

	const conversation = 'conv_fedcba9876543210fedcba9876543210';
	const key = `svc_${'0123456789abcdef'.repeat(2)}`;
	const echoes = [key, `x_${key}`, key.toUpperCase(), key.slice(4), `Bearer ${key}`, `<${key}>`];

	test.each(echoes)('a key echoed as %s is removed from errors, and nothing else is', async (echo) => {
		const told = { code: `bad-${echo}`, message: `Conversation ${conversation} not found for ${echo}, again` };
		const answers: readonly TransportAnswer[] = [
			{ status: 404, headers: {}, body: JSON.stringify({ error: told }) },
			{ status: 429, headers: {}, body: JSON.stringify({ error: { ...told, code: 'rate_limited' } }) },
			{ status: 429, headers: {}, body: JSON.stringify({ error: { ...told, code: 'ai_limit_exceeded' } }) },
			{ status: 404, headers: { 'content-type': `text/html; ${echo}` }, body: '<h1>' },
		];
		for (const answer of answers) {
			const transport = Object.assign(async () => answer, { redact: redactor(key) });
			const client = createClient({ baseUrl: 'https://api.example.com', transport, patienceMs: 0, sleep: async () => {} });
			const error = await client.user.profile().catch((thrown: unknown) => thrown);
			const text = `${JSON.stringify(error)} ${String(error)}`;
			expect(text.toLowerCase()).not.toContain(key.slice(4));
			if (answer.body !== '<h1>') expect(text).toContain(`Conversation ${conversation} not found`);
		}
	});

	test('without knowing the key, only what has the form of one is removed', async () => {
		const error = { code: 'not_found', message: `No svc_a for ${key}` };
		const { client } = recorder({ status: 404, body: JSON.stringify({ error }) });
		expect(await problemOf(client.user.profile())).toMatchObject({ message: expect.stringMatching(/^No svc_a for (?!svc_)/) });
	});

	test('an ID is not redacted', async () => {
		const error = { code: 'not_found', message: `Conversation ${conversation} not found` };
		const { client } = recorder({ status: 404, body: JSON.stringify({ error }) });
		expect(await problemOf(client.conversations.share({ id: 'x' }))).toMatchObject({ message: error.message });
	});

	test('a long message is cut', async () => {
		for (const [length, shown] of [[1000, 'x'.repeat(1000)], [1001, `${'x'.repeat(1000)}…`]] as const) {
			const { client } = recorder({ status: 404, body: JSON.stringify({ error: { code: 'not_found', message: 'x'.repeat(length) } }) });
			expect(await problemOf(client.user.profile())).toMatchObject({ message: shown });
		}
	});

	test('a message cannot control a terminal or reverse the text', async () => {
		const error = { code: 'not_found', message: 'Gone\u001b[2J\r\nSet-Cookie: x\u202Eevil' };
		const { client } = recorder({ status: 404, body: JSON.stringify({ error }) });
		expect(await problemOf(client.conversations.share({ id: 'x' }))).toMatchObject({ message: 'Gone [2J Set-Cookie: x evil' });
	});

	test('a key pasted as the base URL is not in the error', () => {
		expect(() => parseBaseUrl(key)).toThrow(/^(?!.*svc_)/);
	});

	test('a key echoed by the service is removed from the error', async () => {
		const key = `svc_${'0123456789abcdef'.repeat(2)}`;
		const message = `key ${key} sent as "Authorization: Bearer ${key}" is revoked`;
		const { client } = recorder({ status: 401, body: JSON.stringify({ error: { code: 'unauthorized', message } }) });
		const error = await client.user.profile().catch((thrown: unknown) => thrown);
		expect(error).toBeInstanceOf(ClientError);
		expect(`${JSON.stringify(error)}${String(error)}`).not.toContain(key);
		expect(String(error)).toContain('is revoked');
	});
});

describe('The base URL', () => {
	test.each([
		['https://api.example.com', 'https://api.example.com'],
		[' https://API.example.com/ ', 'https://api.example.com'],
		['http://127.0.0.1:3000', 'http://127.0.0.1:3000'],
		['http://127.8.8.8', 'http://127.8.8.8'],
		['http://LOCALHOST:4010/', 'http://localhost:4010'],
		['http://sandbox.localhost', 'http://sandbox.localhost'],
		['http://[::1]:80', 'http://[::1]'],
		['http://2130706433', 'http://127.0.0.1'],
		['http://127.100.200.250', 'http://127.100.200.250'],
	])('%j is %s', (text, origin) => expect(parseBaseUrl(text)).toBe(origin));

	test.each([
		['', 'must start with https://'],
		['api.example.com', 'must start with https://'],
		['127.0.0.1:4010', 'for example http://127.0.0.1:4010'],
		['localhost:4010', 'for example http://localhost:4010'],
		['ftp://example.com', 'must start with https://'],
		['https://', 'not a web address'],
		['https://api.example.com/api/v1', 'leave out everything after the host: https://api.example.com'],
		['http://api.example.com', 'must start with https://, because'],
		['http://10.0.0.4:3000', 'must start with https://, because'],
		['http://notlocalhost', 'must start with https://, because'],
		['http://localhost.example.com', 'must start with https://, because'],
		['http://127.0.0.1.example.com', 'must start with https://, because'],
		['https://api.example.com/?x=1', 'leave out everything after the host'],
		['https://me:secret@api.example.com', 'must not contain a user name'],
		['https://me@api.example.com', 'must not contain a user name'],
		['https://:secret@api.example.com', 'must not contain a user name'],
		['see https://api.example.com', 'must start with https://'],
		['api.example.com', /for example https:\/\/api\.example\.com$/],
		['app.acme.example', /for example https:\/\/app\.acme\.example$/],
		['app.eu.acme-1.example:8443', /for example https:\/\/app\.eu\.acme-1\.example:8443$/],
		...['svc_0123', 'a.example/x', 'a b.example', 'a.example:x', '-'].map((text): [string, RegExp] => [text, /for example https:\/\/api\.example\.com$/]),
		['http://evil.example/127.0.0.1', 'leave out everything'],
		['http://x127.0.0.1.example', 'must start with https://, because'],
	])('%j is refused with words that help', (text, words) => expect(() => parseBaseUrl(text)).toThrow(words));

	test('allowHttp allows http:// for other machines', () => {
		expect(parseBaseUrl('http://10.0.0.4:3000', { allowHttp: true })).toBe('http://10.0.0.4:3000');
	});
});
