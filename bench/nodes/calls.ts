/**
 * The processor time of a call, for one item each, in n8n's own engine: this package's node beside n8n's HTTP Request node,
 * which sends all requests at once or in batches. They take turns in one process; the service is another one.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { INode, INodeParameters } from 'n8n-workflow';
import Table from 'cli-table3';
import { loadPackages, runWorkflow } from '../../scripts/engine/index.ts';
import { median } from '../statistics.ts';

const ITEMS = 1000;
const SEGMENTS = 100;
const ROUNDS = 11;
/** Items that a node processes at once, which is the credential's default. */
const AT_ONCE = 5;
const SERVE = 'serve';

const start = Date.UTC(2026, 10, 2, 10);
const answer = Buffer.from(
	JSON.stringify({
		data: {
			id: 'c1',
			segments: Array.from({ length: SEGMENTS }, (_, index) => ({
				text: `This is sentence ${index} of a meeting, in which everybody says what there is to say about the plan.`,
				speaker: index % 3 ? 'Ben Ode' : 'Anna Lindt',
				timestamp: new Date(start + index * 1500).toISOString(),
			})),
		},
	}),
);

function serve(): void {
	const reset = String(Math.ceil(Date.now() / 3_600_000 + 1) * 3600);
	const limits = { 'x-ratelimit-limit': '1000000', 'x-ratelimit-remaining': '999999', 'x-ratelimit-reset': reset };
	const headers = { 'content-type': 'application/json', 'content-length': answer.length, ...limits };
	const server = createServer((_, response) => void response.writeHead(200, headers).end(answer));
	server.listen(0, '127.0.0.1', () => process.send?.(server.address()));
}

type NodeUnderTest = Pick<INode, 'parameters' | 'type' | 'typeVersion'>;

const httpRequest = (baseUrl: string, options: INodeParameters = {}): NodeUnderTest => ({
	type: 'n8n-nodes-base.httpRequest',
	typeVersion: 4.2,
	parameters: {
		url: `={{ "${baseUrl}/api/v1/conversations/" + $json.id + "/transcript" }}`,
		authentication: 'predefinedCredentialType',
		nodeCredentialType: 'meetingAssistantApi',
		options,
	},
});

const nodesOf = (baseUrl: string): Record<string, NodeUnderTest> => ({
	'this package': {
		type: 'n8n-nodes-meeting-assistant.meetingAssistant',
		typeVersion: 1,
		parameters: {
			resource: 'conversation',
			operation: 'getTranscript',
			conversationId: { __rl: true, mode: 'id', value: '={{ $json.id }}' },
			format: 'object',
		},
	},
	'HTTP Request, all at once': httpRequest(baseUrl),
	[`HTTP Request, batches of ${AT_ONCE}`]: httpRequest(baseUrl, { batching: { batch: { batchSize: AT_ONCE, batchInterval: 1 } } }),
});

async function measure(baseUrl: string): Promise<void> {
	const packages = await loadPackages();
	const credentials = { account: { baseUrl, apiKey: 'svc_bench' } };
	/** Milliseconds of processor time, user and system. */
	const run = async (node: NodeUnderTest, items: number): Promise<number> => {
		const workflow = {
			nodes: [
				{ id: '0', name: 'Start', type: 'n8n-nodes-base.manualTrigger', typeVersion: 1, position: [0, 0] as [number, number], parameters: {} },
				{ id: '1', name: 'Call', position: [200, 0] as [number, number], ...node, credentials: { meetingAssistantApi: { id: '1', name: 'account' } } },
			],
			connections: { Start: { main: [[{ node: 'Call', type: 'main' as const, index: 0 }]] } },
		};
		const input = Array.from({ length: items }, () => ({ json: { id: 'c1' } }));
		global.gc?.();
		const before = process.cpuUsage();
		const { error, nodes } = await runWorkflow(workflow, { packages, credentials, input });
		const { user, system } = process.cpuUsage(before);
		if (error) throw error;
		const returned = nodes.at(-1)?.outputs[0]?.length;
		if (returned !== items) throw new Error(`${returned} items instead of ${items}`);
		return (user + system) / 1000;
	};

	const nodes = Object.entries(nodesOf(baseUrl));
	for (const [, node] of nodes) await run(node, ITEMS);
	const rounds: number[][] = [];
	for (let round = 0; round < ROUNDS; round++) {
		const times: number[] = [];
		// The order rotates, so that none always runs right after the same other one.
		for (let turn = 0; turn < nodes.length; turn++) {
			const index = (turn + round) % nodes.length;
			const [, node] = nodes[index] ?? [];
			if (node) times[index] = await run(node, ITEMS);
		}
		rounds.push(times);
	}
	const table = new Table({ head: ['node', 'CPU per call', 'lowest', 'this package takes', 'from', 'to'], style: { head: [], border: [] } });
	const perCall = (ms: number): string => `${((ms / ITEMS) * 1000).toFixed(0)} µs`;
	const times = (ratio: number): string => `${ratio.toFixed(2)} ×`;
	for (const [index, [name]] of nodes.entries()) {
		const all = rounds.map((round) => round[index] ?? NaN);
		const ratios = rounds.map((round) => (round[0] ?? NaN) / (round[index] ?? NaN));
		const compared = index === 0 ? ['', '', ''] : [times(median(ratios)), times(Math.min(...ratios)), times(Math.max(...ratios))];
		table.push([name, perCall(median(all)), perCall(Math.min(...all)), ...compared]);
	}
	process.stdout.write(`${ITEMS} items, answers of ${SEGMENTS} segments, medians of ${ROUNDS} rounds:\n${table}\n`);
}

if (process.argv[2] === SERVE) serve();
else {
	const service = fork(import.meta.filename, [SERVE], { execArgv: ['--disable-warning=ExperimentalWarning'] });
	const [address] = await once(service, 'message');
	await measure(`http://127.0.0.1:${address.port}`);
	service.kill();
}
