import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { root } from './packed.ts';

const showing = (program: string): string[] => ['--disable-warning=ExperimentalWarning', '--input-type=module', '-e', program];

/** Each with what Node runs in the unpacked package, and what that prints. */
const libraries = [
	{
		folder: 'packages/client',
		args: showing("import { connect } from 'meeting-assistant-client'; console.log(typeof connect)"),
		prints: 'function',
	},
	{ folder: 'packages/mcp', args: ['dist/main.js', '--version'], prints: '0.1.0' },
	{ folder: 'packages/node-red', args: showing("import register from './dist/meeting-assistant.js'; console.log(typeof register)"), prints: 'function' },
	{
		folder: 'sandbox',
		args: showing("import { startSandbox } from 'meeting-assistant-sandbox'; console.log(typeof startSandbox)"),
		prints: 'function',
	},
];
const folders = ['.', ...libraries.map(({ folder }) => folder)];

/** Builds a package, and other work may be going on. */
const BUILDING_MS = 120_000;

let temporary: string;
/** The repository right after cloning and installing: nothing is built. */
let clone: string;

beforeAll(() => {
	temporary = mkdtempSync(join(tmpdir(), 'fresh-clone-'));
	clone = join(temporary, 'clone');
	const left = ['.git', 'node_modules', 'dist', 'coverage'];
	const filter = (path: string) => !left.includes(basename(path)) && !/(sandbox|packages\/[^/]+)\/LICENSE$/.test(path);
	cpSync(root, clone, { recursive: true, verbatimSymlinks: true, filter });
	for (const folder of folders.map((folder) => join(folder, 'node_modules'))) {
		if (existsSync(join(root, folder))) symlinkSync(join(root, folder), join(clone, folder), 'junction');
	}
	symlinkSync(join(root, 'node_modules'), join(temporary, 'node_modules'), 'junction');
}, BUILDING_MS);
afterAll(() => rmSync(temporary, { recursive: true, force: true }));

function run(command: string, args: readonly string[], cwd: string) {
	const { status, stdout, stderr } = spawnSync(command, args, { cwd, encoding: 'utf8' });
	return { status, stdout, stderr };
}

function pack(folder: string, ...more: string[]) {
	const target = mkdtempSync(join(temporary, 'packed-'));
	const { status, stderr } = run('npm', ['pack', '--loglevel', 'error', '--pack-destination', target, ...more], join(clone, folder));
	return { status, stderr, tarballs: readdirSync(target).map((name) => join(target, name)) };
}

test('npm run docs works where nothing is built', () => {
	expect(run('npm', ['run', '--silent', 'docs'], clone)).toEqual({ status: 0, stdout: '', stderr: '' });
	expect(readdirSync(clone)).not.toContain('dist');
});

test.each(folders)('packing %s unbuilt fails, though npm is told to run no scripts', (folder) => {
	const { status, stderr, tarballs } = pack(folder);
	expect(status).not.toBe(0);
	expect(stderr).toContain('.npmignore');
	expect(tarballs).toEqual([]);
});

test('packing the nodes unbuilt builds them where npm may run scripts', () => {
	const { status, tarballs } = pack('.', '--ignore-scripts=false');
	expect(status).toBe(0);
	const { stdout } = run('tar', ['-tzf', ...tarballs], temporary);
	expect(stdout).toContain('package/dist/nodes/MeetingAssistant/MeetingAssistant.node.js\n');
	expect(stdout).not.toContain('npmignore');
}, BUILDING_MS);

test.each(libraries)('packing $folder unbuilt builds what works', ({ folder, args, prints }) => {
	const { status, tarballs } = pack(folder, '--ignore-scripts=false');
	expect(status).toBe(0);
	const unpacked = join(temporary, folder);
	mkdirSync(unpacked, { recursive: true });
	run('tar', ['-xzf', ...tarballs, '-C', unpacked, '--strip-components=1'], temporary);

	const files = readdirSync(unpacked, { recursive: true, encoding: 'utf8' });
	expect(files).toContain('LICENSE');
	expect(files.filter((path) => path.endsWith('.npmignore'))).toEqual([]);
	// Compiled file by file, nobody else's code is inlined. Otherwise notices are due.
	const sourceOf = (path: string) => path.replace(/^dist\//, '').replace(/\.js$/, '.ts');
	const scripts = files.filter((path) => path.endsWith('.js'));
	const isBundled = scripts.some((path) => !existsSync(join(root, sourceOf(path))));
	expect(files.includes('dist/THIRD-PARTY-NOTICES.md')).toBe(isBundled);

	expect(run(process.execPath, args, unpacked)).toEqual({ status: 0, stdout: `${prints}\n`, stderr: '' });
}, BUILDING_MS);
