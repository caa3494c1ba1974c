import { rateLimitOf, retryAfterMs } from '../../src/client/rateLimit.ts';

const now = Date.UTC(2026, 0, 1, 10, 59, 0);
const headers = { 'x-ratelimit-limit': '500', 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': String(now / 1000 + 60) };

test('reads the headers as numbers and a date (Limits, 1)', () => {
	expect(rateLimitOf(headers)).toEqual({ limit: 500, remaining: 0, resetAt: new Date(now + 60_000) });
});

test('accepts a reset in milliseconds', () => {
	const given = { ...headers, 'x-ratelimit-reset': String(now + 60_000) };
	expect(rateLimitOf(given)).toEqual(rateLimitOf(headers));
});

test.each([
	[1e11 - 1, 1e14 - 1000],
	[1e11, 1e11],
	[1e14 - 1, 1e14 - 1],
])('a reset of %d is %d ms since 1970', (reported, ms) => {
	expect(rateLimitOf({ ...headers, 'x-ratelimit-reset': ` ${reported} ` })?.resetAt.getTime()).toBe(ms);
});

test('uses the lower value of a header that was sent twice', () => {
	expect(rateLimitOf({ ...headers, 'x-ratelimit-remaining': '4, 3' })).toMatchObject({ remaining: 3 });
});

test.each([
	['none', {}],
	['a reset out of range', { ...headers, 'x-ratelimit-reset': '9'.repeat(15) }],
	['the first reset that is out of range', { ...headers, 'x-ratelimit-reset': '1'.padEnd(15, '0') }],
	['a reset in 1970', { ...headers, 'x-ratelimit-reset': '0' }],
	['a reset in so many seconds', { ...headers, 'x-ratelimit-reset': '3600' }],
	['one missing', { ...headers, 'x-ratelimit-limit': undefined }],
	['one that is not a number', { ...headers, 'x-ratelimit-reset': 'soon' }],
	['one of several that is not a number', { ...headers, 'x-ratelimit-remaining': '4, x' }],
	['a number with words after it', { ...headers, 'x-ratelimit-limit': '500 requests' }],
	['an empty one', { ...headers, 'x-ratelimit-remaining': '' }],
	['a negative one', { ...headers, 'x-ratelimit-remaining': '-1' }],
])('%s: no rate limit is known', (_, given) => {
	const present = Object.entries(given).filter((entry): entry is [string, string] => entry[1] !== undefined);
	expect(rateLimitOf(Object.fromEntries(present))).toBeNull();
});

test.each([
	['seconds (Limits, 2)', { ...headers, 'retry-after': '42' }, 42_000],
	['zero seconds', { 'retry-after': '0' }, 0],
	['an HTTP date', { 'retry-after': new Date(now + 90_000).toUTCString() }, 90_000],
	['an HTTP date between spaces', { 'retry-after': ' Thu, 01 Jan 2026 11:00:30 GMT ' }, 90_000],
	['an HTTP date in the past', { 'retry-after': new Date(now - 90_000).toUTCString() }, 0],
	['only the reset', headers, 60_000],
	['nothing: the provider is busy', {}, null],
	['words', { 'retry-after': 'later' }, null],
	['a fraction of a second', { 'retry-after': '1.2' }, 1200],
	['two numbers, as from a proxy that joins two headers', { 'retry-after': '5, 7' }, 7000],
	['a negative number', { 'retry-after': '-5' }, null],
	['a number with letters', { 'retry-after': '5s' }, null],
	['an empty text', { 'retry-after': ' ' }, null],
	['an implausible number', { 'retry-after': '999999999999999' }, null],
	['an implausible number with more digits', { 'retry-after': '9'.repeat(30) }, null],
	['the reset, if the number is implausible', { ...headers, 'retry-after': '999999999999999' }, 60_000],
	['a reset in milliseconds', { ...headers, 'x-ratelimit-reset': String(now + 60_000) }, 60_000],
	['an implausible reset', { ...headers, 'x-ratelimit-reset': '9'.repeat(15) }, null],
	['the oldest form of an HTTP date', { 'retry-after': 'Thu Jan  1 11:00:30 2026' }, 90_000],
	['a date after words', { 'retry-after': 'on Thu, 01 Jan 2026 11:00:30 GMT' }, null],
	['a date with one digit too few', { 'retry-after': 'Thu, 01 Jan 2026 1:00:30 GMT' }, null],
	['a date with a short second', { 'retry-after': 'Thu, 01 Jan 2026 11:00:3 GMT' }, null],
	['a long fraction of a second', { 'retry-after': '1.2345' }, 1235],
	['a year', { 'retry-after': String(366 * 86_400) }, 366 * 86_400_000],
	['a date in the far future', { 'retry-after': 'Thu, 01 Jan 9998 00:00:00 GMT' }, null],
	['an invalid date', { 'retry-after': 'Thu, 99 Foo 2026 99:99:99 GMT' }, null],
])('how long to wait, from %s', (_, given, expected) => expect(retryAfterMs(given, now)).toBe(expected));
