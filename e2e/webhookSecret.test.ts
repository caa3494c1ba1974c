import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { dirname, join } from 'node:path';
import { after, before, suite, test } from 'node:test';
import { z } from 'zod/v4';
import { CREDENTIAL } from './support/startWorld.ts';
import { world } from './support/world.ts';

const { credential, n8n, userFolder } = world;
const REGISTER = 'n8n-nodes-meeting-assistant.meetingAssistant';

const Types = z.array(z.object({ name: z.string(), sensitiveOutputFields: z.array(z.string()).default([]) }));
const Registered = z.looseObject({ id: z.string(), secret: z.string() });

/** Everything that n8n has on disk: its database with the write-ahead log, its files and its log. */
function onDisk(secret: string): string[] {
	const folder = dirname(userFolder);
	const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile() && !entry.parentPath.includes('node_modules'));
	return files.map(({ name, parentPath }) => join(parentPath, name)).filter((path) => readFileSync(path).includes(secret));
}

suite('The secret of a new webhook', () => {
	const received: unknown[] = [];
	const server = createServer((request, response) => void text(request).then((body) => response.end(String(received.push(JSON.parse(body))))));
	let url = '';
	before(async () => {
		await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
		const address = server.address();
		url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
	});
	after(() => server.close());

	/** Registers a webhook and hands the answer to the next node, as someone would who stores the secret elsewhere. */
	async function register(name: string, settings: object): Promise<string> {
		const nodes = [
			{ id: '1', name: 'Start', type: 'n8n-nodes-base.manualTrigger', typeVersion: 1, position: [0, 0], parameters: {} },
			{
				id: '2',
				name: 'Register',
				type: REGISTER,
				typeVersion: 1,
				position: [200, 0],
				parameters: { resource: 'webhook', operation: 'register', url: `https://hooks.acme.com/${name}`, events: ['conversation.created'] },
				credentials: { [CREDENTIAL]: credential },
			},
			{
				id: '3',
				name: 'Store',
				type: 'n8n-nodes-base.httpRequest',
				typeVersion: 4.2,
				position: [400, 0],
				parameters: { method: 'POST', url, sendBody: true, specifyBody: 'json', jsonBody: '={{ $json }}' },
			},
		];
		const to = (node: string) => ({ main: [[{ node, type: 'main', index: 0 }]] });
		const { id } = await n8n.createWorkflow({ name, nodes, connections: { Start: to('Register'), Register: to('Store') }, settings });
		const before = received.length;
		const execution = await n8n.start(id, 'Start');
		while (received.length === before) await new Promise((resolve) => setTimeout(resolve, 100));
		// An execution that is not saved is gone once it has ended.
		for (;;) {
			const status = await n8n.execution(execution).then((found) => found.status, () => 'gone');
			if (!['new', 'running'].includes(status)) break;
			await new Promise((resolve) => setTimeout(resolve, 100));
		}
		return Registered.parse(received.at(-1)).secret;
	}

	test('reaches the next node and is nowhere on disk, if the workflow saves no executions', async () => {
		const secret = await register('unsaved', { saveManualExecutions: false, saveDataSuccessExecution: 'none', saveDataErrorExecution: 'none' });
		assert.match(secret, /^\S{16,}$/);
		assert.deepEqual(onDisk(secret), []);
	});

	test('is saved with an execution otherwise, as the form says, in a field that the node declares to n8n', async () => {
		const secret = await register('saved', {});
		assert.notDeepEqual(onDisk(secret), [], 'n8n no longer saves it: remove the notice from the form and docs/privacy.md');
		const node = (await n8n.rest('GET', '/types/nodes.json', Types)).find(({ name }) => name === REGISTER);
		assert.deepEqual(node?.sensitiveOutputFields, ['secret']);
	});
});
