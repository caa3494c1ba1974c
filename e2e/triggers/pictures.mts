import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import type { N8n } from './n8n.mts';

const FLAGS = [
	'--no-sandbox',
	'--disable-gpu',
	'--disable-quic',
	'--no-first-run',
	'--disable-background-networking',
	'--disable-component-update',
	'--disable-sync',
];

/** n8n's editor in a browser, looked at as a person would. */
export async function pictures(n8n: N8n, folder: string) {
	mkdirSync(folder, { recursive: true });
	const browser = await chromium.launch({ executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium', args: FLAGS });
	const page = await (await browser.newContext({ viewport: { width: 1400, height: 950 } })).newPage();
	await page.goto(`${n8n.url}/signin`);
	await page.fill('input[name="emailOrLdapLoginId"]', 'owner@example.com');
	await page.fill('input[type="password"]', 'Password123');
	await page.click('[data-test-id="form-submit-button"]');
	await page.waitForURL(/home|workflow/);
	return {
		page,
		async open(workflowId: string, node: string): Promise<void> {
			await page.goto(`${n8n.url}/workflow/${workflowId}`);
			await page.waitForSelector('[data-test-id="canvas-node"]');
			await page.waitForTimeout(1500);
			await page.dblclick(`[data-test-id="canvas-node"][data-node-name="${node}"]`);
			await page.waitForTimeout(1500);
		},
		listen: () => page.locator('[data-test-id="node-execute-button"]').first().click(),
		take: (name: string) => page.screenshot({ path: join(folder, `${name}.png`) }),
		close: () => browser.close(),
	};
}
