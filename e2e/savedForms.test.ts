import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { after, before, suite, test } from 'node:test';
import type * as N8nWorkflow from 'n8n-workflow';
import type { INodeParameters, INodeTypeDescription } from 'n8n-workflow';
import type { Page } from 'playwright-core';
import { z } from 'zod/v4';
import { byTestId, noChromium, openEditor } from './support/editor.ts';
import { filledOperations, filledTriggers, type FilledNode } from './support/filledForms.ts';
import { CREDENTIAL } from './support/startWorld.ts';
import { until } from './support/until.ts';
import { world } from './support/world.ts';

const { credential, host, n8n } = world;
// Node cannot load the package's ES modules.
const { NodeHelpers }: typeof N8nWorkflow = createRequire(import.meta.url)('n8n-workflow');

/** Folder for pictures of the forms, if somebody wants to look at them. */
const PICTURES = process.env.PICTURES;

const Parameters = z.custom<INodeParameters>();
const Node = z.looseObject({
	name: z.string(),
	type: z.string(),
	typeVersion: z.number(),
	parameters: Parameters,
	webhookId: z.string().optional(),
});
type Node = z.output<typeof Node>;
const Workflow = z.object({ versionId: z.string(), nodes: z.array(Node) });

/**
 * The parameters of a node as n8n’s editor saves them. It adds all defaults when it opens a workflow. When it saves, it writes
 * parameters in the order of the form, without those that are not shown, and without defaults except in collections; an empty
 * collection stays. The editor uses this same function, so any other change comes from our form.
 */
const asN8nSaves = (description: INodeTypeDescription, node: FilledNode): INodeParameters =>
	parametersOf(description, { ...node, parameters: asN8nOpens(description, node) }, false);

/** With the defaults that n8n left out, as the form and the node receive them. */
const asN8nOpens = (description: INodeTypeDescription, node: FilledNode): INodeParameters => parametersOf(description, node, true);

function parametersOf(description: INodeTypeDescription, node: FilledNode, withDefaults: boolean): INodeParameters {
	const given = Parameters.parse(node.parameters);
	return NodeHelpers.getNodeParameters(description.properties, given, withDefaults, false, node, description) ?? {};
}

/** Few enough that no node lies below the editor’s buttons on the right. */
const COLUMNS = 11;
/** Under the pointer, a trigger shows a button on its left. It must not cover the node there. */
const WIDTH = 320;
const HEIGHT = 192;
const START = 'Start';

