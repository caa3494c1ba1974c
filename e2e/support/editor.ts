import type { Page } from 'playwright-core';
import { CHROMIUM, launchChromium, noChromium } from '../../scripts/chromium.ts';
import { n8nElsewhere } from '../../scripts/n8n/elsewhere.ts';
import { OWNER } from '../../scripts/n8n/n8nApi.ts';

export { CHROMIUM, noChromium };

/** Finds elements the way n8n's own tests do. */
export const byTestId = (page: Page, id: string) => page.locator(`[data-test-id="${id}"]`);

/** n8n's editor in a browser, with the owner signed in. */
export async function openEditor(url: string, size = { width: 1400, height: 900 }) {
	const browser = await launchChromium();
	const page = await browser.newPage({ viewport: size });
	page.setDefaultTimeout(60_000);
	await page.goto(`${url}/signin`);
	const { email, password } = n8nElsewhere()?.owner ?? OWNER;
	await page.fill('input[name="emailOrLdapLoginId"]', email);
	await page.fill('input[type="password"]', password);
	await byTestId(page, 'form-submit-button').click();
	await page.waitForURL(/home|workflow/);
	return { page, close: () => browser.close() };
}

/** An entry of the node panel. */
export const nodeNamed = (page: Page, name: string) =>
	byTestId(page, 'node-creator-item-name').getByText(name, { exact: true });

/** Searches the node panel and selects the node with this name. */
export async function chooseNode(page: Page, name: string): Promise<void> {
	await byTestId(page, 'node-creator-search-bar').fill(name);
	await nodeNamed(page, name).click();
}
