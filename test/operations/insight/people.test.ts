import { connect } from '../../../packages/client/index.ts';
import { operationsOf } from '../../../packages/client/operations.ts';
import { actionItem, ago, HOUR_MS, insightWorld, type InsightWorld } from './world.ts';

// Tests who took part in meetings, as requested by a program.

const DAY = 24 * HOUR_MS;
const own = { email: 'uma@own.example' };
const priya = { email: 'p.shah@northwind.example', displayName: 'Priya Shah' };
const kim = { email: 'kim@gmail.com' };
const ben = { email: 'ben@own.example', displayName: 'Ben Ode' };

let world: InsightWorld;
let hints: string[];
beforeEach(async () => {
	world = await insightWorld();
	world.sandbox.connectCalendar(world.userId, 'google');
	hints = [];
});
afterEach(() => world.sandbox.stop());

/** Days begin at 00:00 UTC, like in `toISOString`, wherever this runs. */
const operations = () => operationsOf(connect(world.credential), { timezone: 'UTC', onHint: (hint) => void hints.push(hint) });

/** A meeting with an event of these guests, at the same time. */
async function met(title: string, days: number, attendees: object[], keyPoints: Parameters<InsightWorld['addMeeting']>[0]['keyPoints'] = {}): Promise<string> {
	const startTime = ago(days * DAY);
	const id = `ev_${title}`;
	world.sandbox.addCalendarEvent(world.userId, { id, summary: title, start: { dateTime: startTime }, end: { dateTime: ago(days * DAY - HOUR_MS) }, attendees });
	return await world.addMeeting({ title, startTime, calendarEventId: id, keyPoints: { participants: ['Uma', 'Other participant'], ...keyPoints } });
}

const titlesOf = (records: readonly { readonly title?: unknown }[]): unknown[] => records.map(({ title }) => title).toSorted();

test('a person is found as a guest, whatever transcripts call them, by name and by address', async () => {
	await met('Pilot', 3, [own, priya]);
	await met('Stand-up', 2, [own, ben]);
	for (const participant of ['Priya', 'shah, priya', 'p.shah@northwind.example', 'northwind']) {
		expect(titlesOf(await operations().conversation.getAll({ participant }))).toEqual(['Pilot']);
	}
	expect(hints).toEqual([]);
	expect(await operations().conversation.getAll({ participant: 'Joanna' })).toEqual([]);
	expect(hints).toEqual([expect.stringMatching(/^Searched 2 meetings: none was with “Joanna”, as far as is known\./)]);
});

const written = ['Marcus Bell <Marcus.Bell@fairway.example>', '"Bell, Marcus" <marcus.bell@fairway.example>', 'mailto:marcus.bell@fairway.example?subject=Hello', 'Bell, Marcus', 'Mr. Marcus Bell', 'Marcus Bell (Fairway)'];

test.each(written)('%s is the same person in every field that takes one', async (marcus) => {
	world.sandbox.updateUser(world.userId, { plan: 'professional' });
	await met('Renewal', 3, [own, { email: 'marcus.bell@fairway.example', displayName: 'Marcus Bell' }]);
	await world.addMeeting({ title: 'Kick-off', startTime: ago(5 * DAY), attendees: [{ name: 'Marcus Bell', email: 'marcus.bell@fairway.example' }] });
	expect(titlesOf(await operations().conversation.getAll({ participant: marcus }))).toEqual(['Kick-off', 'Renewal']);
	expect(await operations().insight.prepareForMeeting({ prepareFor: 'person', person: marcus })).toMatchObject({ people: [{ displayName: 'Marcus Bell' }], unknownPeople: [] });
	expect(await operations().contact.getBriefing({ id: marcus })).toMatchObject({ email: 'marcus.bell@fairway.example' });
});

test('several people in one field are refused by its name, before anything is sent', async () => {
	const two = 'marcus.bell@fairway.example, priya@harbour.example';
	const { requests } = await world.requestsOf(async () => {
		const refused = (field: string, reason = 'it names several people. Enter one of them') => ({ problem: { kind: 'invalidInput', field, reason } });
		await expect(operations().conversation.getAll({ participant: two })).rejects.toMatchObject(refused('participant'));
		await expect(operations().insight.prepareForMeeting({ prepareFor: 'person', person: two })).rejects.toMatchObject(refused('person'));
		await expect(operations().contact.getBriefing({ id: two })).rejects.toMatchObject(refused('id'));
		await expect(operations().insight.prepareForMeeting({ prepareFor: 'company', company: two })).rejects.toMatchObject(refused('company', 'it names several companies. Enter one of them'));
	});
	expect(requests).toBe(0);
});

