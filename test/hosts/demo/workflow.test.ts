import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { INode } from 'n8n-workflow';
import { z } from 'zod/v4';
import { loadPackages, runWorkflow, type WorkflowFile } from '../../../packages/rehearsal/engine/index.ts';

const examples = join(import.meta.dirname, '../../../examples');
const workflows = readdirSync(examples).filter((file) => file.endsWith('.json'));

const read = (file: string): WorkflowFile & { name: string } => JSON.parse(readFileSync(join(examples, file), 'utf8'));
const unique = (values: readonly string[]): boolean => new Set(values).size === values.length;
const kindOf = ({ type }: INode): string => type.replace('n8n-nodes-base.', '');

const Rules = z.object({ rules: z.object({ values: z.array(z.unknown()) }), options: z.object({ fallbackOutput: z.literal('extra').optional() }) });

/** How many outputs of a node an execution may take. */
function outputsOf(node: INode): number {
	if (kindOf(node) === 'switch') {
		const { rules, options } = Rules.parse(node.parameters);
		return rules.values.length + (options.fallbackOutput ? 1 : 0);
	}
	return kindOf(node) === 'if' || node.onError === 'continueErrorOutput' ? 2 : 0;
}

/** Nodes that continue in either case, and report a failure in another place. */
const MAY_FAIL = ['Never miss a meeting: Create Table'];

const runs = ({ type }: INode): boolean => type !== 'n8n-nodes-base.stickyNote';

test('a workflow that the engine refuses gives a result with an error, and runs no node', async () => {
	const node: Pick<INode, 'id' | 'typeVersion' | 'position'> = { id: '1', typeVersion: 1, position: [0, 0] };
	const run = await runWorkflow(
		{
			nodes: [
				{ ...node, id: '0', name: 'Start', type: 'n8n-nodes-base.manualTrigger', parameters: {} },
				{ ...node, name: 'Rename', type: 'n8n-nodes-meeting-assistant.meetingAssistant', parameters: { operation: 'rename', conversationId: '', title: '' } },
			],
			connections: { Start: { main: [[{ node: 'Rename', type: 'main', index: 0 }]] } },
		},
		{ packages: await loadPackages() },
	);
	expect(run).toMatchObject({ status: 'error', nodes: [], error: { message: expect.stringContaining('issues') } });
});

test('example workflows exist', () => expect(workflows).toContain('follow-up-email.json'));

describe.each(workflows)('%s', (file) => {
	const { name, nodes, connections, settings } = read(file);
	const names = nodes.map((node) => node.name);
	const targets = Object.values(connections).flatMap((outputs) =>
		Object.values(outputs).flatMap((lists) => lists.flatMap((list) => (list ?? []).map(({ node }) => node))),
	);

	test('has a name and the current execution order', () => {
		expect(name).toMatch(/\S/);
		expect(settings?.executionOrder).toBe('v1');
	});

	test('has nodes with unique names and IDs', () => {
		expect(unique(names)).toBe(true);
		expect(unique(nodes.map(({ id }) => id))).toBe(true);
	});

	test('connects every node, and only existing ones', () => {
		expect(names).toEqual(expect.arrayContaining([...Object.keys(connections), ...targets]));
		const reached = new Set([...targets, ...Object.keys(connections)]);
		expect(nodes.filter(runs).filter((node) => !reached.has(node.name))).toEqual([]);
	});

	test('continues after every decision and every failure, so that nothing ends unnoticed', () => {
		const leads = (node: INode, output: number) => (connections[node.name]?.['main']?.[output] ?? []).length > 0;
		const isSuccess = ({ onError }: INode, output: number) => onError === 'continueErrorOutput' && output === 0;
		const loose = nodes.flatMap((node) =>
			[...Array(outputsOf(node)).keys()]
				.filter((output) => !isSuccess(node, output) && !leads(node, output))
				.map((output) => `${node.name}, output ${output}`),
		);
		expect(loose).toEqual([]);
		expect(nodes.filter((node) => kindOf(node) === 'filter')).toEqual([]);
		const mayFail = nodes.filter(({ onError }) => onError === 'continueRegularOutput').map((node) => `${name}: ${node.name}`);
		expect(MAY_FAIL).toEqual(expect.arrayContaining(mayFail));
	});

	test('refers only to existing nodes in expressions', () => {
		const referred = [...JSON.stringify(nodes).matchAll(/\$\('([^']+)'\)/g)].map(([, node = '']) => node);
		expect(names).toEqual(expect.arrayContaining(referred));
	});

	test('has a note that explains it', () => {
		expect(nodes.filter((node) => !runs(node)).map(({ parameters }) => String(parameters['content']))).toEqual([
			expect.stringMatching(/^## /),
		]);
	});

	test('refers to credentials and contains none', () => {
		const credentials = nodes.flatMap((node) => Object.values(node.credentials ?? {}));
		for (const credential of credentials) expect(Object.keys(credential).sort()).toEqual(['id', 'name']);
		expect(JSON.stringify(nodes)).not.toMatch(/svc_|password/i);
	});
});
