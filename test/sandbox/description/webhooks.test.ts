import { eventNames, RegisteredWebhook } from '../../../src/api/index.ts';
import { dataOf, startTestSandbox, type Account } from '../support/harness.ts';
import { startReceiver } from '../support/receiver.ts';
import { conversations } from './support.ts';

const path = '/api/v1/webhooks';

let env: Awaited<ReturnType<typeof startTestSandbox>>;
let account: Account;
let receiver: Awaited<ReturnType<typeof startReceiver>>;
beforeEach(async () => {
	env = await startTestSandbox();
	account = env.account();
	receiver = await startReceiver();
});
afterEach(async () => {
	await env.sandbox.stop();
	await receiver.stop();
});

const register = async (url: string) =>
	dataOf(RegisteredWebhook, await account.call('POST', path, { url, events: eventNames }));

describe('Webhooks', () => {
	test('Limits, 8: a test delivery, and every other, has 10 seconds', async () => {
		const timeout = jest.spyOn(AbortSignal, 'timeout');
		const { id } = await register(receiver.url);
		await account.call('POST', `${path}/test`, { id });
		await account.importMeeting();
		await env.sandbox.settled();
		expect(timeout.mock.calls).toEqual([[10_000], [10_000], [10_000]]);
		timeout.mockRestore();
	});
});

describe('Events', () => {
	test('regenerated key points are announced again', async () => {
		const id = await account.importMeeting({ generateKeyPoints: true });
		await register(receiver.url);
		await account.call('POST', `${conversations}/${id}/keypoints`, { forceRefresh: true });
		await env.sandbox.settled();
		expect(receiver.events()).toEqual([
			'conversation.keypoints.ready',
			'conversation.summary.ready',
			'conversation.action_items.ready',
		]);
	});

	test('Starter has none: no event is sent to a webhook left from a better plan', async () => {
		await register(receiver.url);
		env.sandbox.updateUser(account.id, { plan: 'starter' });
		await account.importMeeting();
		await env.sandbox.settled();
		env.sandbox.updateUser(account.id, { plan: 'professional' });
		await account.importMeeting();
		await env.sandbox.settled();
		expect(receiver.events()).toEqual(['conversation.created', 'transcript.ready']);
	});
});
