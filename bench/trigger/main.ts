import { availableParallelism, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import Table from 'cli-table3';
import { startWorld } from '../../e2e/support/startWorld.ts';
import { median } from '../statistics.ts';
import { round, rounds } from './rounds.ts';
import { publishTargets } from './targets.ts';

const { values } = parseArgs({
	options: {
		rounds: { type: 'string', default: '7' },
		deliveries: { type: 'string', default: '150' },
		crowd: { type: 'string', default: '600' },
		/** Whether n8n creates its expression engine only if an expression is used. */
		lazy: { type: 'boolean', default: false },
	},
});
const AT_ONCE = 10;
const CROWD_AT_ONCE = 200;
const [count, amount, crowd] = [Number(values.rounds), Number(values.deliveries), Number(values.crowd)];

const load = (): string => `load ${loadavg()[0]?.toFixed(1)}`;
const world = await startWorld(values.lazy ? { N8N_EXPRESSION_ENGINE_LAZY_ACQUIRE: 'true' } : {});
try {
	const targets = await publishTargets(world);
	for (const target of targets) await round(world, target, amount, AT_ONCE);
	console.log(`${availableParallelism()} processors, ${load()}. Medians of ${count} rounds in turns, each of ${amount} deliveries, ${AT_ONCE} at once${values.lazy ? ', with lazy engines' : ''}.`);
	const measured = await rounds(world, targets, count, amount, AT_ONCE);
	const rows = [...measured].map(([{ name }, all]) => ({
		name,
		rate: median(all.map(({ rate }) => rate)),
		processor: median(all.map(({ processor }) => processor)),
	}));
	const [ours] = rows;
	const table = new Table({
		head: ['', 'accepted per second', 'our trigger ÷ this', 'CPU ms each', 'this ÷ our trigger'],
		colAligns: ['left', 'right', 'right', 'right', 'right'],
		style: { head: [], border: [] },
	});
	for (const { name, rate, processor } of rows) {
		const times = [(ours?.rate ?? 0) / rate, processor / (ours?.processor ?? 0)].map((ratio) => ratio.toFixed(2));
		table.push([name, rate.toFixed(1), times[0] ?? '', processor.toFixed(1), times[1] ?? '']);
	}
	console.log(`${table.toString()}\n${load()} at the end.`);
	for (const target of targets) {
		const { rate, latency } = await round(world, target, crowd, CROWD_AT_ONCE);
		console.log(`${target.name}, ${CROWD_AT_ONCE} at once: ${crowd} sent, ${crowd} accepted, ${crowd} executions. ${rate.toFixed(1)} a second, answered after ${latency.p50} ms, the slowest hundredth after ${latency.p99} ms (${load()}).`);
	}
} finally {
	await world.stop();
}
