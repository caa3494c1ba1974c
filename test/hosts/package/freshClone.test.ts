import { cpSync, existsSync, globSync, mkdtempSync, readFileSync, readlinkSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { VERSION } from '../../../packages/mcp/call.ts';
import { freshClone, pack, packages, packed, run, unpack } from './clone.ts';

const root = process.cwd();

const showing = (program: string): string[] => ['--disable-warning=ExperimentalWarning', '--input-type=module', '-e', program];

/** Each with what to run in the unpacked package, and the expected output. */
const libraries = [
	{
		folder: 'packages/client',
		args: showing("import { connect } from 'meeting-assistant-client'; console.log(typeof connect)"),
		prints: 'function',
	},
	{ folder: 'packages/mcp', args: ['dist/main.js', '--version'], prints: VERSION },
	{ folder: 'packages/node-red', args: showing("import register from './dist/meeting-assistant.js'; console.log(typeof register)"), prints: 'function' },
	{
		folder: 'packages/rehearsal',
		args: showing("import { rehearse } from 'meeting-assistant-rehearsal'; console.log(typeof rehearse)"),
		prints: 'function',
	},
	{
		folder: 'sandbox',
		args: showing("import { startSandbox } from 'meeting-assistant-sandbox'; console.log(typeof startSandbox)"),
		prints: 'function',
	},
] as const;
/** Builds a package, and the machine may be busy. */
const BUILDING_MS = 120_000;

let temporary: string;
beforeAll(() => {
	temporary = mkdtempSync(join(tmpdir(), 'fresh-clone-'));
	symlinkSync(join(root, 'node_modules'), join(temporary, 'node_modules'), 'junction');
});
afterAll(() => rmSync(temporary, { recursive: true, force: true }));

test.each(packages)('packing %s needs a file that only its build makes', (folder) => {
	expect(readlinkSync(join(root, folder, '.npmignore'))).toMatch(/^dist\//);
});

test('so packing fails before a package is built, even if npm runs no scripts', () => {
	const unbuilt = join(temporary, 'unbuilt');
	cpSync(join(root, 'packages/mcp'), unbuilt, { recursive: true, verbatimSymlinks: true, filter: (path) => !/[\\/](dist|node_modules)$/.test(path) });
	const { status, stderr, tarballs } = pack(unbuilt, join(temporary, 'packed'));
	expect(status).not.toBe(0);
	expect(stderr).toContain('.npmignore');
	expect(tarballs).toEqual([]);
});

test('packing the nodes unbuilt builds them where npm may run scripts', () => {
	const { files } = packed('.');
	expect(files).toContain('dist/nodes/MeetingAssistant/MeetingAssistant.node.js');
	expect(files.filter((path) => path.includes('npmignore'))).toEqual([]);
}, BUILDING_MS);

test('building again replaces only what has changed, so that rehearsals of one clone do not disturb each other', () => {
	packed('.');
	const dist = join(freshClone(), 'dist');
	const built = () => Object.fromEntries(globSync('**/*.js', { cwd: dist }).map((path) => [path, statSync(join(dist, path)).mtimeMs]));
	const before = built();
	const changed = join('credentials', 'MeetingAssistantApi.credentials.js');
	const content = readFileSync(join(dist, changed), 'utf8');
	for (const path of [changed, 'removed.js']) writeFileSync(join(dist, path), '// Of an earlier build');
	expect(run('npm', ['run', '--silent', 'build'], freshClone())).toMatchObject({ status: 0 });
	expect(built()).toEqual({ ...before, [changed]: expect.any(Number) });
	expect(readFileSync(join(dist, changed), 'utf8')).toBe(content);
}, BUILDING_MS);

test.each(libraries)('packing $folder unbuilt builds what works', ({ folder, args, prints }) => {
	const { tarball, files } = packed(folder);
	const unpacked = join(temporary, folder);
	unpack(tarball, unpacked);
	expect(files).toContain('LICENSE');
	expect(files.filter((path) => path.endsWith('.npmignore'))).toEqual([]);
	// Compiled file by file, so nobody else's code is inlined. Otherwise notices would be due.
	const sourcesOf = (path: string) => [path.replace(/^dist\//, ''), path.replace(/^dist\//, '').replace(/\.js$/, '.ts')];
	const scripts = files.filter((path) => path.endsWith('.js'));
	const isBundled = scripts.some((path) => !sourcesOf(path).some((source) => existsSync(join(root, source))));
	expect(files.includes('dist/THIRD-PARTY-NOTICES.md')).toBe(isBundled);

	expect(run(process.execPath, args, unpacked)).toEqual({ status: 0, stdout: `${prints}\n`, stderr: '' });
}, BUILDING_MS);
