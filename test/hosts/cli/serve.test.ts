import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod/v4';
import { createClient } from '../../../src/client/index.ts';
import { axiosTransport } from '../../../src/transport/axios.ts';
import { command, workplace, type Workplace } from './support/cli.ts';

let at: Workplace;
beforeEach(() => void (at = workplace()));
afterEach(() => at.remove());

const keyIn = (output: string): string => /svc_[0-9a-f]{32}/.exec(output)?.[0] ?? '';
const connect = (baseUrl: string, apiKey: string) =>
	createClient({ baseUrl, transport: axiosTransport({ apiKey }), sleep: async () => {}, patienceMs: 0 });

test('the first start creates data for every resource and prints what to paste, once', async () => {
	const serving = await at.serve();
	const key = keyIn(serving.output);
	expect(serving.output).toContain(`Base URL  ${serving.url}`);
	expect(serving.output).toContain('In n8n:');
	expect(serving.output.split('\n').filter((line) => line.length > 80 && !line.includes(at.folder))).toEqual([]);
	expect(serving.errors()).toBe('');

	const client = connect(serving.url, key);
	const { data: conversations } = await client.conversations.list();
	expect(conversations).toHaveLength(16);
	const id = conversations[0]?.id ?? '';
	expect((await client.transcript.get({ id })).data.segments.length).toBeGreaterThan(10);
	expect((await client.keyPoints.get({ id })).data.keypoints.actionItems).not.toEqual([]);
	expect((await client.contacts.list()).data.length).toBeGreaterThan(5);
	expect((await client.contacts.unresolvedThreads()).total).toBeGreaterThan(0);
	expect((await client.calendar.events()).data.length).toBeGreaterThan(5);
	expect((await client.feedback.get({ id })).data.userSpeakerName).toBe('local');

	const { code, stdout, stderr } = await serving.stop();
	expect([code, stderr]).toEqual([0, '']);
	expect(stdout).toMatch(/Stopped\.\n$/);
});

test('the next start keeps everything; the key still works but is not shown again', async () => {
	const first = await at.serve();
	const key = keyIn(first.output);
	await first.stop();
	expect(readdirSync(join(at.folder, 'home', 'meeting-assistant-sandbox'))).toEqual(['data.sqlite']);
	const second = await at.serve();
	expect(keyIn(second.output)).toBe('');
	expect(second.output).toContain('API key   the one you have, or a new one:\n            npm run sandbox -- key create\n');
	expect((await connect(second.url, key).conversations.list()).pagination.total).toBe(16);
	await second.stop('SIGTERM');
});

test('options without a command are those of serve', async () => {
	const none = await command('--allow-loopback-http', '--port', 'x');
	expect([none.code, none.stderr]).toEqual([2, expect.stringContaining("option '--port <port>' argument 'x' is invalid")]);
	const help = await command('--json', '--help');
	expect(help.stdout).toContain('Commands:');
	const mistyped = await command('sevre', '--port', '0');
	expect(mistyped.stderr).toContain('Did you mean serve?');
});

test('--json prints one line of JSON; --empty creates nothing', async () => {
	const facts = z.strictObject({ url: z.url(), key: z.string().nullable(), user: z.string().nullable(), database: z.string() });
	const one = await at.serve('--json', '--database', ':memory:');
	expect(facts.parse(JSON.parse(one.output))).toMatchObject({ url: one.url, database: ':memory:', user: 'nora.feld@quillbrook.example' });
	await one.stop();
	const two = await at.serve('--json', '--database', at.database, '--empty');
	expect(facts.parse(JSON.parse(two.output))).toMatchObject({ key: null, user: null });
	expect((await two.stop()).stdout).toBe(two.output);
});

test('stops immediately while a slow answer is in progress', async () => {
	const serving = await at.serve('--database', ':memory:');
	const rule = JSON.stringify({ kind: 'slow-first-byte', delayMs: 600_000 });
	await fetch(`${serving.url}/sandbox/faults`, { method: 'POST', body: rule });
	const asked = fetch(`${serving.url}/api/v1/user/profile`);
	asked.catch(() => {});
	const injected = async () => (await fetch(`${serving.url}/sandbox/faults`)).text();
	while (!(await injected()).includes('"injected":1'));
	expect((await serving.stop()).code).toBe(0);
	await expect(asked).rejects.toThrow();
});

test('a second sandbox on the same database is refused with the address of the first', async () => {
	const serving = await at.serve('--database', at.database, '--empty');
	const { code, stderr } = await at.start('serve', '--port', '0', '--database', at.database);
	expect(code).toBe(1);
	expect(stderr).toBe(
		`Error: A sandbox is already running on ${at.database}, at ${serving.url}. Stop it, or choose another --database.\n`,
	);
	await serving.stop();
});

