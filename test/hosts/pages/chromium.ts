import { launchChromium, noChromium } from '../../../scripts/chromium.ts';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';

/** Tests in a real browser, skipped with a message where there is none. */
export function describeInChromium(name: string, tests: (open: OpenPage) => void): void {
	(noChromium() ? describe.skip : describe)(name, () => {
		let browser: Browser;
		beforeAll(async () => void (browser = await launchChromium()), 60_000);
		// The console polls its sandbox for as long as it is open.
		afterEach(async () => void (await Promise.all(browser.contexts().map((context) => context.close()))));
		afterAll(() => browser.close());
		tests((options) => open(browser, options));
	});
}

export type OpenPage = (options?: BrowserContextOptions) => Promise<OpenedPage>;

export interface OpenedPage {
	readonly page: Page;
	/** Errors and warnings in the browser, including dialogs. */
	readonly complaints: readonly string[];
}

async function open(browser: Browser, options: BrowserContextOptions = {}): Promise<OpenedPage> {
	const context = await browser.newContext(options);
	const page = await context.newPage();
	page.setDefaultTimeout(10_000);
	const complaints: string[] = [];
	page.on('console', (message) => {
		if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text());
	});
	page.on('pageerror', (error) => complaints.push(error.message));
	page.on('dialog', (dialog) => {
		complaints.push(`dialog: ${dialog.message()}`);
		void dialog.dismiss();
	});
	return { page, complaints };
}
