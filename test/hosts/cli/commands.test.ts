import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod/v4';
import { kinds } from '../../../sandbox/faults/rule.ts';
import { DEFAULT_PORT, LOOPBACK, portsFrom } from '../../../scripts/n8n/ports.ts';
import { call } from '../../sandbox/support/harness.ts';
import { vtt } from '../../sandbox/support/meeting.ts';
import { startReceiver } from '../../sandbox/support/receiver.ts';
import { command, workplace, type Workplace } from './support/cli.ts';

const LIST = '/api/v1/conversations';
const Any = z.unknown();

const receivers: Awaited<ReturnType<typeof startReceiver>>[] = [];
async function receive() {
	const receiver = await startReceiver();
	receivers.push(receiver);
	return receiver;
}
afterAll(async () => {
	for (const receiver of receivers) await receiver.stop();
});

/** The same commands on a file, and on the sandbox running on it. */
describe.each(['a database file', 'a running sandbox'])('On %s', (place) => {
	let at: Workplace;
	let url: string | null = null;
	let stop: () => Promise<unknown> = async () => undefined;
	// Options come first, because whatever follows “--” is not an option.
	const run = (...words: string[]) => command('--database', at.database, ...words);
	const said = async (...words: string[]) => {
		const { code, stdout, stderr } = await run(...words);
		if (code !== 0) throw new Error(stderr);
		return stdout;
	};
	const json = <S extends z.ZodType>(shape: S, ...words: string[]) => at.json(shape, ...words, '--database', at.database);

	beforeAll(async () => {
		at = workplace();
		if (place === 'a running sandbox') {
			const serving = await at.serve('--database', at.database, '--empty', '--allow-loopback-http');
			({ url, stop } = serving);
		}
	});
	afterAll(async () => {
		await stop();
		at.remove();
	});

	test('user', async () => {
		const created = await said('user', 'create', '--name', 'Ada Lind', '--email', 'ada@lind.example', '--plan', 'starter');
		expect(created).toMatch(/^Created the account Ada Lind <ada@lind.example> \(usr_\w+\), starter plan, memory not in the plan\. Next, create an API key:\n/);
		expect(created).toContain(`\n  npm run sandbox -- key create --user ada@lind.example --database "${at.database}"\n`);
		expect(await said('user', 'update', '--plan', 'professional', '--no-memory', '--spending-cap', '50')).toContain(
			'professional plan, memory off',
		);
		const list = await json(z.array(z.object({ spendingCap: z.int(), creditsUsed: z.int() })), 'user', 'list');
		expect(list).toEqual([{ spendingCap: 50, creditsUsed: 0 }]);
		await said('user', 'update', '--memory');
		expect(await run('user', 'update')).toMatchObject({ code: 1, stderr: 'Error: Nothing to change: no setting was given.\n' });
		expect([await said('key', 'list'), await said('conversation', 'list')]).toEqual(['No API keys. Create one with `key create`.\n', 'No conversations.\n']);
	});

	test('key: printed alone on standard output, listed, revoked', async () => {
		const { stdout, stderr } = await run('key', 'create');
		expect(stdout).toMatch(/^svc_[0-9a-f]{32}\n$/);
		expect(stderr).toBe('Created an API key for ada@lind.example. Copy it now, it is not shown again.\n');
		const key = stdout.trim();
		if (url !== null) expect((await call(url, key, 'GET', LIST)).status).toBe(200);
		expect(await said('key', 'list')).toMatch(new RegExp(`${key.slice(-4)} +API .*active`));
		expect(await said('key', 'revoke', key.slice(-4))).toBe(`Revoked the key ending in ${key.slice(-4)}.\n`);
		if (url !== null) expect((await call(url, key, 'GET', LIST)).status).toBe(401);
		// Already revoked, or no key at all.
		for (const wrong of [key, 'xx', key.slice(-5)]) {
			expect(await run('key', 'revoke', wrong)).toMatchObject({ code: 1, stderr: 'Error: There is no such active key. `key list` shows the last four characters of each.\n' });
		}
	});

	test('import, action-item', async () => {
		const file = join(at.folder, 'lisbon.vtt');
		writeFileSync(file, vtt());
		const report = await said('import', file, '--title', 'Lisbon', '--key-points', '--attendee', 'Ines Duarte <ines@duarte.example>');
		expect(report).toMatch(/^✓ .*lisbon\.vtt\n {2}Lisbon\n {2}conv_\w+, 12 segments, 6 minutes\n {2}No date was recognized in the file: dated [\d-]{10}, as if it had just ended\. Set a start time to change that\.\n\nImported 1 meeting\.\n$/);
		expect(await said('conversation', 'list', '--search', 'LISB')).toMatch(/SEGMENTS +SAVED +TITLE\n.*conv_\w+ .* 6 minutes +12 +keypoints +Lisbon/);
		expect(await json(z.array(z.unknown()), 'conversation', 'list', '--search', 'Faro')).toEqual([]);
		await said('user', 'update', '--spending-cap', '0');
		const without = await run('import', file, '--title', 'Porto', '--key-points');
		expect([without.code, without.stdout]).toEqual([1, expect.stringMatching(/^! .*lisbon\.vtt\n {2}Porto\n {2}conv_(\w+), 12 segments, 6 minutes\n {2}No date was recognized in the file: .*\n {2}No key points were generated\. The monthly spending cap .* curl -X POST -H 'Authorization: Bearer API_KEY' BASE_URL\/api\/v1\/conversations\/conv_\1\/keypoints\. To import the file again would add the meeting a second time\.\n\nImported 1 meeting\.\n1 meeting has no key points\.\n$/)]);
		await said('user', 'update', '--spending-cap', '50');
		writeFileSync(file, 'WEBVTT\n\n00:00.000 --> 00:20.000\n<v Ada>Hello');
		expect(await said('import', file, '--title', 'Faro')).toMatch(/conv_\w+, 1 segment, 20 seconds\n/);
		expect(await said('conversation', 'list', '--search', 'Faro')).toMatch(/LENGTH +SEGMENTS.*\n.* 20 seconds +1 /);
		const items = await json(z.array(z.object({ hash: z.string(), item: z.string() })), 'action-item', 'list', '--state', 'open');
		const [first] = items;
		expect(await said('action-item', 'set', first?.hash ?? '', 'resolved')).toBe(`resolved: ${first?.item}\n`);
		expect(await json(z.array(Any), 'action-item', 'list', '--state', 'open')).toHaveLength(items.length - 1);
		expect(await json(z.array(Any), 'action-item', 'list')).toHaveLength(items.length);
		expect(await said('action-item', 'set', first?.hash ?? '', 'open')).toMatch(/^open: /);
		expect(await said('conversation', 'fail', 'Weekly', 'No sound')).toMatch(/^Recorded conv_\w+ without a transcript\.\n$/);
	});

	test('calendar', async () => {
		expect((await run('calendar', 'add', '--title', 'x', '--start', '2030-01-01T10:00:00Z')).stderr).toBe(
			'Error: No calendar is connected. Connect one with `calendar connect google` or `calendar connect microsoft`.\n',
		);
		await said('calendar', 'connect', 'microsoft');
		expect(await said('calendar', 'add', '--title', 'x', '--start', '2030-01-01T10:00:00Z', '--attendee', 'i@d.example')).toBe('Added 1 event.\n');
		expect((await run('calendar', 'add')).code).toBe(2);
		expect(await said('calendar', 'revoke')).toBe('Access to the microsoft calendar is revoked. The API now answers 403.\n');
	});

	test('clock and fault need a running sandbox, and say so', async () => {
		const shown = await run('clock', 'set', '2026-03-02T09:15:00Z', '--frozen');
		const added = await run('fault', 'add', 'rate-limited', '--count', '2', '--retry-after', '5s', '--share', '50%');
		if (url === null) {
			const words = `Error: No sandbox is running on ${at.database}. Name a running one with --server, or start one: npm run sandbox -- serve --database "${at.database}"\n`;
			expect([shown.stderr, added.stderr]).toEqual([words, words]);
			return;
		}
		expect(shown.stdout).toBe('2026-03-02T09:15:00.000Z (frozen)\n');
		expect(await said('clock', 'advance', '2h')).toBe('2026-03-02T11:15:00.000Z (frozen)\n');
		expect(await said('clock', 'advance', '--', '-90s')).toBe('2026-03-02T11:13:30.000Z (frozen)\n');
		expect(await said('clock', 'advance', '-1h')).toBe('2026-03-02T10:13:30.000Z (frozen)\n');
		expect(await said('clock', 'advance', '-30s', '--database', at.database)).toBe('2026-03-02T10:13:00.000Z (frozen)\n');
		expect(await said('clock', 'real')).toMatch(/ \(real time\)\n$/);
		expect(added.stdout).toBe('Fault 1: 429: hourly limit reached. Applies to 50% of requests, 2 times in total.\n');
		const [fault] = await json(z.array(z.object({ rule: Any })), 'fault', 'list');
		expect(fault?.rule).toEqual({ kind: 'rate-limited', count: 2, retryAfterSeconds: 5, share: 0.5, seed: 1 });
		expect((await run('fault', 'add', 'truncated-json', '--delay', '1s')).stderr).toBe('Error: --delay: cannot be used with truncated-json.\n');
		expect((await run('fault', 'add', 'slow-body', '--retry-after', '5s')).stderr).toBe('Error: --retry-after: cannot be used with slow-body.\n');
		expect(await said('fault', 'add', 'clock-skew', '--skew', '-10m')).toContain('Fault 2');
		expect(await said('fault', 'clear', '2')).toBe('Cleared 1 fault.\n');
		expect(await said('fault', 'clear')).toBe('Cleared 1 fault.\n');
	});

	test('deliveries', async () => {
		expect(await said('deliveries', 'list')).toMatch(/^No deliveries yet/);
		if (url === null) return;
		const receiver = await receive();
		const key = (await said('key', 'create')).trim();
		await call(url, key, 'POST', '/api/v1/webhooks', { url: receiver.url, events: ['transcript.failed'] });
		await said('conversation', 'fail', 'Weekly', 'No sound');
		const [first] = await json(z.array(z.object({ id: z.int(), body: z.string(), signature: z.string() })), 'deliveries', 'list');
		expect(await said('deliveries', 'redeliver', String(first?.id))).toMatch(/^Sent again: transcript\.failed to http.*: 200 in \d+ ms\n$/);
		expect(receiver.received.map(({ body }) => body)).toEqual([first?.body, first?.body]);
	});

	test('reset asks for confirmation, unless --yes is set', async () => {
		const asked = await at.start('reset', '--database', at.database);
		expect([asked.code, asked.stderr]).toEqual([2, 'Error: This cannot be undone: delete all users, keys, meetings and webhooks. Add --yes to confirm.\n']);
		expect(await json(z.array(Any), 'user', 'list')).toHaveLength(1);
		expect(await said('reset', '--yes')).toMatch(/^Everything is deleted\./);
		expect(await json(z.array(Any), 'user', 'list')).toEqual([]);
	});
});

