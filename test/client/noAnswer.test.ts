import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { ClientError, createClient } from '../../src/client/index.ts';
import { axiosTransport } from '../../src/transport/axios.ts';
import { scriptedServer } from '../support/scriptedServer.ts';

async function problemAt(baseUrl: string, timeoutMs = 2000) {
	const client = createClient({
		baseUrl,
		timeoutMs,
		patienceMs: 0,
		sleep: async () => {},
		transport: axiosTransport({ apiKey: 'a-key-nobody-may-see' }),
	});
	const error = await client.question.ask({ id: 'c1', query: 'why?' }).catch((thrown: unknown) => thrown);
	if (!(error instanceof ClientError)) throw new Error('it should have failed');
	expect(JSON.stringify(error) + String(error.stack) + String(error.cause)).not.toContain('a-key-nobody-may-see');
	return error.problem;
}

/** A port that nothing listens on. */
async function closedPort(): Promise<number> {
	const server = createServer();
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const { port } = server.address() as AddressInfo;
	await new Promise((resolve) => server.close(resolve));
	return port;
}

describe('Without an answer, the reason decides whether a credit may have been spent', () => {
	test('connection refused: the request never arrived', async () => {
		const problem = await problemAt(`http://127.0.0.1:${await closedPort()}`);
		expect(problem).toEqual({ kind: 'noAnswer', reason: 'refused', outcomeUnknown: false, creditAtRisk: false });
	});

	test('unknown host: the request never arrived', async () => {
		const problem = await problemAt('https://nowhere.invalid');
		expect(problem).toEqual({ kind: 'noAnswer', reason: 'dns', outcomeUnknown: false, creditAtRisk: false });
	});

	test('HTTPS on an HTTP port: the request never arrived', async () => {
		const server = await scriptedServer([]);
		const problem = await problemAt(server.url.replace('http:', 'https:'));
		await server.stop();
		expect(problem).toEqual({ kind: 'noAnswer', reason: 'tls', outcomeUnknown: false, creditAtRisk: false });
	});

	test('connection lost after the request: it may have been processed', async () => {
		const server = await scriptedServer(['reset']);
		const problem = await problemAt(server.url);
		await server.stop();
		expect(problem).toEqual({ kind: 'noAnswer', reason: 'reset', outcomeUnknown: true, creditAtRisk: true });
	});

	test('timeout: the request may have been processed', async () => {
		const server = await scriptedServer(['silence']);
		const problem = await problemAt(server.url, 50);
		await server.stop();
		expect(problem).toEqual({ kind: 'noAnswer', reason: 'timeout', outcomeUnknown: true, creditAtRisk: true });
	});
});

test('the key is sent to one host only: redirects are not followed', async () => {
	const elsewhere = await scriptedServer([{ status: 200, body: { data: {} } }]);
	const server = await scriptedServer([{ status: 307, headers: { location: elsewhere.url }, body: {} }]);
	const problem = await problemAt(server.url);
	await Promise.all([server.stop(), elsewhere.stop()]);
	expect(elsewhere.seen).toEqual([]);
	expect(server.seen[0]?.headers.authorization).toBe('Bearer a-key-nobody-may-see');
	expect(problem).toMatchObject({ kind: 'unexpectedAnswer', status: 307 });
});
