import { parseArgs } from 'node:util';
import { createSummary, story } from './report.ts';
import { createPlays } from './run.ts';

const USAGE = `npm run faults                       1,000 runs, seeds 1 to 1000
npm run faults -- --runs 50          fewer
npm run faults -- --from 1001        other seeds
npm run faults -- --seed 123         one of them, step by step
`;

const whole = (name: string, text: string): number => {
	if (!/^\d{1,9}$/.test(text)) throw new Error(`--${name} takes a whole number, not “${text}”.`);
	return Number(text);
};

function wanted(args: string[]) {
	const text = { type: 'string' } as const;
	const { values } = parseArgs({ args, options: { runs: text, from: text, seed: text } });
	const { seed, from = '1', runs = '1000' } = values;
	if (seed !== undefined) return { first: whole('seed', seed), runs: 1, isStory: true };
	return { first: whole('from', from), runs: whole('runs', runs), isStory: false };
}

async function main({ first, runs, isStory }: ReturnType<typeof wanted>): Promise<void> {
	const plays = await createPlays();
	const summary = createSummary();
	try {
		for (let seed = first; seed < first + runs; seed += 1) {
			const played = await plays.play(seed);
			summary.add(played);
			if (isStory) process.stdout.write(`${story(played)}\n`);
			else if (process.stderr.isTTY) process.stderr.write(`\r${seed - first + 1} of ${runs}`);
		}
	} finally {
		await plays.stop();
	}
	if (!isStory) process.stdout.write(`${process.stderr.isTTY ? '\n' : ''}${summary.text()}\n`);
	if (!summary.isClean) process.exitCode = 1;
}

try {
	await main(wanted(process.argv.slice(2)));
} catch (error) {
	process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n\n${USAGE}`);
	process.exitCode = 2;
}
