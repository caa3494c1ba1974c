import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SandboxError } from '../../sandbox/index.ts';
import { call, errorOf, startTestSandbox } from './support/harness.ts';

const profile = '/api/v1/user/profile';

let env: Awaited<ReturnType<typeof startTestSandbox>>;
beforeEach(async () => void (env = await startTestSandbox()));
afterEach(() => env.sandbox.stop());

const authorized = (Authorization: string) => fetch(env.sandbox.url + profile, { headers: { Authorization } });

describe('Authentication', () => {
	test('1 and 2: a request carries Authorization: Bearer svc_ and 32 hexadecimal characters', async () => {
		const { key } = env.account();
		expect(key).toMatch(/^svc_[0-9a-f]{32}$/);
		expect((await authorized(`Bearer ${key}`)).status).toBe(200);
	});

	test.each([
		['no scheme', 'svc_00000000000000000000000000000000'],
		['another scheme', 'Basic svc_00000000000000000000000000000000'],
		['a malformed key', 'Bearer 12345'],
		['a wrong key', 'Bearer svc_00000000000000000000000000000000'],
	])('5: %s is 401 unauthorized', async (_name, header) => {
		const answer = await authorized(header);
		expect(answer.status).toBe(401);
		expect(await answer.json()).toEqual({ error: { code: 'unauthorized', message: expect.any(String) } });
	});

	test('5: a revoked key is 401, another key of the same user still works', async () => {
		const { id, key } = env.account();
		const other = env.sandbox.createKey(id);
		env.sandbox.revokeKey(key);
		expect(errorOf(await call(env.sandbox.url, key, 'GET', profile))).toBe('401 unauthorized');
		expect((await call(env.sandbox.url, other, 'GET', profile)).status).toBe(200);
	});

	test.each([
		['starter', 1],
		['professional', 3],
		['enterprise', 10],
	] as const)('4: the %s plan has %i keys', (plan, allowed) => {
		const { id, key } = env.account(plan);
		for (let made = 1; made < allowed; made += 1) env.sandbox.createKey(id);
		expect(() => env.sandbox.createKey(id)).toThrow(SandboxError);
		env.sandbox.revokeKey(key);
		expect(env.sandbox.createKey(id)).not.toBe(key);
	});

	test('3: a key is displayed once, and the database holds no key', async () => {
		const folder = mkdtempSync(join(tmpdir(), 'sandbox-'));
		const { sandbox, account } = await startTestSandbox({ database: join(folder, 'data.sqlite') });
		const { key } = account();
		await sandbox.stop();
		const stored = readFileSync(join(folder, 'data.sqlite'));
		expect(stored.includes('vera@lind.example')).toBe(true);
		expect(stored.includes(key.slice(4))).toBe(false);
		rmSync(folder, { recursive: true });
	});
});
