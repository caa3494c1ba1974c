import { Command } from 'commander';
import { readFileSync } from 'node:fs';
import { findPackageJSON } from 'node:module';
import { z } from 'zod/v4';
import { calendarCommands } from './commands/calendar.ts';
import { clockCommands } from './commands/clock.ts';
import { contactCommands } from './commands/contact.ts';
import { deliveriesCommands } from './commands/deliveries.ts';
import { faultCommands } from './commands/fault.ts';
import { importCommand } from './commands/import.ts';
import { keyCommands } from './commands/key.ts';
import { resetCommand } from './commands/reset.ts';
import { resolveCommand } from './commands/resolve.ts';
import { serveCommand } from './commands/serve.ts';
import { userCommands } from './commands/user.ts';
import { defaultDatabase } from './database.ts';

/** Version of the package this file is in. */
export function version(): string {
	const path = findPackageJSON('.', import.meta.url) ?? 'package.json';
	return z.object({ version: z.string() }).parse(JSON.parse(readFileSync(path, 'utf8'))).version;
}

const commands = [
	serveCommand,
	importCommand,
	userCommands,
	keyCommands,
	calendarCommands,
	contactCommands,
	resolveCommand,
	clockCommands,
	faultCommands,
	deliveriesCommands,
	resetCommand,
];

/** The whole command line. It throws instead of ending the process. */
export function createProgram(): Command {
	const program = new Command('meeting-assistant-sandbox')
		.description('The whole meeting assistant service on this machine, with no account.')
		.version(version(), '--version')
		.option('-d, --database <file>', 'SQLite file, or :memory: (default: your own, see the main --help)')
		.option('--server <url>', 'a running sandbox, when it is not the one on the data base')
		.option('--json', 'one JSON document instead of words')
		.configureHelp({ showGlobalOptions: true })
		.showHelpAfterError('Try --help.')
		.exitOverride()
		.addHelpText(
			'after',
			`
While a sandbox runs on the data base, commands go to it by themselves;
otherwise they work on the file. Unless --database names another, that is
  ${defaultDatabase}

Exit codes: 0 done, 1 refused, 2 the command line is wrong.

Start here:
  $ npx meeting-assistant-sandbox serve
  $ npx meeting-assistant-sandbox import call.vtt --key-points
  $ npx meeting-assistant-sandbox import --help
`,
		);
	for (const add of commands) add(program);
	return program;
}
