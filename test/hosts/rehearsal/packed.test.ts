import { execFileSync, spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { z } from 'zod/v4';
import { nodesOf } from '../../../scripts/floors/install.ts';
import { packed, unpack } from '../package/clone.ts';
import { UNTIL, withoutProgress } from './support.ts';

const Manifest = z.object({ bin: z.record(z.string(), z.string()).default({}), dependencies: z.record(z.string(), z.string()) });
const NAME = 'meeting-assistant-rehearsal';
const MINUTES = 60_000;
const read = (folder: string) => Manifest.parse(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')));

let folder: string;
let home: string;
let bin: string;
let files: readonly string[];

/** Where npm has installed a dependency of this package. */
const installed = (name: string): string => [resolve('packages/rehearsal/node_modules', name), resolve('sandbox/node_modules', name)].find((path) => existsSync(path)) ?? resolve('node_modules', name);

/** An empty folder with the package as npm would publish it, the nodes likewise, and nothing else but its declared dependencies. */
beforeAll(() => {
	folder = mkdtempSync(join(tmpdir(), 'rehearsal-packed-'));
	home = join(folder, 'node_modules', NAME);
	const { tarball, bytes, files: inside } = packed('packages/rehearsal');
	files = inside;
	process.stdout.write(`packed ${(bytes / 1000).toFixed(1)} kB, ${files.length} files\n`);
	unpack(tarball, home);
	const nodes = 'n8n-nodes-meeting-assistant';
	unpack(packed('.').tarball, join(folder, 'node_modules', nodes));
	const manifest = read(home);
	bin = join(home, manifest.bin[NAME] ?? '');
	for (const name of Object.keys(manifest.dependencies).filter((name) => name !== nodes)) {
		const link = join(folder, 'node_modules', name);
		mkdirSync(dirname(link), { recursive: true });
		symlinkSync(installed(name), link);
	}
	copyFileSync('examples/weekly-digest.json', join(folder, 'workflow.json'));
}, 5 * MINUTES);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('it contains code, types, sample meetings and documents, but no sources and no tests', () => {
	expect(files.filter((path) => !/^(package\.json|README\.md|LICENSE|dist\/.+\.(js|d\.ts)|dist\/sandbox\/sample\/.+\.(json|vtt))$/.test(path))).toEqual([]);
});

test('it depends on what it imports and on nothing else, in the versions of the sandbox that is part of it', () => {
	const code = globSync('dist/**/*.js', { cwd: home }).map((path) => readFileSync(join(home, path), 'utf8'));
	const imported = code.flatMap((text) => [...text.matchAll(/^(?:import|export)\b(?:[^;']*?from)?\s*'([^.'][^']*)'|(?:import|requireN8n)\('([^.'][^']*)'\)/gm)].map(([, one, other]) => one ?? other ?? ''));
	const packageOf = (name: string) => name.split('/').slice(0, name.startsWith('@') ? 2 : 1).join('/');
	const { dependencies } = read(home);
	// Its folder is found by its name.
	const nodes = ['n8n-nodes-base', 'n8n-nodes-meeting-assistant'];
	expect([...new Set([...imported.filter((name) => !isBuiltin(name)).map(packageOf), ...nodes])].toSorted()).toEqual(Object.keys(dependencies).toSorted());
	const shared = Object.entries(read('sandbox').dependencies).filter(([name]) => name in dependencies);
	expect(shared.length).toBeGreaterThan(10);
	expect(dependencies).toMatchObject(Object.fromEntries(shared));
});

describe.each(nodesOf('packages/rehearsal'))('$name', ({ executable }) => {
	const run = (...words: string[]) => spawnSync(executable, [bin, ...words], { cwd: folder, encoding: 'utf8', timeout: MINUTES, env: { ...process.env, INIT_CWD: tmpdir() } });

	test('the command says what it is called where it is installed', () => {
		const { stdout, stderr } = run('--help');
		expect([stdout.split('\n')[0], stderr]).toEqual(['Usage: npx meeting-assistant-rehearsal workflow.json [sub-workflow.json …] [options]', '']);
	});

	test('the command rehearses a workflow and writes its page', () => {
		const { status, stdout, stderr } = run('workflow.json', '--until', UNTIL);
		expect([status, withoutProgress(stderr)]).toEqual([0, '']);
		expect(stdout).toMatch(/^✔ Weekly digest by email: 4 runs in 30 days, 0 AI credits a month/m);
		expect(readFileSync(join(folder, 'rehearsal.html'), 'utf8')).toContain('Send Email');
	}, MINUTES);

	test('the program of the README rehearses it, and leaves nothing behind', () => {
		const [, program = ''] = /```ts\n(.+?)```/s.exec(readFileSync(join(home, 'README.md'), 'utf8')) ?? [];
		const temporary = mkdtempSync(join(tmpdir(), 'rehearsal-left-'));
		const out = execFileSync(executable, ['--disable-warning=ExperimentalWarning', '--input-type=module', '-e', program], { cwd: folder, encoding: 'utf8', timeout: MINUTES, env: { ...process.env, TMPDIR: temporary } });
		expect(out).toMatch(/^true 1 run in 7 days/);
		expect(globSync('*', { cwd: temporary })).toEqual([]);
		rmSync(temporary, { recursive: true, force: true });
	}, MINUTES);

	test('what the caller can fix is said in words', () => {
		const program = "const { rehearse, UserError } = await import('meeting-assistant-rehearsal'); for (const [workflow, options] of [['none.json'], [{}], ['workflow.json', { days: 0 }], ['workflow.json', { database: 'none.sqlite' }]]) await rehearse(workflow, options).catch((error) => console.log(error instanceof UserError, error.message));";
		const out = execFileSync(executable, ['--disable-warning=ExperimentalWarning', '--input-type=module', '-e', program], { cwd: folder, encoding: 'utf8', timeout: MINUTES });
		expect(out.split('\n')).toEqual([
			'true There is no such file: none.json',
			'true This is not a workflow with nodes, as n8n exports it.',
			'true “days” is a whole number from 1 to 92, not “0”.',
			'true There is no database none.sqlite. To see where the sandbox’s own is: npx meeting-assistant-sandbox --help',
			'',
		]);
	}, MINUTES);
});
