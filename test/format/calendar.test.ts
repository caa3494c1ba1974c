import fc from 'fast-check';
import { calendarMeeting } from '../../src/format/index.ts';
import { drifted } from './drifted.ts';
import { googleEvent, graphEvent } from './samples.ts';

const options = { userEmail: 'me@acme.com' };

test('events of both providers have the same shape', () => {
	const { raw, id, ...meeting } = calendarMeeting(googleEvent, options);
	expect(id).toBe('g1');
	expect(raw).toBe(googleEvent);
	expect(meeting).toMatchObject({
		title: 'Planning',
		start: '2026-03-02T09:00:00.000Z',
		end: '2026-03-02T10:00:00.000Z',
		allDay: false,
		timeZone: 'Europe/Berlin',
		timesResolved: true,
		internalAttendees: [
			{ email: 'me@acme.com', name: 'Me', response: 'accepted', internal: true },
			{ email: 'ana@acme.com', name: 'Ana', response: 'needsAction', internal: true },
		],
		externalAttendees: [{ email: 'ben@other.org', name: 'Ben', response: 'tentative', internal: false }],
		joinUrl: 'https://meet.example/abc',
	});
	expect(calendarMeeting(graphEvent, options)).toEqual({ ...meeting, id: 'm1', raw: graphEvent });
});

test('a time zone without an IANA name is passed through, not guessed', () => {
	const start = { dateTime: '2026-03-02T10:00:00.0000000', timeZone: 'Pacific Standard Time' };
	expect(calendarMeeting({ ...graphEvent, start })).toMatchObject({
		start: start.dateTime,
		timeZone: start.timeZone,
		timesResolved: false,
	});
	expect(calendarMeeting({ start: { dateTime: '2026-03-02T10:00:00' } })).toMatchObject({
		start: '2026-03-02T10:00:00',
		timesResolved: false,
	});
	const utc = { dateTime: '2026-03-02T10:00:00.0000000', timeZone: 'UTC' };
	expect(calendarMeeting({ start: utc, end: utc })).toMatchObject({
		start: '2026-03-02T10:00:00.000Z',
		timesResolved: true,
	});
});

test('all-day events have dates', () => {
	expect(calendarMeeting({ start: { date: '2026-03-02' }, end: { date: '2026-03-03' } })).toMatchObject({
		start: '2026-03-02',
		end: '2026-03-03',
		allDay: true,
	});
	const midnight = (day: string) => ({ dateTime: `${day}T00:00:00.0000000`, timeZone: 'Tokyo Standard Time' });
	expect(
		calendarMeeting({ isAllDay: true, start: midnight('2026-03-02'), end: midnight('2026-03-03') }),
	).toMatchObject({
		start: '2026-03-02',
		end: '2026-03-03',
		timesResolved: true,
	});
});

test('sharing an email provider does not make people colleagues', () => {
	const attendees = [
		{ email: 'me@gmail.com' },
		{ email: 'you@gmail.com' },
		{ email: 'x@acme.com' },
		{ displayName: 'Room' },
	];
	const inside = (userEmail: string | undefined, personalDomains?: string[]) =>
		calendarMeeting({ attendees }, { userEmail, personalDomains }).attendees.map(({ internal }) => internal);
	expect(inside('me@gmail.com')).toEqual([true, false, false, null]);
	expect(inside('boss@ACME.com', ['acme.com'])).toEqual([false, false, false, null]);
	expect(inside(undefined)).toEqual([null, null, null, null]);
});

test('a domain with the same ending is a different domain', () => {
	const [attendee] = calendarMeeting({ attendees: [{ email: 'x@notacme.com' }] }, options).attendees;
	expect(attendee?.internal).toBe(false);
});

test.each([
	['https://zoom.example/j/1', 'https://zoom.example/j/1'],
	['javascript:alert(1)', null],
	['https://zoom.example or room 5', null],
])('the join URL of location %s is %s', (location, joinUrl) => expect(calendarMeeting({ location }).joinUrl).toBe(joinUrl));

test.each([
	['one provider', googleEvent],
	['the other', graphEvent],
])('malformed events of %s do not throw', (_, event) => {
	fc.assert(
		fc.property(drifted(event), (answer) => {
			const { attendees, internalAttendees, externalAttendees } = calendarMeeting(answer, options);
			expect(attendees.length).toBeGreaterThanOrEqual(internalAttendees.length + externalAttendees.length);
		}),
	);
});
