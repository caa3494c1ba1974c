import { findActionItems, type ActionItemFilter } from '../../src/reports/index.ts';
import { account, NOW, type Account } from './support/account.ts';
import { begin } from './support/task.ts';

const since = '2026-03-02T00:00:00Z';
let world: Account;
beforeEach(async () => void (world = await account()));
afterEach(() => world.stop());

type Priority = 'high' | 'medium' | 'low';
const item = (text: string, owner: string, priority: Priority) => ({ item: text, owner, priority, confidence: 0.5 });

test.each([
	[0, 1],
	[1, 2],
	[101, 103],
	[250, 253],
])('%i meetings take %i requests; one record per item, newest meeting first', async (count, requests) => {
	for (let index = 0; index < count; index++) {
		const startTime = new Date(Date.parse(NOW) - (index + 1) * 60_000).toISOString();
		const actionItems = [item(`a${index}`, 'Ann', 'low'), item(`b${index}`, 'Ben', 'low')];
		await world.addMeeting({ title: 'M', startTime, keyPoints: { actionItems } });
	}
	const { sent, ...options } = world.connect();
	const { items, complete } = await findActionItems(begin(options), { since });
	expect(sent).toHaveLength(requests);
	const expected = Array.from({ length: count }, (_, index) => [`a${index}`, `b${index}`]).flat();
	expect(items.map((found) => found.item)).toEqual(expected);
	expect(complete).toBe(true);
});

test('each record identifies its conversation', async () => {
	const [title, startTime, saved] = ['Émile / 会議', '2026-03-05T09:00:00.000Z', item('x', 'Ann', 'low')];
	const conversationId = await world.addMeeting({ title, startTime, keyPoints: { actionItems: [saved] } });
	const { items } = await findActionItems(begin(world.connect()), { since });
	expect(items).toEqual([{ ...saved, dueDate: null, dueText: null, dedupeKey: expect.any(String), conversationId, conversationTitle: title, conversationDate: startTime }]);
});

test('an owner who is only known as a speaker is named as in transcripts, and “me” finds the user by either name', async () => {
	const owners = ['local', 'Nora Feld', 'nora', 'remote', 'James Meyer', ''];
	await world.addMeeting({ title: 'M', startTime: '2026-03-05T09:00:00.000Z', keyPoints: { actionItems: owners.map((owner) => item(owner, owner, 'low')) } });
	const found = async (filter: ActionItemFilter) => (await findActionItems(begin(world.connect()), { since, ...filter })).items.map(({ owner }) => owner);
	expect(await found({})).toEqual(['Me', 'Nora Feld', 'nora', 'Other participant', 'James Meyer']);
	expect(await found({ owner: 'me', userName: 'Nora Feld' })).toEqual(['Me', 'Nora Feld', 'nora']);
	expect(await found({ owner: ' ME ' })).toEqual(['Me']);
	expect(await found({ owner: 'mey' })).toEqual(['James Meyer']);
});

describe('filters', () => {
	const all = [
		item('Send the Offer to ACME', 'José Pérez', 'high'),
		item('Call them', 'Ann', 'low'),
		item('Draft offer', '', 'medium'),
	];

	test.each<[ActionItemFilter, number[]]>([
		[{}, [0, 1, 2]],
		[{ owner: '', text: ' ', priorities: [] }, [0, 1, 2]],
		[{ owner: 'jose' }, [0]],
		[{ owner: ' PÉREZ ' }, [0]],
		[{ owner: 'perez' }, [0]],
		[{ owner: 'nobody' }, []],
		[{ priorities: ['low'] }, [1]],
		[{ priorities: ['high', 'medium'] }, [0, 2]],
		[{ text: 'offer' }, [0, 2]],
		[{ text: 'acme  OFFER' }, [0]],
		[{ text: 'offer', priorities: ['medium'], owner: 'Ann' }, []],
	])('%j', async (filter, expected) => {
		await world.addMeeting({ title: 'M', startTime: '2026-03-05T09:00:00Z', keyPoints: { actionItems: all } });
		const { items } = await findActionItems(begin(world.connect()), { since, ...filter });
		expect(items.map((found) => found.item)).toEqual(expected.map((index) => all[index]?.item));
	});
});
