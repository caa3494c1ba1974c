import { controls } from '../../sandbox/control/index.ts';
import { digest } from '../../src/reports/index.ts';
import { noDue } from '../../src/format/dueDates/dueDate.ts';
import { account, HOUR_MS, NOW, type Account } from './support/account.ts';
import { begin } from './support/task.ts';

type Priority = 'high' | 'medium' | 'low';
const since = '2026-03-02T00:00:00Z';
const two = (number: number) => String(number).padStart(2, '0');
const at = (day: number, hour = 9) => `2026-03-${two(day)}T${two(hour)}:00:00.000Z`;

let world: Account;
beforeEach(async () => void (world = await account()));
afterEach(() => world.stop());

test.each([
	[0, 1],
	[1, 2],
	[101, 103],
	[250, 253],
])('%i meetings take %i requests', async (count, requests) => {
	for (let index = 0; index < count; index++) {
		const startTime = new Date(Date.parse(NOW) - (count - index) * 60_000).toISOString();
		await world.addMeeting({ title: `M${index}`, startTime, keyPoints: { decisions: [`D${index}`] } });
	}
	const { sent, ...options } = world.connect();
	const result = await digest(begin(options), { since });
	const numbers = Array.from({ length: count }, (_, index) => index);
	expect(sent).toHaveLength(requests);
	expect(result.meetings.map(({ conversationTitle }) => conversationTitle)).toEqual(numbers.map((index) => `M${index}`));
	expect(result.decisions.flatMap(({ decisions }) => decisions)).toEqual(numbers.map((index) => `D${index}`));
	expect(result).toMatchObject({ complete: true, stoppedBy: null, resumeAt: null, left: { meetings: [], unlisted: 0 } });
});

test('a period includes its start and excludes its end; meetings outside take no request of their own', async () => {
	for (const day of [1, 2, 3, 4]) await world.addMeeting({ title: `day ${day}`, startTime: at(day, 0), keyPoints: {} });
	const { sent, ...options } = world.connect();
	const result = await digest(begin(options), { since: '2026-03-02T01:00:00+01:00', until: at(4, 0) });
	expect(result.meetings.map(({ conversationTitle }) => conversationTitle)).toEqual(['day 2', 'day 3']);
	expect(sent).toHaveLength(3);
	expect(result).toMatchObject({ since: at(2, 0), until: at(4, 0) });
});

test('a period without an end includes all meetings, even if the service’s clock is ahead', async () => {
	const ahead = new Date(Date.parse(NOW) + 20_000).toISOString();
	await world.addMeeting({ title: 'Just now', startTime: ahead, keyPoints: {} });
	const { meetings, until } = await digest(begin(world.connect()), { since });
	expect(meetings.map(({ conversationTitle }) => conversationTitle)).toEqual(['Just now']);
	expect(until).toBe(NOW);
});

test('decisions are grouped by meeting, action items by owner, dates sorted', async () => {
	const item = (text: string, owner: string, priority: Priority) => ({ item: text, owner, priority, confidence: 0.9 });
	const first = await world.addMeeting({
		title: 'First',
		startTime: at(3),
		keyPoints: {
			decisions: ['Go'],
			actionItems: [item('b', 'Zoë', 'low'), item('c', '', 'high')],
			importantDates: [
				{ date: 'next week', context: 'call' },
				{ date: '2026-05-01', context: 'late' },
			],
		},
	});
	const second = await world.addMeeting({
		title: 'Second',
		startTime: at(4),
		keyPoints: {
			actionItems: [item('a', 'zoe', 'high'), item('d', 'Ann', 'medium')],
			importantDates: [{ date: '2026-04-01T10:00:00Z', context: 'early' }],
		},
	});
	const without = await world.addMeeting({ title: 'Third', startTime: at(5) });
	const result = await digest(begin(world.connect()), { since });

	const ref = (id: string, title: string, day: number) => ({ conversationId: id, conversationTitle: title, conversationDate: at(day) });
	const [one, other] = [ref(first, 'First', 3), ref(second, 'Second', 4)];
	expect(result.decisions).toEqual([{ ...one, decisions: ['Go'] }]);
	const row = ({ conversationId, conversationTitle, conversationDate }: typeof one) => ({ conversationId, conversationTitle, conversationDate, dedupeKey: expect.any(String), ...noDue });
	expect(result.actionItems).toEqual([
		{ owner: 'Ann', items: [{ ...row(other), ...item('d', 'Ann', 'medium') }] },
		{
			owner: 'Zoë',
			items: [
				{ ...row(other), ...item('a', 'zoe', 'high') },
				{ ...row(one), ...item('b', 'Zoë', 'low') },
			],
		},
		{ owner: null, items: [{ ...row(one), ...item('c', '', 'high'), owner: null }] },
	]);
	expect(result.importantDates).toEqual([
		{ ...other, date: '2026-04-01T10:00:00Z', context: 'early' },
		{ ...one, date: '2026-05-01', context: 'late' },
		{ ...one, date: 'next week', context: 'call' },
	]);
	expect(result.withoutKeyPoints).toEqual([ref(without, 'Third', 5)]);
	expect(result.complete).toBe(true);
});

