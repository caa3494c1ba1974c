import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { PUBLISHED } from '../../scripts/n8n/examples.ts';
import { noChromium, openEditor } from '../support/editor.ts';
import { importable } from '../support/startWorld.ts';
import { world } from '../support/world.ts';
import { dataTable } from './dataTables.ts';
import { runToEnd } from './openExample.ts';

const { host, n8n } = world;
const { example, examples, known } = await importable(world);

const NOTE = 'n8n-nodes-base.stickyNote';

suite('Every example', () => {
	for (const { key, workflow } of examples) {
		test(`${key} can be imported and uses only nodes of this n8n`, async () => {
			const { id } = await n8n.createWorkflow(workflow);
			assert.notEqual(id, '');
			const unknown = workflow.nodes.map(({ type }) => type).filter((type) => !known.has(type));
			assert.deepEqual(unknown, []);
		});
	}

	for (const key of PUBLISHED) {
		test(`${key} can be published without any setup`, async () => {
			const { id } = await n8n.createWorkflow(example(key));
			assert.equal(await n8n.publish(id), null);
			await n8n.unpublish(id);
		});
	}

	test('every note shows its whole text', { skip: noChromium() }, async () => {
		const notes = examples.flatMap(({ key, workflow }) => workflow.nodes.filter(({ type }) => type === NOTE).map((note) => ({ ...note, name: key })));
		const nodes = notes.map((note, index) => ({ ...note, id: String(index), position: [index * 1000, 0] }));
		const { id } = await n8n.createWorkflow({ name: 'All notes', nodes, connections: {} });
		const { page, close } = await openEditor(host.url);
		try {
			await page.goto(`${host.url}/workflow/${id}`);
			const shown = page.locator(`[data-node-type="${NOTE}"]`);
			await shown.nth(notes.length - 1).waitFor();
			const cut = await shown.evaluateAll((all) =>
				all
					.filter((note) => [...note.querySelectorAll('*')].some(({ scrollHeight, clientHeight }) => clientHeight > 60 && scrollHeight > clientHeight))
					.map((note) => note.getAttribute('data-node-name')),
			);
			assert.deepEqual(cut, []);
		} finally {
			await close();
		}
	});

	const tables = examples.flatMap(({ workflow: { nodes } }) => nodes.filter(({ parameters: { operation, resource } }) => resource === 'table' && operation === 'create'));
	for (const [order, inOrder] of [['any', tables], ['the opposite', tables.toReversed()]] as const) {
		test(`the tables of all examples are created in ${order} order, and found again`, async () => {
			const nodes = [{ name: 'Start', type: 'n8n-nodes-base.manualTrigger', typeVersion: 1, parameters: {} }, ...inOrder.map((node, index) => ({ ...node, name: `Table ${index}` }))];
			const connections = Object.fromEntries(nodes.slice(1).map(({ name }, index) => [nodes[index]?.name, { main: [[{ node: name, type: 'main', index: 0 }]] }]));
			const { id } = await n8n.createWorkflow({ name: 'All tables', nodes: nodes.map((node, index) => ({ ...node, id: String(index), position: [index * 200, 0] })), connections });
			for (const run of ['first', 'second']) {
				assert.deepEqual(await runToEnd(id, 'Start'), { status: 'success', lastNode: nodes.at(-1)?.name, message: '' }, `In the ${run} run`);
			}
			for (const { parameters: { tableName } } of tables) await (await dataTable(String(tableName).replace(/^=/, '').replace('{{ $workflow.id }}', id))).remove();
		});
	}
});
