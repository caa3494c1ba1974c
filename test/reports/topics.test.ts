import { createAccount } from '../../src/limits/index.ts';
import { digest, findDecisions, searchMeetings, topicMatcher } from '../../src/reports/index.ts';
import { account, type Account } from './support/account.ts';
import { item } from './support/acme.ts';
import { begin } from './support/task.ts';

const since = '2026-03-09T00:00:00.000Z';
const section = (heading: string, ...points: string[]) => ({ heading, points });
const at = (day: number, hour = 9) => `2026-03-${String(day).padStart(2, '0')}T${String(hour).padStart(2, '0')}:00:00.000Z`;

let world: Account;
beforeEach(async () => void (world = await account()));
afterEach(() => world.stop());

const titlesOf = (meetings: readonly { conversationTitle: string | null }[]) => meetings.map(({ conversationTitle }) => conversationTitle);

async function week(): Promise<void> {
	await world.addMeeting({
		title: 'Acme weekly',
		startTime: at(9),
		keyPoints: {
			sections: [section('Pricing', 'Too high'), section(' Pricing '), section('Open questions:', 'Who signs?', 'When?'), section('')],
			decisions: ['Lower it'],
			actionItems: [item('Send the offer'), { ...item('Ask Zoë'), owner: 'ANN', priority: 'low' }],
			participants: ['Ann Lee', 'Uma', 'uma', ' '],
			importantDates: [{ date: '2026-04-01', context: 'Launch' }],
		},
	});
	await world.addMeeting({
		title: 'Team',
		startTime: at(10),
		keyPoints: {
			sections: [section('Hiring')],
			decisions: ['Hire two', 'New prices for Acme'],
			actionItems: [{ ...item('Write the job ad'), owner: '', priority: 'medium' }, item('Check prices')],
			participants: ['UMA', 'Ben'],
			importantDates: [{ date: '2026-05-01', context: 'Start' }],
		},
	});
	await world.addMeeting({ title: 'Acme without notes', startTime: at(11) });
}

test('a digest has the topics, open questions, participants and totals of its meetings', async () => {
	await week();
	const result = await digest(begin(world.connect()), { since });
	expect(result.topics).toMatchObject([
		{ conversationTitle: 'Acme weekly', topics: ['Pricing'] },
		{ conversationTitle: 'Team', topics: ['Hiring'] },
	]);
	expect(result.openQuestions).toMatchObject([{ conversationTitle: 'Acme weekly', questions: ['Who signs?', 'When?'] }]);
	const [first, second] = result.meetings.map(({ conversationId }) => conversationId);
	expect(result.participants).toEqual([
		{ name: 'uma', meetings: 2, conversationIds: expect.arrayContaining([first, second]) },
		{ name: 'Ann Lee', meetings: 1, conversationIds: [first] },
		{ name: 'Ben', meetings: 1, conversationIds: [second] },
	]);
	expect(result.totals).toEqual({
		meetings: 3,
		hours: expect.any(Number),
		decisions: 3,
		actionItems: 4,
		actionItemsByPriority: { high: 2, medium: 1, low: 1, none: 0 },
		actionItemsByOwner: [
			{ owner: 'Ann', actionItems: 3 },
			{ owner: null, actionItems: 1 },
		],
	});
	expect(result.previous).toBeNull();
});

test.each([
	['Questions', true],
	['❓ Open Questions', true],
	['Unresolved issues', true],
	['Questions from the customer', false],
	['Open tasks', false],
	['Summary of the offer', false],
])('the heading “%s” is one of open questions: %s', async (heading, isOpen) => {
	await world.addMeeting({ title: 'M', startTime: at(9), keyPoints: { sections: [section(heading, 'Why?')] } });
	const { openQuestions, topics } = await digest(begin(world.connect()), { since });
	expect([openQuestions.length, topics.length]).toEqual(isOpen ? [1, 0] : [0, 1]);
});

test.each(['Main points', 'Summary:', ' key points'])('the heading “%s” fits any meeting, so its first points are the topics', async (heading) => {
	await world.addMeeting({ title: 'M', startTime: at(9), keyPoints: { sections: [section(heading, 'One', 'Two'), section('Open questions', 'Why?'), section('', 'Three', 'Four')] } });
	expect(await digest(begin(world.connect()), { since })).toMatchObject({ topics: [{ topics: ['One', 'Two', 'Three'] }] });
});

test('a meeting with a single point on a topic is found, and says that point', async () => {
	await world.addMeeting({ title: 'M', startTime: at(9), keyPoints: { sections: [section('Bakery', 'Lost bread trays fell to 6 a week', 'Other')], decisions: ['Buy flour'] } });
	const { topics, decisions } = await digest(begin(world.connect()), { since }, { topic: 'bread tray' });
	expect([topics.map((meeting) => meeting.topics), decisions]).toEqual([[['Lost bread trays fell to 6 a week']], []]);
});

test('a meeting with a date on a topic is found, by search too, and has that date', async () => {
	const importantDates = [{ date: '4 December', context: 'Budget meeting of the board' }, { date: '9 December', context: 'Holidays begin' }];
	await world.addMeeting({ title: 'M', startTime: at(9), keyPoints: { sections: [section('Bakery', 'Other')], importantDates } });
	await world.addMeeting({ title: 'N', startTime: at(10), keyPoints: { sections: [section('Bakery', 'Other')] } });
	expect(await digest(begin(world.connect()), { since }, { topic: 'budgets' })).toMatchObject({ totals: { meetings: 1 }, importantDates: [{ conversationTitle: 'M', context: 'Budget meeting of the board' }] });
	expect((await searchMeetings(begin(world.connect()), { query: 'budget', since: Date.parse(since), maxMeetings: 5, limit: 5 })).meetings).toMatchObject([{ conversationTitle: 'M' }]);
});

