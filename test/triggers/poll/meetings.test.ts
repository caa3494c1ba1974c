import { api } from '../../../src/api/index.ts';
import { type MeetingState, pollMeetings, startingSoon, startMeetings, type UpcomingMeeting } from '../../../src/triggers/poll/meetings.ts';
import type { ItemRoom } from '../../../src/triggers/poll/outbox.ts';
import { startingSoonKeyOf } from '../../../src/triggers/items/item.ts';
import { createService } from './service.ts';

const NOW = Date.parse('2026-11-02T10:00:00Z');
const MINUTE = 60_000;
const at = (minutes: number) => ({ key: `m${minutes}`, start: NOW + minutes * MINUTE });

function tell(state: MeetingState, minutesLater: number, starts: readonly { key: string; start: number }[]) {
	const { state: next, soon } = startingSoon(state, starts, { now: NOW + minutesLater * MINUTE, leadMs: 15 * MINUTE });
	return { state: next, keys: soon.map(({ key }) => key) };
}

test('a meeting is reported once, from the given time before its start', () => {
	const events = [at(10), at(15), at(16), at(60)];
	const first = tell(startMeetings(NOW), 0, events);
	expect(first.keys).toEqual(['m10', 'm15']);
	const second = tell(first.state, 1, events);
	expect(second.keys).toEqual(['m16']);
	expect(tell(second.state, 2, events).keys).toEqual([]);
});

test('a meeting that is moved is reported again, for its new start', () => {
	const { state } = tell(startMeetings(NOW), 0, [{ key: 'a:1', start: NOW + 5 * MINUTE }]);
	expect(tell(state, 1, [{ key: 'a:2', start: NOW + 10 * MINUTE }]).keys).toEqual(['a:2']);
});

test('a meeting that began before the trigger is not reported; one that began between two polls is, for a quarter of an hour', () => {
	const first = tell(startMeetings(NOW), 0, [at(-1), at(0)]);
	expect(first.keys).toEqual([]);
	expect(tell(first.state, 60, [at(44), at(46), at(59)]).keys).toEqual(['m46', 'm59']);
});

test('a clock that was set back does not silence meetings', () => {
	expect(tell(startMeetings(NOW), -120, [at(-110)]).keys).toEqual(['m-110']);
});

test('the memory stays small', () => {
	let state = startMeetings(NOW);
	for (let minute = 0; minute < 3000; minute += 1) ({ state } = tell(state, minute, [at(minute + 1)]));
	expect(state.reported.length).toBeLessThanOrEqual(500);
});

test('what was reported is remembered for a day', () => {
	const { state } = tell(startMeetings(NOW), 0, [at(10)]);
	const dayLater = (minutes: number) => tell(state, minutes, []).state.reported.length;
	expect([dayLater(10 + 24 * 60 - 1), dayLater(10 + 24 * 60)]).toEqual([1, 0]);
	expect(tell(startMeetings(NOW), -5, []).state.from).toBe(NOW - 5 * MINUTE);
	expect(tell(startMeetings(NOW), 5, []).state.from).toBe(NOW);
});

