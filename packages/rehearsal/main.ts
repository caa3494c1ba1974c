#!/usr/bin/env node
import { accessSync, chmodSync, constants, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { exitOnSignals, hideExperimentalWarnings, print, printError, printJson, progressLine, UserError } from './terminal.ts';
import { parseArguments, USAGE } from './arguments.ts';
import { checkCalled } from './engine/library.ts';
import { htmlReport, rehearse, terminalReport } from './index.ts';
import { readPinData } from './workflow.ts';

/** The page quotes emails and meetings. */
const OWNER_ONLY = 0o600;
/** n8n's isolates, in which code runs, need it. */
const MIN_NODE = 24;
const progress = progressLine(process.stderr);

/** Checks that the page can be written before the rehearsal takes minutes. @throws UserError */
function checkPage(page: string): void {
	const found = statSync(page, { throwIfNoEntry: false });
	const folder = statSync(dirname(page), { throwIfNoEntry: false });
	try {
		if (found?.isDirectory() || !folder?.isDirectory()) throw new Error('No place for a file');
		accessSync(found ? page : dirname(page), constants.W_OK);
		// The mode passed when writing only applies to new files.
		if (found?.isFile()) chmodSync(page, OWNER_ONLY);
	} catch {
		throw new UserError(`The page cannot be written to ${page}. Choose another file with --html.`);
	}
}

/** The workflow in the title of a page, as it is written there. */
const titleIn = (page: string): string | undefined => /<title>Rehearsal: ([^<]*)</.exec(page)?.[1];

/** Writes the page. Returns whether it replaced that of another workflow. */
function writePage(file: string, page: string): boolean {
	const before = statSync(file, { throwIfNoEntry: false })?.isFile() ? titleIn(readFileSync(file, 'utf8')) : undefined;
	writeFileSync(file, page, { mode: OWNER_ONLY });
	return before !== undefined && before !== titleIn(page);
}

async function main(): Promise<void> {
	if (Number.parseInt(process.versions.node) < MIN_NODE) throw new UserError(`Node ${MIN_NODE} or newer is required, but this is ${process.version}. Get it at https://nodejs.org`);
	// npm runs scripts in the package's folder; INIT_CWD is the folder of the person at the keyboard.
	const folder = (process.env.npm_lifecycle_event === 'rehearse' && process.env.INIT_CWD) || '.';
	const wanted = parseArguments(process.argv.slice(2), folder, new Date());
	if (!wanted) return await print(USAGE);
	const { files: [path = '', ...others], pin, html = resolve(folder, 'rehearsal.html'), isJson, ...options } = wanted;
	if (!isJson) checkPage(html);
	checkCalled(path, others);
	const pinData = pin === undefined ? undefined : readPinData(pin);
	progress.show('Loading n8n’s engine');
	const onTime = (time: Date) => progress.show(`Rehearsing ${time.toISOString().slice(0, 13).replace('T', ' ')}:00 UTC`);
	const report = await rehearse(path, { ...options, others, pinData, onTime });
	progress.clear();
	if (isJson) {
		await printJson(report);
	} else {
		const hasReplaced = writePage(html, htmlReport(report));
		// If this were not a boolean, the color library would decide.
		const colors = Boolean(process.stdout.isTTY) && !process.env.NO_COLOR;
		await print(terminalReport(report, { colors, width: process.stdout.columns }));
		await print(`The page, with everything it would have sent: ${html}${hasReplaced ? '\nIt replaced the page of another workflow. To keep both, choose another file with --html.' : ''}`);
	}
	process.exitCode = report.isFine ? 0 : 1;
}

exitOnSignals();
hideExperimentalWarnings();
try {
	await main();
} catch (error) {
	progress.clear();
	printError(error instanceof UserError ? error.message : `The rehearsal failed: ${String(error)}`);
	process.exitCode = 2;
}
