import { api } from '../../../src/api/index.ts';
import { resultsOf, runCore, type CoreOptions, type Parameters } from '../core.ts';
import { actionItem, ago, HOUR_MS, insightWorld, type InsightWorld } from './world.ts';

const ann = { name: 'Ann Acme', email: 'ann@acme.example' };
const bob = { name: 'Bob Acme', email: 'bob@acme.example' };

let world: InsightWorld;
afterEach(() => world.sandbox.stop());

/** A past meeting with Ann and Bob. */
async function history(options?: { memory?: boolean }): Promise<void> {
	world = await insightWorld(options);
	await world.addMeeting({
		title: 'Kick-off',
		startTime: ago(48 * HOUR_MS),
		attendees: [ann, bob],
		keyPoints: { decisions: ['Go on'], actionItems: [actionItem('Send the offer')] },
	});
}

const given = (parameters: Parameters, options: Partial<CoreOptions>): CoreOptions => ({
	credential: world.credential,
	parameters: { resource: 'insight', operation: 'prepareForMeeting', ...parameters },
	...options,
});
const prepare = (parameters: Parameters, options: Partial<CoreOptions> = {}) => resultsOf(given(parameters, options));
const hintsOf = async (parameters: Parameters, options: Partial<CoreOptions> = {}) => (await runCore(given(parameters, options))).hints;

const names = (item: { people?: unknown } | undefined) =>
	Array.isArray(item?.people) ? item.people.map(({ displayName }) => displayName) : [];

test('a person takes 2 requests by email, 1 by ID', async () => {
	await history();
	const person = { prepareFor: 'person', person: 'Ann@acme.example' };
	const { result, requests } = await world.requestsOf(() => prepare(person));
	expect(requests).toBe(2);
	expect(result).toHaveLength(1);
	expect(result[0]).toMatchObject({
		event: null,
		memory: true,
		complete: true,
		people: [{ displayName: 'Ann Acme', email: ann.email }],
		pastMeetings: [{ conversationTitle: 'Kick-off' }],
		openActionItems: [{ item: 'Send the offer' }],
		recentDecisions: [{ decision: 'Go on' }],
	});
	expect(String(result[0]?.markdown).split('\n').filter(Boolean)).toEqual([
		'# Before meeting Ann Acme',
		'## People',
		expect.stringMatching(/^- Ann Acme \(acme\.example, 1 meeting, last on \d{1,2} \w+( \d{4})?\)$/),
		'## Still open',
		expect.stringMatching(/^- \*\*Ann:\*\* Send the offer \(Kick-off, \d{1,2} \w+( \d{4})?\)$/),
		'## Recent decisions',
		'- Go on',
		'## Past meetings',
		expect.stringMatching(/^- \*\*\d{1,2} \w+( \d{4})?:\*\* Kick-off \(Ann Acme\)$/),
	]);
	const [{ contactId = '' } = {}] = Array.isArray(result[0]?.people) ? result[0].people : [];
	const byId = await world.requestsOf(() => prepare({ prepareFor: 'person', person: contactId }));
	expect(byId.requests).toBe(1);
	expect(names(byId.result[0])).toEqual(['Ann Acme']);
});

test('a company takes 1 request plus 1 per person; “Max People” limits them, and says who was left out', async () => {
	await history();
	const company = { prepareFor: 'company', company: 'acme.example' };
	const { result, requests } = await world.requestsOf(() => prepare(company));
	expect(requests).toBe(3);
	expect(names(result[0]).toSorted()).toEqual(['Ann Acme', 'Bob Acme']);
	// A name alone would read as who said it.
	expect(result[0]?.text).toMatch(/^- Go on \(with (?:Ann Acme and Bob|Bob Acme and Ann) Acme\)$/m);
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
		const { result, requests } = await world.requestsOf(() => prepare({ prepareFor: 'person', person: ann.email }));
		expect(requests).toBe(2);
		expect(result[0]).toMatchObject({ complete: true, people: [{ meetingCount: 250 }] });
	});

	test.each([
		[0, 2],
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
	const calendarEvent = { prepareFor: 'calendarEvent', calendarEventId: 'ev1' };

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
		const { result, requests } = await world.requestsOf(() => prepare({ prepareFor: 'incoming', incomingEvent: incoming }));
		expect(requests).toBe(2);
		expect(names(result[0])).toEqual(['Ann Acme']);
		expect(result[0]).toMatchObject({ event: { title: 'Review' } });
	});

	test('with guests from outside is about them, and one among colleagues about everyone', async () => {
		const tom = { email: 'tom@own.example', name: 'Tom Own' };
		world.sandbox.addContact(world.userId, tom);
		const metAt = async (id: string, guests: readonly object[]) => {
			world.sandbox.addCalendarEvent(world.userId, { ...event, id, attendees: [mine, ...guests] });
			const [found] = await prepare({ prepareFor: 'calendarEvent', calendarEventId: id });
			const incoming = await prepare({ prepareFor: 'incoming', incomingEvent: { ...event, attendees: [mine, ...guests] } });
			expect(names(incoming[0])).toEqual(names(found));
			return names(found);
		};
		expect(await metAt('client', [ann, tom])).toEqual(['Ann Acme']);
		expect(await metAt('internal', [tom])).toEqual(['Tom Own']);
	});

	test('without other guests it says so, instead of that nobody was met', async () => {
		const incoming = { prepareFor: 'incoming', incomingEvent: JSON.stringify({ ...event, attendees: [mine] }) };
		expect((await prepare(incoming))[0]?.text).toContain('Nobody else is invited to this event.');
		expect(await hintsOf(incoming)).toEqual([expect.stringMatching(/^Nobody else is invited to this event, so there is nobody to look up/)]);
	});

	test('input that is not an event is refused with a reason', async () => {
		await expect(prepare({ prepareFor: 'incoming', incomingEvent: { id: 'conv_1' } })).rejects.toMatchObject({
			message: expect.stringContaining('“Event” cannot be used: it is not a calendar event'),
		});
	});
});