describe('a poll of the calendar', () => {
	const HOUR = 60 * MINUTE;
	const timed = (id: string | undefined, minutes: number, summary = 'Standup') => {
		const dateTime = (more: number) => ({ dateTime: new Date(NOW + (minutes + more) * MINUTE).toISOString() });
		return { ...(id !== undefined && { id }), summary, start: dateTime(0), end: dateTime(30) };
	};
	const poll = async (calendar: readonly object[] | null, { state = startMeetings(NOW), room = null as ItemRoom | null, max = 10, isWanted = (_: UpcomingMeeting): boolean => true } = {}) => {
		const model = createService('newest');
		if (calendar) model.connectCalendar(calendar);
		const polled = await pollMeetings(state, { leadMs: 15 * MINUTE, isWanted, itemOf: async ({ key }) => ({ dedupeKey: key }), room }, model.round(NOW, max));
		return { ...polled, keys: polled.items.map(({ dedupeKey }) => dedupeKey), requests: model.requests };
	};

	test('asks for what may start, and one millisecond more, since the end is excluded', async () => {
		const { requests } = await poll([], { state: { from: NOW - HOUR, reported: [], own: null } });
		const { searchParams } = new URL(requests[0] ?? '');
		expect([searchParams.get('timeMin'), searchParams.get('timeMax')]).toEqual([new Date(NOW - 15 * MINUTE).toISOString(), new Date(NOW + 15 * MINUTE + 1).toISOString()]);
		expect(searchParams.get('maxResults')).toBe(String(api.calendar.events.paging.maxSize));
	});

	test('reports meetings with a time of day, also without an ID', async () => {
		const allDay = { id: 'day', summary: 'Fair', start: { date: '2026-11-02' }, end: { date: '2026-11-03' } };
		const unknown = { id: 'zone', summary: 'Somewhere', start: { dateTime: '2026-11-02T10:05:00', timeZone: 'Nowhere/Land' }, end: { dateTime: '2026-11-02T10:35:00', timeZone: 'Nowhere/Land' } };
		const { keys } = await poll([allDay, unknown, { id: 'empty' }, timed('m1', 5), timed(undefined, 10), timed(undefined, 12, '')]);
		expect(keys).toEqual(['m1', 'Standup', ''].map((id, index) => startingSoonKeyOf(id, new Date(NOW + [5, 10, 12][index]! * MINUTE).toISOString())));
	});

	test('finds meetings in the time zones of Windows, and mentions once those in none that is known', async () => {
		const zoned = (id: string, dateTime: string, timeZone: string) => ({ id, subject: id, start: { dateTime, timeZone }, end: { dateTime: '2026-11-02T11:35:00.0000000', timeZone } });
		const calendar = [zoned('pilot', '2026-11-02T11:05:00.0000000', 'W. Europe Standard Time'), zoned('custom', '2026-11-02T11:05:00.0000000', 'Customized Time Zone'), { id: 'empty' }];
		const { keys, unplaced, state } = await poll(calendar);
		expect(keys).toEqual([startingSoonKeyOf('pilot', '2026-11-02T10:05:00.000Z')]);
		expect(unplaced).toEqual([
			{ id: 'custom', title: 'custom', start: '2026-11-02T11:05:00.0000000', timeZone: 'Customized Time Zone' },
			{ id: 'empty', title: null, start: null, timeZone: null },
		]);
		expect(await poll(calendar, { state })).toMatchObject({ keys: [], unplaced: [] });
	});

	test('reads the profile for the first meeting with guests, and keeps the address', async () => {
		const guests = { attendees: [{ email: 'ann@other.example' }] };
		const first = await poll([timed('alone', 4)]);
		expect([first.requests.length, first.state.own]).toEqual([1, null]);
		const second = await poll([timed('alone', 4), { ...timed('a', 5), ...guests }]);
		expect([second.requests.length, second.state.own]).toEqual([2, expect.stringContaining('@')]);
		const third = await poll([{ ...timed('b', 6), ...guests }], { state: second.state });
		expect([third.requests.length, third.items.length]).toEqual([1, 1]);
		const busy = await poll([{ ...timed('a', 5), ...guests }], { max: 1 });
		expect([busy.items.length, busy.state.own, busy.error]).toEqual([1, null, null]);
	});

	test('does not remember what is not wanted, as a guest who is may be added', async () => {
		const first = await poll([timed('a', 5), timed('b', 6)], { isWanted: ({ event }) => event['id'] === 'b' });
		expect(first.keys).toEqual([startingSoonKeyOf('b', new Date(NOW + 6 * MINUTE).toISOString())]);
		expect((await poll([timed('a', 5), timed('b', 6)], { state: first.state })).keys).toEqual([startingSoonKeyOf('a', new Date(NOW + 5 * MINUTE).toISOString())]);
	});

	test('remembers only what there was room for', async () => {
		let left = 1;
		const taken: unknown[] = [];
		const room: ItemRoom = { isLeft: () => left > 0, take: (items) => void ((left -= items.length), taken.push(...items)) };
		const first = await poll([timed('a', 5), timed('b', 6)], { room });
		expect([first.items.length, first.state.reported.length, taken.length]).toEqual([1, 1, 1]);
		expect((await poll([timed('a', 5), timed('b', 6)], { state: first.state })).keys).toEqual([expect.stringContaining('b')]);
	});

	test('that may not ask, or fails, leaves everything to the next', async () => {
		const state = { from: NOW - HOUR, reported: [{ key: 'x', start: NOW }], own: null };
		expect(await poll([timed('a', 5)], { state, max: 0 })).toMatchObject({ state, items: [], error: null, requests: [] });
		expect(await poll(null, { state })).toMatchObject({ state, items: [], error: { problem: { status: 404 } } });
	});
});
