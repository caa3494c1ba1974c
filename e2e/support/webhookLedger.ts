import assert from 'node:assert/strict';
import Table from 'cli-table3';
import type { Account } from './triggerWorld.ts';

/** Someone else's webhook, which must not be touched. */
export const FOREIGN = 'https://hooks.example.com/somebody-else';

/** Events by the URL they should go to. */
export type Expected = Readonly<Record<string, readonly string[]>>;

export interface Step {
	readonly of: Account;
	/** Webhooks of others. */
	readonly foreign?: number;
	/** How many of the expected webhooks nothing answers for. */
	readonly dead?: number;
}

/** Compares the webhooks of an account with the expected ones after each step. */
export function openLedger() {
	const table = new Table({ head: ['Step', 'Expected', 'Found', 'Live'], style: { head: [], border: [] } });
	return {
		async check(step: string, expected: Expected, { of, foreign = 1, dead = 0 }: Step): Promise<void> {
			const all = await of.webhooks();
			const own = all.filter(({ url }) => !url?.startsWith(FOREIGN));
			const statuses: number[] = [];
			for (const { id } of own) statuses.push(await of.test(id));
			const live = statuses.filter((status) => status === 200).length;
			const urls = Object.keys(expected);
			table.push([step, urls.length, own.length, `${live} of ${own.length}`]);
			assert.deepEqual(
				{
					webhooks: own.map(({ url, events }) => [url, events?.toSorted()]).toSorted(),
					foreign: all.length - own.length,
					live,
				},
				{ webhooks: urls.map((url) => [url, expected[url]?.toSorted()]).toSorted(), foreign, live: urls.length - dead },
			);
		},
		print: () => console.log(table.toString()),
	};
}
