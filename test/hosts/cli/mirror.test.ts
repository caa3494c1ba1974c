import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { z } from 'zod/v4';
import { command, workplace, type Workplace } from './support/cli.ts';

let at: Workplace;
beforeEach(() => void (at = workplace()));
afterEach(() => {
	delete process.env['MEETING_ASSISTANT_API_KEY'];
	at.remove();
});

const Serving = z.object({ key: z.string() });
const Report = z.object({ complete: z.boolean(), meetings: z.int(), requests: z.int(), key: z.string().nullable() });
const Data = z.object({ data: z.array(z.object({ id: z.string() })) });

/** How much a copy has so far. */
function readsIn(database: string): number {
	if (!existsSync(database)) return 0;
	const connection = new DatabaseSync(database, { readOnly: true });
	try {
		return Number(connection.prepare('SELECT count(*) AS count FROM mirrorReads').get()?.['count']);
	} catch {
		return 0;
	} finally {
		connection.close();
	}
}

/** A real service with the sample account, and where its mirror goes. */
async function service() {
	const serving = await at.serve('--database', join(at.folder, 'service.sqlite'), '--json');
	const { key } = Serving.parse(JSON.parse(serving.output));
	return { serving, key, copy: join(at.folder, 'mirror.sqlite') };
}

test('a mirror killed halfway is resumed by the next one, which is served and exported', async () => {
	const { serving, key, copy } = await service();
	const node = join('node_modules', '.bin', 'node');
	const words = ['sandbox/main.ts', 'mirror', '--url', serving.url, '--database', copy];
	// Slow enough to be killed halfway.
	await command('fault', 'add', 'slow-first-byte', '--delay', '30ms', '--server', serving.url);
	for (const reads of [25, 40]) {
		const child = spawn(node, words, { env: { ...process.env, MEETING_ASSISTANT_API_KEY: key } });
		while (readsIn(copy) < reads) await new Promise((resolve) => setTimeout(resolve, 10));
		child.kill('SIGKILL');
		await new Promise((resolve) => child.once('close', resolve));
	}
	const partial = await command('export', join(at.folder, 'partial'), '--database', copy);
	expect(partial).toMatchObject({ code: 1, stderr: expect.stringMatching(/^This copy is incomplete: the last run of mirror did not read everything\. Of \d+ meetings listed so far, \d+ lack their transcript, key points or feedback\. Run mirror to read the rest, then export again\.\n$/) });
	await command('fault', 'clear', '--server', serving.url);
	process.env['MEETING_ASSISTANT_API_KEY'] = key;
	const done = await at.json(Report, 'mirror', '--url', serving.url, '--database', copy);
	expect(done).toMatchObject({ complete: true, key: null });
	expect(await at.json(Report, 'mirror', '--database', copy)).toMatchObject({ complete: true, meetings: done.meetings });
	const { key: local } = await at.json(z.object({ key: z.string() }), 'key', 'create', '--database', copy);
	const mirrored = await at.serve('--database', copy);
	const idsOf = async (url: string, with_: string) => Data.parse(await (await fetch(`${url}/api/v1/conversations?limit=100`, { headers: { Authorization: `Bearer ${with_}` } })).json()).data;
	expect(await idsOf(mirrored.url, local)).toEqual(await idsOf(serving.url, key));
	expect((await mirrored.stop()).code).toBe(0);
	const notes = join(at.folder, 'notes');
	expect(await command('export', notes, '--database', copy)).toMatchObject({ code: 0, stdout: expect.stringContaining(`${done.meetings} meetings`), stderr: '' });
	expect(readdirSync(join(notes, 'Meetings'))).toHaveLength(done.meetings);
});

test('an export of an account without meetings writes one file, and says so', async () => {
	await command('user', 'create', '--email', 'uma@own.example', '--name', 'Uma', '--database', at.database);
	const { stdout } = await command('export', join(at.folder, 'notes'), '--database', at.database);
	expect(stdout).toMatch(/^0 meetings, 0 transcripts and 0 people are in .*\n1 file was new or changed\.\n$/);
});