test.each(['fairway.example', 'www.fairway.example', 'https://www.Fairway.example/about', 'Marcus Bell <marcus.bell@fairway.example>', 'a@fairway.example, b@fairway.example'])('%s is the same company', async (company) => {
	world.sandbox.updateUser(world.userId, { plan: 'professional' });
	await world.addMeeting({ title: 'Kick-off', startTime: ago(5 * DAY), attendees: [{ name: 'Marcus Bell', email: 'marcus.bell@fairway.example' }] });
	expect(await operations().insight.prepareForMeeting({ prepareFor: 'company', company })).toMatchObject({ people: [{ displayName: 'Marcus Bell' }] });
});

test('a guest of whom the calendar has only an address is known by the name of the contact', async () => {
	await met('Pilot', 3, [own, { email: 'x1@northwind.example' }]);
	await world.addMeeting({ title: 'Not linked', startTime: ago(2 * DAY), attendees: [{ name: 'Priya Shah', email: 'x1@northwind.example' }] });
	expect(titlesOf(await operations().conversation.getAll({ participant: 'Priya' }))).toEqual(['Not linked', 'Pilot']);
	expect(hints).toEqual([]);
});

test('action items and decisions with a person are those of the same meetings, and what is not known is said', async () => {
	const keyPoints = { actionItems: [actionItem('Send the offer', 'Me')], decisions: ['Go'] };
	await met('Pilot', 3, [own, priya], keyPoints);
	await met('Stand-up', 2, [own, ben], keyPoints);
	await world.addMeeting({ title: 'Call', startTime: ago(DAY), keyPoints: { ...keyPoints, participants: ['Me', 'Other participant'] } });
	expect(await operations().actionItem.find({ participant: 'Priya' })).toMatchObject([{ conversationTitle: 'Pilot' }]);
	const together = await operations().insight.findDecisions({ participant: 'Priya', output: 'together' });
	expect(together).toMatchObject({ found: 1, complete: false, text: expect.stringContaining('1 meeting left out, because it is not known who took part') });
	expect(hints.filter((hint) => /^It is not known who took part in 1 meeting, .*name people\.$/.test(hint))).toHaveLength(2);
});

test('external meetings have a guest from outside, and say from which companies', async () => {
	await met('Pilot', 4, [own, priya, kim]);
	await met('Private', 3, [own, kim]);
	await met('Stand-up', 2, [own, ben]);
	await met('Cancelled by them', 1, [own, ben, { ...priya, responseStatus: 'declined' }]);
	const found = (await operations().conversation.getAll({ external: true })).toSorted((one, other) => (one.title < other.title ? -1 : 1));
	expect(found).toMatchObject([{ title: 'Pilot', externalCompanies: ['northwind.example'] }, { title: 'Private', externalCompanies: [] }]);
	expect(titlesOf(await operations().conversation.getAll({ external: false }))).toEqual(['Cancelled by them', 'Stand-up']);
	const digest = await operations().insight.getDigest({ external: true, compare: true });
	expect(digest).toMatchObject({ complete: true, totals: { meetings: 2 }, meetings: [{ conversationTitle: 'Pilot', externalCompanies: ['northwind.example'] }, { conversationTitle: 'Private' }] });
	expect(hints).toEqual([]);
});

test('a meeting of the previous period whose guests are not known makes only that period incomplete', async () => {
	await met('Pilot', 2, [own, priya], { decisions: ['Go'] });
	await world.addMeeting({ title: 'Call', startTime: ago(9 * DAY), keyPoints: { decisions: ['Wait'] } });
	const digest = await operations().insight.getDigest({ external: true, compare: true });
	expect(digest).toMatchObject({ complete: true, totals: { meetings: 1 }, previous: { complete: false, totals: { meetings: 0 } }, text: expect.not.stringContaining('left out') });
	expect(hints).toEqual(['Not all meetings of the previous period were read, so its totals are too low.']);
});

