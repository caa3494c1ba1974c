import fc from 'fast-check';
import { calendarMeeting } from '../../src/meetings/index.ts';
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

test('a zone may have a name of Windows; without a known one, the time is passed through, not guessed', () => {
	const at = (dateTime: string, timeZone?: string) => calendarMeeting({ start: { dateTime, timeZone }, end: { dateTime, timeZone } });
	expect(at('2026-03-02T10:00:00.0000000', 'W. Europe Standard Time')).toMatchObject({ start: '2026-03-02T09:00:00.000Z', timeZone: 'W. Europe Standard Time', timesResolved: true });
	expect(at('2026-07-02T10:00:00.0000000', 'Pacific Standard Time')).toMatchObject({ start: '2026-07-02T17:00:00.000Z', timesResolved: true });
	for (const zone of ['UTC', 'tzone://Microsoft/Utc']) expect(at('2026-03-02T10:00:00.0000000', zone)).toMatchObject({ start: '2026-03-02T10:00:00.000Z', timesResolved: true });
	for (const zone of [undefined, 'Customized Time Zone', 'constructor']) expect(at('2026-03-02T10:00:00', zone)).toMatchObject({ start: '2026-03-02T10:00:00', timesResolved: false });
});

test('what was read once is read the same again', () => {
	for (const event of [googleEvent, graphEvent]) {
		const { raw: _, ...meeting } = calendarMeeting(event, options);
		const { raw: __, ...again } = calendarMeeting(meeting, options);
		expect(again).toEqual(meeting);
	}
});

test('the organizer is a guest, whom Microsoft lists apart; rooms are none', () => {
	const graph = { attendees: [{ type: 'resource', emailAddress: { address: 'room@acme.com' } }, { emailAddress: { address: 'ben@other.org' } }], organizer: { emailAddress: { address: 'Me@acme.com', name: 'Me' } } };
	const google = { attendees: [{ email: 'c_1@resource.calendar.google.com', resource: true }, { email: 'ben@other.org' }, { email: 'me@acme.com', displayName: 'Me' }], organizer: { email: 'team@group.calendar.google.com' } };
	for (const event of [graph, google]) {
		const { attendees, externalAttendees, externalCompanies } = calendarMeeting(event, options);
		expect(attendees.map(({ email }) => email)).toEqual(['ben@other.org', 'me@acme.com']);
		expect([externalAttendees.length, externalCompanies]).toEqual([1, ['other.org']]);
	}
});

test('a personal mail provider is no company, and a guest there is external', () => {
	const { externalAttendees, externalCompanies } = calendarMeeting({ attendees: [{ email: 'kim@gmail.com' }, { email: 'ann@other.org' }, { email: 'bob@other.org' }] }, options);
	expect([externalAttendees.length, externalCompanies]).toEqual([3, ['other.org']]);
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
