import { credentialsHelper } from '../../packages/rehearsal/engine/credentials.ts';
import { coreModule } from '../../packages/rehearsal/engine/n8nModules.ts';
import { loadPackages, ownPackage } from '../../packages/rehearsal/engine/packages.ts';
import { additionalData } from '../../packages/rehearsal/engine/runWorkflow.ts';
import { MeetingAssistant } from '../../nodes/MeetingAssistant/MeetingAssistant.node.ts';
import { MeetingAssistantPollingTrigger } from '../../nodes/MeetingAssistantPollingTrigger/MeetingAssistantPollingTrigger.node.ts';
import { MeetingAssistantTrigger } from '../../nodes/MeetingAssistantTrigger/MeetingAssistantTrigger.node.ts';
import { api } from '../../src/api/index.ts';
import { scriptedServer, type Scripted } from '../support/scriptedServer.ts';
import { runNode } from './engine.ts';
import { startService, type Service } from './service.ts';

const nodes = [new MeetingAssistant(), new MeetingAssistantTrigger(), new MeetingAssistantPollingTrigger()];
const key = `svc_${'0123456789abcdef'.repeat(2)}`;

/** Tests a person's input like n8n does. */
async function tested(data: { readonly baseUrl: string; readonly apiKey?: string; readonly allowHttp?: boolean }) {
	const packages = await loadPackages([ownPackage]);
	const context = new coreModule.CredentialTestContext(additionalData(credentialsHelper(packages, {})));
	const result = await nodes[0]?.methods.credentialTest.testAccount.call(context, {
		id: '1',
		name: 'account',
		type: 'meetingAssistantApi',
		data: { apiKey: key, ...data },
	});
	expect(JSON.stringify(result)).not.toContain(key);
	return result;
}

const failing = (message: RegExp) => ({ status: 'Error', message: expect.stringMatching(message) });

let service: Service;
beforeAll(async () => {
	service = await startService();
});
afterAll(() => service.sandbox.stop());

test('each node can test the credential: n8n asks whichever it finds first', () => {
	for (const { description, methods } of nodes) {
		const [{ testedBy } = { testedBy: '' }] = description.credentials ?? [];
		expect(Object.keys(methods.credentialTest)).toEqual([testedBy]);
	}
});

test('a valid key passes, with one request and no credit', async () => {
	const before = await service.requestsLeft();
	expect(await tested({ ...service.credential, baseUrl: ` ${service.sandbox.url}/ ` })).toMatchObject({ status: 'OK' });
	expect(before - (await service.requestsLeft())).toBe(2);
	expect(api.user.profile.credit).toBe('never');
});

test('a wrong key is asked for once', async () => {
	const server = await scriptedServer([{ status: 401, body: { error: { code: 'unauthorized', message: `Not ${key}` } } }]);
	expect(await tested({ baseUrl: server.url })).toEqual(failing(/^The API key is wrong or was revoked\..*Settings/));
	expect(server.seen.map(({ method, url }) => `${method} ${url}`)).toEqual(['GET /api/v1/user/profile']);
	await server.stop();
});

const refused = (status: number, code: string): Scripted => ({ status, body: { error: { code, message: 'Refused' } } });
const page = (status: number, body: string): Scripted => ({ status, headers: { 'content-type': 'text/html' }, body });
const another = /^A server answers at this base URL, but it is not the meeting assistant\. Check the address\./;