test('of several sandboxes started together on one database, exactly one runs', async () => {
	const starts = [1, 2, 3].map(() => at.serve('--database', at.database));
	const outcomes = await Promise.allSettled(starts);
	const running = outcomes.filter((outcome) => outcome.status === 'fulfilled').map(({ value }) => value);
	expect(running).toHaveLength(1);
	expect(keyIn(running[0]?.output ?? '')).not.toBe('');
	for (const outcome of outcomes) {
		if (outcome.status === 'rejected') expect(String(outcome.reason)).toMatch(/^Error: Error: A(nother)? sandbox is .* choose another --database\.\n$/);
	}
	await running[0]?.stop();
	expect(readdirSync(at.folder).filter((name) => name.startsWith('data.sqlite'))).toEqual(['data.sqlite']);
});

test('a sandbox that cannot be found still keeps others off its database, until it is killed', async () => {
	const serving = await at.serve('--database', at.database, '--empty');
	rmSync(`${at.database}-server.json`);
	const { code, stderr } = await at.start('serve', '--port', '0', '--database', at.database);
	expect([code, stderr]).toEqual([
		1,
		`Error: Another sandbox is running or starting on ${at.database}. Stop it, or choose another --database.\n`,
	]);
	await serving.stop('SIGKILL');
	const again = await at.serve('--database', at.database, '--empty');
	expect((await again.stop()).code).toBe(0);
});

test('the note left by a killed sandbox is ignored', async () => {
	const serving = await at.serve('--database', at.database, '--empty');
	await serving.stop('SIGKILL');
	expect(existsSync(`${at.database}-server.json`)).toBe(true);
	expect((await command('user', 'list', '--database', at.database)).code).toBe(0);
	const again = await at.serve('--database', at.database, '--empty');
	await again.stop();
	expect(existsSync(`${at.database}-server.json`)).toBe(false);
});

describe('errors are one line that says what to do', () => {
	test('a port in use', async () => {
		const serving = await at.serve('--database', ':memory:', '--empty');
		const { port } = new URL(serving.url);
		const { code, stderr } = await at.start('serve', '--port', port, '--database', ':memory:');
		expect([code, stderr]).toEqual([1, `Error: Port ${port} on 127.0.0.1 is in use. Choose another port, or 0 for any free one.\n`]);
		await serving.stop();
	});

	test.each(['99999', '65536', '-1', 'http'])('a port that does not exist: %s', async (port) => {
		const { code, stderr } = await command('serve', `--port=${port}`, '--database', ':memory:');
		expect([code, stderr]).toEqual([
			2,
			`error: option '--port <port>' argument '${port}' is invalid. Use a whole number from 0 to 65535.\nTry --help.\n`,
		]);
	});

	test.each(['file:///etc/passwd', 'ftp://127.0.0.1', '127.0.0.1:4010', ''])('an address that is not a server: %s', async (server) => {
		const { code, stderr } = await command('user', 'list', '--server', server);
		expect([code, stderr]).toEqual([
			2,
			`error: option '--server <url>' argument '${server}' is invalid. Use a format like http://127.0.0.1:4010.\nTry --help.\n`,
		]);
	});

	test('a folder that does not exist', async () => {
		const database = join(at.folder, 'none', 'data.sqlite');
		const { code, stderr } = await at.start('serve', '--port', '0', '--database', database);
		expect([code, stderr]).toEqual([1, `Error: Cannot use the database ${database}: unable to open database file.\n`]);
	});

	test('a host that other machines can reach is refused; with --allow-remote it is a warning', async () => {
		const { code, stderr } = await at.start('serve', '--host', '0.0.0.0');
		expect([code, stderr]).toEqual([
			2,
			'Error: Other machines can reach 0.0.0.0. Use 127.0.0.1, or add --allow-remote to allow it.\n',
		]);
		const meant = await at.serve('--host', '0.0.0.0', '--allow-remote', '--empty', '--database', at.database);
		expect((await command('user', 'list', '--database', at.database)).code).toBe(0);
		const ended = await meant.stop();
		expect(ended.stderr).toMatch(/^Warning: any machine that can reach http:\/\/0\.0\.0\.0:\d+ can use the API with a key\.\n$/);
	});

	test('a file that is not a database', async () => {
		writeFileSync(at.database, 'my notes, which are long enough to be looked at as a database file');
		const { code, stderr } = await at.start('serve', '--port', '0', '--database', at.database);
		expect(code).toBe(1);
		expect(stderr).toMatch(/^Error: Cannot use the database .*file is not a database\.\n$/);
	});
});
