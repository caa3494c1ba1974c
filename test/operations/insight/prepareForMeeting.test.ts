import type { INodeParameters } from 'n8n-workflow';
import { contexts } from '../../nodes/context.ts';
import { jsonOf, output, type NodeOptions } from '../../nodes/engine.ts';
import { actionItem, ago, HOUR_MS, insightWorld, type InsightWorld } from './world.ts';

const ann = { name: 'Ann Acme', email: 'ann@acme.example' };
const bob = { name: 'Bob Acme', email: 'bob@acme.example' };

let world: InsightWorld;
afterEach(() => world.sandbox.stop());

/** A past meeting with Ann and Bob. */
async function history(options?: Parameters<typeof insightWorld>[0]): Promise<void> {
	world = await insightWorld(options);
	await world.addMeeting({
		title: 'Kick-off',
		startTime: ago(48 * HOUR_MS),
		attendees: [ann, bob],
		keyPoints: { decisions: ['Go on'], actionItems: [actionItem('Send the offer')] },
	});
}

const prepare = (parameters: INodeParameters, options: Partial<NodeOptions> = {}) => {
	const all = { resource: 'insight', operation: 'prepareForMeeting', ...parameters };
	return output({ credential: world.credential, parameters: all, ...options }).then(jsonOf);
};

async function hintsOf(parameters: INodeParameters): Promise<string[]> {
	const all = { resource: 'insight', operation: 'prepareForMeeting', ...parameters };
	const { nodeType, run } = await contexts({ credential: world.credential, parameters: all });
	await nodeType.execute?.call(run);
	return run.hints.map(({ message }) => message);
}

const by = (mode: string, value: string): INodeParameters => ({ __rl: true, mode, value });
const names = (item: { people?: unknown } | undefined) =>
	Array.isArray(item?.people) ? item.people.map(({ displayName }) => displayName) : [];

test('a person takes 2 requests by email, 1 by ID', async () => {
	await history();
	const person = { prepareFor: 'person', person: by('email', 'Ann@acme.example') };
	const { result, requests } = await world.requestsOf(() => prepare(person));
	expect(requests).toBe(2);
	expect(result).toHaveLength(1);
	expect(result[0]).toMatchObject({
		event: null,
		memory: true,
		complete: true,
		people: [{ displayName: 'Ann Acme', email: ann.email }],
		pastMeetings: [{ meetingTitle: 'Kick-off' }],
		openActionItems: [{ item: 'Send the offer' }],
		recentDecisions: [{ decision: 'Go on' }],
	});
	expect(String(result[0]?.text).split('\n').filter(Boolean)).toEqual([
		'# Before meeting Ann Acme',
		'## People',
		expect.stringMatching(/^- Ann Acme \(acme\.example, 1 meeting, last on \d{4}-\d\d-\d\d\)$/),
		'## Still open',
		expect.stringMatching(/^- \*\*Ann:\*\* Send the offer \(Kick-off, \d{4}-\d\d-\d\d\)$/),
		'## Recent decisions',
		'- Go on (Ann Acme)',
		'## Past meetings',
		expect.stringMatching(/^- \*\*\d{4}-\d\d-\d\d:\*\* Kick-off \(Ann Acme\)$/),
	]);
	const [{ contactId = '' } = {}] = Array.isArray(result[0]?.people) ? result[0].people : [];
	const byId = await world.requestsOf(() => prepare({ prepareFor: 'person', person: by('id', contactId) }));
	expect(byId.requests).toBe(1);
	expect(names(byId.result[0])).toEqual(['Ann Acme']);
});

test('a company takes 1 request plus 1 per person; “Max People” limits them, and says who was left out', async () => {
	await history();
	const company = { prepareFor: 'company', company: 'acme.example' };
	const { result, requests } = await world.requestsOf(() => prepare(company));
	expect(requests).toBe(3);
	expect(names(result[0]).toSorted()).toEqual(['Ann Acme', 'Bob Acme']);
	const [few] = await prepare({ ...company, options: { maxPeople: 1 } });
	expect(names(few)).toHaveLength(1);
	expect(few?.peopleLeftOut).toHaveLength(1);
	expect(await hintsOf({ ...company, options: { maxPeople: 1 } })).toEqual([
		'1 more person was found but not looked up. Raise “Max People”.',
	]);
});

