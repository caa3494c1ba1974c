import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import type { Page } from 'playwright-core';
import { byTestId, CHROMIUM, chooseNode, isThere, openEditor } from './support/editor.ts';
import { world } from './support/world.ts';

const { credential, host } = world;

suite('A person at the editor', { skip: isThere ? false : `no Chromium at ${CHROMIUM}` }, () => {
	let page: Page;
	let close = async () => {};
	before(async () => {
		({ page, close } = await openEditor(host.url));
	});
	after(() => close());

	test('finds the node and selects an action', async () => {
		await page.goto(`${host.url}/workflow/new`);
		await byTestId(page, 'canvas-add-button').click();
		await chooseNode(page, 'Trigger manually');
		await byTestId(page, 'canvas-handle-plus').click();
		await chooseNode(page, 'Meeting Assistant');
		await page.getByText('Get the transcript of a conversation').click();
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
});