test('a filter for external meetings reads the key points of these alone', async () => {
	for (let days = 1; days < 6; days += 1) await met(`Stand-up ${days}`, days, [own, ben], { decisions: ['Go'] });
	await met('Pilot', 6, [own, priya], { decisions: ['Start'] });
	const { requests } = await world.requestsOf(async () => {
		expect(await operations().insight.findDecisions({ external: true })).toMatchObject([{ decision: 'Start', externalCompanies: ['northwind.example'] }]);
	});
	// The list, up to a day of calendar for each, the profile, and one meeting.
	expect(requests).toBeLessThanOrEqual(1 + 7 + 1 + 1);
});

test('without a calendar nobody is known, and nothing is complete', async () => {
	world.sandbox.connectCalendar(world.userId, null);
	await world.addMeeting({ title: 'Call', startTime: ago(DAY), calendarEventId: 'ev', keyPoints: { decisions: ['Go'] } });
	expect(await operations().insight.getDigest({ external: true })).toMatchObject({ complete: false, totals: { meetings: 0 } });
	expect(hints).toEqual([expect.stringMatching(/^It is not known who took part in 1 meeting, which was left out: no calendar is connected/)]);
});

test.each([[null, 'google'], ['google', null]] as const)('without a calendar, a list of external meetings is refused, since an empty one would pass for an answer: %s', async (first, then) => {
	await world.addMeeting({ title: 'Call', startTime: ago(DAY), calendarEventId: 'ev' });
	for (const provider of [first, then]) {
		world.sandbox.connectCalendar(world.userId, provider);
		for (const external of [true, false]) {
			const list = operations().conversation.getAll({ external });
			if (provider === null) await expect(list).rejects.toThrow(/external.*no calendar is connected, or its access was revoked\. Connect it in the desktop app\.$/);
			else await expect(list).resolves.toEqual([]);
		}
	}
});

test('which of my action items are overdue is one question', async () => {
	const at = (days: number) => new Date(Date.now() + days * DAY).toISOString().slice(0, 10);
	const meeting = { attendees: [{ name: 'Priya Shah', email: 'p.shah@northwind.example' }] };
	const items = [actionItem(`Send the offer by ${at(-2)}`, 'Me'), actionItem(`Call Acme by ${at(-1)}`, 'Me'), actionItem(`Write the plan by ${at(3)}`, 'Me'), actionItem('Think', 'Me'), actionItem(`Book a room by ${at(-2)}`, 'Ben')];
	const id = await world.addMeeting({ title: 'Pilot', startTime: ago(5 * DAY), keyPoints: { actionItems: items, participants: ['Me', 'Priya Shah'] }, ...meeting });
	await world.addMeeting({ title: 'Alone', startTime: ago(4 * DAY), keyPoints: { actionItems: [actionItem(`Tidy up by ${at(-1)}`, 'Me')] } });
	const mine = (input: object) => operations().actionItem.find({ owner: 'me', ...input });
	const { data: threads } = await connect(world.credential).contacts.unresolvedThreads({ limit: 100 });
	const done = threads.find(({ actionItem: item }) => item === `Call Acme by ${at(-1)}`);
	world.sandbox.setActionItem(id, done?.hash ?? '', 'resolved');
	const overdue = await mine({ status: 'overdue' });
	expect(overdue).toMatchObject([{ item: `Tidy up by ${at(-1)}`, open: null }, { item: `Send the offer by ${at(-2)}`, open: true }]);
	expect(overdue[1]).toMatchObject({ participants: ['Me', 'Priya Shah'] });
	const { text } = await operations().actionItem.find({ owner: 'me', status: 'overdue', output: 'together' });
	expect(text.split('\n').filter((line) => line.includes('perhaps done'))).toEqual([expect.stringContaining('Tidy up')]);
	expect(hints.slice(0, 2)).toEqual([
		`Whether 1 action item is done is not known (“Tidy up by ${at(-1)}”), so it is included. The memory feature knows only meetings with a contact, and of these the 100 oldest open action items.`,
		'1 other action item has no certain due date, so whether it is overdue is not known.',
	]);
	expect((await mine({ status: 'open' })).map(({ item }) => item)).not.toContain(`Call Acme by ${at(-1)}`);
	hints.length = 0;
	expect((await mine({ dueBefore: `${at(4)}T00:00:00Z` })).map(({ item }) => item)).toHaveLength(4);
	expect(hints).toEqual([expect.stringMatching(/^Only meetings since /), '1 other action item has no certain due date, so whether it is due by then is not known.']);
	hints.length = 0;
	expect(await mine({ status: 'overdue', text: 'tidy' })).toHaveLength(1);
	expect(hints).not.toContainEqual(expect.stringContaining('certain due date'));
	expect(await mine({ status: 'overdue', participant: 'Priya' })).toMatchObject([{ item: `Send the offer by ${at(-2)}`, open: true }]);
});