test('an export to a place where no folder can be made ends, and says so', async () => {
	await command('user', 'create', '--email', 'uma@own.example', '--name', 'Uma', '--database', at.database);
	writeFileSync(join(at.folder, 'file'), '');
	// In /proc, as on some network drives, making a folder fails as if its parent were missing.
	for (const place of [join(at.folder, 'file', 'notes'), ...(existsSync('/proc') ? ['/proc/foo/notes'] : [])]) {
		const ended = spawnSync(join('node_modules', '.bin', 'node'), ['sandbox/main.ts', 'export', place, '--database', at.database], { encoding: 'utf8', timeout: 20_000 });
		expect([ended.status, ended.stderr]).toEqual([1, expect.stringMatching(/^Error: (Cannot write to|.* is not a folder).*\n$/)]);
	}
});

test('an export without room for a file fails, and leaves no part of that file', async () => {
	await command('sample', '--database', at.database);
	const [whole, cut] = [join(at.folder, 'whole'), join(at.folder, 'cut')];
	await command('export', whole, '--database', at.database);
	const LIMIT_BYTES = 40_960;
	const account = join('JSON', 'account.json');
	expect(statSync(join(whole, account)).size).toBeGreaterThan(LIMIT_BYTES);
	const node = join('node_modules', '.bin', 'node');
	// A file that reaches its size limit accepts only part of a write, like a full disk. The shell counts in blocks of 512
	// bytes.
	const ended = spawnSync('sh', ['-c', `ulimit -f ${LIMIT_BYTES / 512} && exec "$0" "$@"`, node, 'sandbox/main.ts', 'export', cut, '--database', at.database], { encoding: 'utf8' });
	expect(ended.stderr).toMatch(/Error: Cannot write to .*EFBIG/);
	expect(ended.status).toBe(1);
	expect(existsSync(join(cut, account))).toBe(false);
	expect(readdirSync(cut).filter((name) => name.endsWith('.tmp'))).toEqual([]);
});

test('it prints the local key once, then where the copy is and how to remove it; the other key is never printed', async () => {
	const { serving, key, copy } = await service();
	process.env['MEETING_ASSISTANT_API_KEY'] = key;
	const first = await command('mirror', '--url', serving.url, '--database', copy);
	expect(first.stderr).toMatch(/API key of the copy {2}svc_[0-9a-f]{32}\n/);
	expect(first.stdout).toMatch(/^Copied .+ \(professional\), \d+ meetings, with \d+ requests\.\n/);
	expect(first.stdout).toContain('to remove the copy, delete it');
	const second = await command('mirror', '--database', copy);
	expect(second.code).toBe(0);
	expect(first.stdout + first.stderr + second.stdout + second.stderr).not.toContain(key);
	expect(second.stderr).toBe('');
});

test.each([
	[['mirror'], /Name the service with --url/, 2],
	[['mirror', '--url', 'http://api.example.com'], /must start with https:\/\//, 2],
	[['mirror', '--url', 'https://api.example.com', '--server', 'http://127.0.0.1:1'], /writes to a database file/, 2],
	[['export', 'x'], /There is no database/, 1],
	[['export', ''], /The folder must not be empty/, 2],
])('%j is refused in one line', async (words, said, code) => {
	process.env['MEETING_ASSISTANT_API_KEY'] = 'svc_x';
	const ended = await command(...words, '--database', join(at.folder, 'none.sqlite'));
	expect(ended).toMatchObject({ code, stdout: '' });
	expect(ended.stderr).toMatch(said);
});

test('without a key and without a terminal, it says where to put the key, and creates nothing', async () => {
	const ended = await at.start('mirror', '--url', 'https://api.example.com', '--database', join(at.folder, 'none.sqlite'));
	expect(ended.code).toBe(2);
	expect(ended.stderr).toContain('Set MEETING_ASSISTANT_API_KEY');
	expect(existsSync(join(at.folder, 'none.sqlite'))).toBe(false);
});
