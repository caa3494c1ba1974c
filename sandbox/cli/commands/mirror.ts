import type { Command } from 'commander';
import { existsSync } from 'node:fs';
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { setTimeout } from 'node:timers/promises';
import type { MirrorReport, Progress } from '../../mirror/index.ts';
import { COMMAND, commandOn, mirrorDatabase } from '../../commandLine.ts';
import { databaseProblem, messageOf } from '../../errors.ts';
import { IN_MEMORY } from '../../running.ts';
import { counted } from '../../text.ts';
import { commonOptions } from '../command.ts';
import { claim, databasePath } from '../database.ts';
import { CliError, exitCodes, usage } from '../failure.ts';
import { bold, changeLine, dim, plain, printError, show } from '../output.ts';

interface MirrorOptions {
	readonly url?: string;
}

export function mirrorCommand(program: Command): void {
	program
		.command('mirror')
		.description('Copy your account of the real service into a sandbox database, by reading only')
		.option('--url <url>', 'address of the service; default: MEETING_ASSISTANT_BASE_URL, then the one of the last run')
		.addHelpText(
			'after',
			`
Set MEETING_ASSISTANT_API_KEY to your API key, or enter it when asked. It is
only sent to the service and stored nowhere. The copy gets a key of its own.

Copies conversations, transcripts, saved key points and feedback, contacts,
briefings, calendar and profile: nothing at the service changes, and no AI
credit is used. Webhooks and their secrets are not copied. Newest meetings come
first. It leaves half of the requests that your plan allows in an hour to your
workflows, and then waits for the next hour. You can stop it at any time: the
next run reads what is missing first. A read that fails stops no other: it is
listed, and the next run tries again.

Exit codes: 0 everything was read, 1 something is missing.

The default database of this command and of export is
  ${mirrorDatabase}
Only you can read it. To remove the copy, delete this file and those whose names
start with it.

Examples:
  $ ${COMMAND} mirror --url https://api.example.com
  $ ${commandOn(mirrorDatabase, 'serve')}
`,
		)
		.action(mirror);
}

async function mirror(options: MirrorOptions, command: Command): Promise<void> {
	const { database: given, server, json } = commonOptions(command);
	if (server !== undefined || given === IN_MEMORY) throw usage('mirror writes to a database file. Name one with --database.');
	const database = databasePath(given, mirrorDatabase);
	const release = claim(database, 'mirror');
	if (release === null) throw new CliError(`Another mirror is running on ${database}. Wait for it, or choose another --database.`);
	try {
		await mirrorClaimed(options, database, json);
	} finally {
		release();
	}
}

async function mirrorClaimed(options: MirrorOptions, database: string, json: boolean): Promise<void> {
	const [{ mirrorAccount, mirroredFrom, parseBaseUrl, saidBy }, { openDb, ownerOnly }] = await Promise.all([import('../../mirror/index.ts'), import('../../db/open.ts')]);
	const isNew = !existsSync(database);
	const named = options.url ?? (process.env['MEETING_ASSISTANT_BASE_URL']?.trim() || undefined);
	if (isNew && named === undefined) throw usage('Name the service with --url, such as --url https://api.example.com');
	const checked = named === undefined ? undefined : checkedBy(parseBaseUrl, named);
	const apiKey = process.env['MEETING_ASSISTANT_API_KEY']?.trim() || (await askForKey());
	const db = openDb(database);
	const stop = new AbortController();
	const onSignal = () => stop.abort();
	for (const signal of SIGNALS) process.once(signal, onSignal);
	const progress = progressOn(json);
	let key: string | null = null;
	try {
		ownerOnly(database);
		const url = checked ?? mirroredFrom(db);
		if (url === null) throw usage('Name the service with --url, such as --url https://api.example.com');
		const report = await mirrorAccount({
			db,
			baseUrl: url,
			apiKey,
			now: Date.now,
			sleep: async (ms, signal) => void (await setTimeout(Math.max(0, ms), undefined, { signal: signal ? AbortSignal.any([signal, stop.signal]) : stop.signal })),
			signal: stop.signal,
			onProgress: progress.show,
			onWait: progress.wait,
			onKey(made) {
				key = made;
				if (!json) progress.say(`${bold('API key of the copy')}  ${made}\n${dim('It opens the copy only, and is shown only once: keep it now.')}`);
			},
		});
		progress.stop();
		show(json)({ ...report, key, database }, () => summary(report, database));
		if (!report.complete) process.exitCode = exitCodes.refused;
	} catch (error) {
		progress.stop();
		const full = databaseProblem(error);
		throw full === null ? explained(error, stop.signal.aborted, saidBy) : new CliError(`${full} ${CONTINUE}`);
	} finally {
		for (const signal of SIGNALS) process.off(signal, onSignal);
		db.close();
	}
}

