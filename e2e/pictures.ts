import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { recipes } from '../scripts/docs/recipes.ts';
import { ROOT } from '../scripts/n8n/folders.ts';
import { byTestId, openEditor } from './support/editor.ts';
import { importable } from './support/startWorld.ts';
import { startWorld } from './support/startWorld.ts';

/** Takes the documents' screenshots in the real editor. Run it whenever what they show has changed. */
const FOLDER = join(ROOT, 'docs/images');
const SIZE = { width: 1280, height: 800 };
const QUALITY = 90;
/** The editor animates changes and does not report when it is done. */
const SETTLE_MS = 2500;
/** Examples to show as a whole: those in the guide for n8n, and one for each recipe. */
const CANVASES = ['never-miss-a-meeting', ...recipes.map(({ example }) => example)];
/** Arguments of the command: examples to which the canvases are limited. */
const only = process.argv.slice(2);

const world = await startWorld();
const { page, close } = await openEditor(world.host.url, SIZE);
const devTools = await page.context().newCDPSession(page);

async function take(name: string): Promise<void> {
	// A spot where nothing reacts to the pointer.
	await page.mouse.move(SIZE.width / 2, SIZE.height - 5);
	await page.waitForTimeout(SETTLE_MS);
	const { data } = await devTools.send('Page.captureScreenshot', { format: 'webp', quality: QUALITY });
	writeFileSync(join(FOLDER, `${name}.webp`), data, 'base64');
	console.log(`docs/images/${name}.webp`);
}

async function openWorkflow(workflow: object): Promise<string> {
	const { id } = await world.n8n.createWorkflow(workflow);
	await page.goto(`${world.host.url}/workflow/${id}`);
	await byTestId(page, 'canvas-node').first().waitFor();
	await byTestId(page, 'zoom-to-fit').click();
	return id;
}

const openNode = (on: Page, name: string) => on.locator(`[data-test-id="canvas-node"][data-node-name="${name}"]`).dblclick();

async function takeForms(example: (key: string) => object): Promise<void> {
	await openWorkflow(example('never-miss-a-meeting'));
	await openNode(page, 'When It Happens');
	await take('trigger');

	await openWorkflow(example('meeting-notes'));
	await openNode(page, 'Write Note');
	await byTestId(page, 'node-execute-button').click();
	await byTestId(page, 'output-panel').getByText('1 item', { exact: true }).waitFor();
	await page.locator('.el-notification__closeBtn').click();
	await take('node-with-output');

	await byTestId(page, 'credential-edit-button').click();
	await page.getByText('Connection tested successfully').waitFor();
	await take('credential-test');

	const id = await openWorkflow(example('action-items-to-table-robust'));
	await world.n8n.run(id, 'Every Evening');
	const [execution] = await world.n8n.executions(id);
	await page.goto(`${world.host.url}/workflow/${id}/executions/${execution?.id}`);
	await byTestId(page, 'canvas-node-status-success').first().waitFor();
	await take('execution');
}

try {
	const { example } = await importable(world);
	for (const key of only.length > 0 ? only : CANVASES) {
		await openWorkflow(example(key));
		await take(`canvas-${key}`);
	}

	if (only.length === 0) await takeForms(example);
} finally {
	await close();
	await world.stop();
}
