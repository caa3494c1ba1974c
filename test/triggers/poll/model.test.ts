import { live } from './accidents.ts';

/** How many lives to play. For more: `SEEDS=500 npm run jest -- test/triggers/poll/model`. */
const SEEDS = Number(process.env['SEEDS'] ?? 15);
const FROM = Number(process.env['FROM'] ?? 1);
const POLLS = 100;

/** In this many lives with a list in random order, some conversations may have been on no page. */
const MAX_UNLUCKY = Math.floor((3 * SEEDS) / 500);

test(`nothing is lost, repeated, or reported although it is old, in ${SEEDS} lives of a trigger`, async () => {
	const odd: string[] = [];
	const unlucky: string[] = [];
	const sum = { found: 0, lost: 0, repeated: 0, oldAsNew: 0, lateAtStart: 0, polls: 0, requests: 0 };
	for (let seed = FROM; seed < FROM + SEEDS; seed += 1) {
		const life = await live(seed, POLLS);
		for (const key of ['found', 'lost', 'repeated', 'oldAsNew', 'lateAtStart', 'polls', 'requests'] as const) sum[key] += life[key];
		const { lost, repeated, oldAsNew, isShuffled, accidents } = life;
		if (lost + repeated + oldAsNew === 0) continue;
		const isUnlucky = isShuffled && repeated + oldAsNew === 0 && lost < life.found / 100;
		(isUnlucky ? unlucky : odd).push(`${accidents}: lost ${lost}, repeated ${repeated}, old as new ${oldAsNew}`);
	}
	if (SEEDS > 15) console.log(sum, odd, unlucky);
	expect({ odd, tooUnlucky: unlucky.slice(MAX_UNLUCKY) }).toEqual({ odd: [], tooUnlucky: [] });
	expect(sum.found).toBeGreaterThan(100 * SEEDS);
}, 1_800_000);
