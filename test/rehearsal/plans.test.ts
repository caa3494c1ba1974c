import { planFits, planWords, usageOf } from '../../packages/rehearsal/report/usage.ts';
import { nothingSeen, type Request } from '../../packages/rehearsal/record.ts';

const AT = Date.parse('2026-11-02T09:00:00Z');
const DAY = 86_400_000;
const request = (more: Partial<Request> = {}): Request => ({ at: AT, node: 'Digest', run: 1, method: 'GET', path: '/', body: '', status: 200, refused: null, isPaid: false, ...more });
const times = (count: number, more?: Partial<Request>): Request[] => Array.from({ length: count }, () => request(more));

const wordsFor = (requests: readonly Request[], webhooks = 0): string => planWords(planFits(usageOf({ ...nothingSeen(), requests: [...requests] }, 'enterprise', AT, 30), webhooks));

test.each([
	['nothing', [], 0, 'The Starter plan is enough.'],
	['all that Starter has', [...times(97), ...Array.from({ length: 10 }, (_, day) => request({ isPaid: true, at: AT + Math.floor(day / 3) * DAY }))], 0, 'The Starter plan is enough.'],
	['one more in an hour, of which the last was refused', [...times(100), request({ refused: 'hour' })], 0, 'The Professional plan is enough. Starter would not do: 101 of 100 requests in an hour.'],
	['more in another hour', [...times(60), ...times(60, { at: AT + 3_600_000 })], 0, 'The Starter plan is enough.'],
	['credits that were refused, each once however often it was tried', [...Array.from({ length: 10 }, (_, day) => request({ isPaid: true, at: AT + day * DAY, path: `/${day}` })), ...times(3, { refused: 'credits', path: '/last', at: AT + 11 * DAY }), ...times(2, { refused: 'credits', path: '/1', at: AT })], 0, 'The Professional plan is enough. Starter would not do: 11 of 10 AI credits a month.'],
	['too many credits on a day', times(4, { isPaid: true }), 0, 'The Professional plan is enough. Starter would not do: 4 of 3 AI credits on a day.'],
	['credits and webhooks', times(101, { isPaid: true, at: AT }), 4, 'The Enterprise plan is enough. Starter would not do: 101 of 100 requests in an hour, 101 of 10 AI credits a month, no webhooks. Professional would not do: 101 of 100 AI credits a month, 4 of 3 webhooks.'],
	['more than any plan has', times(2001), 0, 'No plan is enough. Starter would not do: 2001 of 100 requests in an hour. Professional would not do: 2001 of 500 requests in an hour. Enterprise would not do: 2001 of 2000 requests in an hour.'],
])('%s', (_what, requests, webhooks, expected) => {
	expect(wordsFor(requests, webhooks)).toBe(expected);
});

test.each([
	['what only the desktop app uses', [], 'The Starter plan is enough.'],
	['what the desktop app leaves', [request({ isPaid: true })], 'The Professional plan is enough. Starter would not do: 27 of 10 AI credits a month (26 of them by the desktop app).'],
])('credits: %s', (_what, requests, expected) => {
	const applicationCredits = Array.from({ length: 26 }, (_, day) => AT + day * DAY);
	expect(planWords(planFits(usageOf({ ...nothingSeen(), requests, applicationCredits }, 'enterprise', AT, 30), 0))).toBe(expected);
});

test('what a month would take is extrapolated from fewer days, and says so', () => {
	const requests = Array.from({ length: 6 }, () => request({ isPaid: true }));
	expect(planWords(planFits(usageOf({ ...nothingSeen(), requests }, 'enterprise', AT, 1), 0))).toMatch(/Professional would not do: 180 of 100 AI credits a month, extrapolated from 1 day\.$/);
});
