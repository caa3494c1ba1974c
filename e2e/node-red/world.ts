import { createServer } from 'node:http';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startSandbox } from '../../sandbox/index.ts';
import { fillService } from '../../scripts/n8n/service.ts';
import { startNodeRed, type FlowNode, type NodeRed, type NodeRedOptions } from '../../scripts/node-red/host.ts';
import { installNodeRed, installPackageInto, isInstalled } from '../../scripts/node-red/install.ts';
import { freePorts } from '../support/startWorld.ts';

/** A server that flows send to. It keeps what it receives. */
async function startSink() {
	const received: unknown[] = [];
	const server = createServer((request, response) => {
		const chunks: Buffer[] = [];
		request.on('data', (chunk: Buffer) => chunks.push(chunk));
		request.on('end', () => {
			const text = Buffer.concat(chunks).toString();
			received.push(request.headers['content-type']?.includes('json') ? JSON.parse(text) : text);
			response.end('{}');
		});
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const address = server.address();
	const port = typeof address === 'object' ? address?.port : 0;
	return { url: `http://127.0.0.1:${port}/`, received, stop: () => void server.close() };
}

/** A real Node-RED with the packed package, next to a sandbox. It can be stopped or killed, and started again. */
export async function startNodeRedWorld({ sample = true }: { sample?: boolean } = {}) {
	if (!isInstalled()) await installNodeRed();
	const folder = mkdtempSync(join(tmpdir(), 'node-red-e2e-'));
	const userFolder = join(folder, 'user');
	const ports = await freePorts();
	await installPackageInto(userFolder);
	const sandbox = await startSandbox({ port: ports.sandbox, database: ':memory:', allowLoopbackHttp: true });
	const user = sample ? '' : sandbox.createUser({ name: 'Nora Feld', email: 'nora@example.com', plan: 'enterprise' }).id;
	const apiKey = sample ? await fillService(sandbox) : sandbox.createKey(user);
	const sink = await startSink();
	const log = join(folder, 'node-red.log');
	const start = (settings?: NodeRedOptions['settings']): Promise<NodeRed> => startNodeRed({ userFolder, port: ports.n8n, log, settings });
	let red = await start();
	const account: FlowNode = { id: 'account', type: 'meeting-assistant-account', name: 'Nora', baseUrl: sandbox.url, publicUrl: red.url, credentials: { apiKey } };
	return {
		...{ sandbox, sink, account, apiKey, user, userFolder, log },
		red: () => red,
		start: async (settings?: NodeRedOptions['settings']) => void (red = await start(settings)),
		/** A node on the only flow. */
		node: (type: string, id: string, to: readonly string[], more: object = {}): FlowNode => ({ id, type, z: 'flow', x: 200, y: 100, wires: [to], ...more }),
		flow: { id: 'flow', type: 'tab', label: 'Test' },
		async stop() {
			await red.stop();
			sink.stop();
			await sandbox.stop();
			rmSync(folder, { recursive: true, force: true });
		},
	};
}
