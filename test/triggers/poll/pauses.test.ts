import { ClientError, type Problem, type RateLimit } from '../../../src/client/index.ts';
import { isPaused, isReported, noPause, type Pause, pauseAfter } from '../../../src/triggers/poll/pauses.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const HOUR_BEGAN = Date.parse('2026-11-02T10:00:00Z');
const NOW = HOUR_BEGAN + 20 * MINUTE;

const limited = (retryAfterMs: number | null): Problem => ({
	...{ kind: 'rateLimited', status: 429, retryAfterMs, resetAt: null, limit: 100, message: '', outcomeUnknown: false, creditAtRisk: false },
});
const failed = (problem: Problem) => new ClientError(problem);
const down: Problem = { kind: 'noAnswer', reason: 'refused', outcomeUnknown: false, creditAtRisk: false };
const afterFailure = (error: unknown, before: Pause = noPause) => pauseAfter({ error, rateLimit: null }, before, NOW, 0.5);

describe('after a failure', () => {
	test('a limit is waited for as long as the service asks, and reported at once', () => {
		const pause = afterFailure(failed(limited(40 * MINUTE)));
		expect(isPaused(pause, NOW + 40 * MINUTE - 1)).toBe(true);
		expect(isPaused(pause, NOW + 40 * MINUTE)).toBe(false);
		expect(isReported(failed(limited(1)), pause)).toBe(true);
	});

	test('a service that is down is polled less and less often, and reported from the third time on', () => {
		let pause = noPause;
		const waits: number[] = [];
		const reported: boolean[] = [];
		for (let failure = 0; failure < 9; failure += 1) {
			pause = afterFailure(failed(down), pause);
			waits.push(Math.max(0, pause.until - NOW) / MINUTE);
			reported.push(isReported(failed(down), pause));
		}
		expect(waits).toEqual([0, 1, 2, 4, 8, 16, 30, 30, 30]);
		expect(reported.indexOf(true)).toBe(2);
	});

	test('a clock that was set back ends a pause', () => {
		expect(isPaused(afterFailure(failed(limited(40 * MINUTE))), NOW - 24 * HOUR)).toBe(false);
	});

	test('no pause is longer than an hour, give or take', () => {
		const until = NOW + 61 * MINUTE;
		expect([until, until + 1].map((at) => isPaused({ until: at, failures: 1, gap: 0 }, NOW))).toEqual([true, false]);
		expect(afterFailure(failed(limited(3 * HOUR))).until).toBe(until);
	});

	test('a poll that succeeds ends all pauses', () => {
		expect(pauseAfter({ error: null, rateLimit: null }, { until: NOW + HOUR, failures: 4, gap: HOUR }, NOW, 0.5)).toEqual(noPause);
	});
});

/** The service’s count after so many of 500 requests. */
const counted = (used: number): RateLimit => ({ limit: 500, remaining: 500 - used, resetAt: new Date(HOUR_BEGAN + HOUR) });
const after = (minutes: number, used: number, gap = 0, random = 0.5): Pause =>
	pauseAfter({ error: null, rateLimit: counted(used) }, { ...noPause, gap }, HOUR_BEGAN + minutes * MINUTE, random);

describe('many triggers share the hour:', () => {
	test('nobody slows down while all together stay within nine tenths of the limit', () => {
		expect([after(30, 220), after(59, 440)]).toEqual([noPause, noPause]);
	});

	test('each slows down by as much as all together are too fast', () => {
		expect(after(30, 450).gap).toBe(2 * MINUTE);
		expect(after(30, 450, 10 * MINUTE).gap).toBe(20 * MINUTE);
	});

	test('the next request is three quarters to five quarters of a gap away', () => {
		expect([0, 0.5, 1].map((random) => (after(30, 450, 0, random).until - HOUR_BEGAN) / MINUTE - 30)).toEqual([1.5, 2, 2.5]);
	});

	test('after a used-up hour it is as far from the reset, so nobody resumes at the same moment', () => {
		const pauses = [0, 1].map((random) => after(15, 500, 0, random));
		expect(pauses.map(({ until, gap }) => Number(((until - HOUR_BEGAN - HOUR) / gap).toFixed(3)))).toEqual([0.75, 1.25]);
		expect(pauses[0]?.gap).toBeGreaterThan(4 * MINUTE);
	});

	test('what the service asks for counts if it is longer than to the reset', () => {
		const { until, gap } = pauseAfter({ error: failed(limited(50 * MINUTE)), rateLimit: counted(500) }, noPause, NOW, 0.5);
		expect(until).toBe(NOW + 50 * MINUTE + gap);
	});

	test('the first minutes of an hour can show that it is too much, not that it is too little', () => {
		expect([after(1, 5, HOUR).gap, after(11, 5, HOUR).gap, after(12, 5, HOUR).gap]).toEqual([HOUR, HOUR, HOUR / 2]);
		expect(after(1, 300, HOUR).gap).toBeGreaterThan(HOUR);
	});

	test('a trigger that slowed down speeds up again when there is room', () => {
		let pause: Pause = { ...noPause, gap: 8 * MINUTE };
		for (let poll = 0; poll < 3; poll += 1) pause = after(40, 60, pause.gap);
		expect(pause).toEqual(noPause);
	});

	test('no gap is longer than half a day, and setting the clock back does not extend the wait', () => {
		const pause = after(30, 500, 24 * HOUR, 1);
		expect(pause.gap).toBe(12 * HOUR);
		expect([pause.until - 1, pause.until, pause.until - 16 * HOUR - MINUTE - 1].map((at) => isPaused(pause, at))).toEqual([true, false, false]);
	});

	test('a wrong clock does not make the wait for the reset longer', () => {
		for (const hours of [-400, 400]) expect(pauseAfter({ error: null, rateLimit: counted(500) }, noPause, HOUR_BEGAN + hours * HOUR, 1).until - hours * HOUR - HOUR_BEGAN).toBeLessThan(2 * HOUR);
	});
});

test('a thousand triggers that ask every five minutes each have their turn within a day', () => {
	let seed = 7;
	const random = () => (seed = (seed * 16_807) % 2_147_483_647) / 2_147_483_647;
	const turnsIf = (isPacing: boolean): number => {
		const pauses = Array.from({ length: 1000 }, () => noPause);
		const turns = new Set<number>();
		let used = 0;
		for (let now = HOUR_BEGAN; now < HOUR_BEGAN + 24 * HOUR; now += 5 * MINUTE) {
			const gone = (now - HOUR_BEGAN) % HOUR;
			if (gone === 0) used = 0;
			pauses.forEach((pause, index) => {
				if (isPaused(pause, now)) return;
				if (used < 500) {
					turns.add(index);
					used += 1;
				}
				const rateLimit = { limit: 500, remaining: 500 - used, resetAt: new Date(now - gone + HOUR) };
				pauses[index] = isPacing ? pauseAfter({ error: null, rateLimit }, pause, now, random()) : noPause;
			});
		}
		return turns.size;
	};
	expect([turnsIf(false), turnsIf(true)]).toEqual([500, 1000]);
});
