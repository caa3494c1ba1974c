import type { Command } from 'commander';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { COMMAND, mirrorDatabase } from '../../commandLine.ts';
import { counted, plural } from '../../text.ts';
import { commonOptions } from '../command.ts';
import { databasePath } from '../database.ts';
import { CliError, exitCodes, usage } from '../failure.ts';
import { printError, show } from '../output.ts';

export function exportCommand(program: Command): void {
	program
		.command('export')
		.description('Write all meetings of a database to a folder, as Markdown notes and JSON')
		.argument('<folder>', 'created if it does not exist')
		.option('--user <user>', 'ID or email address; optional with only one user')
		.addHelpText(
			'after',
			`
Meetings, Transcripts and People hold notes for Obsidian and other note apps.
Each is named after an ID or an address and starts with front matter. What you
write below its last line is kept by the next export, which replaces the rest.
JSON holds the same in the shapes of the API.

Exit codes: 0 everything was exported, 1 the copy is incomplete.

Files of meetings that are gone are not deleted. The default database is the one
of mirror; any other works with --database, also while a sandbox is running on it.

Example:
  $ ${COMMAND} mirror
  $ ${COMMAND} export ~/Notes/Calls
`,
		)
		.action(exportTo);
}

async function exportTo(folder: string, { user: wanted }: { readonly user?: string }, command: Command): Promise<void> {
	const { database: given, server, json } = commonOptions(command);
	if (server !== undefined) throw usage('export reads a database file. Name it with --database.');
	// An empty variable in a script would spread the notes over the current folder.
	if (folder === '') throw usage('The folder must not be empty.');
	const database = databasePath(given, mirrorDatabase);
	if (!existsSync(database)) throw new CliError(`There is no database ${database} yet. To copy your account into one: ${COMMAND} mirror. To export another database, name it with --database.`);
	const [{ exportAccount, incompleteIn }, { openDb }, { listUsers }] = await Promise.all([import('../../mirror/index.ts'), import('../../db/open.ts'), import('../../db/users.ts')]);
	const db = openDb(database);
	try {
		const users = listUsers(db, wanted ?? null);
		const [user] = users;
		if (user === undefined) throw new CliError(wanted === undefined ? `${database} has no users.` : `There is no user ${wanted}.`);
		if (users.length > 1) throw usage(`Name a user with --user: ${users.map(({ email }) => email).join(', ')}`);
		const path = resolve(folder);
		const exported = exportAccount(db, user, path);
		const { meetings, transcripts, people, written } = exported;
		const incomplete = incompleteIn(db, user.id);
		show(json)({ ...exported, folder: path, incomplete }, () => `${counted(meetings, 'meeting')}, ${counted(transcripts, 'transcript')} and ${counted(people, 'person', 'people')} are in ${path}.\n${counted(written, 'file was', 'files were')} new or changed.`);
		if (incomplete === null) return;
		const lacking = incomplete === 0 ? '' : ` Of ${counted(meetings, 'meeting')} listed so far, ${incomplete} ${plural(incomplete, 'lacks its', 'lack their')} transcript, key points or feedback.`;
		if (!json) printError(`This copy is incomplete: the last run of mirror did not read everything.${lacking} Run mirror to read the rest, then export again.`);
		process.exitCode = exitCodes.refused;
	} catch (error) {
		throw isFileProblem(error) ? new CliError(`Cannot write to ${resolve(folder)}: ${error.message}.`) : error;
	} finally {
		db.close();
	}
}

const isFileProblem = (error: unknown): error is Error => error instanceof Error && 'syscall' in error;
