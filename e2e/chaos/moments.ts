import fc from 'fast-check';

/** Moments spread at random over `withinMs`, in order, in milliseconds. The same seed gives the same. */
export function moments(count: number, withinMs: number, seed: number): readonly number[] {
	const anywhere = fc.noBias(fc.integer({ min: 0, max: withinMs }));
	return count === 0 ? [] : fc.sample(anywhere, { seed, numRuns: count }).sort((a, b) => a - b);
}
