import { terms } from '../../../nodes/shared/terms.ts';
import { api, type CalendarEvent } from '../../../src/api/index.ts';
import { type Filters, noFilters } from '../../../src/triggers/items/filters.ts';
import { startingSoonKeyOf } from '../../../src/triggers/items/item.ts';
import { isWantedMeeting, meetingItem, type MeetingState, pollMeetings } from '../../../src/triggers/poll/meetings.ts';
import type { ItemRoom } from '../../../src/triggers/poll/outbox.ts';
import { clientOf, listed } from '../reading.ts';
import { createService } from './service.ts';

const NOW = Date.parse('2026-11-02T10:00:00Z');
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

const timed = (id: string | undefined, minutes: number, summary = 'Standup') => {
	const dateTime = (more: number) => ({ dateTime: new Date(NOW + (minutes + more) * MINUTE).toISOString() });
	return { ...(id !== undefined && { id }), summary, start: dateTime(0), end: dateTime(30) };
};

interface Polling {
	readonly state?: MeetingState | null;
	readonly room?: ItemRoom | null;
	readonly max?: number;
	readonly minutesLater?: number;
	readonly filters?: Partial<Filters>;
}

async function poll(calendar: readonly object[] | null, { state = null, room = null, max = 10, minutesLater = 0, filters = {} }: Polling = {}) {
	const model = createService('newest');
	if (calendar) model.connectCalendar(calendar);
	const polled = await pollMeetings(state, { minutesBefore: 15, filters: { ...noFilters, ...filters } }, model.round(NOW + minutesLater * MINUTE, max), room);
	return { ...polled, keys: polled.items.map(({ dedupeKey }) => dedupeKey), requests: model.requests };
}

/** The meetings that a poll reports, by how many minutes from the beginning they start. */
async function tell(state: MeetingState | null, minutesLater: number, starts: readonly number[]) {
	const polled = await poll(starts.map((minutes) => timed('m', minutes)), { state, minutesLater });
	return { state: polled.state, starts: polled.items.map(({ startTime }) => (Date.parse(String(startTime)) - NOW) / MINUTE) };
}

test('a meeting is reported once, from the given time before its start', async () => {
	const events = [10, 15, 16, 60];
	const first = await tell(null, 0, events);
	expect(first.starts).toEqual([10, 15]);
	const second = await tell(first.state, 1, events);
	expect(second.starts).toEqual([16]);
	expect((await tell(second.state, 2, events)).starts).toEqual([]);
});

test('a meeting that is moved is reported again, for its new start', async () => {
	const { state } = await tell(null, 0, [5]);
	expect((await tell(state, 1, [10])).starts).toEqual([10]);
});

test('a meeting that began before the trigger is not reported; one that began between two polls is, for a quarter of an hour', async () => {
	const first = await tell(null, 0, [-1, 0]);
	expect(first.starts).toEqual([]);
	expect((await tell(first.state, 60, [44, 46, 59])).starts).toEqual([46, 59]);
});

test('a clock that was set back does not silence meetings', async () => {
	const { state } = await tell(null, 0, []);
	expect((await tell(state, -120, [-110])).starts).toEqual([-110]);
	expect((await tell(state, -5, [])).state.from).toBe(NOW - 5 * MINUTE);
	expect((await tell(state, 5, [])).state.from).toBe(NOW);
});

test('what was reported is remembered for a day, at most 500', async () => {
	const { state } = await tell(null, 0, [10]);
	const later = async (minutes: number) => (await tell(state, minutes, [])).state.reported.length;
	expect([await later(10 + 24 * 60 - 1), await later(10 + 24 * 60)]).toEqual([1, 0]);
	const full = { ...state, reported: Array.from({ length: 500 }, (_, index) => ({ key: `k${index}`, start: NOW })) };
	expect((await tell(full, 1, [10])).state.reported).toHaveLength(500);
});

