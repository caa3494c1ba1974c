import { jsonOf, output } from '../../nodes/engine.ts';
import { actionItem, insightWorld } from './world.ts';

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
		const find = async (options: { withOwnerEmail?: boolean }) =>
			jsonOf(await output({ credential: world.credential, parameters: { resource: 'insight', operation: 'findActionItems', ...march, options } }));
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
