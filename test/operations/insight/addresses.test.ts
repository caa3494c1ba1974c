import { againstScript, resultsOf, runCore, type CoreOptions } from '../core.ts';
import { actionItem, insightWorld, type InsightWorld } from './world.ts';

const startTime = '2026-03-04T09:00:00.000Z';
const march = { period: 'custom', since: '2026-03-01T00:00:00', until: '2026-03-31T00:00:00' };
const event = {
	id: 'ev1',
	summary: 'Acme weekly',
	start: { dateTime: startTime },
	end: { dateTime: '2026-03-04T10:00:00.000Z' },
	attendees: [{ email: 'ann.lee@acme.example', displayName: 'Ann Lee' }, { email: 'uma@own.example' }],
};

test.each([
	[true, 'Ben Ode', 'ben@beta.example', true],
	[false, 'Ben Ode', null, false],
])('owners get the address of a guest or, with the memory feature (%s), of a contact', async (memory, name, ben, isContact) => {
	const world = await insightWorld({ memory });
	try {
		world.sandbox.connectCalendar(world.userId, 'google');
		world.sandbox.addCalendarEvent(world.userId, event);
		const actionItems = [actionItem('Send the offer', 'Ann'), actionItem('Call Acme', name), actionItem('Book a room', 'local'), actionItem('Nobody', '')];
		await world.addMeeting({ title: 'Acme weekly', startTime, calendarEventId: 'ev1', attendees: [{ name, email: 'ben@beta.example' }], keyPoints: { actionItems } });
		const find = (options: { withOwnerEmail?: boolean }) =>
			resultsOf({ credential: world.credential, parameters: { resource: 'actionItem', operation: 'find', ...march, options } });
		const { result: before, requests } = await world.requestsOf(() => find({}));
		expect(before[0]).not.toHaveProperty('ownerEmail');
		const { result, requests: more } = await world.requestsOf(() => find({ withOwnerEmail: true }));
		expect(result).toMatchObject([
			{ owner: 'Ann', ownerEmail: 'ann.lee@acme.example' },
			{ owner: name, ownerEmail: ben, ownerContactId: isContact ? expect.any(String) : null },
			{ owner: 'Me', ownerEmail: 'uma@own.example' },
			{ owner: null, ownerEmail: null, ownerContactId: null },
		]);
		// The profile, the calendar of one day, and one page of contacts.
		expect(more - requests).toBe(3);
	} finally {
		await world.sandbox.stop();
	}
});