function checkedBy(check: (text: string) => string, url: string): string {
	try {
		return check(url);
	} catch (error) {
		throw usage(`--url: ${messageOf(error)}.`);
	}
}

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
const CONTINUE = 'What was read is kept. Run the same command to continue.';

/** The error of a run that ended early, with advice. */
function explained(error: unknown, stopped: boolean, said: (error: Error) => string): unknown {
	if (stopped) return new CliError(`Stopped. ${CONTINUE}`);
	if (!(error instanceof Error) || (error.name !== 'ClientError' && error.name !== 'Unreachable')) return error;
	const status = 'status' in error ? error.status : undefined;
	if (status === 401) return new CliError(`${plain(error.message)} Check the key in the desktop app under Settings, API Keys.`);
	return new CliError(`${plain(said(error))}. ${CONTINUE}`);
}

/** Asks without showing what is typed, so that the key is on no screen and in no history. */
async function askForKey(): Promise<string> {
	if (!process.stdin.isTTY) throw usage('Set MEETING_ASSISTANT_API_KEY to your API key. It is never taken from the command line, where others could read it.');
	process.stderr.write('API key of the real account (not shown): ');
	const question = createInterface({ input: process.stdin, output: new Writable({ write: (_chunk, _encoding, done) => done() }), terminal: true });
	const key = (await question.question('')).trim();
	question.close();
	process.stderr.write('\n');
	if (key === '') throw usage('No key was entered.');
	return key;
}

const clock = (ms: number): string => new Date(ms).toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' });

/**
 * Shows the progress of the run: a line on standard error that changes in a terminal, and one line for each hour whose requests
 * are used up.
 */
function progressOn(quiet: boolean) {
	const isWatched = process.stderr.isTTY && !quiet;
	let last: Progress = { done: 0, total: 1, at: '' };
	const stop = () => {
		if (isWatched) changeLine('');
	};
	const say = (text: string) => {
		stop();
		if (!quiet) printError(text);
	};
	return {
		stop,
		say,
		show(progress: Progress) {
			last = progress;
			if (isWatched) changeLine(`Copying ${progress.at}: ${progress.done} of ${progress.total} read`);
		},
		wait(until: number) {
			const soFar = last.done === 0 ? '' : ` ${last.done} of ${last.total} read.`;
			say(`Used this hour’s requests.${soFar} Continues at ${clock(until)}.`);
		},
	};
}

/** Describes what a run did, where the result is, and what to do with it. */
function summary(report: MirrorReport, database: string): string {
	const { account, plan, meetings, deleted, requests, problems, complete, memory, calendar } = report;
	const without = [...(memory ? [] : ['contacts: this account has no memory feature']), ...(calendar === 'connected' ? [] : [calendar === 'none' ? 'calendar: none is connected' : 'calendar: its access was revoked'])];
	const shown = problems.slice(0, 10);
	return [
		`${complete ? 'Copied' : 'Copied in part:'} ${plain(account)} (${plan}), ${counted(meetings, 'meeting')}, with ${counted(requests, 'request')}.`,
		...(deleted > 0 ? [`${counted(deleted, 'meeting was', 'meetings were')} deleted at the service and in the copy.`] : []),
		...without.map((what) => `Without ${what}.`),
		...(problems.length > 0 ? ['', 'Left out:', ...shown.map((problem) => `  ${plain(problem)}`), ...(problems.length > shown.length ? [`  and ${problems.length - shown.length} more`] : [])] : []),
		'',
		`  Data      ${database}`,
		dim('            only you can read it; to remove the copy, delete it and the files whose names start with it'),
		`  Serve     ${commandOn(database, 'serve')}`,
		`  Key       the one shown by the first run, or a new one: ${commandOn(database, 'key create')}`,
		`  Export    ${database === mirrorDatabase ? `${COMMAND} export notes` : commandOn(database, 'export notes')}`,
		'',
		complete ? 'Run mirror again to copy what is new.' : CONTINUE,
	].join('\n');
}
