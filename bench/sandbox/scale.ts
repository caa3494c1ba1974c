import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Table from 'cli-table3';
import { startSandbox } from '../../sandbox/index.ts';
import { api } from '../../src/api/index.ts';
import { explain } from './explain.ts';
import { fill } from './fill.ts';
import { movingClock } from './sandboxProcess.ts';

const CONVERSATIONS = 100_000;
const TIMES = 101;
const GOAL_MS = 20;

/** How long lists take over HTTP with 100,000 conversations in the database, and their query plans. */
export async function scale(): Promise<void> {
	const folder = mkdtempSync(join(tmpdir(), 'bench-'));
	const database = join(folder, 'data.sqlite');
	const { userId, key } = fill(database, CONVERSATIONS);
	const sandbox = await startSandbox({ port: 0, database, now: movingClock() });
	const table = new Table({
		head: ['ms', 'median', 'p95', 'CPU', `median below ${GOAL_MS}`],
		colAligns: ['left', 'right', 'right', 'right', 'right'],
		style: { head: [], border: [] },
	});
	const list = api.conversations.list.path;
	for (const [name, path] of [
		['list', list],
		['list, last page', `${list}?offset=${CONVERSATIONS - 20}`],
		['list since a year ago', `${list}?since=${new Date(Date.now() - 365 * 86_400_000).toISOString()}`],
		['search, one in seven found', `${list}?search=hiring`],
		['search, one found', `${list}?search=${encodeURIComponent('Hiring 50003')}`],
		['search, none found', `${list}?search=nothing`],
		['unresolved threads', api.contacts.unresolvedThreads.path],
		['contacts', api.contacts.list.path],
	] as const) {
		const times: number[] = [];
		const before = process.cpuUsage();
		for (let time = 0; time < TIMES; time += 1) {
			const started = performance.now();
			const answer = await fetch(sandbox.url + path, { headers: { Authorization: `Bearer ${key}` } });
			await answer.arrayBuffer();
			times.push(performance.now() - started);
			if (answer.status !== 200) throw new Error(`${path}: ${answer.status}`);
		}
		const { user, system } = process.cpuUsage(before);
		const sorted = times.toSorted((a, b) => a - b);
		const median = sorted[Math.floor(TIMES / 2)] ?? 0;
		const p95 = sorted[Math.floor(TIMES * 0.95)] ?? 0;
		const cpu = (user + system) / 1000 / TIMES;
		table.push([name, median.toFixed(1), p95.toFixed(1), cpu.toFixed(1), median < GOAL_MS ? 'yes' : 'NO']);
	}
	await sandbox.stop();
	console.log(table.toString());
	explain(database, userId);
	rmSync(folder, { recursive: true });
}
