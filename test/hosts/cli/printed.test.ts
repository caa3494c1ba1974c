import { spawn } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { isAvailable } from '../../../scripts/available.ts';
import { findOnPath } from '../../../scripts/n8n/program.ts';
import { vtt } from '../../sandbox/support/meeting.ts';
import { command, workplace, type Workplace } from './support/cli.ts';

const START = 'npm run sandbox --';
const COMMANDS = new RegExp(`(?:${START}|npx meeting-assistant-sandbox|npx node sandbox/main\\.ts)(?: [^\\n\`#]*)?`, 'g');

/** The commands of the sandbox that a text tells people to run, with lines that end in a backslash joined. */
const commandsIn = (text: string): string[] =>
	(text.replace(/\\\n\s*/g, '').match(COMMANDS) ?? [])
		.map((command) => command.trim())
		.filter((command) => !command.includes('…') && !command.includes('[options]'));

let at: Workplace;
let serving: Awaited<ReturnType<Workplace['serve']>>;
beforeAll(async () => {
	at = workplace();
	serving = await at.serve();
	mkdirSync(join(at.folder, 'calls'));
	mkdirSync(join(at.folder, 'path/to'), { recursive: true });
	for (const file of ['call.vtt', 'your-call.vtt', 'path/to/meeting.vtt']) writeFileSync(join(at.folder, file), vtt());
	writeFileSync(join(at.folder, 'calls/a.srt'), '1\n00:00:01,000 --> 00:00:02,000\nAda: Hello.\n');
}, 60_000);
/** Each test starts with the sample account, whatever the commands of the previous one did. */
beforeEach(async () => {
	await command('reset', '--yes', '--server', serving.url);
	await command('sample', '--server', serving.url);
});
afterAll(async () => {
	await serving.stop();
	at.remove();
});

/** The key for the account to copy. */
let apiKey: string | undefined;

/** Runs a command in a shell, until it ends or serves. */
const inShell = (command: string): Promise<{ readonly code: number | null; readonly output: string }> =>
	new Promise((done) => {
		const home = join(at.folder, 'home');
		const env = { ...process.env, HOME: home, XDG_DATA_HOME: home, NO_COLOR: '1', MEETING_ASSISTANT_API_KEY: apiKey };
		const child = spawn('sh', ['-c', `exec ${command}`], { cwd: at.folder, env });
		let output = '';
		const collect = (text: Buffer): void => {
			output += text.toString();
			if (/Press Ctrl-C to stop|^\{"url"/m.test(output)) child.kill('SIGINT');
		};
		child.stdout.on('data', collect);
		child.stderr.on('data', collect);
		child.once('close', (code) => done({ code, output }));
		child.stdin.end();
	});

/** The command with the sandbox run directly, which saves starting npm each time. */
const direct = (command: string): string => command.replace(/^(npm run sandbox --|npx meeting-assistant-sandbox)/, `${resolve('node_modules/.bin/node')} ${resolve('sandbox/main.ts')}`);

/** Reasons to refuse a correct command: made-up IDs, and a second sandbox on the same database. */
const EXPECTED = /There is no (active key|action item|delivery)|there are 2 users|A sandbox is already running|the plan allows|already has the address/;

async function failures(commands: readonly string[]): Promise<string[]> {
	const problems: string[] = [];
	for (const command of commands) {
		const { code, output } = await inShell(direct(command));
		if (code !== 0 && !(code === 1 && EXPECTED.test(output))) problems.push(`${command}\n${output}`);
	}
	return problems;
}

const HELPS = ['', 'serve', 'import', 'sample', 'user create', 'user update', 'key create', 'calendar add', 'conversation fail', 'action-item set', 'clock', 'clock advance', 'clock set', 'fault add', 'deliveries list', 'reset'];

test('every command in the help works', async () => {
	const helps = await Promise.all(HELPS.map((words) => at.start(...words.split(' ').filter(Boolean), '--help')));
	const commands = new Set(helps.flatMap(({ stdout }) => commandsIn(stdout)));
	expect(commands.size).toBeGreaterThan(15);
	expect(await failures([...commands])).toEqual([]);
});

test('every command that `serve` prints works, on the default database and on any other', async () => {
	const empty = await at.serve('--database', ':memory:', '--empty');
	const commands = [...commandsIn(serving.output), ...commandsIn(empty.output)];
	expect(commands).toContain(`${START} import your-call.vtt`);
	expect(commands).toContain(`${START} sample --server ${empty.url}`);
	expect(await failures(commands)).toEqual([]);
	await empty.stop();
});

test('what the sandbox keeps can be read by its owner alone', () => {
	const home = join(at.folder, 'home');
	const kept = readdirSync(home, { recursive: true, withFileTypes: true }).map((entry) => join(entry.parentPath, entry.name));
	expect(kept.filter((path) => path.endsWith('data.sqlite') || path.endsWith('-server.json'))).toHaveLength(2);
	// A lock holds no data.
	const open = kept.filter((path) => !/\.lock\b/.test(path) && statSync(path).mode & 0o077);
	expect(open.map((path) => relative(home, path))).toEqual([]);
});

const hasCurl = isAvailable(findOnPath('curl') !== undefined, 'curl is not installed');
(hasCurl ? test : test.skip)('the request that `serve` prints gets the conversations', async () => {
	const fresh = await at.serve('--database', ':memory:');
	const [command = ''] = /curl [^\n]*\\\n[^\n]*/.exec(fresh.output) ?? [];
	expect((await inShell(command)).output).toContain('"data":[{"id":"conv_');
	await fresh.stop();
});

test('every command in an error or a report works', async () => {
	const other = join(at.folder, 'other folder.sqlite');
	const { stderr } = await command('key', 'list', '--database', other);
	const { stdout: added } = await command('sample', '--database', other);
	const { stdout: reset } = await command('reset', '--yes', '--database', other);
	const commands = [stderr, added, reset].flatMap(commandsIn);
	expect(commands).toHaveLength(4);
	expect(await failures(commands)).toEqual([]);
});

test.each(['README.md', 'sandbox/README.md'])('every command in %s works', async (page) => {
	apiKey = JSON.parse((await command('key', 'create', '--server', serving.url, '--json')).stdout).key;
	const commands = commandsIn(readFileSync(page, 'utf8')).map((one) => one.replace('https://api.example.com', serving.url));
	expect(commands).not.toEqual([]);
	expect(await failures(commands)).toEqual([]);
});

test('npm starts it in the folder of the person at the keyboard', async () => {
	const { code, output } = await inShell(`npm --prefix "${resolve('.')}" run --silent sandbox -- import call.vtt`);
	expect([code, output]).toEqual([0, expect.stringContaining('Imported 1 meeting.')]);
});
