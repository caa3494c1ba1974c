import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { suite, test } from 'node:test';
import { CREDENTIAL } from './support/startWorld.ts';
import { world } from './support/world.ts';

const { account, credential, n8n } = world;

/** The message shown after entering the credential and clicking Retry. */
const tested = (changes: Partial<typeof account>) => n8n.testCredential(credential, CREDENTIAL, { ...account, ...changes });

suite('The credential', () => {
	test('works in the HTTP Request node, for what the node has no operation for', async () => {
		const request = {
			id: '2',
			name: 'HTTP Request',
			type: 'n8n-nodes-base.httpRequest',
			typeVersion: 4.2,
			position: [200, 0],
			parameters: {
				url: `${account.baseUrl}/api/v1/user/profile`,
				authentication: 'predefinedCredentialType',
				nodeCredentialType: CREDENTIAL,
			},
			credentials: { [CREDENTIAL]: credential },
		};
		const start = { id: '1', name: 'Start', type: 'n8n-nodes-base.manualTrigger', typeVersion: 1, position: [0, 0], parameters: {} };
		const connections = { Start: { main: [[{ node: 'HTTP Request', type: 'main', index: 0 }]] } };
		const { id } = await n8n.createWorkflow({ name: 'HTTP Request', nodes: [start, request], connections });
		assert.equal((await n8n.run(id, 'Start')).status, 'success');
	});
});

suite('The credential’s test', () => {
	test('accepts a valid key', async () => {
		assert.equal((await tested({})).status, 'OK');
	});

	test('accepts a base URL with spaces and a trailing slash', async () => {
		assert.equal((await tested({ baseUrl: ` ${account.baseUrl}/ ` })).status, 'OK');
	});

	test('reports a wrong key, and says where to get one', async () => {
		const { status, message } = await tested({ apiKey: `svc_${'0'.repeat(32)}` });
		assert.equal(status, 'Error');
		assert.match(message, /key is wrong or was revoked.*Settings/);
	});

	test('reports that a base URL must not have a path', async () => {
		const { status, message } = await tested({ baseUrl: `${account.baseUrl}/somewhere` });
		assert.equal(status, 'Error');
		assert.match(message, /leave out everything after the host/);
	});

	test('reports that nothing listens there, in plain words', async () => {
		// Nothing listens on port 9 (discard) today.
		const { status, message } = await tested({ baseUrl: 'http://127.0.0.1:9' });
		assert.equal(status, 'Error');
		assert.match(message, /^Nothing accepts connections at the base URL\./);
	});

	test('reports a base URL without https://, with an example', async () => {
		const { status, message } = await tested({ baseUrl: 'api.example.com' });
		assert.equal(status, 'Error');
		assert.match(message, /must start with https:\/\/.*for example https:\/\/api\.example\.com/);
	});

	test('rejects any other server, whatever it answers', async () => {
		const server = createServer((_, response) => response.setHeader('content-type', 'application/json').end('{"ok":true}'));
		await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
		const address = server.address();
		const port = typeof address === 'object' ? address?.port : 0;
		const { status, message } = await tested({ baseUrl: `http://127.0.0.1:${port}` });
		await new Promise((resolve) => server.close(resolve));
		assert.equal(status, 'Error');
		assert.match(message, /is not the meeting assistant/);
	});
});
