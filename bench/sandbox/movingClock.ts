const STEP_MS = 2000;

/**
 * A clock that goes on by two seconds each time it is read. A request reads it at least once, so that an hour holds
 * fewer requests than the largest plan allows and the limit, though checked every time, is never met.
 */
export function movingClock(start = Date.now()): () => number {
	let time = start;
	return () => (time += STEP_MS);
}
