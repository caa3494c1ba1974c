import { z } from 'zod/v4';
import { dataOf, errorOf, messageOf, startTestSandbox, type Account } from './support/harness.ts';

const path = '/api/v1/calendar/events';
const Events = z.array(z.looseObject({ id: z.string() }));

let env: Awaited<ReturnType<typeof startTestSandbox>>;
let account: Account;
beforeEach(async () => {
	env = await startTestSandbox();
	account = env.account('starter');
});
afterEach(() => env.sandbox.stop());

const at = (day: number, hour = 10) => ({
	dateTime: `2026-03-${String(day).padStart(2, '0')}T${hour}:00:00`,
	timeZone: 'UTC',
});
const google = (id: string, day: number, more: object = {}) => ({
	id,
	summary: id,
	start: at(day),
	end: at(day, 11),
	...more,
});
const microsoft = (id: string, day: number, more: object = {}) => ({
	id,
	subject: id,
	start: at(day),
	end: at(day, 11),
	...more,
});
const add = (event: object) => env.sandbox.addCalendarEvent(account.id, event);
const ids = async (query = '') => dataOf(Events, await account.call('GET', path + query)).map(({ id }) => id);

describe('Calendar, events', () => {
	test('404 when no calendar is connected, 403 when access was revoked, works again once reconnected', async () => {
		expect(errorOf(await account.call('GET', path))).toBe('404 not_found');
		env.sandbox.connectCalendar(account.id, 'google');
		expect(await ids()).toEqual([]);
		env.sandbox.revokeCalendar(account.id);
		expect(errorOf(await account.call('GET', path))).toBe('403 forbidden');
		env.sandbox.connectCalendar(account.id, 'google');
		expect(await ids()).toEqual([]);
	});

	test.each([
		['google', { summary: 'Opening', attendees: [{ email: 'tom@berg.example', displayName: 'Tom', responseStatus: 'accepted' }], hangoutLink: 'https://meet.example/1' }],
		['google', {}],
		['microsoft', { subject: 'Opening', attendees: [{ emailAddress: { name: 'Tom', address: 'tom@berg.example' } }] }],
		['microsoft', { subject: null }],
		['microsoft', {}],
	] as const)('Resources: an event is passed through as %s has it: %j', async (provider, content) => {
		env.sandbox.connectCalendar(account.id, provider);
		const event = { id: 'one', start: at(3), end: at(3, 11), ...content };
		add(event);
		expect(dataOf(Events, await account.call('GET', path))).toEqual([event]);
	});

	test('ordered by start time', async () => {
		env.sandbox.connectCalendar(account.id, 'google');
		for (const day of [10, 7, 6, 20]) add(google(`day ${day}`, day));
		expect(await ids()).toEqual(['day 6', 'day 7', 'day 10', 'day 20']);
		expect(await ids('?maxResults=2')).toEqual(['day 6', 'day 7']);
	});

	test('declined and cancelled events are left out, for both providers', async () => {
		env.sandbox.connectCalendar(account.id, 'google');
		const attendees = (email: string) => ({ attendees: [{ email, displayName: 'x', responseStatus: 'declined' }] });
		add(google('declined', 3, attendees('Vera@Lind.example')));
		add(google('declined by another', 4, attendees('tom@berg.example')));
		add(google('cancelled', 5, { status: 'cancelled' }));
		expect(await ids()).toEqual(['declined by another']);
		env.sandbox.connectCalendar(account.id, 'microsoft');
		add(microsoft('declined too', 3, { responseStatus: { response: 'declined' } }));
		add(microsoft('accepted', 4, { responseStatus: { response: 'accepted' } }));
		add(microsoft('cancelled too', 5, { isCancelled: true }));
		expect(await ids()).toEqual(['accepted']);
	});

	test('without timeMax one provider looks 7 days ahead and the other has no end', async () => {
		env.sandbox.connectCalendar(account.id, 'google');
		add(google('google, 9 March', 9));
		add(google('google, 30 March', 30));
		expect(await ids()).toEqual(['google, 9 March', 'google, 30 March']);
		env.sandbox.connectCalendar(account.id, 'microsoft');
		add(microsoft('8 March', 8));
		add(microsoft('9 March', 9));
		expect(await ids()).toEqual(['8 March']);
		expect(await ids('?timeMax=2026-03-11T00:00:00Z')).toEqual(['8 March', '9 March']);
		expect(await ids('?timeMin=2026-03-09T00:00:00Z')).toEqual(['9 March']);
	});

	test('timeMin defaults to now: past events are left out', async () => {
		env.sandbox.connectCalendar(account.id, 'google');
		add(google('over', 1));
		add(google('to come', 3));
		expect(await ids()).toEqual(['to come']);
		expect(await ids('?timeMin=2026-02-28T00:00:00Z')).toEqual(['over', 'to come']);
	});

	test('a window that ends before it starts is 400', async () => {
		env.sandbox.connectCalendar(account.id, 'google');
		expect(messageOf(await account.call('GET', `${path}?timeMax=2026-03-01T00:00:00Z`))).toBe('timeMax: must be in the future, since timeMin is now unless it is sent');
	});
});
