import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { CREDENTIAL } from './support/startWorld.ts';
import { world } from './support/world.ts';

const { account, credential, n8n } = world;

/** The message shown after entering the credential and clicking Retry. */
const tested = (changes: Partial<typeof account>) => n8n.testCredential(credential, CREDENTIAL, { ...account, ...changes });

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
		assert.match(message, /without a path/);
	});

	test('fails if no one answers', async () => {
		// Nothing listens on port 9 (discard) today.
		const { status, message } = await tested({ baseUrl: 'http://127.0.0.1:9' });
		assert.equal(status, 'Error');
		assert.notEqual(message, '');
	});
});