test('one result for each owner, with the address and a text to send: however key points write the name', async () => {
	const world = await insightWorld();
	try {
		world.sandbox.connectCalendar(world.userId, 'google');
		world.sandbox.addCalendarEvent(world.userId, event);
		const first = [actionItem('Send the offer', 'Ann'), actionItem('Hire two', 'Zoe'), actionItem('Sign', 'Ann Lee'), actionItem('Nobody', '')];
		await world.addMeeting({ title: 'Acme weekly', startTime, calendarEventId: 'ev1', keyPoints: { actionItems: first } });
		await world.addMeeting({ title: 'Team', startTime: '2026-03-05T09:00:00.000Z', keyPoints: { actionItems: [actionItem('Call Acme', 'Zoe')] } });
		const find = (more = {}) => resultsOf({ credential: world.credential, parameters: { resource: 'actionItem', operation: 'find', ...march, options: { output: 'owner' }, ...more } });
		const found = await find();
		expect(Object.keys(found[0] ?? {}).slice(0, 4)).toEqual(['owner', 'ownerEmail', 'subject', 'text']);
		expect(found).toMatchObject([
			{ owner: 'Ann', ownerEmail: 'ann.lee@acme.example', actionItems: [{ item: 'Send the offer' }, { item: 'Sign' }], subject: '2 action items, 1–30 March 2026' },
			{ owner: 'Zoe', ownerEmail: null, actionItems: [{ item: 'Call Acme' }, { item: 'Hire two' }] },
			{ owner: null, ownerEmail: null, actionItems: [{ item: 'Nobody' }] },
		]);
		expect(found[0]?.['text']).toMatch(/^2 action items, 1–30 March 2026\n\n- Send the offer \(.*Acme weekly, 4 March\)\n- Sign \(/);
		expect(await find({ filters: { text: 'nothing like it' } })).toEqual([]);
		const { hints } = await runCore({ credential: world.credential, parameters: { resource: 'actionItem', operation: 'find', ...march, options: { output: 'owner' } } });
		expect(hints).toContain('2 results have no email address: filter by it before you send.');
	} finally {
		await world.sandbox.stop();
	}
});

describe('digests and key points', () => {
	let world: InsightWorld;
	let id: string;
	const participants = ['Ann Lee', 'local', 'Ben Ode'];
	const actionItems = [actionItem('Send the offer', 'Ann'), actionItem('Call Acme', 'Zoe'), actionItem('Book a room', 'local')];

	beforeEach(async () => {
		world = await insightWorld();
		world.sandbox.connectCalendar(world.userId, 'google');
		world.sandbox.addCalendarEvent(world.userId, event);
		id = await world.addMeeting({ title: 'Acme weekly', startTime, calendarEventId: 'ev1', keyPoints: { actionItems, participants } });
	});
	afterEach(() => world.sandbox.stop());

	const run = (parameters: CoreOptions['parameters']) => resultsOf({ credential: world.credential, parameters });
	const addressed = { options: { withOwnerEmail: true } };
	const owners = [
		{ owner: 'Ann', ownerEmail: 'ann.lee@acme.example' },
		{ owner: 'Zoe', ownerEmail: null, ownerContactId: null },
		{ owner: expect.stringMatching(/^(?:Me|local)$/), ownerEmail: 'uma@own.example' },
	];

	test('a digest has the address of a participant if it is the same in all meetings', async () => {
		// In this meeting, it is unclear which Ann Lee is meant, and a guest with another address is called Ben Ode.
		world.sandbox.addCalendarEvent(world.userId, { ...event, id: 'ev2', attendees: [{ email: 'ben@beta.example', displayName: 'Ben Ode' }, { email: 'ann@other.example', displayName: 'Ann Lee' }] });
		const alone = await run({ resource: 'insight', operation: 'getDigest', ...march, ...addressed });
		expect(alone).toMatchObject([{ participants: expect.arrayContaining([expect.objectContaining({ name: 'Ann Lee', email: 'ann.lee@acme.example', contactId: null })]) }]);
		await world.addMeeting({ title: 'Beta', startTime: '2026-03-04T12:00:00.000Z', calendarEventId: 'ev2', keyPoints: { actionItems: [actionItem('Plan', 'Ben')], participants: ['Ann Lee', 'Ben Ode'] } });
		const [digest] = await run({ resource: 'insight', operation: 'getDigest', ...march, ...addressed });
		const people = new Map((digest?.['participants'] as { name: string; email: string | null }[]).map(({ name, email }) => [name, email]));
		expect(Object.fromEntries(people)).toMatchObject({ 'Ann Lee': null, 'Me': 'uma@own.example' });
		expect(JSON.stringify(digest?.['actionItems'])).toContain('"ownerEmail":"ben@beta.example"');
		expect(JSON.stringify(await run({ resource: 'insight', operation: 'getDigest', ...march }))).not.toMatch(/ownerEmail|"email"/);
	});

	test.each(['get', 'generate'])('key points (%s), as an object and one by one', async (operation) => {
		const keyPoints = { resource: 'keyPoints', operation, conversationId: id };
		const [whole] = await run({ ...keyPoints, ...addressed });
		expect(whole).toMatchObject({
			keypoints: { actionItems: owners },
			people: [
				{ name: 'Ann Lee', email: 'ann.lee@acme.example', contactId: null },
				{ name: 'Me', email: 'uma@own.example', contactId: null },
				{ name: 'Ben Ode', email: null, contactId: null },
			],
		});
		expect(await run({ ...keyPoints, format: 'actionItems', ...addressed })).toMatchObject(owners);
		for (const format of ['object', 'actionItems']) expect(JSON.stringify(await run({ ...keyPoints, format }))).not.toMatch(/ownerEmail|"people"/);
	});
});

test.each([
	['action items are', 'find', 2],
	// It also reads the open ones.
	['changes are', 'sync', 3],
])('%s returned without addresses if the limit is reached before the profile is read', async (_what, operation, maxRequests) => {
	const world = await insightWorld();
	try {
		await world.addMeeting({ title: 'Acme weekly', startTime, keyPoints: { actionItems: [actionItem('Send the offer', 'Ann'), actionItem('Book a room', 'local')] } });
		const parameters = { resource: 'actionItem', operation, ...march, options: { withOwnerEmail: true } };
		const { results, hints } = await runCore({ credential: world.credential, parameters, limits: { maxRequests } });
		expect(results).toMatchObject([{ item: 'Send the offer', ownerEmail: null }, { item: 'Book a room', ownerEmail: null }]);
		expect(hints.at(-1)).toMatch(/^Incomplete: some email addresses are missing, because /);
	} finally {
		await world.sandbox.stop();
	}
});

test('an item whose addresses cannot be read fails alone', async () => {
	const keyPoints = { data: { id: 'k1', title: 'Weekly', keypoints: { actionItems: [actionItem('Send the offer', 'Ann')], participants: [] } } };
	const listed = { data: [{ id: 'c1', title: 'Weekly', startTime, linkedCalendarEventId: 'ev1' }], pagination: { total: 1, limit: 100, offset: 0 } };
	const profile = { data: { profile: { name: 'Uma Own', email: 'uma@own.example' } } };
	const refused = { status: 400, body: { error: { code: 'bad_request', message: 'No' } } };
	const { results, failures } = await againstScript([keyPoints, listed, profile, refused, keyPoints, { data: [event] }], {
		parameters: { resource: 'keyPoints', operation: 'get', conversationId: 'c1', format: 'actionItems', options: { withOwnerEmail: true } },
		items: [{}, {}],
		limits: { concurrency: 1 },
	});
	expect(results).toMatchObject([{ ownerEmail: 'ann.lee@acme.example' }]);
	expect(failures).toMatchObject([{ item: 0 }]);
});
