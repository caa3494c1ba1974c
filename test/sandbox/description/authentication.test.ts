import { z } from 'zod/v4';
import { table } from '../support/everyEndpoint.ts';
import { call, dataOf, errorOf, startTestSandbox } from '../support/harness.ts';

let env: Awaited<ReturnType<typeof startTestSandbox>>;
beforeEach(async () => void (env = await startTestSandbox()));
afterEach(() => env.sandbox.stop());

describe('Authentication', () => {
	test('6: on the Free plan, and with a key of the tool-server integration, every endpoint is 403', async () => {
		const { id } = env.account();
		const free = env.account('free').key;
		const toolServer = env.sandbox.createKey(id, { toolServerOnly: true });
		for (const key of [free, toolServer]) {
			for (const { method, path } of table) {
				expect([method, path, errorOf(await call(env.sandbox.url, key, method, path))]).toEqual([
					method,
					path,
					'403 forbidden',
				]);
			}
		}
	});

	test('7: with the memory feature Professional and Enterprise have the briefing, and lists without `reason`', async () => {
		for (const plan of ['professional', 'enterprise'] as const) {
			const account = env.account(plan);
			await account.importMeeting({ attendees: [{ email: 'ines@duarte.example' }] });
			const list = await account.call('GET', '/api/v1/contacts');
			expect(list.body).not.toHaveProperty('reason');
			const [contact] = dataOf(z.array(z.object({ id: z.string() })), list);
			for (const query of ['', '?historyLimit=1', '?historyLimit=50']) {
				expect((await account.call('GET', `/api/v1/contacts/${contact?.id}/briefing${query}`)).status).toBe(200);
			}
		}
	});
});