test('without the memory feature it is said that nobody knows what is done', async () => {
	const other = await insightWorld({ memory: false });
	try {
		await other.addMeeting({ title: 'Alone', startTime: ago(DAY), keyPoints: { actionItems: [actionItem('Tidy up', 'Me')] } });
		const found = await operationsOf(connect(other.credential), { onHint: (hint) => void hints.push(hint) }).actionItem.find({ status: 'open' });
		expect(found).toMatchObject([{ item: 'Tidy up', open: null }]);
		expect(hints).toEqual([expect.stringMatching(/^Only meetings since /), expect.stringContaining('only the memory feature knows')]);
	} finally {
		await other.sandbox.stop();
	}
});

test('follow-ups for external or for chosen meetings spend no credit on others', async () => {
	const day = ago(2 * DAY).slice(0, 10);
	const startTime = `${day}T10:00:00.000Z`;
	const meeting = async (title: string, attendees: object[]) => {
		world.sandbox.addCalendarEvent(world.userId, { id: title, summary: title, start: { dateTime: startTime }, end: { dateTime: `${day}T11:00:00.000Z` }, attendees });
		return await world.addMeeting({ title, startTime, calendarEventId: title });
	};
	const pilot = await meeting('Pilot', [own, priya]);
	const standUp = await meeting('Stand-up', [own, ben]);
	await world.addMeeting({ title: 'Call', startTime });
	const draft = (input: object) => operationsOf(connect(world.credential), { timezone: 'UTC', onHint: (hint) => void hints.push(hint) }).insight.draftFollowUps({ date: startTime, output: 'together', ...input });
	expect(await draft({ meetings: 'external' })).toMatchObject({
		drafts: [{ conversationId: pilot, externalCompanies: ['northwind.example'] }],
		skipped: expect.arrayContaining([expect.objectContaining({ conversationTitle: 'Stand-up', reason: 'internalMeeting' }), expect.objectContaining({ conversationTitle: 'Call', reason: 'unknownGuests' })]),
		complete: false,
	});
	expect(await draft({ conversationIds: [standUp, 'gone'] })).toMatchObject({ drafts: [{ conversationId: standUp }], skipped: [] });
	expect(hints).toContainEqual(expect.stringMatching(/^No meeting on .* 20\d\d has the ID “gone”\. Check the ID, and the day on which the meeting started\.$/));
	expect(await draft({ conversationIds: `${pilot}, ${standUp}` })).toMatchObject({ drafts: [{}, {}] });
	expect(await draft({ conversationIds: [] })).toMatchObject({ drafts: [] });
});

test('a value says by itself which period is meant', async () => {
	await world.addMeeting({ title: 'Old', startTime: ago(20 * DAY), keyPoints: { decisions: ['Go'] } });
	const find = (input: object) => operations().insight.findDecisions(input);
	expect(await find({})).toEqual([]);
	expect(await find({ days: 30 })).toHaveLength(1);
	expect(await find({ since: ago(25 * DAY) })).toHaveLength(1);
	await expect(find({ period: 'last7Days', days: 30 })).rejects.toThrow('“period”');
	await expect(find({ until: ago(DAY) })).rejects.toThrow('since');
});

test('a calendar of Microsoft names its time zones as Windows does, and an event may have no title', async () => {
	const clock = (dateTime: string) => ({ dateTime, timeZone: 'W. Europe Standard Time' });
	world.sandbox.connectCalendar(world.userId, 'microsoft');
	world.sandbox.addCalendarEvent(world.userId, { id: 'e1', subject: null, start: clock('2027-01-11T10:00:00.0000000'), end: clock('2027-01-11T10:30:00.0000000') });
	const events = await operations().calendarEvent.getAll({ since: '2027-01-11T00:00:00Z' });
	expect(events).toMatchObject([{ id: 'e1', title: null, start: '2027-01-11T09:00:00.000Z', timesResolved: true }]);
});
