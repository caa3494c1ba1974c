import Table from 'cli-table3';
import { api } from '../../src/api/index.ts';
import { startSandboxProcess } from './sandboxProcess.ts';
import { installTools, load } from './loadTools.ts';

const ROUNDS = 10;
/** The largest growth from the second round to the last that counts as flat. */
const FLAT = 1.05;

/** Memory of the sandbox while it answers `requests`: lists, searches that find nothing, and profiles. */
export async function memory(requests: number): Promise<void> {
	installTools();
	const sandbox = await startSandboxProcess();
	const paths = [api.conversations.list.path, `${api.conversations.list.path}?search=nothing`, api.user.profile.path];
	const table = new Table({
		head: ['requests', 'heap after gc', 'resident'],
		colAligns: ['right', 'right', 'right'],
		style: { head: [], border: [] },
	});
	const heaps: number[] = [];
	for (let round = 0; round <= ROUNDS; round += 1) {
		for (const path of round === 0 ? [] : paths) {
			await load({ url: sandbox.url + path, key: sandbox.key, amount: Math.ceil(requests / ROUNDS / paths.length) });
		}
		const { heapUsed, rss } = await sandbox.memory();
		heaps.push(heapUsed);
		table.push([Math.round((requests * round) / ROUNDS).toLocaleString('en'), megabytes(heapUsed), megabytes(rss)]);
	}
	sandbox.stop();
	const [, , second = 0] = heaps;
	const growth = (heaps.at(-1) ?? 0) / second;
	console.log(`${table}\nFinal heap is ${growth.toFixed(3)} × the heap after two rounds: ${growth <= FLAT ? 'flat' : 'NOT flat'}.`);
}

const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`;
