import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { after, before, suite, test } from 'node:test';
import type { Page } from 'playwright-core';
import { z } from 'zod/v4';
import { byTestId, noChromium, openEditor } from './support/editor.ts';
import { CREDENTIAL } from './support/startWorld.ts';
import { until } from './support/until.ts';
import { world } from './support/world.ts';

const { account, credential, host, n8n } = world;

const Stored = z.object({ name: z.string(), data: z.record(z.string(), z.unknown()) });

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

/** Nothing as the form starts with. n8n drops the values of fields that it does not show. */
const filled = { ...account, allowHttp: true, patienceSeconds: 11, concurrency: 2, headerPrefix: 'x-other' };

suite('The credential’s form', { skip: noChromium() }, () => {
	let page: Page;
	let close = async () => {};
	before(async () => {
		({ page, close } = await openEditor(host.url));
	});
	after(() => close());

	for (const [what, data] of [
		['a key and a base URL', { apiKey: account.apiKey, baseUrl: account.baseUrl }],
		['all settings, the advanced ones in view', { ...filled, advanced: true }],
		['all settings, the advanced ones folded away', filled],
	] as const) {
		test(`keeps ${what} when only the name changes`, async () => {
			const { id } = await n8n.createCredential('Saved', CREDENTIAL, data);
			const stored = () => n8n.rest('GET', `/rest/credentials/${id}?includeData=true`, Stored);
			const saved = await stored();
			await page.goto(`${host.url}/home/credentials/${id}`);
			await page.getByText('Connection tested successfully').waitFor();
			await byTestId(page, 'credential-name').click();
			await page.keyboard.press('ControlOrMeta+a');
			await page.keyboard.type('Renamed');
			await page.keyboard.press('Enter');
			await byTestId(page, 'credential-save-button').click();
			const renamed = await until('the editor to save', async () => {
				const now = await stored();
				return now.name === 'Renamed' && now;
			});
			// The editor adds the form's initial values.
			assert.partialDeepStrictEqual(renamed.data, { ...data, apiKey: saved.data['apiKey'] });
			// n8n never shows the key, so a hidden one must still be accepted.
			assert.equal((await n8n.testCredential({ id, name: 'Renamed' }, CREDENTIAL, renamed.data)).status, 'OK');
		});
	}
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
