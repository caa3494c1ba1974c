import { ClientError, type Problem, type RateLimit } from '../../src/client/index.ts';
import {
	fullPace,
	isPaused,
	isReported,
	isTooEarly,
	noPause,
	paceAfter,
	pauseAfter,
	type Pace,
} from '../../src/polling/backoff.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const HOUR_BEGAN = Date.parse('2026-11-02T10:00:00Z');

/** The service’s count after so many of 500 requests. */
const counted = (used: number): RateLimit => ({ limit: 500, remaining: 500 - used, resetAt: new Date(HOUR_BEGAN + HOUR) });
const after = (minutes: number, used: number, before: Pace = fullPace, random = 0.5): Pace =>
	paceAfter(counted(used), before, HOUR_BEGAN + minutes * MINUTE, random);

test('nobody slows down while all together stay within nine tenths of the limit', () => {
	expect(after(30, 220)).toEqual(fullPace);
	expect(after(59, 440)).toEqual(fullPace);
});

test('each slows down by as much as all together are too fast', () => {
	expect(after(30, 450).gap).toBe(2 * MINUTE);
	expect(after(30, 450, { gap: 10 * MINUTE, until: 0 }).gap).toBe(20 * MINUTE);
});

test('everybody waits for a used-up hour to end, and nobody resumes at the same moment', () => {
	const [first, last] = [after(15, 500, fullPace, 0), after(15, 500, fullPace, 1)];
	expect(first.until).toBe(HOUR_BEGAN + HOUR);
	expect(last.until - first.until).toBe(first.gap);
	expect(first.gap).toBeGreaterThan(4 * MINUTE);
});

test('the first minutes of an hour can show that it is too much, not that it is too little', () => {
	const slow = { gap: HOUR, until: 0 };
	expect(after(1, 5, slow).gap).toBe(HOUR);
	expect(after(1, 300, slow).gap).toBeGreaterThan(HOUR);
});

test('a workflow that slowed down speeds up again when there is room', () => {
	let pace: Pace = { gap: 8 * MINUTE, until: 0 };
	for (let poll = 0; poll < 3; poll += 1) pace = after(40, 60, pace);
	expect(pace).toEqual(fullPace);
});

test('a service that states no limit slows nobody down', () => {
	expect(paceAfter(null, { gap: HOUR, until: HOUR_BEGAN }, HOUR_BEGAN, 0)).toEqual(fullPace);
});

test('it is too early until then, and setting the clock back delays nothing', () => {
	const pace = after(30, 450);
	expect(isTooEarly(pace, pace.until - 1)).toBe(true);
	expect(isTooEarly(pace, pace.until)).toBe(false);
	expect(isTooEarly(pace, HOUR_BEGAN - 24 * HOUR)).toBe(false);
});

test('a thousand workflows, from a standstill, settle at what the limit allows', () => {
	let gaps = Array.from({ length: 1000 }, () => MINUTE);
	for (let hour = 0; hour < 12; hour += 1) {
		const used = Math.min(500, Math.round(gaps.reduce((sum, gap) => sum + HOUR / gap, 0) / 2));
		gaps = gaps.map((gap) => paceAfter(counted(used), { gap, until: 0 }, HOUR_BEGAN + HOUR / 2, 0.5).gap || MINUTE);
	}
	const anHour = gaps.reduce((sum, gap) => sum + HOUR / gap, 0);
	expect(anHour).toBeGreaterThan(400);
	expect(anHour).toBeLessThan(500);
});

const NOW = HOUR_BEGAN + 20 * MINUTE;

const limited = (retryAfterMs: number | null): Problem => ({
	...{ kind: 'rateLimited', status: 429, retryAfterMs, resetAt: null, limit: 100, message: '', outcomeUnknown: false, creditAtRisk: false },
});
const failed = (problem: Problem) => new ClientError(problem);
const down: Problem = { kind: 'noAnswer', reason: 'refused', outcomeUnknown: false, creditAtRisk: false };

test('a limit is waited for as long as the service asks, and reported at once', () => {
	const pause = pauseAfter(failed(limited(40 * MINUTE)), noPause, NOW);
	expect(isPaused(pause, NOW + 40 * MINUTE - 1)).toBe(true);
	expect(isPaused(pause, NOW + 40 * MINUTE)).toBe(false);
	expect(isReported(failed(limited(1)), pause)).toBe(true);
});

test('a service that is down is polled less and less often, and reported from the third time on', () => {
	let pause = noPause;
	const waits: number[] = [];
	const reported: boolean[] = [];
	for (let failure = 0; failure < 9; failure += 1) {
		pause = pauseAfter(failed(down), pause, NOW);
		waits.push((pause.until - NOW) / MINUTE);
		reported.push(isReported(failed(down), pause));
	}
	expect(waits).toEqual([0, 1, 2, 4, 8, 16, 30, 30, 30]);
	expect(reported.indexOf(true)).toBe(2);
});

test('a clock that was set back ends a pause', () => {
	const pause = pauseAfter(failed(limited(40 * MINUTE)), noPause, NOW);
	expect(isPaused(pause, NOW - 24 * 60 * MINUTE)).toBe(false);
});

test('no pause is longer than an hour, give or take', () => {
	expect(isPaused({ until: NOW + 61 * MINUTE, failures: 1 }, NOW)).toBe(true);
	expect(isPaused({ until: NOW + 61 * MINUTE + 1, failures: 1 }, NOW)).toBe(false);
	expect(pauseAfter(failed(limited(3 * HOUR)), noPause, NOW).until).toBe(NOW + 61 * MINUTE);
});

test('from the twelfth minute on, an hour shows that there is room', () => {
	const slow = { gap: HOUR, until: 0 };
	expect(after(12, 5, slow).gap).toBe(HOUR / 2);
	expect(after(11, 5, slow).gap).toBe(HOUR);
});

test('the next request is three quarters to five quarters of a gap away', () => {
	const now = HOUR_BEGAN + 30 * MINUTE;
	expect([0, 0.5, 1].map((random) => (after(30, 450, fullPace, random).until - now) / MINUTE)).toEqual([1.5, 2, 2.5]);
});

test('the longest wait is an hour and five quarters of a gap, and no gap is longer than half a day', () => {
	const [at, day] = [NOW + 48 * HOUR, 24 * HOUR];
	expect([11 * HOUR, 11 * HOUR + 1].map((ms) => isTooEarly({ gap: 8 * HOUR, until: at }, at - ms))).toEqual([true, false]);
	expect([16 * HOUR, 16 * HOUR + 1].map((ms) => isTooEarly({ gap: day, until: at }, at - ms))).toEqual([true, false]);
	expect(after(30, 500, { gap: day, until: 0 }).gap).toBe(12 * HOUR);
});
