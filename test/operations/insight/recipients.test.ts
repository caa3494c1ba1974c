import { fieldsOf } from '../../../src/format/read.ts';
import { draftEmail } from '../../../src/operations/resources/conversation/draftEmail.ts';
import { draftFollowUps } from '../../../src/operations/resources/insight/draftFollowUps.ts';
import { account, HOUR_MS, NOW } from '../../reports/support/account.ts';
import { runIn } from '../../reports/support/runIn.ts';

const startTime = new Date(Date.parse(NOW) - 2 * HOUR_MS).toISOString();
const event = {
	id: 'ev1',
	summary: 'Acme weekly',
	start: { dateTime: startTime },
	end: { dateTime: new Date(Date.parse(startTime) + HOUR_MS).toISOString() },
	attendees: [{ email: 'ann.lee@acme.example', displayName: 'Ann Lee' }, { email: 'uma@own.example' }],
};
const known = { to: 'ann.lee@acme.example', recipients: [{ name: 'Ann Lee', email: 'ann.lee@acme.example', external: true }], recipientsFrom: 'Guests of the calendar event “Acme weekly”' };
const nobody = { to: null, recipients: [], recipientsFrom: null };

let world: Awaited<ReturnType<typeof account>>;
beforeEach(async () => {
	world = await account();
	world.sandbox.connectCalendar(world.userId, 'google');
	world.sandbox.addCalendarEvent(world.userId, event);
});
afterEach(() => world.stop());

const creditsUsed = async () => (await world.connect().client.user.profile()).data.apiUsage.aiGenerations.used;

test('a draft says who gets it, for three requests and no credit more', async () => {
	const id = await world.addMeeting({ title: 'Acme weekly', startTime, calendarEventId: 'ev1' });
	const before = await creditsUsed();
	const { sent, results, hints } = await runIn(world, draftEmail, { id, withRecipients: true });
	expect(results).toMatchObject([known]);
	expect(hints).toEqual([]);
	expect(sent.map((path) => path.replace(/\?.*/, '').replace(id, 'ID'))).toEqual([
		'/api/v1/conversations',
		'/api/v1/conversations/ID/email',
		'/api/v1/user/profile',
		'/api/v1/calendar/events',
	]);
	expect((await creditsUsed()) - before).toBe(1);
	// Whoever sends a draft to themselves wants no addresses.
	expect(await runIn(world, draftEmail, { id })).toMatchObject({ results: [nobody], hints: [] });
});

test.each([true, false])('a meeting without a transcript is refused before a credit is spent (recipients: %s)', async (withRecipients) => {
	const { conversationId: id } = world.sandbox.recordFailedMeeting(world.userId, { title: 'Brightside Foods: demo', startTime, error: 'no audio' });
	const before = await creditsUsed();
	await expect(runIn(world, draftEmail, { id, withRecipients })).rejects.toThrow('“Brightside Foods: demo” has no transcript, so the AI has nothing to work from, and no AI credit was used');
	expect(await creditsUsed()).toBe(before);
});

test('all drafts of a day share the profile and the calendar', async () => {
	for (const title of ['One', 'Two', 'Three']) await world.addMeeting({ title, startTime, calendarEventId: 'ev1' });
	const { sent, results } = await runIn(world, draftFollowUps, { withRecipients: true });
	expect(results).toMatchObject([known, known, known]);
	expect(sent).toHaveLength(1 + 3 + 2);
});

test('a draft after a meeting with a client goes to the client, and one among colleagues to all of them', async () => {
	const tom = { displayName: 'Tom Own', email: 'tom@own.example' };
	world.sandbox.addCalendarEvent(world.userId, { ...event, id: 'ev2', attendees: [...event.attendees, tom] });
	world.sandbox.addCalendarEvent(world.userId, { ...event, id: 'ev3', attendees: [{ email: 'uma@own.example' }, tom] });
	const colleague = { name: 'Tom Own', email: 'tom@own.example', external: false };
	const drafted = async (calendarEventId: string) => {
		const id = await world.addMeeting({ title: 'Acme weekly', startTime, calendarEventId });
		return (await runIn(world, draftEmail, { id, withRecipients: true })).results;
	};
	expect(await drafted('ev2')).toMatchObject([{ to: 'ann.lee@acme.example', recipients: [...known.recipients, colleague] }]);
	expect(await drafted('ev3')).toMatchObject([{ to: 'tom@own.example', recipients: [colleague] }]);
});

test('where nobody is known, a hint says where to look', async () => {
	const id = await world.addMeeting({ title: 'Call', startTime });
	const { results, hints } = await runIn(world, draftEmail, { id, withRecipients: true });
	expect(results).toMatchObject([nobody]);
	expect(hints).toEqual([expect.stringMatching(/^No recipient of 1 draft is known, so “to” is empty there: filter by it before you send\. Contact > Get Many /)]);
});

test('a hint says who is known where no recipient, or more than one, has the name that the email addresses', async () => {
	const namesake = { displayName: 'Ann Fox', email: 'ann.fox@acme.example' };
	world.sandbox.addCalendarEvent(world.userId, { ...event, id: 'ev2', attendees: [...event.attendees, namesake] });
	const hintsOn = async (calendarEventId: string, recipientName: string) => {
		const id = await world.addMeeting({ title: 'Acme weekly', startTime, calendarEventId });
		const { results, hints } = await runIn(world, draftEmail, { id, withRecipients: true, recipientName });
		expect(results).toMatchObject([nobody]);
		return hints;
	};
	expect(await hintsOn('ev1', 'Bob')).toEqual(['No recipient is called “Bob”, so “to” is empty. Known: “Ann Lee”.']);
	expect(await hintsOn('ev2', 'Ann')).toEqual(['More than one recipient may be “Ann”, so “to” is empty. Known: “Ann Lee”, “Ann Fox”.']);
});

test('a draft that has used a credit is returned, whatever becomes of its recipients', async () => {
	const id = await world.addMeeting({ title: 'Acme weekly', startTime, calendarEventId: 'ev1' });
	const cut = await runIn(world, draftEmail, { id, withRecipients: true }, { maxRequests: 2 });
	expect(cut.results).toMatchObject([{ subject: expect.any(String), ...nobody }]);
	expect(cut.hints).toEqual([expect.stringMatching(/^Recipients could not be looked up: .*Contact > Get Many/)]);
	const late = await runIn(world, draftEmail, { id, withRecipients: true }, { maxRequests: 3 });
	expect(fieldsOf(late.results[0])).toMatchObject(nobody);
});
