import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { z } from 'zod/v4';

const node = resolve('node_modules/.bin/node');
const Manifest = z.object({ version: z.string(), bin: z.record(z.string(), z.string()), dependencies: z.record(z.string(), z.string()) });
const List = z.object({ data: z.array(z.object({ id: z.string() })) });
const PackReport = z.tuple([z.object({ filename: z.string(), size: z.int(), files: z.array(z.object({ path: z.string() })) })]);

let folder: string;
let files: readonly string[];
let bin: string;
let version: string;

/** The package as npm would publish it, installed with only its declared dependencies. */
beforeAll(() => {
	folder = mkdtempSync(join(tmpdir(), 'sandbox-packed-'));
	// The repository ignores lifecycle scripts, so packing does not build.
	execFileSync(node, ['--disable-warning=ExperimentalWarning', join('sandbox', 'build.ts')], { stdio: 'inherit' });
	const report = execFileSync('npm', ['pack', '-w', 'sandbox', '--json', '--pack-destination', folder], { encoding: 'utf8' });
	const [{ filename, size, files: packed }] = PackReport.parse(JSON.parse(report));
	files = packed.map(({ path }) => path);
	process.stdout.write(`packed ${(size / 1000).toFixed(1)} kB, ${files.length} files\n`);
	const home = join(folder, 'node_modules', 'meeting-assistant-sandbox');
	mkdirSync(home, { recursive: true });
	execFileSync('tar', ['-xzf', join(folder, filename), '-C', home, '--strip-components=1']);
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

/** The folder of a dependency of the workspace. */
const installed = (name: string): string => {
	const own = resolve('sandbox/node_modules', name);
	return existsSync(own) ? own : resolve('node_modules', name);
};

const run = (...words: string[]) => execFileSync(node, [bin, ...words], { cwd: folder, encoding: 'utf8', env: { ...process.env, XDG_DATA_HOME: folder } });

test('it contains code, types and documents, but no sources and no tests', () => {
	const unexpected = files.filter((path) => !/^(package\.json|README\.md|LICENSE|dist\/.+\.(js|d\.ts))$/.test(path));
	expect(unexpected).toEqual([]);
	expect(files).toEqual(expect.arrayContaining(['README.md', 'LICENSE', 'dist/sandbox/main.js', 'dist/sandbox/index.d.ts']));
});

test('its command starts with a shebang', () => {
	expect(readFileSync(bin, 'utf8')).toMatch(/^#!\/usr\/bin\/env node\n/);
	expect(run('--version')).toBe(`${version}\n`);
});

test('its help prints commands that work where it is installed', () => {
	const commands = ['', 'serve', 'import', 'user create', 'calendar add', 'clock', 'fault add', 'resolve'];
	for (const command of commands) {
		const help = run(...command.split(' ').filter(Boolean), '--help');
		expect(help).toMatch(/^Usage: npx meeting-assistant-sandbox /);
		expect(help).not.toContain('npm run');
		expect(help.split('\n').filter((line) => line.length > 80 && !line.includes(folder))).toEqual([]);
	}
});

test('it serves with its sample, and works as a library', async () => {
	const child = spawn(node, [bin, 'serve', '--json', '--port', '0', '--database', ':memory:'], { cwd: folder });
	const line = await new Promise<string>((resolve, reject) => {
		child.stdout.once('data', (data: Buffer) => resolve(data.toString()));
		child.stderr.once('data', (data: Buffer) => reject(new Error(data.toString())));
	});
	const { url, key } = z.object({ url: z.string(), key: z.string() }).parse(JSON.parse(line));
	const headers = { Authorization: `Bearer ${key}` };
	const answer = await fetch(`${url}/api/v1/conversations`, { headers });
	const { data } = List.parse(await answer.json());
	expect(data.length).toBeGreaterThan(10);
	// Its worker thread runs the compiled module.
	expect((await fetch(`${url}/api/v1/conversations/${data[0]?.id}/email`, { method: 'POST', headers })).status).toBe(200);
	const ended = new Promise((resolve) => child.once('exit', resolve));
	child.kill('SIGINT');
	expect(await ended).toBe(0);

	const program = `
		import { startSandbox } from 'meeting-assistant-sandbox';
		const sandbox = await startSandbox({ port: 0, database: ':memory:' });
		console.log(typeof sandbox.createUser, sandbox.faults.list().length);
		await sandbox.stop();
	`;
	const words = ['--disable-warning=ExperimentalWarning', '--input-type=module', '-e', program];
	expect(execFileSync(node, words, { cwd: folder, encoding: 'utf8' })).toBe('function 0\n');
});
