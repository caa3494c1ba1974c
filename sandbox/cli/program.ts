import { Command } from 'commander';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { z } from 'zod/v4';
import { COMMAND, defaultDatabase } from '../commandLine.ts';
import { exportCommand } from './commands/export.ts';
import { addActions } from './actions.ts';
import { importFiles } from './commands/import.ts';
import { mirrorCommand } from './commands/mirror.ts';
import { serveCommand } from './commands/serve.ts';
import { server } from './values.ts';

/** Version of the package that contains this file, whether compiled or not. `findPackageJSON` is missing in Node 22.13. */
function version(): string {
	let folder = import.meta.dirname;
	while (!existsSync(join(folder, 'package.json'))) folder = dirname(folder);
	return z.object({ version: z.string() }).parse(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))).version;
}

/** The whole command line. It throws instead of exiting the process. */
export function createProgram(): Command {
	const program = new Command(COMMAND)
		.description('The whole meeting assistant service on this machine, without an account.')
		.version(version(), '--version')
		.option('-d, --database <file>', 'SQLite file, or :memory:, instead of the default database')
		.option('--server <url>', 'a running sandbox other than the one on the database', server)
		.option('--json', 'print JSON instead of text')
		.option('--allow-loopback-http', 'allow webhooks to http://localhost, such as an n8n on this machine')
		.configureHelp({ showGlobalOptions: true })
		.showHelpAfterError('Try --help.')
		.exitOverride()
		.addHelpText(
			'after',
			`
While a sandbox is running on the database, commands go to that sandbox.
Otherwise they work on the file. The default database is
  ${defaultDatabase}

Exit codes: 0 success, 1 failed, 2 wrong command line.

Get started:
  $ ${COMMAND} serve
  $ ${COMMAND} import call.vtt --key-points
  $ ${COMMAND} import --help
`,
		);
	serveCommand(program);
	addActions(program, { import: importFiles });
	mirrorCommand(program);
	exportCommand(program);
	return program;
}

/** A negative duration that is no value of an option (`clock advance -90s`) behind `--`, without which Commander takes it for an option. */
function withArgumentsLast(words: readonly string[]): readonly string[] {
	const isArgument = (word: string, at: number): boolean => /^-\d/.test(word) && !words[at - 1]?.startsWith('-');
	const found = words.includes('--') ? [] : words.filter(isArgument);
	return found.length === 0 ? words : [...words.filter((word, at) => !isArgument(word, at)), '--', ...found];
}

/** The words as Commander needs them, with `serve` if only options were given. With Commander's own default command, a mistyped command would count as an argument. */
export function withCommand({ commands }: Command, given: readonly string[]): readonly string[] {
	const words = withArgumentsLast(given);
	const named = ['help', '-h', '--help', '--version', ...commands.map((command) => command.name())];
	const isOptions = words[0]?.startsWith('-') ?? true;
	return isOptions && !words.some((word) => named.includes(word)) ? ['serve', ...words] : words;
}
