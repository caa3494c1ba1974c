import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, suite, test } from 'node:test';
import { z } from 'zod/v4';
import { hostFolder } from '../../scripts/n8n/install.ts';
import { importable } from '../support/startWorld.ts';
import { world } from '../support/world.ts';

const { n8n } = world;
const { examples } = await importable(world);

const AGENT = '@n8n/n8n-nodes-langchain.agent';
const CALL = 'n8n-nodes-base.executeWorkflow';

interface Removed {
	readonly type: string;
	readonly typeVersion?: number;
	readonly parameters?: object;
	readonly alwaysOutputData?: boolean;
	readonly settings?: object;
}

/** By the rule of n8n's migration report, a node that n8n 3.0 no longer runs, or runs in another way. */
const changed: Readonly<Record<string, Removed>> = {
	'agent-node-version-v3': { type: AGENT, typeVersion: 1.9, parameters: { agent: 'toolsAgent' } },
	'agent-removed-modes-v3': { type: AGENT, typeVersion: 1.5, parameters: { agent: 'sqlAgent' } },
	'ai-transform-deprecated': { type: 'n8n-nodes-base.aiTransform' },
	'always-output-data-multi-output-v3': { type: 'n8n-nodes-base.if', typeVersion: 2, alwaysOutputData: true },
	'caller-policy-any-removed-v3': { type: 'n8n-nodes-base.noOp', settings: { callerPolicy: 'any' } },
	'chat-trigger-embedded-json-v3': { type: '@n8n/n8n-nodes-langchain.chatTrigger', parameters: { mode: 'webhook' } },
	'execute-workflow-each-mode-v3': { type: CALL, parameters: { mode: 'each' } },
	'execute-workflow-source-modes-v3': { type: CALL, parameters: { source: 'url' } },
	'get-paired-item-v3': { type: 'n8n-nodes-base.set', parameters: { value: '={{ $getPairedItem("Start") }}' } },
	'gmail-trigger-version-v3': { type: 'n8n-nodes-base.gmailTrigger', typeVersion: 1 },
	'removed-nodes-v3': { type: 'n8n-nodes-base.orbit' },
};

const rules = globSync('rules/v3/*.rule.js', { cwd: join(hostFolder(), 'node_modules/n8n/dist/modules/breaking-changes') })
	.map((path) => readFileSync(join(hostFolder(), 'node_modules/n8n/dist/modules/breaking-changes', path), 'utf8'))
	.filter((source) => source.includes('detectWorkflow('));

/** Nodes with a replacement in n8n. Each has its own rule. */
const replaced = Object.fromEntries(
	rules.flatMap((source) => [...source.matchAll(/^ {4}id: '([^']+)',\n.*\n {4}removedNodeType: '([^']+)'/gm)].map(([, id, type = '']): [string, Removed] => [`${id}-v3`, { type }])),
);

const Found = z.object({ affectedWorkflows: z.array(z.object({ id: z.string(), name: z.string(), issues: z.array(z.object({ title: z.string() })) })) });

suite('Nothing that n8n 3.0 removes is in an example', () => {
	const imported = new Map<string, string>();
	before(async () => {
		for (const { key, workflow } of examples) imported.set((await n8n.createWorkflow(workflow)).id, key);
	});

	test('every rule of n8n about workflows is looked at', () => {
		const ids = rules.flatMap((source) => [...source.matchAll(/this\.id = '([^']+)'/g)].map(([, id]) => id));
		assert.deepEqual(ids.sort(), Object.keys(changed).sort());
		assert.ok(Object.keys(replaced).length > 20);
	});

	for (const [rule, { type, typeVersion = 1, parameters = {}, settings, ...node }] of Object.entries({ ...changed, ...replaced })) {
		test(rule, async () => {
			const nodes = [{ id: '1', name: 'Removed', type, typeVersion, position: [0, 0], parameters, ...node }];
			const { id } = await n8n.createWorkflow({ name: rule, nodes, connections: {}, ...(settings && { settings }) });
			const { affectedWorkflows } = await n8n.rest('GET', `/rest/breaking-changes/report/${rule}`, Found);
			// Proves that the rule works: it finds the workflow that was made for it.
			assert.ok(affectedWorkflows.some((workflow) => workflow.id === id));
			assert.deepEqual(affectedWorkflows.filter((workflow) => imported.has(workflow.id)).map(({ name, issues }) => `${name}: ${issues.map(({ title }) => title).join(', ')}`), []);
		});
	}
});
