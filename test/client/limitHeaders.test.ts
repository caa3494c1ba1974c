import { rateLimitOf, retryAfterMs } from '../../src/client/limitHeaders.ts';

const now = Date.UTC(2026, 0, 1, 10, 59, 0);
const headers = { 'x-ratelimit-limit': '500', 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': String(now / 1000 + 60) };

test('reads the headers as numbers and a date (Limits, 1)', () => {
	expect(rateLimitOf(headers)).toEqual({ limit: 500, remaining: 0, resetAt: new Date(now + 60_000) });
});

test.each([1e9, 1e11])('a reset of %d is plausible', (reported) => {
	expect(rateLimitOf({ ...headers, 'x-ratelimit-reset': ` ${reported} ` })?.resetAt.getTime()).toBe(reported * 1000);
});

test('uses the lower value of a header that was sent twice', () => {
	expect(rateLimitOf({ ...headers, 'x-ratelimit-remaining': '4, 3' })).toMatchObject({ remaining: 3 });
});

test.each([
	['none', {}],
	['a reset in milliseconds', { ...headers, 'x-ratelimit-reset': String(now + 60_000) }],
	['the first reset that is too late', { ...headers, 'x-ratelimit-reset': String(1e11 + 1) }],
	['the last reset that is too early', { ...headers, 'x-ratelimit-reset': String(1e9 - 1) }],
	['a fraction', { ...headers, 'x-ratelimit-limit': '0.5' }],
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
	['only the reset', headers, 60_000],
	['a reset that is past', { ...headers, 'x-ratelimit-reset': String(now / 1000 - 60) }, 0],
	['an HTTP date, which the service does not send', { 'retry-after': new Date(now + 90_000).toUTCString() }, null],
	['nothing: the provider is busy', {}, null],
	['words', { 'retry-after': 'later' }, null],
	['a fraction of a second', { 'retry-after': '1.2' }, null],
	['two numbers, as from a proxy that joins two headers', { 'retry-after': '5, 7' }, 7000],
	['a negative number', { 'retry-after': '-5' }, null],
	['a number with letters', { 'retry-after': '5s' }, null],
	['an empty text', { 'retry-after': ' ' }, null],
	['an implausible number', { 'retry-after': '999999999999999' }, null],
	['an implausible number with more digits', { 'retry-after': '9'.repeat(30) }, null],
	['the reset, if the number is implausible', { ...headers, 'retry-after': '999999999999999' }, 60_000],
	['an implausible reset', { ...headers, 'x-ratelimit-reset': '9'.repeat(15) }, null],
	['a year', { 'retry-after': String(366 * 86_400) }, 366 * 86_400_000],
	['more than a year', { 'retry-after': String(366 * 86_400 + 1) }, null],
])('how long to wait, from %s', (_, given, expected) => expect(retryAfterMs(given, now)).toBe(expected));
