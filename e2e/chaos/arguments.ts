import { parseArgs } from 'node:util';

/** What happens in a run. */
export interface Plan {
	readonly conversations: number;
	readonly kills: number;
	/** How long conversations are recorded. */
	readonly minutes: number;
	/** The same seed gives the same moments. */
	readonly seed: number;
}

const { values, positionals } = parseArgs({
	allowPositionals: true,
	options: {
		conversations: { type: 'string', default: '500' },
		kills: { type: 'string', default: '10' },
		minutes: { type: 'string', default: '6' },
		seed: { type: 'string', default: '1' },
	},
});

export const plan: Plan = {
	conversations: Number(values.conversations),
	kills: Number(values.kills),
	minutes: Number(values.minutes),
	seed: Number(values.seed),
};

/** Workflows to run side by side, by name. */
export const wanted: readonly string[] = positionals.length > 0 ? positionals : ['instant-alone', 'remove-duplicates', 'example'];
