import { existsSync } from 'node:fs';
import { chromium, type Browser } from 'playwright-core';
import { isAvailable } from './available.ts';
import { findOnPath } from './n8n/program.ts';

export const CHROMIUM = process.env['CHROMIUM'] ?? findOnPath('chromium') ?? 'chromium';

/** Why tests in a browser are skipped, or false. @throws Error in CI. */
export function noChromium(): string | false {
	const missing = 'Chromium is not on the PATH, and CHROMIUM does not say where it is';
	return !isAvailable(existsSync(CHROMIUM), missing) && missing;
}

/** The browser of tests and pictures. No sandbox process, because tests may run as root, and no background requests. */
export const launchChromium = (): Promise<Browser> =>
	chromium.launch({
		executablePath: CHROMIUM,
		args: [
			'--no-sandbox',
			'--disable-gpu',
			'--disable-quic',
			'--no-first-run',
			'--disable-background-networking',
			'--disable-component-update',
			'--disable-sync',
		],
	});
