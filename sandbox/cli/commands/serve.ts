import type { Command } from 'commander';
import { api } from '../../../src/api/index.ts';
import { COMMAND, commandFor, defaultDatabase } from '../../commandLine.ts';
import { controls } from '../../control/index.ts';
import { isLoopback, reachable } from '../../http/listen.ts';
import { commonOptions } from '../command.ts';
import { claim, databasePath, findRunning } from '../database.ts';
import { CliError, usage } from '../failure.ts';
import { bold, dim, print, printError, printJson } from '../output.ts';
import { port, url } from '../values.ts';

interface Facts {
	readonly url: string;
	/** Null if it was already shown, since it cannot be shown again. */
	readonly key: string | null;
	readonly user: string | null;
	readonly database: string;
	readonly allowLoopbackHttp: boolean;
}

/** The text that `serve` prints once it is ready, starting with what to paste where. */
export function welcome({ url, key, user, database, allowLoopbackHttp }: Facts): string {
	const command = (words: string) => (database === defaultDatabase ? `${COMMAND} ${words}` : commandFor(reachable(url), words));
	const keyLines = (): string[] => {
		if (user === null) return ['  API key   none yet'];
		if (key === null) return ['  API key   the one you have, or a new one:', `            ${command('key create')}`];
		return [`  API key   ${bold(key)}`, dim('            shown only once, copy it now')];
	};
	return [
		'',
		bold('Meeting assistant sandbox'),
		'',
		`  Base URL  ${bold(url)}`,
		...keyLines(),
		'',
		'  In n8n: create a Meeting Assistant API credential and paste these two.',
		...(allowLoopbackHttp
			? []
			: ['  For trigger nodes in an n8n on this machine, add --allow-loopback-http.']),
		'',
		...(user === null
			? ['  User      none yet. Add the sample account, or create your own:', `            ${command('sample')}`, `            ${COMMAND} user create --help`]
			: [`  User      ${user}`]),
		`  Data      ${database}`,
		`  Console   ${url}/  ${dim('requests, meetings, clock, faults')}`,
		'',
		dim('  In another terminal:'),
		...(key === null ? [] : [`  curl -H 'Authorization: Bearer ${key}' \\`, `    ${url}${api.conversations.list.path}`]),
		...(user === null ? [] : [`  ${command('import your-call.vtt')}`]),
		`  ${COMMAND} --help`,
		'',
		'Press Ctrl-C to stop.',
	].join('\n');
}

interface ServeOptions {
	readonly port: number;
	readonly host: string;
	readonly allowRemote?: boolean;
	readonly empty?: boolean;
	readonly publicUrl?: string;
}

export function serveCommand(program: Command): void {
	program
		.command('serve')
		.description('Run the service until Ctrl-C. The first start creates a user, an API key and a month of sample meetings')
		.option('--port <port>', 'port; 0 picks any free one', port, 4010)
		.option('--host <address>', 'address to listen on', '127.0.0.1')
		.option('--allow-remote', 'allow a --host that other machines can reach')
		.option('--public-url <url>', 'base of links to shared conversations; default: the address it listens on', url)
		.option('--empty', 'create nothing on the first start')
		.addHelpText(
			'after',
			`
Examples:
  $ ${COMMAND} serve

  with an n8n on this machine, for triggers at http://localhost:
  $ ${COMMAND} serve --allow-loopback-http

  for a test, with nothing kept afterwards:
  $ ${COMMAND} serve --database :memory: --port 0 --json
`,
		)
		.action(serve);
}

async function serve(options: ServeOptions, command: Command): Promise<void> {
	const { host, allowRemote = false } = options;
	if (!allowRemote && !isLoopback(host)) {
		throw usage(`Other machines can reach ${host}. Use 127.0.0.1, or add --allow-remote to allow it.`);
	}
	const { database: given, json, allowLoopbackHttp } = commonOptions(command);
	const database = databasePath(given);
	const release = claim(database);
	const running = await findRunning(database);
	if (release === null || running !== null) {
		release?.();
		const who = running === null ? `Another sandbox is running or starting on ${database}` : `A sandbox is already running on ${database}, at ${running}`;
		throw new CliError(`${who}. Stop it, or choose another --database.`);
	}
	try {
		await serveClaimed({ ...options, allowLoopbackHttp }, database, json);
	} finally {
		release();
	}
	if (!json) print('Stopped.');
}

/** Serves a database that no other `serve` uses, until it is stopped. */
async function serveClaimed(options: ServeOptions & { readonly allowLoopbackHttp: boolean }, database: string, json: boolean): Promise<void> {
	const { port, host, allowRemote = false, allowLoopbackHttp, empty = false, publicUrl } = options;
	const [{ startSandbox }, { firstRun }] = await Promise.all([
		import('../../index.ts'),
		import('../firstRun.ts'),
	]);
	const sandbox = await startSandbox({
		port,
		host,
		allowRemote,
		allowLoopbackHttp,
		...(publicUrl !== undefined && { publicUrl }),
		database,
		ownProcess: true,
	});
	const stopped = untilStopped();
	try {
		const isNew = !empty && (await sandbox.perform(controls.users.list, {})).length === 0;
		const key = isNew ? (await firstRun(sandbox)).key : null;
		const users = await sandbox.perform(controls.users.list, {});
		const facts = { url: sandbox.url, key, user: users[0]?.email ?? null, database };
		if (json) printJson(facts);
		else print(welcome({ ...facts, allowLoopbackHttp }));
		if (!isLoopback(host)) {
			printError(`Warning: any machine that can reach ${sandbox.url} can use the API with a key.`);
		}
		await stopped;
	} finally {
		await sandbox.stop();
	}
}

/** The first signal stops cleanly. A second one ends the program as usual. */
const untilStopped = (): Promise<void> =>
	new Promise((resolve) => {
		for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => resolve());
	});
