import { accessSync, chmodSync, constants, statSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { exitOnSignals, print, printError, printJson, progressLine, UserError } from '../terminal.ts';
import { parseArguments, readLibrary, readWorkflow, USAGE } from './arguments.ts';

const DAY_MS = 86_400_000;
/** The page quotes emails and meetings. */
const OWNER_ONLY = 0o600;
const progress = progressLine(process.stderr);

/** Checks that the page can be written before the rehearsal takes minutes. @throws UserError */
function checkPage(page: string): void {
	const found = statSync(page, { throwIfNoEntry: false });
	const folder = statSync(dirname(page), { throwIfNoEntry: false });
	try {
		if (found?.isDirectory() || !folder?.isDirectory()) throw new Error('No place for a file');
		accessSync(found ? page : dirname(page), constants.W_OK);
		// A mode to write with counts for a new file only.
		if (found?.isFile()) chmodSync(page, OWNER_ONLY);
	} catch {
		throw new UserError(`The page cannot be written to ${page}. Choose another file with --html.`);
	}
}

async function main(): Promise<void> {
	// npm runs scripts in the package's folder; INIT_CWD is the folder of the person at the keyboard.
	const folder = process.env.INIT_CWD ?? '.';
	const wanted = parseArguments(process.argv.slice(2), folder, Date.now());
	if (!wanted) return await print(USAGE);
	const [path = '', ...more] = wanted.files;
	const file = readWorkflow(path, wanted.pin);
	const others = readLibrary(path, more);
	const page = wanted.html ?? resolve(folder, 'rehearsal.html');
	if (!wanted.isJson) checkPage(page);
	progress.show('Loading n8n’s engine');
	// The rest takes seconds to load: wrong arguments and files are reported before that.
	const [{ openMonth }, { rehearseWatched }] = await Promise.all([import('./account/month.ts'), import('./watched.ts')]);
	const { until, days, database, user, timezone } = wanted;
	const from = until - days * DAY_MS;
	const month = await openMonth(database, until, user);
	const onDay = (day: number) => progress.show(`Rehearsing ${new Date(day).toISOString().slice(0, 10)}`);
	const report = await rehearseWatched({ file, others, month, from, until, timezone, onDay });
	progress.clear();
	if (wanted.isJson) {
		await printJson(report);
	} else {
		const [{ terminalReport }, { htmlReport }] = await Promise.all([import('./report/terminalReport.ts'), import('./report/page/htmlReport.ts')]);
		writeFileSync(page, htmlReport(report), { mode: OWNER_ONLY });
		// With anything but a boolean, the color library would decide.
		const colors = Boolean(process.stdout.isTTY) && !process.env.NO_COLOR;
		await print(terminalReport(report, { colors, width: process.stdout.columns }));
		await print(`The page, with everything it would have sent: ${page}`);
	}
	process.exitCode = report.isFine ? 0 : 1;
}

exitOnSignals();
try {
	await main();
} catch (error) {
	progress.clear();
	printError(error instanceof UserError ? error.message : `The rehearsal failed: ${String(error)}`);
	process.exitCode = 2;
}
