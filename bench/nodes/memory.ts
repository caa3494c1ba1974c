/**
 * What a transcript of 20,000 segments takes on its way through the node, in n8n's own engine, above what the process
 * takes without it, as a multiple of the answer's size. Each output has a process of its own.
 */
import { execFile } from 'node:child_process';
import { createServer } from 'node:http';
import { promisify } from 'node:util';
import Table from 'cli-table3';
import { loadPackages, runWorkflow } from '../../packages/rehearsal/engine/index.ts';

const SEGMENTS = 20_000;
const BASELINE = 'The baseline is reached';
const RESIDENT = 'Resident above the baseline: ';
const outputs = ['object', 'segments', 'text', 'markdown', 'srt', 'vtt', 'text and file'];

const start = Date.UTC(2026, 10, 2, 10);
const answer = (id: string, count: number): Buffer =>
	Buffer.from(
		JSON.stringify({
			data: {
				id,
				segments: Array.from({ length: count }, (_, index) => ({
					text: `This is sentence ${index} of a long meeting, in which everybody says what there is to say about the plan.`,
					speaker: index % 3 ? 'Ben Ode' : 'Anna Lindt',
					timestamp: new Date(start + index * 1500).toISOString(),
				})),
			},
		}),
	);

async function run(baseUrl: string, output: string): Promise<void> {
	const packages = await loadPackages();
	const asFile = output === 'text and file';
	const transcript = (id: string) => ({
		resource: 'conversation',
		operation: 'getTranscript',
		conversationId: { __rl: true, mode: 'id', value: id },
		format: asFile ? 'text' : output,
		asFile,
	});
	const runOnce = async (id: string): Promise<void> => {
		const { error } = await runWorkflow(
			{
				nodes: [
					{ id: '0', name: 'Start', type: 'n8n-nodes-base.manualTrigger', typeVersion: 1, position: [0, 0], parameters: {} },
					{
						id: '1',
						name: 'Transcript',
						type: 'n8n-nodes-meeting-assistant.meetingAssistant',
						typeVersion: 1,
						position: [200, 0],
						parameters: transcript(id),
						credentials: { meetingAssistantApi: { id: '1', name: 'account' } },
					},
				],
				connections: { Start: { main: [[{ node: 'Transcript', type: 'main', index: 0 }]] } },
			},
			{ packages, credentials: { account: { baseUrl, apiKey: 'svc_bench' } } },
		);
		if (error) throw error;
	};
	// What is loaded when first needed belongs to the baseline.
	await runOnce('short');
	global.gc?.();
	const baseline = process.memoryUsage.rss();
	process.stdout.write(`${BASELINE}\n`);
	await runOnce('long');
	process.stdout.write(`${RESIDENT}${process.resourceUsage().maxRSS * 1024 - baseline}\n`);
}

/** V8's trace: `Scavenge 88.9 (126.1) -> 63.3 (125.8) MB`. The size after the arrow is still alive. */
const heaps = (trace: string): number[] => [...trace.matchAll(/ -> ([\d.]+) \(/g)].map(([, size]) => Number(size));

/** Collects everything, and often, so that no garbage counts as memory in use. */
const flags = ['--disable-warning=ExperimentalWarning', '--expose-gc', '--trace-gc', '--max-semi-space-size=1', '--gc-global'];

async function measure(baseUrl: string, output: string): Promise<{ heap: number; resident: number }> {
	const { stdout } = await promisify(execFile)(process.execPath, [...flags, 'bench/nodes/memory.ts', baseUrl, output]);
	const [before = '', during = ''] = stdout.split(BASELINE);
	const baseline = heaps(before).at(-1) ?? Number.NaN;
	const resident = Number(during.split(RESIDENT)[1]?.split('\n')[0]);
	return { heap: Math.max(...heaps(during)) - baseline, resident: resident / 1e6 };
}

async function report(): Promise<void> {
	const bodies = { short: answer('short', 1), long: answer('long', SEGMENTS) };
	const server = createServer(({ url }, response) => {
		response.writeHead(200, { 'content-type': 'application/json' }).end(url?.includes('long') ? bodies.long : bodies.short);
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const address = server.address();
	const port = address instanceof Object ? address.port : 0;
	const size = bodies.long.length / 1e6;
	const table = new Table({ head: ['output', 'heap', 'times the answer', 'resident'], style: { head: [], border: [] } });
	for (const output of outputs) {
		const { heap, resident } = await measure(`http://127.0.0.1:${port}`, output);
		table.push([output, `${heap.toFixed(1)} MB`, (heap / size).toFixed(1), `${resident.toFixed(1)} MB`]);
	}
	server.close();
	process.stdout.write(`An answer of ${size.toFixed(1)} MB with ${SEGMENTS} segments; most above the baseline:\n${table}\n`);
}

const [baseUrl, output] = process.argv.slice(2);
await (baseUrl && output ? run(baseUrl, output) : report());
