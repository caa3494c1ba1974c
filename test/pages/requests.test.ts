import { startTestSandbox, type Account } from '../sandbox/support/harness.ts';
import { createRequestLog } from '../../sandbox/http/requestLog.ts';
import { consoleAt, rowsOf } from './support/console.ts';

let env: Awaited<ReturnType<typeof startTestSandbox>>;
let account: Account;
beforeEach(async () => {
	env = await startTestSandbox();
	account = env.account();
});
afterEach(() => env.sandbox.stop());

const shown = async () => rowsOf(await consoleAt(env.sandbox.url).read(), 'request-list').map((row) => row.slice(1, 6));

describe('Requests in the console', () => {
	test('show method, path, status, end of the key, requests left and fault, newest first', async () => {
		await account.call('GET', '/api/v1/conversations?search=a');
		await account.call('GET', '/api/v1/conversations/x/transcript');
		env.sandbox.faults.add({ kind: 'unavailable', count: 1 });
		await fetch(`${env.sandbox.url}/api/v1/user/profile`);
		await fetch(`${env.sandbox.url}/api/v1/user/profile`);
		await account.call('GET', '/api/v1/meetings');
		const key = `…${account.key.slice(-4)}`;
		expect(await shown()).toEqual([
			['GET /api/v1/meetings', '404', key, '–', '–'],
			['GET /api/v1/user/profile', '401', 'none', '–', '–'],
			['GET /api/v1/user/profile', '503', 'none', '–', '503 with an HTML page, as from a proxy'],
			['GET /api/v1/conversations/x/transcript', '404', key, '–', '–'],
			['GET /api/v1/conversations?search=a', '200', key, '499 of 500', '–'],
		]);
	});

	test('a connection that was reset has no status', async () => {
		env.sandbox.faults.add({ kind: 'connection-reset' });
		await expect(account.call('GET', '/api/v1/user/profile')).rejects.toThrow();
		expect(await shown()).toEqual([
			['GET /api/v1/user/profile', 'no answer', `…${account.key.slice(-4)}`, '–', 'Connection closed without an answer'],
		]);
	});

	test('only the end of a key is kept, wherever the key was put', async () => {
		await account.call('GET', `/api/v1/conversations?search=${account.key}`);
		const headers = { Authorization: 'Bearer a-secret-of-another-kind' };
		await fetch(`${env.sandbox.url}/api/v1/user/profile`, { headers });
		const html = await consoleAt(env.sandbox.url).read();
		expect(html).not.toContain(account.key.slice(0, -4));
		expect(html).not.toContain('kind<');
		expect(html).toContain(`search=svc_…${account.key.slice(-4)}`);
	});

	test('pages and controls are not listed; a reset empties the list', async () => {
		await account.call('GET', '/api/v1/user/profile');
		await fetch(`${env.sandbox.url}/share/x`);
		await fetch(`${env.sandbox.url}/sandbox/faults`);
		expect(await shown()).toHaveLength(1);
		await account.call('POST', '/sandbox/reset', {});
		expect(await shown()).toEqual([]);
	});

	test('only the most recent ones are kept, so that memory stays bounded', async () => {
		const log = createRequestLog(3);
		const unknown = { keyEnd: null, remaining: null, limit: null, fault: null };
		const request = { at: 0, method: 'GET', status: 200, durationMs: 0, ...unknown };
		for (let count = 1; count <= 1000; count += 1) log.add({ ...request, path: `/${count}` });
		expect(log.list().map(({ id, path }) => [id, path])).toEqual([
			[1000, '/1000'],
			[999, '/999'],
			[998, '/998'],
		]);
		await account.call('GET', `/api/v1/conversations?search=${'x'.repeat(9000)}`);
		expect((await shown())[0]?.[0]?.length).toBeLessThan(320);
	});
});
