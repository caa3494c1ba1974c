#!/usr/bin/env node
const MIN_NODE = 24;

// Node's built-in SQLite is still marked experimental, and users of this command cannot change that.
process.removeAllListeners('warning');
process.on('warning', (warning) => {
	if (warning.name !== 'ExperimentalWarning') console.error(`${warning.name}: ${warning.message}`);
});
// The reader of the output may stop reading, as `head` does.
process.stdout.on('error', () => process.exit());

if (Number.parseInt(process.versions.node) < MIN_NODE) {
	console.error(`Error: Node ${MIN_NODE} or newer is required, but this is ${process.version}. Get it at https://nodejs.org`);
	process.exit(1);
}

// npm runs scripts in the folder of package.json; INIT_CWD is the folder of the person at the keyboard.
if (process.env['npm_lifecycle_event'] === 'sandbox') process.chdir(process.env['INIT_CWD'] ?? '.');

const [{ createProgram }, { report }] = await Promise.all([import('./cli/program.ts'), import('./cli/failure.ts')]);
try {
	const words = process.argv.slice(2);
	await createProgram().parseAsync(words.length === 0 ? ['serve'] : words, { from: 'user' });
} catch (error) {
	process.exitCode = report(error, process.argv.includes('--json'));
}

export {};
