/**
 * Whether time and memory grow with the number of items and no faster: a node's run for one item and for 10,000, each in a
 * process of its own, in n8n's own engine.
 */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { publish } from '../report.ts';
import { median } from '../statistics.ts';
import { createRunner, httpRequest, ourNode, startService } from './oneNode.ts';

const ITEMS = [1, 10, 100, 1000, 10_000];
const SAMPLES = 3;
/** What the answers of a run hold anyway grows as fast as the items; 100 is where the fixed cost of a run no longer shows. */
const COMPARED = 100;

interface Sample {
	/** Milliseconds of processor time of the run. */
	readonly cpu: number;
	/** Bytes of the process at its largest, above what it had before. */
	readonly memory: number;
}

async function sample(baseUrl: string, which: string, items: number): Promise<void> {
	const run = await createRunner(baseUrl);
	const node = which === 'ours' ? ourNode : httpRequest(baseUrl);
	// What is loaded when first needed belongs to what was there before.
	await run(node, 1);
	global.gc?.();
	const [before, resident] = [process.cpuUsage(), process.memoryUsage.rss()];
	await run(node, items);
	const { user, system } = process.cpuUsage(before);
	const measured: Sample = { cpu: (user + system) / 1000, memory: Math.max(0, process.resourceUsage().maxRSS * 1024 - resident) };
	process.stdout.write(JSON.stringify(measured));
}

async function report(): Promise<void> {
	const service = await startService();
	const flags = ['--disable-warning=ExperimentalWarning', '--expose-gc', import.meta.filename, service.baseUrl];
	const measured = new Map<string, Sample>();
	for (const which of ['ours', 'theirs']) {
		for (const items of ITEMS) {
			const samples: Sample[] = [];
			for (let turn = 0; turn < SAMPLES; turn++) {
				const { stdout } = await promisify(execFile)(process.execPath, [...flags, which, String(items)]);
				samples.push(JSON.parse(stdout));
			}
			measured.set(`${which} ${items}`, { cpu: median(samples.map(({ cpu }) => cpu)), memory: median(samples.map(({ memory }) => memory)) });
		}
	}
	service.stop();
	const of = (which: string, items: number): Sample => measured.get(`${which} ${items}`) ?? { cpu: Number.NaN, memory: Number.NaN };
	const most = Math.max(...ITEMS);
	const growth = (which: string, of_: (sample: Sample) => number): number => of_(of(which, most)) / most / (of_(of(which, COMPARED)) / COMPARED);
	publish({
		title: 'From one item to 10,000',
		about: `One transcript of 100 segments for each item, in n8n’s own engine; medians of ${SAMPLES} processes each. Memory is what the process takes at its largest, above what it took before the run.`,
		head: ['Items', 'CPU an item', 'Memory an item', 'HTTP Request: CPU an item', 'Memory an item'],
		rows: ITEMS.map((items) => [
			items.toLocaleString('en'),
			...['ours', 'theirs'].flatMap((which) => [`${(of(which, items).cpu / items).toFixed(2)} ms`, `${(of(which, items).memory / items / 1000).toFixed(1)} kB`]),
		]),
		ratios: [
			{ name: `CPU an item, of ${most.toLocaleString('en')} ÷ of ${COMPARED}`, value: growth('ours', ({ cpu }) => cpu) },
			{ name: `Memory an item, of ${most.toLocaleString('en')} ÷ of ${COMPARED}`, value: growth('ours', ({ memory }) => memory) },
			{ name: `Memory of ${most.toLocaleString('en')} items ÷ HTTP Request`, value: of('ours', most).memory / of('theirs', most).memory },
		],
	});
}

const [baseUrl, which, items] = process.argv.slice(2);
await (baseUrl && which && items ? sample(baseUrl, which, Number(items)) : report());
