import { startService, type Account, type Service } from '../../nodes/trigger/account.ts';
import { authOf, describeZapier, startZapier, type Zapier } from '../zapier/support/zapier.ts';
import { describeOnLowestNode } from './lowestNode.ts';

// The other tests run on the Node that Zapier itself uses.
describeZapier('the lowest Node of the Zapier integration', () => {
	describeOnLowestNode('packages/zapier', (executable) => {
		let zapier: Zapier;
		let service: Service;
		let account: Account;
		let conversation_id: string;

		const call = (path: string, inputData: object = {}) => zapier.call(path, { authData: authOf(account.credential), inputData });

		beforeAll(async () => {
			zapier = startZapier(executable);
			service = await startService();
			account = service.account('professional');
			({ conversationId: conversation_id } = await account.addMeeting('Planning'));
		}, 60_000);
		afterAll(async () => {
			zapier?.stop();
			await service?.sandbox.stop();
		});

		test('searches, generates, reports and polls', async () => {
			const meeting = expect.objectContaining({ title: 'Planning' });
			expect(await call('searches.conversation_get_all.operation.perform')).toEqual([expect.objectContaining({ results: [meeting] })]);
			expect(await call('creates.key_points_generate.operation.perform', { conversation_id })).toEqual(expect.objectContaining({ title: 'Planning' }));
			expect(JSON.stringify(await call('searches.insight_get_digest.operation.perform', { period: 'last7Days' }))).toContain('Planning');
			expect(await call('triggers.conversation_created_polling.operation.perform')).toEqual([expect.objectContaining({ title: 'Planning' })]);
		});

		test('an error reads as it does elsewhere', async () => {
			await expect(call('creates.key_points_generate.operation.perform', { conversation_id: 'none' })).rejects.toThrow(/conversation/i);
		});
	});
});
