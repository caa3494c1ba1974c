import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { PUBLISHED } from '../../scripts/n8n/examples.ts';
import { importable } from '../support/startWorld.ts';
import { world } from '../support/world.ts';
import { dataTable } from './dataTables.ts';
import { runToEnd } from './openExample.ts';

const { n8n } = world;
const { example, examples, known } = await importable(world);

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
