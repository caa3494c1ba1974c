import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { findRunning } from '../../sandbox/cli/database.ts';
import { startSandbox } from '../../sandbox/index.ts';
import { startTestSandbox } from './support/harness.ts';

let folder: string;
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'sandbox-'))));
afterEach(() => rmSync(folder, { recursive: true }));

const failure = async (options: Parameters<typeof startSandbox>[0]): Promise<unknown> => {
	const error: unknown = await startSandbox(options).then(
		() => 'started',
		(thrown: unknown) => thrown,
	);
	if (!(error instanceof Error)) return error;
	expect(error.name).toBe('SandboxError');
	expect(error.message).not.toContain('\n');
	return error.message;
};

describe('Starting the sandbox', () => {
	test('a port in use is reported in one line, and no database is left behind', async () => {
		const { sandbox } = await startTestSandbox();
		const port = Number(new URL(sandbox.url).port);
		const database = join(folder, 'data.sqlite');
		expect(await failure({ port, database })).toBe(
			`Port ${port} on 127.0.0.1 is in use. Choose another port, or 0 for any free one.`,
		);
		expect(existsSync(database)).toBe(false);
		await sandbox.stop();
	});

	test.each([-1, 65_536, 1.5, Number.NaN])('port %d is refused, and no database is left behind', async (port) => {
		const database = join(folder, 'data.sqlite');
		expect(await failure({ port, database })).toBe(`Port ${port} does not exist. Choose a port from 0 to 65535; 0 means any free one.`);
		expect(existsSync(database)).toBe(false);
	});

	test('a database in a missing folder', async () => {
		expect(await failure({ port: 0, database: join(folder, 'none', 'data.sqlite') })).toContain(
			'unable to open database file',
		);
	});

	test('a file that is not a database, or belongs to another program, is refused and left unchanged', async () => {
		const text = join(folder, 'notes.txt');
		writeFileSync(text, 'my notes, which are long enough to be looked at as a database file');
		expect(await failure({ port: 0, database: text })).toContain('file is not a database');
		const foreign = join(folder, 'other.sqlite');
		const other = new DatabaseSync(foreign);
		other.exec('CREATE TABLE t (a)');
		other.close();
		expect(await failure({ port: 0, database: foreign })).toBe(
			`${foreign} is not a sandbox database. Choose another file.`,
		);
		expect(readdirSync(folder).toSorted()).toEqual(['notes.txt', 'other.sqlite']);
	});

	test('a database of another version is refused', async () => {
		const database = join(folder, 'data.sqlite');
		const { sandbox } = await startTestSandbox({ database });
		await sandbox.stop();
		const file = new DatabaseSync(database);
		file.exec('PRAGMA user_version = 999');
		file.close();
		expect(await failure({ port: 0, database })).toContain('another version');
	});

	test('refuses to bind where other machines can reach it, unless allowed', async () => {
		expect(await failure({ port: 0, host: '0.0.0.0', database: ':memory:' })).toContain(
			'Other machines can reach 0.0.0.0.',
		);
		const { sandbox } = await startTestSandbox({ host: '0.0.0.0', allowRemote: true });
		await sandbox.stop();
	});

	test('a database file keeps everything across a restart', async () => {
		const database = join(folder, 'data.sqlite');
		const first = await startTestSandbox({ database });
		const { key, importMeeting } = first.account();
		const id = await importMeeting();
		await first.sandbox.stop();
		expect(readdirSync(folder)).toEqual(['data.sqlite']);
		const second = await startTestSandbox({ database });
		const answer = await fetch(`${second.sandbox.url}/api/v1/conversations`, {
			headers: { Authorization: `Bearer ${key}` },
		});
		expect(await answer.json()).toMatchObject({ data: [{ id }] });
		await second.sandbox.stop();
	});

	test('an account gets an address that nobody has, also after a restart', async () => {
		const database = join(folder, 'data.sqlite');
		for (const _run of [1, 2]) {
			const { sandbox } = await startTestSandbox({ database });
			expect(sandbox.account().apiKey).toMatch(/^svc_/);
			await sandbox.stop();
		}
	});

	test('commands on its database find it while it runs, whichever program started it', async () => {
		const database = join(folder, 'data.sqlite');
		const { sandbox } = await startTestSandbox({ database: relative('.', database) });
		expect(await findRunning(database)).toBe(sandbox.url);
		await sandbox.stop();
		expect(await findRunning(database)).toBeNull();
		expect(readdirSync(folder)).toEqual(['data.sqlite']);
	});

	test('stops while deliveries are in progress', async () => {
		const { sandbox, account } = await startTestSandbox();
		const { call, importMeeting } = account();
		await call('POST', '/api/v1/webhooks', { url: `${sandbox.url}/x`, events: ['conversation.created'] });
		await importMeeting();
		await sandbox.stop();
		await expect(fetch(sandbox.url)).rejects.toThrow();
	});
});
