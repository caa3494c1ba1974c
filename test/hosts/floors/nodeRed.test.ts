import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePorts } from '../../../e2e/support/startWorld.ts';
import { until } from '../../../e2e/support/until.ts';
import { oldestNodeRed } from '../../../scripts/floors/install.ts';
import { startNodeRed, type FlowNode, type NodeRed } from '../../../scripts/node-red/host.ts';
import { installPackageInto } from '../../../scripts/node-red/install.ts';
import { startService, type Service } from '../../nodes/trigger/account.ts';
import { describeOnLowestNode } from './lowestNode.ts';

const STARTING_MS = 120_000;

describeOnLowestNode('packages/node-red', (executable) => {
	let folder: string;
	let service: Service;
	let red: NodeRed;
	let sink: Server;
	const stops: (() => unknown)[] = [];
	const received: unknown[] = [];

	beforeAll(async () => {
		folder = mkdtempSync(join(tmpdir(), 'oldest-node-red-'));
		stops.push(() => rmSync(folder, { recursive: true, force: true }));
		const userFolder = join(folder, 'user');
		await installPackageInto(userFolder);
		service = await startService();
		stops.unshift(service.sandbox.stop);
		const { n8n: port } = await freePorts();
		red = await startNodeRed({ userFolder, port, log: join(folder, 'node-red.log'), node: executable, program: oldestNodeRed() });
		stops.unshift(() => red.stop());
		sink = createServer((request, response) => {
			let body = '';
			request.on('data', (chunk) => (body += String(chunk)));
			request.on('end', () => {
				received.push(JSON.parse(body));
				response.end('{}');
			});
		});
		stops.unshift(() => sink.close());
		await new Promise<void>((resolve) => sink.listen(0, '127.0.0.1', resolve));
	}, STARTING_MS);
	afterAll(async () => {
		for (const stop of stops) await stop();
	}, STARTING_MS);

	test('the oldest Node-RED runs operations, and starts flows with deliveries and with polls', async () => {
		const { credential, addMeeting, webhooks } = service.account('enterprise');
		const { conversationId } = await addMeeting('Planning');
		const address = sink.address();
		const node = (type: string, id: string, to: readonly string[], more: object = {}): FlowNode => ({ id, type, z: 'flow', x: 200, y: 100, wires: [to], ...more });
		const account = { account: 'account' };
		const created = { type: 'choices', value: 'conversation.created' };
		const route = (resource: string, operation: string, fields: object = {}) => [
			node('http in', `in-${operation}`, [operation], { url: `/${operation}`, method: 'get' }),
			node('meeting-assistant', operation, ['out'], { ...account, resource, operation, fields }),
		];
		await red.deploy([
			{ id: 'flow', type: 'tab', label: 'Test' },
			{ id: 'account', type: 'meeting-assistant-account', baseUrl: credential.baseUrl, publicUrl: red.url, credentials: { apiKey: credential.apiKey } },
			...route('conversation', 'getAll'),
			...route('insight', 'getDigest', { period: { type: 'choice', value: 'last7Days' } }),
			...route('keyPoints', 'generate', { conversationId: { type: 'str', value: conversationId } }),
			node('http response', 'out', []),
			node('meeting-assistant-event', 'event', ['send'], { ...account, fields: { events: created } }),
			node('meeting-assistant-poll', 'poll', ['send'], { ...account, fields: { events: created, minutes: { type: 'num', value: '0.05' } } }),
			node('http request', 'send', [], { method: 'POST', ret: 'obj', url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/` }),
		], 'full');
		const answer = async (operation: string) => await (await fetch(`${red.url}/${operation}`, { signal: AbortSignal.timeout(20_000) })).text();
		await until('a route', async () => (await fetch(`${red.url}/getAll`)).ok);
		expect(await answer('getAll')).toContain('Planning');
		expect(await answer('getDigest')).toContain('Planning');
		expect(await answer('generate')).toContain('ship the release');

		await until('a webhook', async () => (await webhooks()).length === 1);
		// The first poll only finds what existed before.
		await until('a first poll', async () => existsSync(join(folder, 'user', 'meeting-assistant', 'poll.json')));
		const { conversationId: id } = await addMeeting('Weekly');
		await until('the delivery and the poll', () => received.filter((event) => JSON.stringify(event).includes(id)).length >= 2);
	}, STARTING_MS);
});