suite('Saved nodes, opened in the editor', { skip: noChromium() }, () => {
	let page: Page;
	let close = async () => {};
	let id = '';
	const authored: FilledNode[] = [...filledOperations(), ...filledTriggers()];
	let saved: Node[] = [];
	let descriptionOf: (node: FilledNode) => INodeTypeDescription;
	const problems: string[] = [];
	/** Requests that change a workflow. */
	const saves: string[] = [];

	const stored = () => n8n.rest('GET', `/rest/workflows/${id}`, Workflow);
	/** Does something, and waits for the editor to save it. */
	async function andSave(act: () => Promise<unknown>): Promise<Node[]> {
		const { versionId } = await stored();
		await act();
		return await until('the editor to save', async () => {
			const workflow = await stored();
			return workflow.versionId !== versionId && workflow.nodes;
		});
	}

	before(async () => {
		const types = await n8n.rest('GET', '/types/nodes.json', z.array(z.custom<INodeTypeDescription>()));
		descriptionOf = ({ type, typeVersion }) => {
			const found = types.find(({ name, version }) => name === type && [version].flat().includes(typeVersion));
			assert.ok(found, `n8n has no ${type} ${typeVersion}`);
			return found;
		};
		const nodes = authored.map((node, index) => ({
			...node,
			id: randomUUID(),
			parameters: asN8nSaves(descriptionOf(node), node),
			position: [(index % COLUMNS) * WIDTH, Math.floor(index / COLUMNS) * HEIGHT],
			credentials: { [CREDENTIAL]: { id: credential.id, name: credential.name } },
			...(node.type.endsWith('meetingAssistantTrigger') && { webhookId: randomUUID() }),
		}));
		const start = { id: randomUUID(), name: START, type: 'n8n-nodes-base.manualTrigger', typeVersion: 1, parameters: {}, position: [0, -HEIGHT] };
		({ id } = await n8n.createWorkflow({ name: 'Saved forms', nodes: [start, ...nodes], connections: {} }));
		saved = (await stored()).nodes;
		({ page, close } = await openEditor(host.url, { width: 1600, height: 1000 }));
		page.on('pageerror', ({ message }) => problems.push(message));
		page.on('request', (request) => {
			if (request.method() !== 'GET' && request.url().endsWith(`/rest/workflows/${id}`)) saves.push(request.method());
		});
		await page.goto(`${host.url}/workflow/${id}`);
		await byTestId(page, 'canvas-node').nth(authored.length).waitFor();
		await byTestId(page, 'zoom-to-fit').click();
	});
	after(() => close());

	/** Where each node is. Asking for one at a time takes half a second each. */
	const centers = async (): Promise<ReadonlyMap<string, readonly [number, number]>> =>
		new Map(
			await byTestId(page, 'canvas-node').evaluateAll((nodes) =>
				nodes.map((node): [string, [number, number]] => {
					const { x, y, width, height } = node.getBoundingClientRect();
					return [node.getAttribute('data-node-name') ?? '', [x + width / 2, y + height / 2]];
				}),
			),
		);
	const form = () => byTestId(page, 'ndv');
	async function openForm(name: string, [x, y]: readonly [number, number]): Promise<void> {
		await page.mouse.dblclick(x, y);
		// Asks at every frame: a locator asks every half a second.
		await page.waitForFunction(`(() => {
			const form = document.querySelector('[data-test-id=ndv]');
			return form?.innerText.includes(${JSON.stringify(name)}) && form.querySelector('[data-test-id=node-parameters]');
		})()`);
	}
	async function closeForm(): Promise<void> {
		await page.keyboard.press('Escape');
		await page.waitForFunction("!document.querySelector('[data-test-id=ndv]')?.checkVisibility()");
	}

	test('n8n itself keeps every value of the filled forms', () => {
		for (const node of authored) {
			const description = descriptionOf(node);
			const opened = asN8nOpens(description, { ...node, parameters: asN8nSaves(description, node) });
			assert.partialDeepStrictEqual(opened, node.parameters, node.name);
		}
	});

	test('opening and closing each form changes nothing', async () => {
		const at = await centers();
		for (const { name } of authored) {
			const center = at.get(name);
			assert.ok(center, name);
			await openForm(name, center);
			if (PICTURES !== undefined) {
				mkdirSync(PICTURES, { recursive: true });
				await page.screenshot({ path: `${PICTURES}/${name.replaceAll(/[^\w.]+/g, '-')}.png` });
			}
			await closeForm();
		}
		assert.deepEqual(saves, [], 'the editor has nothing to save');
	});

	test('moving a node then saves all of them, byte for byte as before', async () => {
		const [x, y] = (await centers()).get(START) ?? [0, 0];
		const nodes = await andSave(async () => {
			await page.mouse.move(x, y);
			await page.mouse.down();
			await page.mouse.move(x + 60, y, { steps: 5 });
			await page.mouse.up();
		});
		const others = (all: readonly Node[]) => all.filter(({ name }) => name !== START);
		const parametersOf = (all: readonly Node[]) => others(all).map(({ name, parameters }) => `${name}: ${JSON.stringify(parameters, null, 1)}`);
		const before = parametersOf(saved);
		for (const [index, parameters] of parametersOf(nodes).entries()) assert.equal(parameters, before[index]);
		// n8n writes a note and whether to show it in an order of its own.
		assert.deepEqual(others(nodes), others(saved));
		assert.deepEqual(problems, []);
	});

	test('renaming a node in its form changes its name alone', async () => {
		const [first] = authored;
		const at = (await centers()).get(first?.name ?? '');
		assert.ok(first && at);
		const before = (await stored()).nodes;
		const nodes = await andSave(async () => {
			await openForm(first.name, at);
			await form().getByText(first.name, { exact: true }).filter({ visible: true }).first().click();
			await page.keyboard.press('ControlOrMeta+a');
			await page.keyboard.type('Renamed');
			await page.keyboard.press('Enter');
			await byTestId(page, 'output-panel').click();
			await closeForm();
		});
		// n8n lists a renamed node last.
		const byName = (all: readonly Node[]) => Object.fromEntries(all.map((node) => [node.name, node]));
		const renamed = before.map((node) => (node.name === first.name ? { ...node, name: 'Renamed' } : node));
		assert.deepEqual(byName(nodes), byName(renamed));
	});

	test('switching the operation away and back keeps what both operations have', async () => {
		const name = 'conversation draftEmail: filled in, way 1';
		const at = (await centers()).get(name);
		assert.ok(at);
		const kept = ({ conversationId, options }: INodeParameters) => ({ conversationId, limits: z.looseObject({}).parse(options)['limits'] });
		const before = (await stored()).nodes.find((node) => node.name === name);
		const choose = async (label: string): Promise<void> => {
			await byTestId(page, 'parameter-input-operation').click();
			await page.locator('.el-select-dropdown__item:visible').filter({ hasText: label }).first().click();
		};
		const saved = async (operation: string): Promise<Node> =>
			await until(`the editor to save ${operation}`, async () =>
				(await stored()).nodes.find((node) => node.name === name && node.parameters.operation === operation),
			);
		await openForm(name, at);
		await choose('Ask a Question');
		await saved('ask');
		await choose('Draft Follow-Up Email');
		const after = await saved('draftEmail');
		await byTestId(page, 'output-panel').click();
		await closeForm();
		assert.deepEqual(kept(after.parameters), kept(before?.parameters ?? {}));
	});
});
