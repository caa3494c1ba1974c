import { parseArgs } from 'node:util';
import { startWorld } from '../../e2e/support/startWorld.ts';
import { publish, timedRatio } from '../report.ts';
import { median } from '../statistics.ts';
import { round, rounds } from './rounds.ts';
import { publishTargets } from './targets.ts';

const { values } = parseArgs({
	options: {
		rounds: { type: 'string', default: '5' },
		deliveries: { type: 'string', default: '100' },
		/** How many deliveries to send nearly at once at the end. */
		crowd: { type: 'string', default: '0' },
		/** Whether n8n creates its expression engine only if an expression is used. */
		lazy: { type: 'boolean', default: false },
	},
});
const AT_ONCE = 10;
const CROWD_AT_ONCE = 200;
const [count, amount, crowd] = [Number(values.rounds), Number(values.deliveries), Number(values.crowd)];

const world = await startWorld(values.lazy ? { N8N_EXPRESSION_ENGINE_LAZY_ACQUIRE: 'true' } : {});
try {
	const targets = await publishTargets(world);
	for (const target of targets) await round(world, target, amount, AT_ONCE);
	const measured = await rounds(world, targets, count, amount, AT_ONCE);
	const all = [...measured].map(([{ name }, ofTarget]) => ({ name, ofTarget }));
	const ours = all[0]?.ofTarget ?? [];
	const crowds: Awaited<ReturnType<typeof round>>[] = [];
	if (crowd > 0) for (const target of targets) crowds.push(await round(world, target, crowd, CROWD_AT_ONCE));
	publish({
		title: 'The instant trigger beside n8n’s Webhook node',
		about:
			`The same deliveries in a real n8n, each execution included: medians of ${count} rounds in turns of ${amount} deliveries, ${AT_ONCE} at once${values.lazy ? ', with lazy engines' : ''}` +
			(crowd > 0 ? `; then ${crowd} deliveries, ${CROWD_AT_ONCE} at once, all of them accepted and run.` : '.'),
		head: ['Node', 'Accepted a second', 'CPU each', ...(crowd > 0 ? [`Answered, ${CROWD_AT_ONCE} at once`, 'Slowest hundredth'] : [])],
		rows: all.map(({ name, ofTarget }, index) => [
			name,
			median(ofTarget.map(({ rate }) => rate)).toFixed(1),
			`${median(ofTarget.map(({ processor }) => processor)).toFixed(1)} ms`,
			...(crowd > 0 ? [`${crowds[index]?.latency.median.toFixed(0)} ms`, `${crowds[index]?.latency.p99.toFixed(0)} ms`] : []),
		]),
		ratios: all.slice(1).flatMap(({ name, ofTarget }) => [
			timedRatio(`CPU of a delivery ÷ ${name}`, ours.map(({ processor }) => processor), ofTarget.map(({ processor }) => processor)),
			timedRatio(`Deliveries a second ÷ ${name}`, ours.map(({ rate }) => rate), ofTarget.map(({ rate }) => rate)),
		]),
	});
} finally {
	await world.stop();
}
