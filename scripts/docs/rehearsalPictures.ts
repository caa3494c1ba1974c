import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readWorkflow } from '../../packages/rehearsal/workflow.ts';
import { UNTIL } from './examples.ts';
import { openMonth } from '../../packages/rehearsal/account/month.ts';
import { htmlReport } from '../../packages/rehearsal/report/page/htmlReport.ts';
import { rehearseHere } from '../../packages/rehearsal/here.ts';
import { launchChromium } from '../chromium.ts';

/** Takes the pictures of a rehearsal's page: of an example, and of a workflow that must not be published. */
const FOLDER = new URL('../../docs/images/', import.meta.url);
/** Out of 100: keeps letters sharp. */
const QUALITY = 85;
const FROM = UNTIL - 30 * 86_400_000;

const month = await openMonth(null, UNTIL, null);
const folder = mkdtempSync(join(tmpdir(), 'rehearsal-pictures-'));
const browser = await launchChromium();
for (const [name, workflow] of [
	['rehearsal', 'examples/follow-up-approval.json'],
	['rehearsal-twice', 'test/hosts/rehearsal/workflows/mails-everyone-twice.json'],
] as const) {
	const file = readWorkflow(workflow);
	const report = await rehearseHere({ file, month, from: FROM, until: UNTIL });
	const path = join(folder, `${name}.html`);
	writeFileSync(path, htmlReport(report));
	const page = await browser.newPage({ viewport: { width: 1000, height: 860 } });
	await page.goto(`file://${path}`, { waitUntil: 'load' });
	await page.locator('summary').first().click();
	const session = await page.context().newCDPSession(page);
	const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality: QUALITY });
	writeFileSync(new URL(`${name}.webp`, FOLDER), data, 'base64');
	console.log(`docs/images/${name}.webp`);
}
await browser.close();
rmSync(folder, { recursive: true, force: true });
// Timers of n8n's engine would keep the process alive.
process.exit();
