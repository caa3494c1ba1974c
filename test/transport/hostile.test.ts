import { gzipSync } from 'node:zlib';
import { ClientError, createClient } from '../../src/client/index.ts';
import { axiosTransport } from '../../src/transport/axios.ts';
import { fetchTransport } from '../../src/transport/fetch.ts';
import { redactor, type Transport } from '../../src/transport/index.ts';
import { n8nTransport } from '../../nodes/shared/transport.ts';
import { contexts } from '../nodes/context.ts';
import { hostile, rawServer, type Behavior } from '../support/rawServer.ts';

const apiKey = 'a-key-nobody-may-see';
const type = 'meetingAssistantApi';

/** The transports as hosts use them, n8n's in both of its contexts: in an execution, n8n replaces the signal. */
const transports: Readonly<Record<string, (baseUrl: string) => Promise<Transport>>> = {
	fetch: async () => fetchTransport({ apiKey }),
	axios: async () => axiosTransport({ apiKey }),
	'n8n, in an execution': async (baseUrl) => n8nTransport((await contexts({ credential: { baseUrl, apiKey } })).run, type, redactor(apiKey)),
	'n8n, in an execution that can be stopped': async (baseUrl) => {
		const { signal } = new AbortController();
		return n8nTransport((await contexts({ credential: { baseUrl, apiKey }, signal })).run, type, redactor(apiKey));
	},
	'n8n, in the editor': async (baseUrl) => n8nTransport((await contexts({ credential: { baseUrl, apiKey } })).editor, type, redactor(apiKey)),
};

async function problemAt(name: string, behavior: Behavior, options: { timeoutMs?: number; maxAnswerBytes?: number } = {}) {
	const server = await rawServer(behavior);
	const transport = await transports[name]?.(server.url);
	if (!transport) throw new Error('no such transport');
	const client = createClient({ baseUrl: server.url, transport, patienceMs: 0, sleep: async () => {}, timeoutMs: 2000, ...options });
	const error = await client.question.ask({ id: 'c', query: 'Who?' }).catch((thrown: unknown) => thrown);
	// The client closes the connection, rather than wait for the service to do so.
	await server.allClosed();
	await server.stop();
	if (!(error instanceof ClientError)) throw new Error(`no ClientError but ${String(error)}`);
	return { problem: error.problem, requests: server.requests() };
}

const send = (headers: string, body: Uint8Array): Behavior => (socket) => {
	// Otherwise the client keeps the connection for seconds, in case of another request.
	socket.write(`HTTP/1.1 200 OK\r\ncontent-type: application/json\r\nconnection: close\r\n${headers}content-length: ${body.byteLength}\r\n\r\n`);
	socket.write(body);
};

const MB = 1024 * 1024;

/** Before the time is up. */
const REFUSED_BY_FETCH = 'switching protocols';

describe.each(Object.keys(transports))('%s', (name) => {
	test.concurrent.each(Object.entries(hostile))('%s: times out', async (title, behavior) => {
		if (name === 'fetch' && title === REFUSED_BY_FETCH) return;
		expect(await problemAt(name, behavior, { timeoutMs: 500 })).toEqual({
			problem: { kind: 'noAnswer', reason: 'timeout', outcomeUnknown: true, creditAtRisk: true },
			requests: 1,
		});
	});

	test.each([
		['compressed', send('content-encoding: gzip\r\n', gzipSync(Buffer.alloc(8 * MB, ' ')))],
		['uncompressed', send('', Buffer.alloc(2 * MB, ' '))],
	])('an answer that is too large, %s, is not read to its end', async (_, behavior) => {
		const { problem } = await problemAt(name, behavior, { timeoutMs: 20_000, maxAnswerBytes: MB });
		expect(problem).toEqual({ kind: 'answerTooLarge', maxBytes: MB, outcomeUnknown: true, creditAtRisk: true });
	});

	test('a non-HTTP answer is not an answer of this service', async () => {
		const { problem } = await problemAt(name, (socket) => void socket.end('HTTP/1.1 101 Switching Protocols\r\n\r\n'));
		const seen = name === 'fetch' ? { kind: 'noAnswer' } : { kind: 'unexpectedAnswer', status: 101 };
		expect(problem).toMatchObject({ ...seen, creditAtRisk: true });
	});

	test('a compressed answer that is cut short may be complete the next time', async () => {
		const body = gzipSync(Buffer.from('{"data":{}}')).subarray(0, 14);
		const { problem } = await problemAt(name, send('content-encoding: gzip\r\n', body));
		expect(problem).toMatchObject({ kind: 'unexpectedAnswer', status: 200, outcomeUnknown: true, creditAtRisk: true });
	});

	test.each<[string, Behavior, object]>([
		['incomplete', (socket) => void socket.end('HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\n{}'), { reason: 'reset' }],
		['said to be compressed but is not', send('content-encoding: gzip\r\n', Buffer.from('{"data":{}}')), { reason: 'other', message: 'incorrect header check' }],
		['not HTTP', (socket) => void socket.end('SSH-2.0-OpenSSH_9.6\r\n'), { reason: 'other', message: expect.stringContaining('Expected HTTP/') }],
	])('an answer that is %s', async (_, behavior, why) => {
		const { problem } = await problemAt(name, behavior);
		expect(problem).toEqual({ kind: 'noAnswer', ...why, outcomeUnknown: true, creditAtRisk: true });
	});
});

test('fetch refuses a change of protocol at once, after which a credit may have been spent', async () => {
	const { problem } = await problemAt('fetch', hostile[REFUSED_BY_FETCH]);
	expect(problem).toMatchObject({ kind: 'noAnswer', outcomeUnknown: true, creditAtRisk: true });
});

test('text is the same with every transport, with umlauts split between packets and a byte order mark', async () => {
	const body = Buffer.from('\uFEFF{"data":{"answer":"Müller 会議 👍"}}');
	for (const name of Object.keys(transports)) {
		const server = await rawServer((socket) => {
			socket.write(`HTTP/1.1 200 OK\r\ncontent-length: ${body.byteLength}\r\n\r\n`);
			for (const byte of body) socket.write(Uint8Array.of(byte));
		});
		const transport = await transports[name]?.(server.url);
		const answer = await transport?.({ method: 'GET', url: server.url, headers: {}, timeoutMs: 2000 });
		await server.stop();
		expect(answer?.body).toBe('{"data":{"answer":"Müller 会議 👍"}}');
	}
});
