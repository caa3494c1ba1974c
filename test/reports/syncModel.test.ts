import { noCounts, play } from './syncModel.ts';

/** `npm run bench -- sync` plays more. */
const SEEDS = 50;

test(`in ${SEEDS} drawn accounts, nothing is created twice, wrongly resolved or gone, and no meeting is forgotten`, () => {
	const counts = noCounts();
	for (let seed = 1; seed <= SEEDS; seed++) play(seed, counts);
	expect(counts.resolved).toBeGreaterThan(3 * SEEDS);
	expect(counts).toMatchObject({ createdTwice: 0, resolvedWrong: 0, disappearedWrong: 0, noise: 0, starved: 0, tablesThatDiffer: 0 });
	// Marked as done before the rest was known, or by a contact that is in doubt.
	expect(counts.resolvedMissed).toBeLessThan(counts.resolved / 20);
});

test('of two open entries with one text, an item keeps its own, whatever their order', () => {
	const counts = noCounts();
	for (const seed of [524, 576, 653, 771]) play(seed, counts);
	expect(counts).toMatchObject({ resolvedWrong: 0, noise: 0 });
});
