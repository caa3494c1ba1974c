#!/usr/bin/env node
/** The first version of Node that includes SQLite without a flag. */
const MIN_NODE = { major: 22, minor: 13 };

// Node's built-in SQLite is still marked experimental, and users of this command cannot change that.
process.removeAllListeners('warning');
process.on('warning', (warning) => {
	if (warning.name !== 'ExperimentalWarning') console.error(`${warning.name}: ${warning.message}`);
});
// The reader of the output may stop reading, as `head` does. Anything else, such as a full disk, is a failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
	if (error.code === 'EPIPE') process.exit();
	console.error(`Error: the output could not be written: ${error.message}`);
	process.exit(1);
});

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < MIN_NODE.major || (major === MIN_NODE.major && minor < MIN_NODE.minor)) {
	console.error(`Error: Node ${MIN_NODE.major}.${MIN_NODE.minor} or newer is required, but this is ${process.version}. Get it at https://nodejs.org`);
	process.exit(1);
}

// npm runs scripts in the folder of package.json; INIT_CWD is the folder of the person at the keyboard.
if (process.env['npm_lifecycle_event'] === 'sandbox') process.chdir(process.env['INIT_CWD'] ?? '.');

const [{ createProgram, withCommand }, { report }] = await Promise.all([import('./cli/program.ts'), import('./cli/failure.ts')]);
try {
	const program = createProgram();
	await program.parseAsync(withCommand(program, process.argv.slice(2)), { from: 'user' });
} catch (error) {
	process.exitCode = report(error, process.argv.includes('--json'));
}

export {};
