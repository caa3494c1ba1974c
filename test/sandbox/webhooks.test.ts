import { z } from 'zod/v4';
import { RegisteredWebhook, Webhook } from '../../src/api/index.ts';
import { dataOf, errorOf, START, startTestSandbox, type Account } from './support/harness.ts';
import { startReceiver } from './support/receiver.ts';

const path = '/api/v1/webhooks';
const events = ['conversation.created'];

let env: Awaited<ReturnType<typeof startTestSandbox>>;
beforeEach(async () => void (env = await startTestSandbox()));
afterEach(() => env.sandbox.stop());

const register = (account: Account, url = 'https://hooks.example/1', names: unknown = events) =>
	account.call('POST', path, { url, events: names });
const registered = async (account: Account, url?: string) => dataOf(RegisteredWebhook, await register(account, url));
const list = async (account: Account) => dataOf(z.array(Webhook), await account.call('GET', path));

describe('Webhooks, register and list', () => {
	test('the signing secret is returned once, on creation; the list has all active webhooks without it', async () => {
		const account = env.account();
		const { secret, ...webhook } = await registered(account);
		expect(secret.length).toBeGreaterThanOrEqual(32);
		expect(webhook).toEqual({ id: webhook.id, url: 'https://hooks.example/1', events, createdAt: START });
		const other = await registered(account, 'https://hooks.example/2');
		expect(other.secret).not.toBe(secret);
		expect(JSON.stringify(await list(account))).not.toContain(secret);
		expect((await list(account)).map(({ id }) => id).toSorted()).toEqual([webhook.id, other.id].toSorted());
		expect(await list(env.account())).toEqual([]);
	});

	test('Limits: Starter has none, Professional 3, Enterprise is unlimited', async () => {
		expect(errorOf(await register(env.account('starter')))).toBe('403 forbidden');
		const professional = env.account('professional');
		for (let count = 0; count < 3; count += 1) await registered(professional);
		expect(errorOf(await register(professional))).toBe('403 forbidden');
		const enterprise = env.account('enterprise');
		for (let count = 0; count < 5; count += 1) await registered(enterprise);
		expect(await list(enterprise)).toHaveLength(5);
	});
});

describe('Webhooks, delete', () => {
	test('200 with id and deleted; then it is unknown, and its slot is free again', async () => {
		const account = env.account();
		const made = [await registered(account), await registered(account), await registered(account)];
		const id = made[0]?.id ?? '';
		expect((await account.call('DELETE', path, { id })).body).toEqual({ data: { id, deleted: true } });
		expect(errorOf(await account.call('DELETE', path, { id }))).toBe('404 not_found');
		expect((await list(account)).map((webhook) => webhook.id)).not.toContain(id);
		expect((await register(account)).status).toBe(200);
	});

	test("404 for another account's", async () => {
		const { id } = await registered(env.account());
		expect(errorOf(await env.account().call('DELETE', path, { id }))).toBe('404 not_found');
	});

	test('like the list, works on any paid plan, so webhooks can be found and removed after a downgrade', async () => {
		const account = env.account('professional');
		const { id } = await registered(account);
		env.sandbox.updateUser(account.id, { plan: 'starter' });
		expect((await list(account)).map((webhook) => webhook.id)).toEqual([id]);
		expect(errorOf(await account.call('POST', `${path}/test`, { id }))).toBe('403 forbidden');
		expect((await account.call('DELETE', path, { id })).status).toBe(200);
	});
});

describe('Webhooks, test', () => {
	test.each([200, 204, 302, 404, 500])(
		'sends webhook.test and returns the status %i of the receiver',
		async (status) => {
			const receiver = await startReceiver(
				(response) => void response.writeHead(status, { Location: '/other' }).end(),
			);
			const account = env.account();
			const { id } = await registered(account, receiver.url);
			expect((await account.call('POST', `${path}/test`, { id })).body).toEqual({
				data: { id, statusCode: status },
			});
			expect(receiver.events()).toEqual(['webhook.test']);
			expect(JSON.parse(receiver.received[0]?.body ?? '')).toMatchObject({
				event: 'webhook.test',
				data: { message: expect.any(String) },
			});
			await receiver.stop();
		},
	);

	test('Limits, 8: times out; an unreachable receiver has no status', async () => {
		await env.sandbox.stop();
		env = await startTestSandbox({ deliveryTimeoutMs: 50 });
		const receiver = await startReceiver(() => {});
		const account = env.account();
		const slow = await registered(account, receiver.url);
		const slowReply = (await account.call('POST', `${path}/test`, { id: slow.id })).body;
		expect(slowReply).toEqual({ data: { id: slow.id, statusCode: 0, error: 'no answer within 0.05 s' } });
		await receiver.stop();
		const gone = (await account.call('POST', `${path}/test`, { id: slow.id })).body;
		expect(gone).toMatchObject({ data: { statusCode: 0, error: expect.stringContaining('ECONNREFUSED') } });
	});

});