test.each<[string, Scripted, RegExp]>([
	['a key that only works with tools, or a plan without access', refused(403, 'forbidden'), /^The key is valid but cannot use the API\..*Starter plan/],
	['the hourly limit', refused(429, 'rate_limited'), /^The key works, but the hourly request limit is reached\./],
	['a server that knows no such path', refused(404, 'not_found'), /^There is no meeting assistant at this base URL\./],
	['a page that is not found', page(404, '<h1>Not found</h1>'), /^There is no meeting assistant at this base URL\./],
	['any server with any answer', { status: 200, body: { ok: true } }, another],
	['any server with data', { status: 200, body: { data: { ok: true } } }, another],
	['a server with a list', { status: 200, body: [] }, another],
	['a server with null', { status: 200, body: 'null' }, another],
	['an empty answer', { status: 200, body: '' }, another],
	['no content', { status: 204, body: '' }, another],
	['a web page', page(200, '<html>Sign in</html>'), another],
	['a web page of a firewall', page(403, '<html>Blocked</html>'), /^The answer does not come from the meeting assistant \(HTTP 403, text\/html\)\. Check the base URL/],
	['a redirect', { status: 302, headers: { location: 'https://example.com/' } }, /^The base URL redirects to https:\/\/example\.com \(HTTP 302\), and the API key is not sent there\./],
	['a proxy without a service', page(502, 'Bad gateway'), /^The service, or a proxy in front of it, has a problem \(HTTP 502\)\. Try again in a few minutes\.$/],
	['a service that fails', refused(500, 'internal_error'), /^Refused\. Try again in a few minutes\.$/],
	['a connection that is cut', 'reset', /^The connection was closed before the answer was complete\. Try again in a few minutes\.$/],
])('%s', async (_, answer, message) => {
	const server = await scriptedServer([answer]);
	try {
		expect(await tested({ baseUrl: server.url })).toEqual(failing(message));
		expect(server.seen).toHaveLength(1);
	} finally {
		await server.stop();
	}
});

test.each<[string, string, RegExp]>([
	['without a scheme', 'api.example.com', /^The base URL cannot be used: it must start with https:\/\/ .*for example https:\/\/api\.example\.com\.$/],
	['empty', '', /^The base URL cannot be used: it must start with https:/],
	['with a path', 'https://api.example.com/v1', /^The base URL cannot be used: leave out everything after the host: https:\/\/api\.example\.com\.$/],
	['unencrypted to another machine', 'http://10.0.0.4:3000', /could read the API key\. If you trust the network, turn on “Allow HTTP on a Private Network”\.$/],
	['of a host that does not exist', 'https://nowhere.invalid', /^The host of the base URL was not found\. Check the base URL in the credential/],
	['where nothing listens', 'http://127.0.0.1:1', /^Nothing accepts connections at the base URL\. Check that the service is running.*container/],
])('a base URL %s', async (_, baseUrl, message) => {
	expect(await tested({ baseUrl })).toEqual(failing(message));
});

test('https:// for a server on this machine that speaks no TLS', async () => {
	const server = await scriptedServer([]);
	expect(await tested({ baseUrl: server.url.replace('http:', 'https:') })).toEqual(failing(/^No secure connection .* try http:\/\/ instead of https:\/\/\.$/));
	await server.stop();
});

test('blanks that were copied with a key are not sent, neither by the test nor by a node', async () => {
	const server = await scriptedServer([{ status: 404 }, { status: 404 }]);
	const account = { baseUrl: server.url, apiKey: ` ${key}\n` };
	await tested(account);
	await runNode({ credential: account, parameters: { resource: 'user', operation: 'getProfile' } });
	await server.stop();
	expect(server.seen.map(({ headers }) => headers.authorization)).toEqual([`Bearer ${key}`, `Bearer ${key}`]);
});

test.each(['', ' ', 'clé', `${key}\n${key}`])('%j is not a key, and nothing is sent', async (apiKey) => {
	const server = await scriptedServer([]);
	expect(await tested({ baseUrl: server.url, apiKey })).toEqual(failing(/^The API key is empty or contains characters/));
	expect(server.seen).toEqual([]);
	await server.stop();
});

test('a service that adds fields to its answers and leaves others out passes', async () => {
	const server = await scriptedServer([{ status: 200, body: { data: { subscription: { tier: 'team' }, extra: 1 }, version: 2 } }]);
	expect(await tested({ baseUrl: server.url })).toMatchObject({ status: 'OK' });
	await server.stop();
});

test('an endless answer is given up', async () => {
	const server = await scriptedServer([{ status: 200, body: ' '.repeat(2 * 1024 * 1024) }]);
	expect(await tested({ baseUrl: server.url })).toEqual(failing(/^The answer is larger than 1 MB\./));
	await server.stop();
});
