#!/usr/bin/env node
const MIN_NODE = 24;

// SQLite is built into Node and still called experimental, which nobody at this keyboard can do anything about.
process.removeAllListeners('warning');
process.on('warning', (warning) => {
	if (warning.name !== 'ExperimentalWarning') console.error(`${warning.name}: ${warning.message}`);
});
// Whoever reads the output may stop reading, as `head` does.
process.stdout.on('error', () => process.exit());

if (Number.parseInt(process.versions.node) < MIN_NODE) {
	console.error(`Error: this needs Node ${MIN_NODE} or newer, and this is ${process.version}: https://nodejs.org`);
	process.exit(1);
}

const [{ createProgram }, { report }] = await Promise.all([import('./cli/program.ts'), import('./cli/failure.ts')]);
try {
	const words = process.argv.slice(2);
	await createProgram().parseAsync(words.length === 0 ? ['serve'] : words, { from: 'user' });
} catch (error) {
	process.exitCode = report(error, process.argv.includes('--json'));
}

export {};
