import { itemsOfDelivery } from '../../../src/triggers/items/make.ts';
import { noFilters } from '../../../src/triggers/items/filters.ts';
import { operationNamed, resultsOf, type CoreOptions, type Parameters } from '../core.ts';
import { actionItem, insightWorld, type InsightWorld } from './world.ts';

/** A Wednesday; workflows of these tests are in Berlin. */
const startTime = '2026-03-04T09:00:00.000Z';
const march = { period: 'custom', since: '2026-03-01T00:00:00', until: '2026-03-31T00:00:00' };
const friday = { dueDate: '2026-03-06', dueText: 'by Friday' };
const monday = { dueDate: '2026-03-09', dueText: 'by Monday' };
const none = { dueDate: null, dueText: null };

let world: InsightWorld;
let id: string;
afterEach(() => world.sandbox.stop());
beforeEach(async () => {
	world = await insightWorld();
	id = await world.addMeeting({
		title: 'Acme weekly',
		startTime,
		text: 'Ann: Hello everybody.\nBen: What about the website?\nAnn: Yes, I will update the pricing page by Monday.\n',
		keyPoints: { actionItems: [actionItem('Send the offer to Acme by Friday', 'Ann'), actionItem('Update the pricing page', 'Ann'), actionItem('Call Acme', 'Ben')] },
	});
});

const run = (parameters: CoreOptions['parameters'], limits: CoreOptions['limits'] = {}) => resultsOf({ credential: world.credential, parameters, limits });
const insight = (operation: string, more: Parameters = {}) => run({ ...operationNamed(operation), ...march, ...more });
const keyPoints = (more: Parameters, limits?: CoreOptions['limits']) => run({ resource: 'keyPoints', operation: 'get', conversationId: id, ...more }, limits);

test.each(['find', 'sync'])('%s says by when, from the text of each action item', async (operation) => {
	expect(await insight(operation)).toMatchObject([friday, none, none]);
});

test.each(['find', 'sync'])('%s with evidence says what was said where the text does not', async (operation) => {
	expect(await insight(operation, { options: { withEvidence: true } })).toMatchObject([friday, monday, none]);
});

test('key points beside the conversations of a list say by when', async () => {
	const [conversation] = await run({ resource: 'conversation', operation: 'getAll', returnAll: true, options: { include: ['keyPoints'] } });
	expect(conversation).toMatchObject({ id, keyPoints: { keypoints: { actionItems: [friday, none, none] } } });
});

test('a digest says by when, in its data and its text', async () => {
	const [digest] = await insight('getDigest', { options: { withEvidence: true } });
	expect(digest?.['actionItems']).toMatchObject([{ owner: 'Ann', items: [friday, monday] }, { owner: 'Ben', items: [none] }]);
	expect(digest?.['text']).toContain('due 6 March');
	expect(digest?.['text']).toContain('due 9 March');
});

test.each([
	['Find', 'find', { options: { output: 'together' } }],
	['Sync', 'sync', { options: { output: 'together' } }],
])('the text of %s Action Items has due dates', async (_, operation, together) => {
	const [report] = await insight(operation, together);
	expect(report?.['text']).toContain('due 6 March');
});

test('key points have due dates in every format, and take one more request where these depend on the day of the meeting', async () => {
	const { result, requests } = await world.requestsOf(() => keyPoints({ format: 'object' }));
	expect({ requests, actionItems: result[0]?.['keypoints'] }).toMatchObject({ requests: 2, actionItems: { actionItems: [friday, none, none] } });
	const withDate = await world.requestsOf(() => keyPoints({ format: 'object', options: { conversationDate: startTime } }));
	expect([withDate.requests, withDate.result]).toEqual([1, result]);
	expect(await keyPoints({ format: 'actionItems' })).toMatchObject([friday, none, none]);
	for (const format of ['html', 'markdown', 'slack', 'text']) expect(result[0]?.[format]).toContain('due 6 March 2026');
});

test.each(['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'])('key points due by %s have the date, whatever day today is', async (day) => {
	id = await world.addMeeting({ title: 'Acme weekly', startTime, text: 'Ann: Hello everybody.\n', keyPoints: { actionItems: [actionItem(`Call Acme by ${day}`, 'Ann')] } });
	// The meeting was on a Wednesday, so “by Wednesday” means no certain day, but the date of the meeting had to be read to
	// find that out.
	const { requests } = await world.requestsOf(() => keyPoints({ format: 'object' }));
	expect(requests).toBe(2);
});

test('key points that name no such day take no request for it, and are not lost where it cannot be read', async () => {
	// A past day is not a due date if the date of the meeting is unknown.
	const year = new Date().getUTCFullYear() + 1;
	id = await world.addMeeting({ title: 'Acme weekly', startTime, text: 'Ann: Hello everybody.\n', keyPoints: { actionItems: [actionItem('Call Acme', 'Ann'), actionItem(`Pay by 5 March ${year}`, 'Ann')] } });
	const { result, requests } = await world.requestsOf(() => keyPoints({ format: 'object' }));
	expect({ requests, result }).toMatchObject({ requests: 1, result: [{ keypoints: { actionItems: [none, { dueDate: `${year}-03-05` }] } }] });
	id = await world.addMeeting({ title: 'Acme weekly', startTime, text: 'Ann: Hello everybody.\n', keyPoints: { actionItems: [actionItem('Call Acme by Friday', 'Ann')] } });
	expect(await keyPoints({ format: 'object' }, { maxRequests: 1 })).toMatchObject([{ keypoints: { actionItems: [{ dueDate: null }] } }]);
});

test('an action item of an event has its due date in the time zone of the flow', () => {
	const keypoints = { title: 't', sections: [], decisions: [], actionItems: [{ item: 'Send the offer by 5pm tomorrow', owner: 'Ann', confidence: 1, priority: 'low' as const }], participants: [], importantDates: [] };
	const conversation = { id: 'c1', title: 't', startTime: '2026-03-05T02:00:00Z', endTime: '2026-03-05T03:00:00Z', duration: 60, segmentCount: 1, linkedCalendarEventId: null };
	const itemsIn = (timezone: string) =>
		itemsOfDelivery({
			received: { event: 'conversation.action_items.ready', timestamp: startTime, data: { conversationId: 'c1' }, conversationId: 'c1' },
			receivedAt: startTime,
			included: { ok: true, conversation, keyPoints: { id: 'c1', title: 't', keypoints, createdAt: startTime } },
			wanted: [],
			splitActionItems: true,
			filters: noFilters,
			timezone,
		});
	expect(itemsIn('Europe/Berlin')).toMatchObject([{ actionItem: { dueDate: '2026-03-06T17:00:00+01:00' } }]);
	expect(itemsIn('America/New_York')).toMatchObject([{ actionItem: { dueDate: '2026-03-05T17:00:00-05:00' } }]);
});
