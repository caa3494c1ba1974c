import fc from 'fast-check';
import { dateWords, instantFrom, instantIn, isImpossibleDay, isTimeZone, minutesOf, readTime, writtenDate } from '../../src/format/time.ts';

const shownAs = (clock: string, zone: string) =>
	new Date(instantIn(Date.parse(`${clock}Z`), zone)).toISOString().slice(0, 16);

test.each([
	['summer', '2026-07-01T12:00', 'Europe/Berlin', '2026-07-01T10:00'],
	['winter', '2026-12-01T12:00', 'Europe/Berlin', '2026-12-01T11:00'],
	['a skipped time', '2026-03-29T02:30', 'Europe/Berlin', '2026-03-29T01:30'],
	['a time that occurs twice', '2026-10-25T02:30', 'Europe/Berlin', '2026-10-25T00:30'],
	['the hour after the change', '2026-03-29T03:00', 'Europe/Berlin', '2026-03-29T01:00'],
	['west of Greenwich, skipped', '2026-03-08T02:30', 'America/New_York', '2026-03-08T07:30'],
	['west of Greenwich, occurs twice', '2026-11-01T01:30', 'America/New_York', '2026-11-01T05:30'],
	['an offset with minutes', '2026-01-01T05:45', 'Asia/Kathmandu', '2026-01-01T00:00'],
	['UTC', '2026-01-01T05:45', 'UTC', '2026-01-01T05:45'],
])('clock time to UTC: %s', (_, clock, zone, utc) => expect(shownAs(clock, zone)).toBe(utc));

test('a clock time converts to an instant that shows the same clock time', () => {
	const zones = fc.constantFrom(...Intl.supportedValuesOf('timeZone'));
	fc.assert(
		fc.property(zones, fc.integer({ min: Date.UTC(1975, 0), max: Date.UTC(2060, 0) }), (timeZone, ms) => {
			const clock = (instant: number) =>
				Date.parse(`${new Date(instant).toLocaleString('sv-SE', { timeZone }).replace(' ', 'T')}Z`);
			expect(clock(instantIn(clock(ms), timeZone))).toBe(clock(ms));
		}),
		{ numRuns: 500 },
	);
});

test('a name unknown to Intl is not a time zone', () => {
	expect(['Europe/Berlin', 'UTC', 'Pacific Standard Time', '', 'Mars/Base'].map(isTimeZone)).toEqual([
		true,
		true,
		false,
		false,
		false,
	]);
});

test.each([['2026-03-02'], ['1'], ['March 2, 2026'], ['2026-13-45T99:00:00Z'], [20260302], [null]])(
	'%s is not a time',
	(value) => {
		expect(readTime(value)).toBeNull();
	},
);

test.each(['2026-02-29', '2026-02-30', '2026-04-31', '2100-02-29'])('%s is not a day in any notation', (day) => {
	const [year = '', month = '', ofMonth = ''] = day.split('-');
	const name = new Intl.DateTimeFormat('en', { month: 'long', timeZone: 'UTC' }).format(Date.UTC(2026, Number(month) - 1));
	const notations = [
		...[day, `${day}T10:00`, `${day}T10:00:00.123Z`, `${day} 10:00:00+02:00`, day.replaceAll('-', '/'), `${year}-${Number(month)}-${ofMonth}`],
		...[`${Number(month)}/${ofMonth}/${year}`, `${ofMonth} ${name} ${year}`, `${ofMonth}-${name.slice(0, 3)}-${year}`],
		...[`${name} ${ofMonth}, ${year}`, `Sun, ${ofMonth} ${name.slice(0, 3)} ${year} 10:00:00 GMT`, `Sun ${name.slice(0, 3)} ${ofMonth} ${year} 10:00:00 GMT+0100`],
	];
	expect(notations.filter((text) => !isImpossibleDay(text))).toEqual([]);
	expect([instantFrom(day, 'UTC'), readTime(`${day}T10:00:00Z`), readTime(`${day}T10:00`)]).toEqual([null, null, null]);
	expect(dateWords('UTC', 0).written(day)).toBe(day);
});

test('every existing day is one in every notation', () => {
	fc.assert(
		fc.property(fc.date({ min: new Date(0), max: new Date('2199-12-31'), noInvalidDate: true }), (date) => {
			const at = date.toISOString();
			const written = (options: Intl.DateTimeFormatOptions, locale = 'en-US') => new Intl.DateTimeFormat(locale, { timeZone: 'UTC', ...options }).format(date);
			const notations = [
				...[at, at.slice(0, 10), at.replace('T', ' '), date.toUTCString(), `${date.toString()}`, String(date.getTime())],
				...[written({ dateStyle: 'short' }), written({ dateStyle: 'medium' }), written({ dateStyle: 'full' }), written({ dateStyle: 'long' }, 'en-GB')],
			];
			expect(notations.filter(isImpossibleDay)).toEqual([]);
			expect(instantFrom(at, 'Europe/Berlin')).toBe(at);
		}),
		{ numRuns: 2000 },
	);
});

test('reading a time without an offset does not depend on the machine’s time zone', () => {
	const ms = Date.UTC(2026, 2, 2, 10);
	expect(readTime('2026-03-02T10:00:00.0000000')).toEqual({ ms, hasOffset: false });
	expect(readTime('2026-03-02T10:00:00-00:00')).toEqual({ ms, hasOffset: true });
});

const startTime = '2026-11-02T10:00:00Z';

test.each<[string, object, number | null]>([
	['start and end', { startTime, endTime: '2026-11-02T10:30:29Z', duration: 1830 }, 30],
	['different offsets', { startTime, endTime: '2026-11-02T12:00:00+01:00' }, 60],
	['no end', { startTime, endTime: null, duration: 45 }, 45],
	['an end before the start', { startTime, endTime: '2026-11-02T09:00:00Z', duration: 45 }, 45],
	['a duration as text', { duration: '45' }, 45],
	['values of other types', { startTime: 7, endTime: {}, duration: [] }, null],
	['nothing', {}, null],
])('minutes: %s', (_, span, expected) => {
	expect(minutesOf(span)).toBe(expected);
});

test.each<[text: string, written: string]>([
	['2027-01', 'January 2027'],
	['2027-01-05', '5 January 2027'],
	['2027-01-05T17:00:00+01:00', '5 January 2027, 17:00'],
	...['2027-13', '2027-02-30', '2027', '2027-01T17:00', 'in January'].map((text): [string, string] => [text, text]),
])('a date as people write it: %s', (text, written) => expect(writtenDate(text)).toBe(written));
