import fc from 'fast-check';
import { readTime } from '../../src/format/time.ts';
import { instantIn, isTimeZone } from '../../src/format/timeZone.ts';

const shownAs = (clock: string, zone: string) =>
	new Date(instantIn(Date.parse(`${clock}Z`), zone)).toISOString().slice(0, 16);

test.each([
	['summer', '2026-07-01T12:00', 'Europe/Berlin', '2026-07-01T10:00'],
	['winter', '2026-12-01T12:00', 'Europe/Berlin', '2026-12-01T11:00'],
	['a time that is skipped', '2026-03-29T02:30', 'Europe/Berlin', '2026-03-29T01:30'],
	['a time shown twice', '2026-10-25T02:30', 'Europe/Berlin', '2026-10-25T00:30'],
	['the hour after the change', '2026-03-29T03:00', 'Europe/Berlin', '2026-03-29T01:00'],
	['west of Greenwich, skipped', '2026-03-08T02:30', 'America/New_York', '2026-03-08T07:30'],
	['west of Greenwich, twice', '2026-11-01T01:30', 'America/New_York', '2026-11-01T05:30'],
	['half an hour', '2026-01-01T05:45', 'Asia/Kathmandu', '2026-01-01T00:00'],
	['UTC', '2026-01-01T05:45', 'UTC', '2026-01-01T05:45'],
])('%s', (_, clock, zone, utc) => expect(shownAs(clock, zone)).toBe(utc));

test('the clocks of a zone show again what they showed', () => {
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

test('a name that Intl does not know is no time zone', () => {
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

test('a time without offset does not depend on where this runs', () => {
	const ms = Date.UTC(2026, 2, 2, 10);
	expect(readTime('2026-03-02T10:00:00.0000000')).toEqual({ ms, hasOffset: false });
	expect(readTime('2026-03-02T10:00:00-00:00')).toEqual({ ms, hasOffset: true });
});
