import { actionItem, content } from './support/ai.ts';
import { errorOf } from './support/harness.ts';
import { day, ines, path, startWithMemory } from './support/memory.ts';

let env: Awaited<ReturnType<typeof startWithMemory>>;
afterEach(() => env.sandbox.stop());

describe('Contacts, briefing', () => {
	test('recent meetings and open action items newest first, decisions without repeats', async () => {
		env = await startWithMemory(
			content({
				actionItems: [actionItem('Send the lease', 'Ines')],
				decisions: ['Eight desks', 'Open in March'],
			}),
			content({ actionItems: [actionItem('Order the router')], decisions: ['eight desks ', 'No party'] }),
		);
		const first = await env.meet([ines], day(1), 'First');
		const second = await env.meet([ines], day(2), 'Second');
		const { contact, ...rest } = await env.briefing(ines.email);
		expect(contact).toMatchObject({ email: ines.email, meetingCount: 2 });
		expect(rest).toEqual({
			summary: null,
			summaryGeneratedAt: null,
			recentMeetings: [
				{ sessionId: second, title: 'Second', date: day(2) },
				{ sessionId: first, title: 'First', date: day(1) },
			],
			openActionItems: [
				{
					item: 'Order the router',
					owner: null,
					priority: 'high',
					sessionId: second,
					meetingTitle: 'Second',
					meetingDate: day(2),
					hash: expect.any(String),
				},
				{
					item: 'Send the lease',
					owner: 'Ines',
					priority: 'high',
					sessionId: first,
					meetingTitle: 'First',
					meetingDate: day(1),
					hash: expect.any(String),
				},
			],
			recentDecisions: ['eight desks ', 'No party', 'Open in March'],
		});
	});

	test('Limits, 6: at most 10 open action items and 10 decisions', async () => {
		const many = Array.from({ length: 11 }, (_, index) => `Number ${index}`);
		env = await startWithMemory(content({ actionItems: many.map((item) => actionItem(item)), decisions: many }));
		await env.meet([ines], day(1));
		const { openActionItems, recentDecisions } = await env.briefing(ines.email);
		expect(openActionItems.map(({ item }) => item)).toEqual(many.slice(0, 10));
		expect(recentDecisions).toEqual(many.slice(0, 10));
	});

	test('Limits, 5: historyLimit is the number of recent meetings read, by default 25', async () => {
		env = await startWithMemory(content({ decisions: ['Old'] }), content({ decisions: ['New'] }));
		await env.meet([ines], day(1));
		await env.meet([ines], day(2));
		const { recentMeetings, recentDecisions } = await env.briefing(ines.email, '?historyLimit=1');
		expect(recentMeetings).toHaveLength(1);
		expect(recentDecisions).toEqual(['New']);
		for (let more = 3; more <= 26; more += 1)
			await env.account.importMeeting({ attendees: [ines], startTime: day(more) });
		expect((await env.briefing(ines.email)).recentMeetings).toHaveLength(25);
	});

	test('Resources: a summary once there is one', async () => {
		env = await startWithMemory();
		await env.meet([ines], day(1));
		const summary = {
			prose: 'Runs the Lisbon office.',
			topics: ['lease'],
			open_questions: ['When do the keys come?'],
		};
		env.sandbox.summarizeContact(await env.idOf(ines.email), summary);
		expect(await env.briefing(ines.email)).toMatchObject({
			summary,
			summaryGeneratedAt: '2026-03-02T09:15:00.000Z',
		});
	});

	test("404 for another account's contact", async () => {
		env = await startWithMemory();
		await env.meet([ines], day(1));
		const id = await env.idOf(ines.email);
		expect(errorOf(await env.newAccount().call('GET', `${path}/${id}/briefing`))).toBe('404 not_found');
	});
});
