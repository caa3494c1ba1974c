import { exitOnSignals, print, printError, progressLine, UserError } from '../../packages/rehearsal/terminal.ts';
import { parseArguments, USAGE } from './arguments.ts';

const progress = progressLine(process.stderr);

async function main(): Promise<void> {
	// npm runs scripts in the package's folder; INIT_CWD is the folder of the person at the keyboard.
	const words = parseArguments(process.argv.slice(2), process.env.INIT_CWD ?? '.');
	if (words.help) return await print(USAGE);
	progress.show('Reading the meeting');
	// The rest takes a second to load: wrong arguments and files are reported before that.
	const { readMeetingFile } = await import('./meetingFile.ts');
	const meeting = await readMeetingFile(words.file);
	const [{ demo }, { report }] = await Promise.all([import('./demo.ts'), import('./report.ts')]);
	const result = await demo(meeting, { start: words.start, onStep: progress.show });
	progress.clear();
	// If this were not a boolean, the color library would decide.
	const colors = Boolean(process.stdout.isTTY) && !process.env.NO_COLOR;
	await print(report(result, { colors, width: process.stdout.columns }));
}

exitOnSignals();
try {
	await main();
} catch (error) {
	progress.clear();
	printError(error instanceof UserError ? error.message : `The demo failed: ${String(error)}`);
	process.exitCode = 1;
}
