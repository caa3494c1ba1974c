import { once } from 'node:events';
import { Agent, request, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { text as textOf } from 'node:stream/consumers';
import { startTestSandbox } from './support/harness.ts';

let env: Awaited<ReturnType<typeof startTestSandbox>>;
let key: string;
beforeEach(async () => {
	env = await startTestSandbox();
	({ key } = env.account());
});
afterEach(() => env.sandbox.stop());

const PROFILE = '/api/v1/user/profile';
const large = (bytes: number) => JSON.stringify({ title: 'x'.repeat(bytes) });

interface Sent {
	readonly method: string;
	readonly path: string;
	readonly body: string;
	/** Sent without a content length. */
	readonly chunked?: boolean;
	readonly auth?: boolean;
}

const head = ({ method, path, body, chunked = false, auth = true }: Sent): Record<string, string> => ({
	...(auth && { Authorization: `Bearer ${key}` }),
	'Content-Type': method === 'POST' && path.startsWith('/console') ? 'application/x-www-form-urlencoded' : 'application/json',
	...(chunked ? { 'Transfer-Encoding': 'chunked' } : { 'Content-Length': String(Buffer.byteLength(body)) }),
});

async function send(agent: Agent, sent: Sent) {
	const asked = request(env.sandbox.url + sent.path, { agent, method: sent.method, headers: head(sent) });
	asked.end(sent.body);
	const [answer]: IncomingMessage[] = await once(asked, 'response');
	if (answer === undefined) throw new Error('no answer');
	return { status: answer.statusCode, text: await textOf(answer), reused: asked.reusedSocket };
}

type Case = readonly [method: string, path: string, status: number, words: string];
const TOO_LARGE = 'must not be larger than 100000 bytes';

const cases: readonly Case[] = [
	['POST', '/api/v1/conversations/x/query', 400, TOO_LARGE],
	['DELETE', '/api/v1/conversations/x', 404, 'not_found'],
	['POST', '/api/v1/nothing', 404, 'not_found'],
	['GET', PROFILE, 200, 'Vera'],
	['POST', '/sandbox/clock/advance', 400, 'ms: is missing'],
	['POST', '/sandbox/nothing', 404, 'not_found'],
	['DELETE', '/sandbox/faults', 200, 'cleared'],
	['POST', '/console/nothing', 404, 'not_found'],
	['POST', '/console/clock-real', 400, 'too much text'],
];

describe.each([200_000, 3_000_000])('a body of %d bytes is answered, and the connection goes on', (bytes) => {
	test.each(cases)('%s %s: %d', async (method, path, status, words) => {
		const agent = new Agent({ keepAlive: true, maxSockets: 1 });
		for (const chunked of [false, true]) {
			const answer = await send(agent, { method, path, body: large(bytes), chunked });
			expect(answer).toMatchObject({ status, text: expect.stringContaining(words) });
			expect(await send(agent, { method: 'GET', path: PROFILE, body: '' })).toMatchObject({ status: 200, reused: true });
		}
		agent.destroy();
	});

	test('without a key: 401', async () => {
		const agent = new Agent({ keepAlive: true, maxSockets: 1 });
		const sent = { method: 'POST', path: '/api/v1/conversations/x/query', body: large(bytes), auth: false };
		expect((await send(agent, sent)).status).toBe(401);
		expect(await send(agent, { method: 'GET', path: PROFILE, body: '' })).toMatchObject({ status: 200, reused: true });
		agent.destroy();
	});
});

// docs/assumptions.md, Requests
test.each(['{bad', large(200_000)])('an endpoint without a body ignores what is sent: %.10s', async (body) => {
	const account = env.account();
	const id = await account.importMeeting();
	expect((await account.call('POST', `/api/v1/conversations/${id}/share`, body)).status).toBe(200);
});

test('an import that is too large is refused, and the connection stays open', async () => {
	const agent = new Agent({ keepAlive: true, maxSockets: 1 });
	const body = JSON.stringify({ filename: 'a.txt', text: 'x'.repeat(50_000_000) });
	const refused = await send(agent, { method: 'POST', path: '/sandbox/meetings', body });
	expect(refused).toMatchObject({ status: 400, text: expect.stringContaining('must not be larger than 50000000 bytes') });
	expect(await send(agent, { method: 'GET', path: PROFILE, body: '' })).toMatchObject({ status: 200, reused: true });
	agent.destroy();
});

test('a request sent right after a large body is answered too', async () => {
	const { port } = new URL(env.sandbox.url);
	const socket = connect(Number(port), '127.0.0.1');
	await once(socket, 'connect');
	const post: Sent = { method: 'POST', path: '/api/v1/conversations/x/query', body: large(1_000_000) };
	const get: Sent = { method: 'GET', path: PROFILE, body: '' };
	for (const [index, sent] of [post, get].entries()) {
		const last = index === 1 ? { Connection: 'close' } : {};
		const lines = Object.entries({ Host: `127.0.0.1:${port}`, ...head(sent), ...last }).map(([name, value]) => `${name}: ${value}\r\n`);
		socket.write(`${sent.method} ${sent.path} HTTP/1.1\r\n${lines.join('')}\r\n${sent.body}`);
	}
	const statuses = [...(await textOf(socket)).matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status);
	expect(statuses).toEqual(['400', '200']);
});

test('a slow body that is not needed is still read to its end', async () => {
	const agent = new Agent({ keepAlive: true, maxSockets: 1 });
	const body = large(1000);
	const asked = request(`${env.sandbox.url}/api/v1/nothing`, { agent, method: 'POST', headers: { 'Content-Length': body.length } });
	asked.write(body.slice(0, 500));
	// Longer than the adapter itself waits for the rest of an unread body.
	setTimeout(() => asked.end(body.slice(500)), 700);
	const [answer]: IncomingMessage[] = await once(asked, 'response');
	expect(answer?.statusCode).toBe(404);
	answer?.resume();
	await once(asked, 'close');
	expect(await send(agent, { method: 'GET', path: PROFILE, body: '' })).toMatchObject({ status: 200, reused: true });
	agent.destroy();
});

test('a sender that disconnects in the middle of a body does no harm', async () => {
	const { port } = new URL(env.sandbox.url);
	for (const path of ['/api/v1/conversations/x/query', '/api/v1/nothing']) {
		const socket = connect(Number(port), '127.0.0.1');
		await once(socket, 'connect');
		const fields = Object.entries(head({ method: 'POST', path, body: large(1_000_000) })).map(([name, value]) => `${name}: ${value}\r\n`);
		socket.write(`POST ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n${fields.join('')}\r\n${large(200_000)}`);
		await new Promise((resolve) => setTimeout(resolve, 20));
		socket.destroy();
	}
	const agent = new Agent();
	expect((await send(agent, { method: 'GET', path: PROFILE, body: '' })).status).toBe(200);
});

test.each<[what: string, headers: Record<string, string>, body: string | Buffer, message: string]>([
	['text in another encoding', {}, Buffer.from('{"query":"\xff\xfe"}', 'latin1'), 'body: is not valid UTF-8'],
	['a compressed body', { 'Content-Encoding': 'gzip' }, '{"query":"Who?"}', 'body: must not be compressed (Content-Encoding: gzip)'],
])('%s is refused, and takes no credit', async (_, headers, body, message) => {
	const answer = await fetch(`${env.sandbox.url}/api/v1/conversations/x/query`, { method: 'POST', headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json', ...headers }, body });
	expect([answer.status, await answer.json()]).toEqual([400, { error: { code: 'validation_error', message } }]);
});

test.each([
	['headers that are too large', `GET ${PROFILE} HTTP/1.1\r\nHost: x\r\nX-Large: ${'x'.repeat(30_000)}\r\n\r\n`, 'request: its address and headers must not be larger than 16384 bytes'],
	['a request without a Host', `GET ${PROFILE} HTTP/1.1\r\nConnection: close\r\n\r\n`, 'request: is not valid HTTP (Missing host header)'],
	['a Host that is none', `GET ${PROFILE} HTTP/1.1\r\nHost: a b\r\nConnection: close\r\n\r\n`, 'request: is not valid HTTP (Invalid URL)'],
	['no HTTP', 'hello\r\n\r\n', 'request: is not valid HTTP'],
])('%s get an answer in the shape of all others', async (_, sent, message) => {
	const { hostname, port } = new URL(env.sandbox.url);
	const socket = connect(Number(port), hostname);
	socket.write(sent);
	const [head, body = ''] = (await textOf(socket)).split('\r\n\r\n');
	expect(head).toMatch(/^HTTP\/1\.1 400 /);
	expect(JSON.parse(body)).toEqual({ error: { code: 'validation_error', message } });
});