describe('The command line', () => {
	let at: Workplace;
	beforeEach(() => void (at = workplace()));
	afterEach(() => at.remove());

	test('every command has help, with no line over 80 columns', async () => {
		const commands = ['', 'serve', 'import', 'sample', 'user create', 'key create', 'calendar add', 'action-item set', 'clock', 'ai', 'fault add'];
		const helps = commands.map((name) => command(...name.split(' ').filter(Boolean), '--help'));
		for (const { code, stdout } of await Promise.all(helps)) {
			expect(code).toBe(0);
			expect(stdout).toMatch(/^Usage: npm run sandbox --/);
			expect(stdout.split('\n').filter((line) => line.length > 80 && !line.includes(at.folder))).toEqual([]);
		}
		const { stdout } = await command('fault', 'add', '--help');
		for (const kind of kinds) expect(stdout).toMatch(new RegExp(`^  ${kind} +\\S`, 'm'));
	});

	test.each([
		['an unknown command', ['frobnicate'], 'unknown command'],
		['an unknown option', ['user', 'list', '--frob'], 'unknown option'],
		['a missing option', ['user', 'create', '--name', 'A'], "required option '--email <address>' not specified"],
		['a wrong choice', ['user', 'create', '--name', 'A', '--email', 'a@b.example', '--plan', 'gold'], 'Allowed choices are free, starter'],
		['a wrong duration', ['clock', 'advance', 'soon'], 'Use a format like 90s, 10m, 2h or 1d.'],
		['a wrong share', ['fault', 'add', 'redirect', '--share', '150%'], 'above 0 and up to 100%'],
		['a wrong person', ['import', 'x.vtt', '--attendee', 'Bob', '--server', 'http://127.0.0.1:1'], 'Error: --attendee: must be an email address.\n'],
		['an empty argument', ['conversation', 'fail', 'Weekly', '', '--server', 'http://127.0.0.1:1'], 'Error: error: must not be empty.\n'],
		['a wrong time', ['clock', 'set', 'noon'], 'Use a format like 2026-03-02T09:15:00Z.'],
		['no files', ['import', '--server', 'http://127.0.0.1:1'], "missing required argument 'files'"],
	])('%s is exit code 2 and says what is wrong', async (_name, words, message) => {
		const { code, stdout, stderr } = await command(...words);
		expect([code, stdout]).toEqual([2, '']);
		expect(stderr).toContain(message);
		expect(stderr).not.toMatch(/\n\s+at /);
	});

	test('without a database, the error says what to do first, and nothing is created', async () => {
		const { code, stderr } = await command('key', 'list', '--database', at.database);
		expect(code).toBe(1);
		expect(stderr).toBe(`Error: There is no database ${at.database} yet. To create it with sample meetings: \`npm run sandbox -- sample --database "${at.database}"\`. To create it for your own meetings only: \`npm run sandbox -- user create --name "Your Name" --email you@example.com --database "${at.database}"\`. To use a sandbox that is running elsewhere, add --server with its address.\n`);
	});

	test.each(['docs/n8n.md', 'sandbox/README.md'])('%s says how commands reach the sandbox of npm run n8n', (page) => {
		expect(readFileSync(page, 'utf8')).toContain(`--server http://${LOOPBACK}:${portsFrom(DEFAULT_PORT).sandbox}`);
	});

	test('a command cannot change what is only in memory', async () => {
		const { code, stderr } = await command('key', 'list', '--database', ':memory:');
		expect([code, stderr]).toEqual([1, 'Error: Nothing can be kept in :memory: after a command. Name a file, or a running sandbox with --server.\n']);
	});

	test('--server names a server that is down or is not a sandbox', async () => {
		const nobody = await command('user', 'list', '--server', 'http://127.0.0.1:1');
		expect([nobody.code, nobody.stderr]).toEqual([1, expect.stringMatching(/^Error: No sandbox answers at http:\/\/127\.0\.0\.1:1 \(.*\)\. Start one: npm run sandbox -- serve\n$/)]);
		const other = await receive();
		const { stderr } = await command('user', 'list', '--server', other.url);
		expect(stderr).toBe(`Error: The server at ${new URL(other.url).origin} is not a sandbox.\n`);
	});

	test('--json prints errors as JSON', async () => {
		const { code, stdout, stderr } = await at.start('key', 'list', '--database', at.database, '--json');
		expect([code, stdout]).toEqual([1, '']);
		expect(JSON.parse(stderr)).toEqual({ error: { message: expect.stringContaining('There is no database') } });
	});
});
