import type { Problem } from '../../src/client/index.ts';
import { isPassing, isPaused, isTold, noPause, pauseAfter } from '../../src/polling/index.ts';

const NOW = Date.parse('2026-11-02T10:20:00Z');
const MINUTE = 60_000;

const limited = (retryAfterMs: number | null): Problem => ({
	...{ kind: 'rateLimited', status: 429, retryAfterMs, resetAt: null, limit: 100, message: '', creditAtRisk: false },
});
const down: Problem = { kind: 'noAnswer', reason: 'refused', creditAtRisk: false };
const api = (status: number): Problem => ({ kind: 'api', status, code: '', message: '', creditAtRisk: false });

test('a limit is waited for as long as the service asks, and told at once', () => {
	const pause = pauseAfter(limited(40 * MINUTE), noPause, NOW);
	expect(isPaused(pause, NOW + 40 * MINUTE - 1)).toBe(true);
	expect(isPaused(pause, NOW + 40 * MINUTE)).toBe(false);
	expect(isTold(limited(1), pause)).toBe(true);
});

test('a service that is down is asked ever more rarely, and told from the third time on', () => {
	let pause = noPause;
	const waits: number[] = [];
	const told: boolean[] = [];
	for (let failure = 0; failure < 9; failure += 1) {
		pause = pauseAfter(down, pause, NOW);
		waits.push((pause.until - NOW) / MINUTE);
		told.push(isTold(down, pause));
	}
	expect(waits).toEqual([0, 1, 2, 4, 8, 16, 30, 30, 30]);
	expect(told.indexOf(true)).toBe(2);
});

test('a clock that was set back ends a pause', () => {
	const pause = pauseAfter(limited(40 * MINUTE), noPause, NOW);
	expect(isPaused(pause, NOW - 24 * 60 * MINUTE)).toBe(false);
});

test('only what passes by itself is waited for', () => {
	expect([limited(null), down, api(500)].map(isPassing)).toEqual([true, true, true]);
	expect([401, 403, 400, 404].map((status) => isPassing(api(status)))).toEqual([false, false, false, false]);
});
