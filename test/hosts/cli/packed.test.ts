import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { generate } from 'selfsigned';
import { z } from 'zod/v4';
import { RegisteredWebhook } from '../../../src/api/index.ts';
import { nodesOf } from '../../../scripts/floors/install.ts';
import { packed, unpack } from '../package/clone.ts';
import { call, dataOf } from '../../sandbox/support/harness.ts';
import { everyEndpoint, table } from '../../sandbox/support/everyEndpoint.ts';
import { vtt } from '../../sandbox/support/meeting.ts';
import { startReceiver } from '../../sandbox/support/receiver.ts';

const Manifest = z.object({ version: z.string(), bin: z.record(z.string(), z.string()), dependencies: z.record(z.string(), z.string()) });
const List = z.object({ data: z.array(z.object({ id: z.string() })) });

let folder: string;
let files: readonly string[];
let bin: string;
let version: string;

/** The package as npm would publish it, installed with only its declared dependencies. */
beforeAll(() => {
	folder = mkdtempSync(join(tmpdir(), 'sandbox-packed-'));
	const { tarball, bytes, files: inside } = packed('sandbox');
	files = inside;
	process.stdout.write(`packed ${(bytes / 1000).toFixed(1)} kB, ${files.length} files\n`);
	const home = join(folder, 'node_modules', 'meeting-assistant-sandbox');
	unpack(tarball, home);
	const manifest = Manifest.parse(JSON.parse(readFileSync(join(home, 'package.json'), 'utf8')));
	version = manifest.version;
	bin = join(home, manifest.bin['meeting-assistant-sandbox'] ?? '');
	for (const name of Object.keys(manifest.dependencies)) {
		const link = join(folder, 'node_modules', name);
		mkdirSync(dirname(link), { recursive: true });
		symlinkSync(installed(name), link);
	}
}, 120_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The folder of one of the workspace's dependencies. */
const installed = (name: string): string => {
	const own = resolve('sandbox/node_modules', name);
	return existsSync(own) ? own : resolve('node_modules', name);
};

test('it contains code, types and documents, but no sources and no tests', () => {
	const unexpected = files.filter((path) => !/^(package\.json|README\.md|LICENSE|dist\/.+\.(js|d\.ts)|dist\/sandbox\/sample\/.+\.(json|vtt))$/.test(path));
	expect(unexpected).toEqual([]);
	expect(files).toEqual(expect.arrayContaining(['README.md', 'LICENSE', 'dist/sandbox/main.js', 'dist/sandbox/index.d.ts']));
});

test.each(['', 'serve', 'import', 'user create', 'calendar add', 'clock', 'fault add', 'action-item set'])('the help of “%s” prints commands that work where it is installed', (command) => {
	const help = execFileSync(process.execPath, [bin, ...command.split(' ').filter(Boolean), '--help'], { cwd: folder, encoding: 'utf8' });
	expect(help).toMatch(/^Usage: npx meeting-assistant-sandbox /);
	expect(help).not.toContain('npm run');
	expect(help.split('\n').filter((line) => line.length > 80 && !line.includes(folder))).toEqual([]);
});

const certificateFor = (name: string) =>
	generate([{ name: 'commonName', value: name }], {
		keyType: 'ec',
		algorithm: 'sha256',
		extensions: [{ name: 'subjectAltName', altNames: [{ type: 2, value: name }] }],
	});

describe.each(nodesOf('sandbox'))('$name', ({ executable }) => {
	let home: string;
	let serving: ChildProcess;
	let url: string;
	let key: string;
	let certificates: Readonly<Record<'trusted' | 'otherName' | 'unknown', Awaited<ReturnType<typeof certificateFor>>>>;

	const run = (...words: string[]) =>
		execFileSync(executable, [bin, ...words], { cwd: folder, encoding: 'utf8', env: { ...process.env, XDG_DATA_HOME: home } });
	const runModule = (program: string) => {
		const words = ['--disable-warning=ExperimentalWarning', '--input-type=module', '-e', program];
		return execFileSync(executable, words, { cwd: folder, encoding: 'utf8' });
	};

	beforeAll(async () => {
		home = mkdtempSync(join(folder, 'home-'));
		certificates = { trusted: await certificateFor('localhost'), otherName: await certificateFor('other.example'), unknown: await certificateFor('localhost') };
		// The lowest supported Node does not have `setDefaultCACertificates`.
		const trusted = join(home, 'trusted.pem');
		writeFileSync(trusted, `${certificates.trusted.cert}\n${certificates.otherName.cert}`);
		const words = [bin, 'serve', '--json', '--port', '0', '--allow-loopback-http'];
		serving = spawn(executable, words, { cwd: folder, env: { ...process.env, XDG_DATA_HOME: home, NODE_EXTRA_CA_CERTS: trusted } });
		const line = await new Promise<string>((resolve, reject) => {
			serving.stdout?.once('data', (data: Buffer) => resolve(data.toString()));
			serving.stderr?.once('data', (data: Buffer) => reject(new Error(data.toString())));
			serving.once('exit', (code) => reject(new Error(`serve exited with ${code}`)));
		});
		({ url, key } = z.object({ url: z.string(), key: z.string() }).parse(JSON.parse(line)));
	});

	test('its command starts with a shebang', () => {
		expect(readFileSync(bin, 'utf8')).toMatch(/^#!\/usr\/bin\/env node\n/);
		expect(run('--version')).toBe(`${version}\n`);
	});

	test('its first start adds the sample', async () => {
		const { body } = await call(url, key, 'GET', '/api/v1/conversations');
		expect(List.parse(body).data.length).toBeGreaterThan(10);
	});

	test('its commands reach the running sandbox: a meeting', () => {
		const file = join(folder, 'lisbon.vtt');
		writeFileSync(file, vtt());
		expect(run('import', file, '--title', 'Lisbon', '--key-points', '--attendee', 'Ines Duarte <ines@duarte.example>')).toContain('Imported 1 meeting.');
	});

	test('an action item', () => {
		const [item] = z.array(z.object({ hash: z.string(), item: z.string() })).parse(JSON.parse(run('action-item', 'list', '--state', 'open', '--json')));
		expect(run('action-item', 'set', item?.hash ?? '', 'resolved')).toBe(`resolved: ${item?.item}\n`);
	});

	test('a user and their key', () => {
		run('user', 'create', '--name', 'Ada Lind', '--email', 'ada@lind.example', '--plan', 'starter');
		expect(run('key', 'create', '--user', 'ada@lind.example')).toMatch(/^svc_[0-9a-f]{32}\n$/);
	});

	test('a calendar and deliveries', () => {
		run('calendar', 'connect', 'microsoft', '--user', 'ada@lind.example');
		run('deliveries', 'list', '--user', 'ada@lind.example');
	});

	test('a fault', async () => {
		run('fault', 'add', 'unavailable');
		try {
			// The answer is a page, like that of a proxy.
			expect((await fetch(`${url}/api/v1/user/profile`)).status).toBe(503);
		} finally {
			run('fault', 'clear');
		}
	});

	test('the clock', () => {
		expect(run('clock', 'set', '2026-03-02T09:15:00Z')).toContain('2026-03-02');
	});

	test.each([
		['trusted', { statusCode: 200 }],
		['otherName', { statusCode: 0, error: expect.stringContaining("does not match certificate's altnames") }],
		['unknown', { statusCode: 0, error: expect.stringContaining('self-signed certificate') }],
	] as const)('its deliveries over HTTPS check the certificate: %s', async (certificate, answer) => {
		const receiver = await startReceiver(undefined, certificates[certificate]);
		const { id } = dataOf(RegisteredWebhook, await call(url, key, 'POST', '/api/v1/webhooks', { url: receiver.url, events: ['transcript.ready'] }));
		expect((await call(url, key, 'POST', '/api/v1/webhooks/test', { id })).body).toEqual({ data: { id, ...answer } });
		expect(receiver.events()).toEqual(certificate === 'trusted' ? ['webhook.test'] : []);
		expect((await call(url, key, 'DELETE', '/api/v1/webhooks', { id })).status).toBe(200);
		await receiver.stop();
	});

	test('every endpoint answers', async () => {
		const replies = await everyEndpoint(url);
		const failed = replies.filter(([, { status }]) => status !== 200);
		expect(failed.map(([{ method, path }, { status }]) => `${method} ${path} returns ${status}`)).toEqual([]);
		expect(new Set(replies.map(([endpoint]) => endpoint)).size).toBe(table.length);
	}, 60_000);

	test('it ends when interrupted, and starts again on its database', async () => {
		const ended = new Promise((resolve) => serving.once('exit', resolve));
		serving.kill('SIGINT');
		expect(await ended).toBe(0);
		expect(run('user', 'list')).toContain('ada@lind.example');
		run('reset', '--yes');
		expect(run('user', 'list')).not.toContain('ada@lind.example');
	});

	test('it waits for a database that another program is writing to', () => {
		const open = pathToFileURL(join(dirname(bin), 'db/open.js')).href;
		const program = `import { openDb } from '${open}'; console.log(openDb(':memory:').sql.get\`PRAGMA busy_timeout\`.timeout)`;
		expect(runModule(program)).toBe('2000\n');
	});

	test('it works as a library', () => {
		const program = `
			import { startSandbox } from 'meeting-assistant-sandbox';
			const sandbox = await startSandbox({ port: 0, database: ':memory:' });
			console.log(typeof sandbox.createUser, sandbox.faults.list().length);
			await sandbox.stop();
		`;
		expect(runModule(program)).toBe('function 0\n');
	});

	afterAll(() => serving.kill('SIGKILL'));
});
