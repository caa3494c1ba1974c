import * as fc from 'fast-check';
import { z } from 'zod/v4';
import { controls } from '../../sandbox/control/index.ts';
import { momentIn, offsetAt, timeZoneOf } from '../../sandbox/clock.ts';
import { dataOf, startTestSandbox, type Account } from './support/harness.ts';

const path = '/api/v1/calendar/events';
let env: Awaited<ReturnType<typeof startTestSandbox>>;
let account: Account;
beforeEach(async () => {
	env = await startTestSandbox();
	account = env.account();
});
afterEach(() => env.sandbox.stop());

const events = async (query: string) => dataOf(z.array(z.looseObject({ id: z.string() })), await account.call('GET', path + query));
const ids = async (from: string, to: string) => (await events(`?timeMin=${from}&timeMax=${to}`)).map(({ id }) => id);

test('all-day events start at midnight in the calendar’s zone', async () => {
	env.sandbox.updateUser(account.id, { timezone: 'Asia/Tokyo' });
	env.sandbox.connectCalendar(account.id, 'google');
	env.sandbox.addCalendarEvent(account.id, { id: 'day', summary: 'Off', start: { date: '2026-03-04' }, end: { date: '2026-03-05' } });
	expect(await ids('2026-03-03T14:00:00Z', '2026-03-03T15:00:00Z')).toEqual([]);
	expect(await ids('2026-03-03T14:00:00Z', '2026-03-03T15:00:01Z')).toEqual(['day']);
	expect(await ids('2026-03-04T15:00:00Z', '2026-03-04T16:00:00Z')).toEqual([]);
});

test.each([
	['Pacific Standard Time', '2026-03-05T17:00:00Z'],
	['W. Europe Standard Time', '2026-03-05T08:00:00Z'],
	['India Standard Time', '2026-03-05T03:30:00Z'],
	['Europe/Lisbon', '2026-03-05T09:00:00Z'],
	['UTC', '2026-03-05T09:00:00Z'],
])('clock times of the other provider’s zones are read: %s', async (timeZone, start) => {
	env.sandbox.connectCalendar(account.id, 'microsoft');
	const at = (hour: string) => ({ dateTime: `2026-03-05T${hour}:00:00.0000000`, timeZone });
	env.sandbox.addCalendarEvent(account.id, { id: 'one', subject: 'One', start: at('09'), end: at('10') });
	const second = (ms: number) => new Date(Date.parse(start) + ms).toISOString();
	expect(await ids(second(-1000), second(0))).toEqual([]);
	expect(await ids(second(-1000), second(1))).toEqual(['one']);
});

test.each([
	[{ dateTime: '2026-03-05T09:00:00', timeZone: 'Middle Earth Standard Time' }, 'start, end: both need an offset or a known time zone.'],
	[{ dateTime: '2026-03-05T09:00:00' }, 'start, end: both need an offset or a known time zone.'],
	[{ dateTime: '2026-03-05T09:00:00+99:99', timeZone: 'UTC' }, 'start, end: both need an offset or a known time zone.'],
	[{ dateTime: '2026-02-30T09:00:00Z', timeZone: 'UTC' }, 'start: must be { dateTime, timeZone }'],
	[{ date: '2026-02-30' }, 'start: must be { dateTime, timeZone }'],
	[{}, 'start: must be { dateTime, timeZone }'],
])('an invalid time is refused: %j', (moment, message) => {
	env.sandbox.connectCalendar(account.id, 'google');
	const add = () => env.sandbox.addCalendarEvent(account.id, { id: 'a', summary: 'a', start: moment, end: moment });
	expect(add).toThrow(message);
});

test('an event that ends before it starts is refused, without a word about zones', () => {
	env.sandbox.connectCalendar(account.id, 'google');
	const at = (hour: string) => ({ dateTime: `2026-03-05T${hour}:00:00Z` });
	expect(() => env.sandbox.addCalendarEvent(account.id, { id: 'a', summary: 'a', start: at('10'), end: at('09') })).toThrow('end: must not be before the start.');
});

test('each guest is listed once, and the owner is not repeated', async () => {
	const attendees = [{ name: 'Vera', email: 'VERA@lind.example' }, { email: 'tom@berg.example' }, { name: 'Tom', email: 'tom@berg.example' }];
	for (const provider of ['google', 'microsoft'] as const) {
		env.sandbox.connectCalendar(account.id, provider);
		await env.sandbox.perform(controls.calendar.add, { title: 'Pilot', start: '2026-03-04T10:00:00Z', attendees });
		expect(JSON.stringify((await events(''))[0]).match(/\w+@\w+\.example/gi)).toEqual(['vera@lind.example', 'tom@berg.example']);
	}
});

test('an event given by its details is stored in the provider’s format', async () => {
	env.sandbox.updateUser(account.id, { timezone: 'America/St_Johns' });
	const add = async (title: string) => {
		await env.sandbox.perform(controls.calendar.add, { title, start: '2026-03-04T10:00:00Z' });
		return (await events(''))[0];
	};
	env.sandbox.connectCalendar(account.id, 'google');
	expect(await add('Pilot')).toMatchObject({
		start: { dateTime: '2026-03-04T06:30:00-03:30', timeZone: 'America/St_Johns' },
		end: { dateTime: '2026-03-04T07:00:00-03:30', timeZone: 'America/St_Johns' },
	});
	env.sandbox.connectCalendar(account.id, 'microsoft');
	expect(await add('Pilot')).toMatchObject({ start: { dateTime: '2026-03-04T10:00:00.0000000', timeZone: 'UTC' } });
	await expect(env.sandbox.perform(controls.calendar.add, { title: ' ', start: '2026-03-04T10:00:00Z' })).rejects.toThrow('title: must not be empty');
});

test('a local time in a zone is the moment at which its clocks show it', () => {
	const zones = ['UTC', 'Europe/Lisbon', 'America/St_Johns', 'Asia/Kathmandu', 'Pacific/Kiritimati', 'Australia/Lord_Howe'];
	const quarter = 15 * 60_000;
	fc.assert(
		fc.property(fc.integer({ min: 0, max: 2 ** 22 }), fc.constantFrom(...zones), (n, zone) => {
			const moment = n * quarter;
			const shown = moment + offsetAt(moment, zone);
			const found = momentIn(shown, zone);
			// An hour that is repeated has two moments.
			expect(found + offsetAt(found, zone)).toBe(shown);
		}),
		{ numRuns: 500, seed: 16 },
	);
	expect(timeZoneOf('constructor')).toBeNull();
});