describe('a poll of the calendar', () => {
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
		const first = await poll([timed('a', 5), timed('b', 6, 'Review')], { filters: { titleContains: 'review' } });
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

describe('a meeting that starts soon', () => {
	const start = NOW + 9.6 * 60_000;
	const event = {
		id: 'e1',
		summary: 'Review',
		start: { dateTime: new Date(start).toISOString() },
		end: { dateTime: new Date(start + 1_800_000).toISOString() },
		attendees: [{ email: 'me@acme.example', displayName: 'Me' }, { email: 'priya@harbour.example', displayName: 'Priya' }, { email: 'ben@acme.example', displayName: 'Ben' }],
	} satisfies CalendarEvent;
	const item = (answers: Parameters<typeof clientOf>[0], { includeBriefing = true, mayAsk = true, own = 'me@acme.example', ifUnread }: { includeBriefing?: boolean; mayAsk?: boolean; own?: string | null; ifUnread?: 'fail' } = {}) => {
		const { client, asked } = clientOf(answers);
		const round = { client, terms, now: () => NOW, mayAsk: async () => mayAsk };
		return { asked, made: meetingItem({ key: 'k', start, event }, own, { includeBriefing, ifUnread }, round) };
	};

	test('says when, where and with whom', async () => {
		const { made, asked } = item({}, { includeBriefing: false });
		expect(await made).toMatchObject({
			title: 'Review',
			startTime: event.start.dateTime,
			event: 'meeting.starting_soon',
			timestamp: new Date(NOW).toISOString(),
			dedupeKey: 'k',
			data: {
				...{ calendarEventId: 'e1', title: 'Review', minutesUntilStart: 10, calendarEvent: event },
				attendees: [{ email: 'me@acme.example', internal: true }, { email: 'priya@harbour.example', internal: false }, { email: 'ben@acme.example', internal: true }],
				...{ internalEmails: ['me@acme.example', 'ben@acme.example'], externalEmails: ['priya@harbour.example'], externalCompanies: ['harbour.example'] },
			},
		});
		expect(await made).not.toHaveProperty('included');
		expect(asked).toEqual([]);
	});

	test('is reported without a briefing, and says why, if there is no request left or one fails', async () => {
		const without = item({}, { mayAsk: false });
		expect(await without.made).toMatchObject({ dedupeKey: 'k', included: { ok: false, reason: 'There were no requests left for the briefing.' } });
		expect(without.asked).toEqual([]);
		expect(await item({ contacts: 403 }).made).toMatchObject({ dedupeKey: 'k', included: { ok: false, reason: expect.stringMatching(/\.$/) } });
	});

	test.each<[Partial<Filters>, boolean]>([
		[{ titleContains: 'REV' }, true],
		[{ titleContains: 'Standup' }, false],
		[{ external: true }, true],
		[{ external: false }, false],
		[{ companies: 'acme.com harbour.example' }, true],
		[{ companies: 'acme.com' }, false],
	])('is reported as the filters %j say', (filters, isWanted) => {
		expect(isWantedMeeting({ key: 'k', start, event }, 'me@acme.example', { ...noFilters, ...filters })).toBe(isWanted);
	});

	test('is reported where it is not known who is from outside, unless no guest is of a company', () => {
		const wanted = (filters: Partial<Filters>) => isWantedMeeting({ key: 'k', start, event }, null, { ...noFilters, ...filters });
		expect([wanted({ external: true }), wanted({ external: false }), wanted({ companies: 'acme.com' })]).toEqual([true, true, false]);
	});

	test('says so where the user’s address could not be read', async () => {
		expect(await item({}, { own: null }).made).toMatchObject({
			data: { attendees: [{ internal: null }, { internal: null }, { internal: null }], internalEmails: [], externalEmails: [] },
			included: { ok: false, reason: expect.stringContaining('could not be read') },
		});
	});

	test('fails, so that the next poll repeats it, if that was chosen; a limit of its own is no failure', async () => {
		await expect(item({ contacts: 403 }, { ifUnread: 'fail' }).made).rejects.toThrow();
		expect(await item({}, { mayAsk: false, ifUnread: 'fail' }).made).toMatchObject({ included: { ok: false } });
	});

	test('has a briefing on the guests from outside, without the event that it already has', async () => {
		const { made } = item({ contacts: listed([]), conversations: listed([]) });
		const { included } = await made;
		expect(included).toMatchObject({ ok: true, briefing: { memory: true, unknownPeople: [{ email: 'priya@harbour.example', displayName: 'Priya' }] } });
		expect(included).not.toHaveProperty('briefing.event');
	});
});
