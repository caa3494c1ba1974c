import { actionItem, content } from './support/ai.ts';
import { day, ines, path, startWithMemory, tom } from './support/memory.ts';

let env: Awaited<ReturnType<typeof startWithMemory>>;
afterEach(() => env.sandbox.stop());

describe('Contacts, unresolved threads', () => {
	test('open items of meetings with contacts, oldest meeting first, with staleness and contact', async () => {
		env = await startWithMemory(
			content({ actionItems: [actionItem('Newer')] }),
			content({ actionItems: [actionItem('Older', 'Ines')] }),
			content({ actionItems: [actionItem('Nobody attended')] }),
		);
		const newer = await env.meet([{ email: 'nobody@gmail.com' }], day(20), 'Newer call');
		const older = await env.meet([tom, ines], day(10), 'Older call');
		await env.meet([], day(5));
		expect(await env.threads()).toEqual([
			{
				sessionId: older,
				actionItem: 'Older',
				hash: expect.stringMatching(/^[0-9a-f]{12}$/),
				meetingTitle: 'Older call',
				createdAt: day(10),
				stalenessDays: 19,
				contactId: await env.idOf(ines.email),
				contactName: 'Ines Duarte',
				contactCompany: 'duarte.example',
			},
			expect.objectContaining({
				sessionId: newer,
				actionItem: 'Newer',
				stalenessDays: 9,
				contactName: null,
				contactCompany: null,
			}),
		]);
		expect((await env.account.call('GET', `${path}/unresolved-threads?limit=1`)).body).toMatchObject({
			data: [{ actionItem: 'Older' }],
			total: 1,
		});
	});

	test('resolved and dismissed items are left out, even after key points are regenerated; so are deleted conversations', async () => {
		const items = content({ actionItems: ['Resolved', 'Dismissed', 'Open'].map((item) => actionItem(item)) });
		env = await startWithMemory(items, items);
		const id = await env.meet([ines], day(1));
		const [resolved, dismissed] = await env.threads();
		env.sandbox.setActionItem(id, resolved?.hash ?? '', 'resolved');
		env.sandbox.setActionItem(id, dismissed?.hash ?? '', 'dismissed');
		const left = await env.threads();
		expect(left.map(({ actionItem: item }) => item)).toEqual(['Open']);
		expect((await env.briefing(ines.email)).openActionItems.map(({ item }) => item)).toEqual(['Open']);
		await env.account.call('POST', `/api/v1/conversations/${id}/keypoints`, { forceRefresh: true });
		expect(await env.threads()).toEqual(left);
		await env.account.call('DELETE', `/api/v1/conversations/${id}`);
		expect(await env.threads()).toEqual([]);
	});

	test('an item is listed once, however many attended; the same text in two meetings is two items', async () => {
		const items = content({ actionItems: [actionItem('Call back')] });
		env = await startWithMemory(items, items);
		await env.meet([ines, tom], day(1));
		await env.meet([ines, tom], day(2));
		expect(await env.threads()).toHaveLength(2);
	});

});
