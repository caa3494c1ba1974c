import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { PUBLISHED } from '../../scripts/n8n/examples.ts';
import { importable } from '../support/startWorld.ts';
import { world } from '../support/world.ts';

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
});
