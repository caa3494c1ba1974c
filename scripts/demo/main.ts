import { parseArguments, USAGE } from './arguments.ts';
import { DemoError } from './arguments.ts';
import { progressLine } from '../terminal.ts';

const progress = progressLine(process.stderr);

async function main(): Promise<void> {
	// npm runs scripts in the package's folder; INIT_CWD is where the person is.
	const words = parseArguments(process.argv.slice(2), process.env.INIT_CWD ?? '.');
	if (words.help) return console.log(USAGE);
	progress.show('Reading the meeting');
	// The rest takes a second to load: a wrong word on the command line need not wait for it.
	const { readMeeting } = await import('./meeting.ts');
	const meeting = await readMeeting(words.file);
	const [{ demo }, { report }] = await Promise.all([import('./demo.ts'), import('./report.ts')]);
	const shown = await demo(meeting, progress.show);
	progress.clear();
	// Anything but a boolean would leave the decision to the colour library.
	const colours = Boolean(process.stdout.isTTY) && !process.env.NO_COLOR;
	console.log(report(shown, { colours, width: process.stdout.columns }));
}

// A signal alone, or a second one, would end the program before what is temporary is removed, which happens on exit.
for (const [signal, code] of [['SIGINT', 130], ['SIGTERM', 143], ['SIGHUP', 129]] as const) {
	process.on(signal, () => process.exit(code));
}
try {
	await main();
} catch (error) {
	progress.clear();
	console.error(error instanceof DemoError ? error.message : `The demo failed: ${String(error)}`);
	process.exitCode = 1;
}
