/**
 * Measures the processor time of a call, for one item each, in n8n's own engine: this package's node compared with n8n's
 * HTTP Request node, which sends all requests at once or in batches. The nodes take turns in one process; the service runs
 * in another.
 */
import { publish, timedRatio } from '../report.ts';
import { median } from '../statistics.ts';
import { AT_ONCE, batchesOf, createRunner, httpRequest, ourNode, startService, type NodeUnderTest } from './oneNode.ts';

const ITEMS = 1000;
const ROUNDS = 11;

const service = await startService();
const run = await createRunner(service.baseUrl);

/** Microseconds of processor time a call, user and system. */
async function measure(node: NodeUnderTest): Promise<number> {
	global.gc?.();
	const before = process.cpuUsage();
	await run(node, ITEMS);
	const { user, system } = process.cpuUsage(before);
	return (user + system) / ITEMS;
}

const nodes = Object.entries({
	'this package': ourNode,
	'HTTP Request, all at once': httpRequest(service.baseUrl),
	[`HTTP Request, batches of ${AT_ONCE}`]: httpRequest(service.baseUrl, batchesOf(AT_ONCE)),
});
for (const [, node] of nodes) await run(node, ITEMS);
const rounds: number[][] = [];
for (let round = 0; round < ROUNDS; round++) {
	const measured: number[] = [];
	// The order turns, so that none always runs after the same other one.
	for (let turn = 0; turn < nodes.length; turn++) {
		const index = (turn + round) % nodes.length;
		const [, node] = nodes[index] ?? [];
		if (node) measured[index] = await measure(node);
	}
	rounds.push(measured);
}
service.stop();

const ofNode = (index: number): number[] => rounds.map((round) => round[index] ?? Number.NaN);
const microseconds = (value: number): string => `${value.toFixed(0)} µs`;
publish({
	title: 'Processor time of a call in n8n',
	about: `A transcript of 100 segments for each of ${ITEMS} items, in n8n’s own engine; medians of ${ROUNDS} rounds in turns.`,
	head: ['Node', 'CPU per call', 'Lowest'],
	rows: nodes.map(([name], index) => [name, microseconds(median(ofNode(index))), microseconds(Math.min(...ofNode(index)))]),
	ratios: nodes.slice(1).map(([name], index) => timedRatio(`CPU of a call ÷ ${name}`, ofNode(0), ofNode(index + 1))),
});