describe('people of 250 meetings', () => {
	const ofCompany = { prepareFor: 'company', company: 'acme.example', options: { maxPeople: 250 } };

	test('one who attended all of them takes no more requests than one who attended one', async () => {
		world = await insightWorld();
		for (let index = 0; index < 250; index++) {
			const startTime = ago((index + 1) * HOUR_MS);
			await world.addMeeting({ title: `Meeting ${index}`, startTime, attendees: [ann] });
		}
		const { result, requests } = await world.requestsOf(() => prepare({ prepareFor: 'person', person: by('email', ann.email) }));
		expect(requests).toBe(2);
		expect(result[0]).toMatchObject({ complete: true, people: [{ meetingCount: 250 }] });
	});

	test.each([
		[0, 1],
		[1, 2],
		[101, 102],
		[250, 252],
	])('%i people of a company take %i requests', async (count, expected) => {
		world = await insightWorld();
		for (let index = 0; index < count; index++) {
			world.sandbox.addContact(world.userId, { name: `Person ${index}`, email: `person${index}@acme.example` });
		}
		const { result, requests } = await world.requestsOf(() => prepare(ofCompany));
		expect(requests).toBe(expected);
		expect(result).toHaveLength(1);
		expect(names(result[0])).toHaveLength(count);
	});
});

const start = { dateTime: new Date(Date.now() + HOUR_MS).toISOString(), timeZone: 'UTC' };
const attendees = [{ email: ann.email }, { email: 'uma@own.example' }];
const event = { id: 'ev1', summary: 'Review', start, end: start, attendees };

describe('a calendar event', () => {
	const calendarEvent = { prepareFor: 'calendarEvent', calendarEventId: by('id', 'ev1') };

	beforeEach(async () => {
		await history();
		world.sandbox.connectCalendar(world.userId, 'google');
		world.sandbox.addCalendarEvent(world.userId, event);
	});

	test('by ID takes 4 requests, 3 when “My Email” is set; nobody prepares to meet themselves', async () => {
		const { result, requests } = await world.requestsOf(() => prepare(calendarEvent));
		expect(requests).toBe(4);
		expect(result[0]).toMatchObject({ event: { title: 'Review' }, unknownPeople: [] });
		expect(names(result[0])).toEqual(['Ann Acme']);
		const options = { userEmail: 'UMA@own.example' };
		const told = await world.requestsOf(() => prepare({ ...calendarEvent, options }));
		expect(told).toEqual({ result, requests: 3 });
	});

	const mine = { email: 'uma@own.example', self: true };
	test.each<[string, object]>([
		['as the calendar returns it', { ...event, attendees: [...event.attendees, mine] }],
		['from Calendar Event > Get Many', { id: 'ev1', title: 'Review', attendees: [], raw: { ...event, attendees: [ann, mine] } }],
		['from the trigger', { event: 'meeting.starting_soon', data: { calendarEvent: { ...event, attendees: [ann, mine] } } }],
	])('an incoming event, %s, takes 2 requests', async (_, incoming) => {
		const items = [JSON.parse(JSON.stringify(incoming))];
		const { result, requests } = await world.requestsOf(() => prepare({ prepareFor: 'incoming' }, { items }));
		expect(requests).toBe(2);
		expect(names(result[0])).toEqual(['Ann Acme']);
		expect(result[0]).toMatchObject({ event: { title: 'Review' } });
	});

	test('input that is not an event is refused with a reason', async () => {
		await expect(prepare({ prepareFor: 'incoming' }, { items: [{ id: 'conv_1' }] })).rejects.toMatchObject({
			message: expect.stringContaining('“Event” cannot be used: it is not a calendar event'),
		});
	});

	test('can be chosen from a list', async () => {
		const { nodeType, editor } = await contexts({ credential: world.credential });
		const found = await nodeType.methods?.listSearch?.searchCalendarEvents?.call(editor, 'rev');
		const name = expect.stringMatching(/^Review · \d{4}-\d\d-\d\d \d\d:\d\d$/);
		expect(found).toEqual({ results: [{ name, value: 'ev1' }] });
	});
});

test('an account without the memory feature gets a hint', async () => {
	await history({ memory: false });
	expect(await hintsOf({ prepareFor: 'company', company: 'acme.example' })).toEqual([
		expect.stringContaining('with the memory feature turned on'),
	]);
});

test('a request budget stops it, and it lists who was not looked up', async () => {
	await history();
	const company = { prepareFor: 'company', company: 'acme.example', limits: { maxRequests: 2, concurrency: 1 } };
	const { result, requests } = await world.requestsOf(() => prepare(company));
	expect(requests).toBe(2);
	expect(result[0]).toMatchObject({ complete: false, stoppedBy: 'budget' });
	expect(names(result[0])).toHaveLength(1);
	expect(result[0]?.left).toMatchObject({ people: [{ email: expect.any(String) }], lookUps: [] });
});

test('as an AI agent’s tool it returns nothing empty and no hashes', async () => {
	await history();
	const [item] = await prepare({ prepareFor: 'person', person: by('email', ann.email) }, { asTool: true });
	expect(Object.keys(item ?? {}).toSorted()).toEqual([
		'complete',
		'memory',
		'openActionItems',
		'pastMeetings',
		'people',
		'recentDecisions',
	]);
	expect(JSON.stringify(item)).not.toMatch(/null|hash/);
});
