/** How long 200 reads take where each answer takes a tenth of a second: this package's node beside n8n's HTTP Request node. */
import { publish, timedRatio } from '../report.ts';
import { median } from '../statistics.ts';
import { AT_ONCE, createRunner, httpRequest, ourNode, startService } from './oneNode.ts';

const READS = 200;
const DELAY_MS = 100;
const ROUNDS = 3;

const service = await startService(DELAY_MS);
const run = await createRunner(service.baseUrl);
const runOneAtATime = await createRunner(service.baseUrl, { concurrency: 1 });
const cases = Object.entries({
	[`this package, ${AT_ONCE} at once`]: (items: number) => run(ourNode, items),
	'one at a time': (items: number) => runOneAtATime(ourNode, items),
	'HTTP Request, all at once': (items: number) => run(httpRequest(service.baseUrl), items),
});
for (const [, read] of cases) await read(1);
const rounds: number[][] = [];
for (let round = 0; round < ROUNDS; round++) {
	const measured: number[] = [];
	for (const [, read] of cases) {
		const began = performance.now();
		await read(READS);
		measured.push((performance.now() - began) / 1000);
	}
	rounds.push(measured);
}
service.stop();

const ofCase = (index: number): number[] => rounds.map((round) => round[index] ?? Number.NaN);
publish({
	title: '200 reads',
	about:
		`${READS} transcripts from a service that takes ${DELAY_MS} ms for each answer; medians of ${ROUNDS} rounds in turns. ` +
		'One at a time is how a node works that waits for each answer. The HTTP Request node sends all requests at once, however many: it is faster, and at the hourly limit it fails without the items that it has.',
	head: ['', 'Seconds'],
	rows: cases.map(([name], index) => [name, median(ofCase(index)).toFixed(2)]),
	ratios: cases.slice(1).map(([name], index) => timedRatio(`Time of ${READS} reads ÷ ${name}`, ofCase(0), ofCase(index + 1))),
});
