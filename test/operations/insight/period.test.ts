import { readInput } from '../../../src/forms/field.ts';
import { periodFields, periodOf, previousOf } from '../../../src/operations/shared/period.ts';

const asked = (given: Readonly<Record<string, unknown>>) =>
	readInput(periodFields, { valueOf: (name) => given[name], toInstant: (value) => String(value), isAgent: false });

const at = (period: string, now: string, timezone = 'Europe/Berlin') =>
	periodOf(asked({ period }), { now: () => Date.parse(now), timezone });

const saturday = '2026-11-21T12:00:00Z';

test.each([
	['last30Days', '2026-10-22T12:00:00.000Z', undefined],
	['last7Days', '2026-11-14T12:00:00.000Z', undefined],
	['lastMonth', '2026-09-30T22:00:00.000Z', '2026-10-31T23:00:00.000Z'],
	['lastWeek', '2026-11-08T23:00:00.000Z', '2026-11-15T23:00:00.000Z'],
	['thisMonth', '2026-10-31T23:00:00.000Z', undefined],
	['thisWeek', '2026-11-15T23:00:00.000Z', undefined],
	['today', '2026-11-20T23:00:00.000Z', undefined],
	['yesterday', '2026-11-19T23:00:00.000Z', '2026-11-20T23:00:00.000Z'],
])('%s in Berlin', (period, since, until) => {
	expect(at(period, saturday)).toEqual({ since, ...(until && { until }) });
});

test('days follow the flow’s time zone, not the service’s', () => {
	const late = '2026-11-21T23:30:00Z';
	expect(at('today', late, 'UTC').since).toBe('2026-11-21T00:00:00.000Z');
	expect(at('today', late, 'Asia/Tokyo').since).toBe('2026-11-21T15:00:00.000Z');
	expect(at('today', late, 'America/Los_Angeles').since).toBe('2026-11-21T08:00:00.000Z');
});

test('weeks begin on Monday, also on a Monday; January follows December', () => {
	expect(at('thisWeek', '2026-11-16T12:00:00Z', 'UTC').since).toBe('2026-11-16T00:00:00.000Z');
	expect(at('thisWeek', '2026-11-22T12:00:00Z', 'UTC').since).toBe('2026-11-16T00:00:00.000Z');
	const lastMonth = { since: '2026-12-01T00:00:00.000Z', until: '2027-01-01T00:00:00.000Z' };
	expect(at('lastMonth', '2027-01-31T12:00:00Z', 'UTC')).toEqual(lastMonth);
});

test('the day the clocks go back has 25 hours', () => {
	const day = { since: '2026-10-24T22:00:00.000Z', until: '2026-10-25T23:00:00.000Z' };
	expect(at('yesterday', '2026-10-26T12:00:00Z')).toEqual(day);
});

test('the last days are as many as were entered, from 1', () => {
	const clock = { now: () => Date.parse(saturday), timezone: 'UTC' };
	expect(periodOf(asked({ period: 'lastDays', days: '3' }), clock)).toEqual({ since: '2026-11-18T12:00:00.000Z' });
	expect(periodOf(asked({ period: 'lastDays' }), clock)).toEqual({ since: '2026-11-07T12:00:00.000Z' });
	expect(() => asked({ period: 'lastDays', days: 0 })).toThrow('it must be a whole number from 1');
});

test.each([
	[{ period: 'lastDays', days: 3 }, '2026-11-15T12:00:00.000Z', '2026-11-18T12:00:00.000Z'],
	[{ period: 'last7Days' }, '2026-11-07T12:00:00.000Z', '2026-11-14T12:00:00.000Z'],
	[{ period: 'last30Days' }, '2026-09-22T12:00:00.000Z', '2026-10-22T12:00:00.000Z'],
	[{ period: 'lastMonth' }, '2026-08-31T22:00:00.000Z', '2026-09-30T22:00:00.000Z'],
	[{ period: 'lastWeek' }, '2026-11-01T23:00:00.000Z', '2026-11-08T23:00:00.000Z'],
	[{ period: 'yesterday' }, '2026-11-18T23:00:00.000Z', '2026-11-19T23:00:00.000Z'],
	[{ period: 'thisWeek' }, '2026-11-08T23:00:00.000Z', '2026-11-14T12:00:00.000Z'],
	[{ period: 'today' }, '2026-11-19T23:00:00.000Z', '2026-11-20T12:00:00.000Z'],
	[{ period: 'custom', since: '2026-11-11T00:00:00.000Z', until: '2026-11-21T00:00:00.000Z' }, '2026-11-01T00:00:00.000Z', '2026-11-11T00:00:00.000Z'],
	[{ period: 'custom', since: '2026-11-20T12:00:00.000Z' }, '2026-11-19T12:00:00.000Z', '2026-11-20T12:00:00.000Z'],
	[{ period: 'custom', since: '2026-01-01T00:00:00.000Z', until: '9999-12-31T00:00:00.000Z' }, '1970-01-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z'],
	[{ period: 'custom', since: '0001-01-01T00:00:00.000Z' }, '0001-01-01T00:00:00.000Z', '0001-01-01T00:00:00.000Z'],
])('before %j in Berlin', (given, since, until) => {
	expect(previousOf(asked(given), { now: () => Date.parse(saturday), timezone: 'Europe/Berlin' })).toEqual({ since, until });
});

test('the month before is never longer than itself, so that no day counts twice', () => {
	const clock = { now: () => Date.parse('2026-03-31T12:00:00Z'), timezone: 'UTC' };
	expect(previousOf(asked({ period: 'thisMonth' }), clock)).toEqual({ since: '2026-02-01T00:00:00.000Z', until: '2026-03-01T00:00:00.000Z' });
});
