import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { generate } from 'selfsigned';
import { n8nTransport } from '../../nodes/shared/transport.ts';
import { redactor } from '../../src/transport/index.ts';
import { noneListed, scriptedServer, type Scripted } from '../support/scriptedServer.ts';
import { contexts } from './context.ts';
import { byId, jsonOf, runNode } from './engine.ts';

const apiKey = `svc_${'0123456789abcdef'.repeat(2)}`;
const parameters = { resource: 'conversation', operation: 'ask', conversationId: byId('c'), question: 'Who?' };

/** Asks a question, which costs a credit. Returns what a person reads, and what a workflow can branch on. */
async function failureAt(baseUrl: string) {
	const options = { credential: { baseUrl, apiKey, patienceSeconds: 0 }, parameters };
	const { error } = await runNode(options);
	const { outputs } = await runNode({ ...options, onError: 'continueErrorOutput' });
	const [item] = jsonOf(outputs[1]);
	expect(JSON.stringify([error, item])).not.toContain(apiKey);
	return { error, item };
}

const selfSigned = async () => {
	const { private: key, cert } = await generate([{ name: 'commonName', value: 'localhost' }], { keyType: 'ec', algorithm: 'sha256' });
	const server = createServer({ key, cert }, (_, response) => void response.end('{}'));
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const { port } = server.address() as AddressInfo;
	return { url: `https://localhost:${port}`, stop: () => new Promise<void>((resolve) => void server.close(() => resolve())) };
};

test('a host that does not exist', async () => {
	const { error, item } = await failureAt('https://nowhere.invalid');
	expect(error).toMatchObject({
		message: 'The host of the base URL was not found.',
		description: 'Check the base URL in the credential, and the network of this machine.',
	});
	expect(item).toMatchObject({ details: { code: 'no_answer', reason: 'dns', creditAtRisk: false } });
});

test.each([
	['a certificate that nobody trusts', selfSigned],
	['a port that speaks no TLS', async () => {
		const { url, stop } = await scriptedServer([]);
		return { url: url.replace('http:', 'https:'), stop };
	}],
])('%s', async (_, start) => {
	const server = await start();
	const { error, item } = await failureAt(server.url);
	await server.stop();
	expect(error).toMatchObject({
		message: 'No secure connection to the base URL could be established.',
		description: 'Check that the base URL is right and its certificate is valid. If the service runs on your own machine, try http:// instead of https://.',
	});
	expect(item).toMatchObject({ details: { code: 'no_answer', reason: 'tls', creditAtRisk: false } });
});

test('a connection that is cut: a credit may have been spent', async () => {
	const server = await scriptedServer(['reset', 'reset'], noneListed);
	const { error, item } = await failureAt(server.url);
	await server.stop();
	expect(server.seen).toHaveLength(2);
	expect(error).toMatchObject({
		message: 'The connection was closed before the answer was complete.',
		description: expect.stringMatching(/^The request may have been processed, .*Get Profile.* before retrying/),
	});
	expect(item).toMatchObject({ details: { reason: 'reset', creditAtRisk: true } });
});

test('an answer that never comes', async () => {
	const server = await scriptedServer(['silence']);
	const { run } = await contexts({ credential: { baseUrl: server.url, apiKey } });
	const asked = n8nTransport(run, 'meetingAssistantApi', redactor(apiKey))({ method: 'GET', url: server.url, headers: {}, timeoutMs: 50 });
	await expect(asked).rejects.toMatchObject({ name: 'NoAnswer', reason: 'timeout' });
	await server.stop();
});

const page = (status: number): Scripted => ({ status, headers: { 'content-type': 'text/html' }, body: '<html>Sign in</html>' });

test.each<[number, RegExp, RegExp]>([
	[200, /^The answer does not come from the meeting assistant \(HTTP 200, text\/html\)\.$/, /^Check the base URL/],
	[404, /^The answer does not come from the meeting assistant \(HTTP 404, text\/html\)\.$/, /^Check the base URL/],
	[403, /^The answer does not come from the meeting assistant \(HTTP 403, text\/html\)\.$/, /^Check the base URL/],
	[502, /^The service, or a proxy in front of it, has a problem \(HTTP 502\)\.$/, /^The request may have been processed/],
])('a web page with %i', async (status, what, next) => {
	const server = await scriptedServer([page(status), page(status)], noneListed);
	const { error, item } = await failureAt(server.url);
	await server.stop();
	expect(error).toMatchObject({ message: expect.stringMatching(what), description: expect.stringMatching(next) });
	expect(item).toMatchObject({ details: { httpCode: status, code: 'unexpected_answer' } });
	expect(JSON.stringify(item)).not.toContain('Sign in');
});
