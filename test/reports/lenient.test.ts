import { digest, findActionItems, prepareForMeeting } from '../../src/reports/index.ts';
import { keyPointsReply, listReply, meetings, service, stopServices, type Reply } from './support/service.ts';
import { begin } from './support/task.ts';

const since = '2026-01-01T00:00:00Z';

afterEach(stopServices);

type World = Awaited<ReturnType<typeof service>>;

const within = async <T>(answer: (url: URL) => Reply, work: (world: World) => Promise<T>): Promise<T> =>
	work(await service(answer));

const [first] = meetings(1);

test.each([
	{},
	null,
	'text',
	[],
	{ decisions: null, actionItems: null, importantDates: null },
	{ decisions: 'x', actionItems: {}, importantDates: 1 },
	{ decisions: [null, 1, {}], actionItems: [null, {}, { item: null }], importantDates: [null, 'x'] },
])('key points of %j are empty, not an error', async (keypoints) => {
	const result = await within(
		(url) => (url.pathname.endsWith('/keypoints') ? keyPointsReply(keypoints) : listReply([first])),
		(world) => digest(begin(world), { since }),
	);
	expect(result).toMatchObject({ complete: true, failed: [], decisions: [], actionItems: [], importantDates: [] });
	expect(result.meetings).toHaveLength(1);
});

test('readable elements beside unreadable ones are kept, with null for missing fields', async () => {
	const keypoints = {
		decisions: [null, 'Go'],
		actionItems: [{ item: 'a' }, { item: 'b', owner: null, priority: 'urgent', confidence: '1' }, 7],
		importantDates: [{ context: 'c' }],
	};
	const answer = (url: URL) => (url.pathname.endsWith('/keypoints') ? keyPointsReply(keypoints) : listReply([first]));
	const result = await within(answer, (world) => digest(begin(world), { since }));
	expect(result.decisions[0]?.decisions).toEqual(['Go']);
	expect(result.importantDates).toMatchObject([{ date: null, context: 'c' }]);
	const bare = { owner: null, priority: null, confidence: null };
	const { items } = await within(answer, (world) => findActionItems(begin(world), { since }));
	expect(items).toMatchObject([{ item: 'a', ...bare }, { item: 'b', owner: null, priority: 'urgent', confidence: 1 }]);
	const filtered = await within(answer, (world) => findActionItems(begin(world), { since, priorities: ['high'] }));
	expect(filtered.items).toEqual([]);
});

test('meetings that lack documented fields are still read; those without an ID are left out', async () => {
	const noTime = [{ id: 'a' }, { id: 'b', title: null, startTime: null }, { id: 'c', startTime: 'soon' }];
	const listed = [null, 'x', { title: 'no id' }, ...noTime];
	const result = await within(
		(url) => (url.pathname.endsWith('/keypoints') ? keyPointsReply({ decisions: [url.pathname] }) : listReply(listed)),
		(world) => digest(begin(world), { since }),
	);
	expect(result.meetings.map(({ conversationId, conversationTitle }) => [conversationId, conversationTitle])).toEqual([
		['c', null],
		['b', null],
		['a', null],
	]);
	expect(result.decisions).toHaveLength(3);
});

test('a meeting without a time counts once, in the period asked for and not in the one before', async () => {
	const previous = { since: '2025-12-01T00:00:00Z', until: since };
	const result = await within(
		(url) => (url.pathname.endsWith('/keypoints') ? keyPointsReply({ decisions: ['D'] }) : listReply([{ id: 'a' }])),
		async (world) => ({ ...(await digest(begin(world), { since }, { previous })), sent: world.sent }),
	);
	expect(result.sent).toHaveLength(2);
	expect(result).toMatchObject({ totals: { meetings: 1 }, previous: { totals: { meetings: 0 } } });
});

test.each([
	{ sections: null, participants: null },
	{ sections: [null, {}, { heading: null, points: null }, { heading: 7, points: [null, 1] }], participants: [null, {}, 1] },
	{ sections: 'x', participants: {} },
])('sections and participants of %j are empty, not an error', async (keypoints) => {
	const result = await within(
		(url) => (url.pathname.endsWith('/keypoints') ? keyPointsReply(keypoints) : listReply([first])),
		(world) => digest(begin(world), { since }, { topic: 'meeting' }),
	);
	expect(result).toMatchObject({ complete: true, topics: [], openQuestions: [], participants: [] });
});

test('an ID that is invalid in a path is reported as failed, not sent', async () => {
	const result = await within(
		(url) => (url.pathname.endsWith('/keypoints') ? keyPointsReply({}) : listReply([{ id: '..' }, { id: 'a/b é' }])),
		async (world) => ({ ...(await digest(begin(world), { since })), sent: world.sent }),
	);
	expect(result.failed).toMatchObject([{ conversationId: '..' }]);
	expect(result.sent).toHaveLength(2);
	expect(result.sent[1]).toContain('/a%2Fb%20%C3%A9/');
});

test.each([
	['oldest first', meetings(150).reverse()],
	['in no order', meetings(150).sort((a, b) => a.id.localeCompare(b.id))],
])('a service that lists meetings %s gives the same result, newest first', async (_, all) => {
	const { items } = await within(
		(url) => {
			const item = url.pathname.split('/').at(-2);
			if (url.pathname.endsWith('/keypoints')) return keyPointsReply({ actionItems: [{ item }] });
			const offset = Number(url.searchParams.get('offset'));
			return listReply(all.slice(offset, offset + 100), all.length);
		},
		(world) => findActionItems(begin(world), { since }),
	);
	expect(items.map(({ item }) => item)).toEqual(meetings(150).map(({ id }) => id));
});

test.each([
	{},
	{ contact: null, summary: null, recentMeetings: null, openActionItems: null, recentDecisions: null },
	{ contact: { id: 7 }, summary: 'x', recentMeetings: [null], openActionItems: [{ item: 'x' }], recentDecisions: [1] },
])('a briefing of %j is empty, not an error', async (briefing) => {
	const result = await within(
		() => ({ body: { data: briefing } }),
		(world) => prepareForMeeting(begin(world), { person: 'ctc_1' }),
	);
	expect(result).toMatchObject({
		complete: true,
		people: [{ contactId: 'ctc_1', email: null, summary: null }],
		pastMeetings: [],
		openActionItems: [],
		recentDecisions: [],
	});
});

test.each([
	{},
	{ attendees: null },
	{ attendees: [null, 'x', {}, { email: null }, { emailAddress: null }, { emailAddress: 'a@b.example' }] },
	{ id: 7, summary: null, start: null, attendees: {} },
])('an event of %j has no attendees and takes no request', async (event) => {
	const result = await within(
		() => listReply([]),
		async (world) => ({ ...(await prepareForMeeting(begin(world), { event })), sent: world.sent }),
	);
	expect(result).toMatchObject({ complete: true, people: [], unknownPeople: [], sent: [] });
	expect(result.event).toMatchObject({ title: null, start: null, emails: [] });
});
