import { prepareForMeeting } from '../../src/reports/index.ts';
import { account, type Account } from './support/account.ts';
import { ann, bob, cyd, emails, history } from './support/acme.ts';
import { begin } from './support/task.ts';

let world: Account;
beforeEach(async () => void (world = await account()));
afterEach(() => world.stop());

const start = { dateTime: '2026-03-14T09:00:00Z', timeZone: 'UTC' };
const end = { dateTime: '2026-03-14T10:00:00Z', timeZone: 'UTC' };
const google = (attendees: object[]) => ({ id: 'ev1', summary: 'Review', start, end, attendees });

test('an event by ID with attendees of several domains: 2 requests plus one per attendee', async () => {
	await history(world);
	world.sandbox.addContact(world.userId, cyd);
	world.sandbox.connectCalendar(world.userId, 'google');
	const invited = [ann, bob, cyd, { email: 'uma@own.example' }];
	const attendees = invited.map(({ email }) => ({ email, responseStatus: 'accepted' }));
	world.sandbox.addCalendarEvent(world.userId, google(attendees));
	const { sent, ...options } = world.connect();
	const result = await prepareForMeeting(begin(options), { event: 'ev1' }, { ownEmail: 'Uma@own.example' });
	expect(sent).toHaveLength(2 + 3);
	expect(emails(result.people)).toEqual([ann.email, bob.email, cyd.email]);
	expect(result.unknownPeople).toEqual([]);
	expect(result.event).toMatchObject({ id: 'ev1', title: 'Review', start: '2026-03-14T09:00:00.000Z', timeZone: 'UTC' });
});

test('an event as listed by either provider: no request for the event; rooms and the user are left out', async () => {
	await history(world);
	const { sent, ...options } = world.connect();
	const other = {
		id: 'ev2',
		subject: 'Review',
		start: { dateTime: '2026-03-14T09:00:00.0000000', timeZone: 'UTC' },
		attendees: [
			{ type: 'required', emailAddress: { address: 'Ann@acme.example', name: 'Ann' } },
			{ type: 'resource', emailAddress: { address: 'room@own.example' } },
		],
	};
	const result = await prepareForMeeting(begin(options), { event: other });
	expect(result).toMatchObject({ people: [{ email: ann.email }], unknownPeople: [] });
	expect(result.event).toMatchObject({ id: 'ev2', title: 'Review', start: '2026-03-14T09:00:00.000Z' });
	const mine = [{ email: 'uma@own.example', self: true }, { email: 'room@own.example', resource: true }, ann, ann];
	const again = await prepareForMeeting(begin(options), { event: google(mine) });
	expect(again).toMatchObject({ people: [{ email: ann.email }], unknownPeople: [] });
	expect(sent).toHaveLength(2 + 2);
});

test('an unknown event is refused with a reason; so is a calendar that is not connected', async () => {
	const prepare = () => prepareForMeeting(begin(world.connect()), { event: 'ev1' });
	await expect(prepare()).rejects.toMatchObject({ problem: { code: 'not_found' } });
	world.sandbox.connectCalendar(world.userId, 'google');
	await expect(prepare()).rejects.toMatchObject({ problem: { kind: 'invalidInput', field: 'calendarEvent' } });
});

test.each([
	['the remaining pages if they are fewer', 201, ['z@a.example', 'z@b.example'], 2],
	['one search per domain if they are fewer', 601, ['z@a.example', 'c0@c.example', 'c1@c.example'], 2],
	['one search for a single domain', 601, ['z@a.example', 'y@a.example'], 1],
])('finding attendees takes %s', async (_, others, wanted, lookUps) => {
	// Contacts with more meetings come first, so the wanted ones are at the end.
	for (const email of wanted) if (!email.startsWith('c')) world.sandbox.addContact(world.userId, { email });
	for (let index = 0; index < others; index++) {
		world.sandbox.addContact(world.userId, { email: `c${index}@c.example` });
	}
	const { sent, ...options } = world.connect();
	const result = await prepareForMeeting(begin(options), { event: google(wanted.map((email) => ({ email }))) });
	const addresses = wanted.filter((email) => result.people.some((person) => person.email === email));
	expect(addresses).toEqual(wanted);
	expect(sent.filter((url) => !url.includes('/briefing'))).toHaveLength(lookUps);
});