describe('a topic', () => {
	test.each<[string, string[], string[], string[]]>([
		['', ['Acme weekly', 'Team', 'Acme without notes'], ['Lower it', 'Hire two', 'New prices for Acme'], ['Send the offer', 'Check prices', 'Ask Zoë', 'Write the job ad']],
		['ACME', ['Acme weekly', 'Team', 'Acme without notes'], ['Lower it', 'New prices for Acme'], ['Send the offer', 'Ask Zoë']],
		['acme prîcing', ['Acme weekly', 'Team'], ['Lower it', 'New prices for Acme'], ['Send the offer', 'Ask Zoë']],
		['hiring', ['Team'], ['Hire two', 'New prices for Acme'], ['Check prices', 'Write the job ad']],
		['prices', ['Acme weekly', 'Team'], ['Lower it', 'New prices for Acme'], ['Send the offer', 'Check prices', 'Ask Zoë']],
		['offers', ['Acme weekly'], [], ['Send the offer']],
		['zoe', ['Acme weekly'], [], ['Ask Zoë']],
		['hiring pricing', ['Team'], ['New prices for Acme'], ['Check prices']],
		['The Pricing, of ACME?', ['Acme weekly', 'Team'], ['Lower it', 'New prices for Acme'], ['Send the offer', 'Ask Zoë']],
		['negotiated', [], [], []],
		['🚀', [], [], []],
	])('“%s” finds meetings, decisions and action items, and takes no fewer requests', async (topic, titles, decisions, tasks) => {
		await week();
		const { sent, ...options } = world.connect();
		const result = await digest(begin(options), { since }, { topic });
		expect(titlesOf(result.meetings)).toEqual(titles);
		expect(result.decisions.flatMap((meeting) => meeting.decisions)).toEqual(decisions);
		expect(result.actionItems.flatMap(({ items }) => items.map((task) => task.item))).toEqual(tasks);
		expect(result.totals).toMatchObject({ meetings: titles.length, decisions: decisions.length, actionItems: tasks.length });
		expect(sent).toHaveLength(4);
		// Whether it is on the topic is unknown.
		expect(titlesOf(result.withoutKeyPoints)).toEqual(['Acme without notes']);
	});
});

describe('the period before', () => {
	const previous = { since: at(2, 0), until: at(9, 0) };

	beforeEach(async () => {
		await week();
		await world.addMeeting({ title: 'Before', startTime: at(3), keyPoints: { decisions: ['A', 'B'] } });
		await world.addMeeting({ title: 'Long before', startTime: at(1), keyPoints: { decisions: ['C'] } });
	});

	test('takes one request per meeting in it and shares the list', async () => {
		const { sent, ...options } = world.connect();
		const result = await digest(begin(options), { since }, { previous });
		expect(sent).toHaveLength(1 + 3 + 1);
		expect(result.previous).toMatchObject({ ...previous, complete: true, totals: { meetings: 1, decisions: 2 } });
		expect(titlesOf(result.meetings)).toEqual(['Acme weekly', 'Team', 'Acme without notes']);
	});

	test('leaves a gap between the two unread', async () => {
		const { sent, ...options } = world.connect();
		const { previous: before } = await digest(begin(options), { since }, { previous: { since: at(1, 0), until: at(2, 0) } });
		expect(before?.totals).toMatchObject({ meetings: 1, decisions: 1 });
		expect(sent).toHaveLength(1 + 3 + 1);
	});

	test('is cut first when requests run out, and says so', async () => {
		const { sent, ...options } = world.connect(createAccount().begin({ max: 4 }));
		const result = await digest(begin({ ...options, concurrency: 1 }), { since }, { previous });
		expect(sent).toHaveLength(4);
		expect(result).toMatchObject({ complete: true, left: { meetings: [] }, previous: { complete: false } });
	});

	test('is limited to the topic, too', async () => {
		const { previous: before } = await digest(begin(world.connect()), { since }, { previous, topic: 'a' });
		expect(before?.totals).toMatchObject({ meetings: 1, decisions: 1 });
	});
});

test('decisions come with the participants and headings of their meeting, newest first', async () => {
	await week();
	const { sent, ...options } = world.connect();
	const { meetings, complete, withoutKeyPoints } = await findDecisions(begin(options), { since });
	expect(meetings).toMatchObject([
		{ conversationTitle: 'Team', decisions: ['Hire two', 'New prices for Acme'], participants: ['UMA', 'Ben'], headings: ['Hiring'] },
		{ conversationTitle: 'Acme weekly', decisions: ['Lower it'], headings: ['Pricing'] },
	]);
	expect({ complete, without: withoutKeyPoints.length, sent: sent.length }).toEqual({ complete: true, without: 1, sent: 4 });
});

test.each([
	['call center', 'Call center staffing', true],
	['call center', 'Center of excellence', false],
	['the pricing', 'New prices', true],
	['AI', 'AI roadmap', true],
	['AI', 'Send the email', false],
	['.NET', 'Move to .NET', true],
	['.NET', 'Internet outage', false],
	['Preise und Rabatt', 'Rabatt, Preise', true],
	['日本', '日本の会議', true],
])('the topic “%s” in “%s”: %s', (topic, title, expected) => {
	expect(topicMatcher(topic)({ title, headings: [] })).toBe(expected);
});