test('a placeholder for a name is another person in each meeting', async () => {
	const item = (text: string, owner: string) => ({ item: text, owner, priority: 'low' as const, confidence: 0.9 });
	const people = ['Ann', 'remote', 'Speaker 1'];
	for (const day of [3, 4]) {
		await world.addMeeting({ title: `day ${day}`, startTime: at(day), keyPoints: { participants: people, actionItems: [item('a', 'Ann'), item('b', 'remote'), item('c', 'Other participant')] } });
	}
	const { actionItems, participants, totals } = await digest(begin(world.connect()), { since });
	expect(actionItems.map(({ owner, items }) => [owner, ...items.map(({ item: text, conversationTitle }) => `${text} ${conversationTitle}`)])).toEqual([
		['Ann', 'a day 3', 'a day 4'],
		['Other participant', 'b day 3', 'c day 3'],
		['Other participant', 'b day 4', 'c day 4'],
	]);
	expect(totals.actionItemsByOwner.map(({ actionItems: count }) => count)).toEqual([2, 2, 2]);
	expect(participants.map(({ name, meetings }) => `${name}: ${meetings}`)).toEqual(['Ann: 2', 'Other participant: 1', 'Other participant: 1', 'Speaker 1: 1', 'Speaker 1: 1']);
});

test('no credit is used and nothing is generated', async () => {
	await world.addMeeting({ title: 'Bare', startTime: at(5) });
	const { sent, ...options } = world.connect();
	await digest(begin(options), { since });
	const again = await digest(begin(options), { since });
	expect(again.withoutKeyPoints).toHaveLength(1);
	expect((await options.client.user.profile()).data.apiUsage.aiGenerations.used).toBe(0);
	expect(sent).toHaveLength(5);
});

test.each([
	[{ since: 'yesterday' }, 'since'],
	[{ since: '2026-03-02T00:00:00' }, 'since'],
	[{ since, until: 'x' }, 'until'],
	[{ since, until: '2026-03-01T00:00:00Z' }, 'until'],
])('an invalid period is refused before anything is sent: %j', async (period, field) => {
	const { sent, ...options } = world.connect();
	await expect(digest(begin(options), period)).rejects.toMatchObject({ problem: { kind: 'invalidInput', field } });
	expect(sent).toEqual([]);
});

test('a rate limit reached halfway: the result says what is left and when to resume, and the rest can be read then', async () => {
	const starter = await account({ plan: 'starter' });
	try {
		for (let index = 0; index < 101; index++) {
			const startTime = new Date(Date.parse(NOW) - (index + 1) * 60_000).toISOString();
			await starter.addMeeting({ title: `M${index}`, startTime, keyPoints: { decisions: ['D'] } });
		}
		const { sent, ...options } = starter.connect();
		const result = await digest(begin(options), { since });
		expect(sent.length).toBeLessThanOrEqual(100 + 5);
		expect(result.decisions).toHaveLength(98);
		expect(result).toMatchObject({ complete: false, stoppedBy: 'limit', resumeAt: '2026-03-13T13:00:00.000Z' });
		expect(result.left.meetings.map(({ conversationTitle }) => conversationTitle)).toEqual(['M98', 'M99', 'M100']);

		starter.clock.advance(HOUR_MS);
		const oldest = result.left.meetings[0]?.conversationDate ?? '';
		const rest = await digest(begin(options), { since, until: new Date(Date.parse(oldest) + 1).toISOString() });
		expect(rest.meetings).toHaveLength(3);
		expect(rest.complete).toBe(true);
	} finally {
		await starter.stop();
	}
});

test('a recording that could not be transcribed is not missing key points, which would take an AI credit and be empty', async () => {
	await world.sandbox.perform(controls.meetings.recordFailed, { title: 'Nothing heard', startTime: at(3), error: 'No audio' });
	await world.addMeeting({ title: 'Not summed up', startTime: at(4) });
	const { meetings, withoutKeyPoints } = await digest(begin(world.connect()), { since });
	expect(meetings.map(({ conversationTitle }) => conversationTitle)).toEqual(['Nothing heard', 'Not summed up']);
	expect(withoutKeyPoints.map(({ conversationTitle }) => conversationTitle)).toEqual(['Not summed up']);
});
