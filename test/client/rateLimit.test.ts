import { rateLimitOf, retryAfterMs } from '../../src/client/rateLimit.ts';

const now = Date.UTC(2026, 0, 1, 10, 59, 0);
const headers = { 'x-ratelimit-limit': '500', 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': String(now / 1000 + 60) };

test('the headers in numbers and a date (Limits, 1)', () => {
	expect(rateLimitOf(headers)).toEqual({ limit: 500, remaining: 0, resetAt: new Date(now + 60_000) });
});

test.each([
	['none', {}],
	['one missing', { ...headers, 'x-ratelimit-limit': undefined }],
	['one that is no number', { ...headers, 'x-ratelimit-reset': 'soon' }],
	['a negative one', { ...headers, 'x-ratelimit-remaining': '-1' }],
])('%s: no rate limit is known', (_, given) => {
	const present = Object.entries(given).filter((entry): entry is [string, string] => entry[1] !== undefined);
	expect(rateLimitOf(Object.fromEntries(present))).toBeNull();
});

test.each([
	['seconds (Limits, 2)', { ...headers, 'retry-after': '42' }, 42_000],
	['zero seconds', { 'retry-after': '0' }, 0],
	['an HTTP date', { 'retry-after': new Date(now + 90_000).toUTCString() }, 90_000],
	['an HTTP date that is past', { 'retry-after': new Date(now - 90_000).toUTCString() }, 0],
	['only the reset', headers, 60_000],
	['nothing: the provider is busy', {}, null],
	['words', { 'retry-after': 'later' }, null],
])('how long to wait, from %s', (_, given, expected) => expect(retryAfterMs(given, now)).toBe(expected));
