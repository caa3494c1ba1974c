import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import type { Page } from 'playwright-core';
import { byTestId, chooseNode, nodeNamed, noChromium, openEditor } from './support/editor.ts';
import { world } from './support/world.ts';

const { credential, host, n8n } = world;

/** An empty workflow, with n8n’s list of triggers open. */
async function startWorkflow(page: Page): Promise<void> {
	const { id } = await n8n.createWorkflow({ name: 'Built by a person', nodes: [], connections: {}, settings: {} });
	await page.goto(`${host.url}/workflow/${id}`);
	await byTestId(page, 'canvas-add-button').click();
}

suite('A person at the editor', { skip: noChromium() }, () => {
	let page: Page;
	let close = async () => {};
	before(async () => {
		({ page, close } = await openEditor(host.url));
	});
	after(() => close());

	test('finds the node and selects an action', async () => {
		await page.goto(`${host.url}/workflow/new`);
		await byTestId(page, 'canvas-add-button').click();
		// It is in the list, but a search for it finds nothing.
		await nodeNamed(page, 'Trigger manually').click();
		await byTestId(page, 'canvas-handle-plus').click();
		await chooseNode(page, 'Meeting Assistant');
		await page.getByText('Get transcript').click();
		await byTestId(page, 'node-credentials-select').waitFor();
	});

	test('selects the credential', async () => {
		await byTestId(page, 'node-credentials-select').click();
		await byTestId(page, `node-credentials-select-item-${credential.id}`).click();
		assert.equal(await byTestId(page, 'node-credentials-select').locator('input').inputValue(), credential.name);
	});

	test('picks a conversation from the list', async () => {
		await byTestId(page, 'rlc-input').click();
		await byTestId(page, 'rlc-item').getByText('Harbour Bakery: pilot review').click();
	});

	test('executes the node and sees who said what', async () => {
		await byTestId(page, 'node-execute-button').click();
		const output = byTestId(page, 'output-panel');
		await output.getByText('1 item', { exact: true }).waitFor();
		await output.getByText('We used to lose about forty bread trays a week.').waitFor();
	});

	test('adds a polling trigger, which polls every five minutes', async () => {
		await startWorkflow(page);
		await chooseNode(page, 'Meeting Assistant Polling');
		await page.getByText('On conversation created').click();
		await page.getByText('even when nothing is new').waitFor();
		assert.equal(await byTestId(page, 'parameter-input-value').locator('input').inputValue(), '5');
		await byTestId(page, 'node-execute-button').first().click();
		await byTestId(page, 'output-panel').getByText('1 item', { exact: true }).waitFor();
	});
});