describe('without the memory feature', () => {
	const ofPast = { participants: ['Uma Own', 'Ann Acme'], decisions: ['Go on'], actionItems: [actionItem('Send the offer')] };

	beforeEach(async () => {
		world = await insightWorld({ memory: false });
		await world.addMeeting({
			title: 'Kick-off',
			startTime: ago(48 * HOUR_MS),
			keyPoints: { ...ofPast, sections: [{ heading: 'Rollout', points: ['Soon'] }] },
		});
		await world.addMeeting({ title: 'Bare', startTime: ago(47 * HOUR_MS) });
	});

	const person = { prepareFor: 'person', person: 'ann.acme@acme.example' };

	test('it is made of past meetings, and says so in the text, the data and a hint', async () => {
		const { result, requests } = await world.requestsOf(() => prepare(person));
		expect(requests).toBe(1 + 1 + 2);
		expect(result[0]).toMatchObject({ madeOf: 'keyPoints', memory: false, searched: { meetings: 2, read: 1, withoutKeyPoints: 1 } });
		expect(String(result[0]?.markdown).split('\n').filter(Boolean)).toEqual([
			'# Before meeting Ann Acme',
			expect.stringMatching(/^Made of the titles and key points of 1 of 2 meetings since \d{1,2} \w+.*\. It is not known who took part in 1 meeting\. /),
			'## People',
			expect.stringMatching(/^- Ann Acme \(at least 1 meeting since \d{1,2} \w+( \d{4})?, last on \d{1,2} \w+( \d{4})?\)$/),
			'## Action items',
			expect.stringMatching(/^- \*\*Ann:\*\* Send the offer \(Kick-off, /),
			'## Decisions',
			expect.stringMatching(/^- Go on \(Kick-off, /),
			'## Past meetings',
			expect.stringMatching(/Kick-off \(Uma Own, Ann Acme\)$/),
			'  - Rollout',
		]);
		expect(await hintsOf(person)).toEqual([
			expect.stringMatching(/^This account has no memory feature, so this is made of the titles and key points of 2 meetings/),
			'1 meeting had no saved key points, so only the title was compared.',
		]);
	});

	test('“Max Meetings” limits what is read', async () => {
		const options = { maxMeetings: 1 };
		const { result, requests } = await world.requestsOf(() => prepare({ ...person, options }));
		expect(requests).toBe(3);
		expect(result[0]).toMatchObject({ pastMeetings: [], searched: { read: 0, beyondMax: 1 } });
		expect(await hintsOf({ ...person, options })).toEqual([
			expect.stringMatching(/^This account has no memory feature/),
			'1 meeting had no saved key points, so only the title was compared.',
			'Only the titles of 1 meeting were compared. Raise “Max Meetings” to read them, with one request each.',
			expect.stringMatching(/^Nothing was found in past meetings/),
		]);
	});

	test('a name will do; an ID will not', async () => {
		const byName = await prepare({ prepareFor: 'person', person: 'Ann Acme' });
		expect(names(byName[0])).toEqual(['Ann Acme']);
		const byId = { prepareFor: 'person', person: 'contact_5Tz9' };
		expect((await world.requestsOf(() => prepare(byId))).requests).toBe(1);
		expect(await hintsOf(byId)).toEqual([expect.stringContaining('a contact ID cannot be looked up')]);
	});
});

test('a topic is found in past meetings, with the memory feature, too', async () => {
	await history();
	const { result, requests } = await world.requestsOf(() => prepare({ prepareFor: 'topic', topic: 'OFFER' }));
	expect(requests).toBe(2);
	expect(result[0]).toMatchObject({ madeOf: 'keyPoints', openActionItems: [{ item: 'Send the offer' }], recentDecisions: [] });
	expect(result[0]?.markdown).toContain('# Past meetings on “OFFER”');
	expect(await hintsOf({ prepareFor: 'topic', topic: 'OFFER' })).toEqual([]);
});

test('unread data is not reported as missing', async () => {
	world = await insightWorld();
	await world.addMeeting({ title: 'Review', startTime: ago(HOUR_MS), keyPoints: { decisions: ['Lower the price'] } });
	world.sandbox.faults.add({ kind: 'internal-error', path: api.keyPoints.get.path, method: 'GET' });
	expect(await hintsOf({ prepareFor: 'topic', topic: 'price' }, { limits: { patienceMs: 0 } })).toEqual([
		expect.stringMatching(/^Incomplete: 1 meeting left out/),
	]);
});

test('a hint says when no contact was found, and the text who is not in past meetings', async () => {
	await history();
	for (const unknown of [{ prepareFor: 'company', company: 'nobody.example' }, { prepareFor: 'person', person: 'someone@nobody.example' }]) {
		expect((await prepare(unknown))[0]?.text).toMatch(/\n\nNot found in past meetings:\n- (?:someone@)?nobody\.example\n$/);
	}
	expect(await hintsOf({ prepareFor: 'company', company: 'nobody.example' })).toEqual([expect.stringMatching(/^Nobody from this company is among your contacts, so this is made of the titles and key points of 1 meeting since /), expect.stringMatching(/^Nothing was found in past meetings/)]);
	expect(await hintsOf({ prepareFor: 'person', person: 'contact_1' })).toEqual([expect.stringMatching(/^Nobody with this ID is among your contacts \(Contact > Get Many returns them/)]);
});

test('a request budget stops it, and it lists who was not looked up', async () => {
	await history();
	const company = { prepareFor: 'company', company: 'acme.example' };
	const { result, requests } = await world.requestsOf(() => prepare(company, { limits: { maxRequests: 2, concurrency: 1 } }));
	expect(requests).toBe(2);
	expect(result[0]).toMatchObject({ complete: false, stoppedBy: 'budget' });
	expect(names(result[0])).toHaveLength(1);
	expect(result[0]?.left).toMatchObject({ people: [{ email: expect.any(String) }], lookUps: [] });
});

test('who was not looked up within the hour is listed below when to try again, which is nobody’s name', async () => {
	await history();
	const company = { prepareFor: 'company', company: 'acme.example' };
	const [, last] = ((await prepare(company))[0]?.people ?? []) as { contactId: string }[];
	world.sandbox.faults.add({ kind: 'rate-limited', path: api.contacts.briefing.path.replace('{id}', last?.contactId ?? '') });
	const [{ text } = {}] = await prepare(company, { limits: { patienceMs: 0, concurrency: 1 } });
	expect(text).toMatch(/\n\nNot looked up \(run it again on [^\n]+\):\n- (?:Ann|Bob) Acme\n$/);
});

test.each([
	['a person', { prepareFor: 'person', person: 'Ann Acme' }],
	['a company', { prepareFor: 'company', company: 'acme.example' }],
	['the guests of an event', { prepareFor: 'incoming', incomingEvent: { attendees: [ann] } }],
])('it fails where nothing could be read about %s', async (_, target) => {
	await history();
	world.sandbox.faults.add({ kind: 'rate-limited', path: api.contacts.list.path });
	const { results, failures } = await runCore(given(target, { limits: { patienceMs: 0 } }));
	expect([results, failures]).toEqual([[], [expect.objectContaining({ message: expect.stringMatching(/requests|hour/) })]]);
	world.sandbox.faults.clear();
	expect((await runCore(given(target, { limits: { maxRequests: 1 } }))).results).toEqual([]);
});

test('as an AI agent’s tool it returns nothing empty and no hashes', async () => {
	await history();
	const [item] = await prepare({ prepareFor: 'person', person: ann.email }, { isAgent: true });
	expect(Object.keys(item ?? {}).toSorted()).toEqual([
		'complete',
		'madeOf',
		'memory',
		'openActionItems',
		'pastMeetings',
		'people',
		'recentDecisions',
	]);
	expect(JSON.stringify(item)).not.toMatch(/null|hash/);
});
