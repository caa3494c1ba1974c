import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { CREDENTIAL } from './support/startWorld.ts';
import { world } from './support/world.ts';

const { account, credential, n8n } = world;

/** What the person sees after entering it and pressing Retry. */
const tested = (changes: Partial<typeof account>) => n8n.testCredential(credential, CREDENTIAL, { ...account, ...changes });

suite('The credential’s test', () => {
	test('accepts the key', async () => {
		assert.equal((await tested({})).status, 'OK');
	});

	test('accepts the address with spaces and a slash at its end', async () => {
		assert.equal((await tested({ baseUrl: ` ${account.baseUrl}/ ` })).status, 'OK');
	});

	test('says that a key is wrong, and where to get one', async () => {
		const { status, message } = await tested({ apiKey: `svc_${'0'.repeat(32)}` });
		assert.equal(status, 'Error');
		assert.match(message, /key is wrong or was revoked.*Settings/);
	});

	test('says that there is nothing at an address with a path', async () => {
		const { status, message } = await tested({ baseUrl: `${account.baseUrl}/somewhere` });
		assert.equal(status, 'Error');
		assert.match(message, /without a path/);
	});

	test('fails where nobody answers', async () => {
		// Port 9 is nobody's on a machine of today.
		const { status, message } = await tested({ baseUrl: 'http://127.0.0.1:9' });
		assert.equal(status, 'Error');
		assert.notEqual(message, '');
	});
});
