import { execFile } from 'node:child_process';
import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startSandbox } from '../../sandbox/index.ts';

const root = join(import.meta.dirname, '../..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const pages = [
	...['README.md', 'AGENTS.md', 'CONTRIBUTING.md', 'CHANGELOG.md', 'SECURITY.md', 'docker/README.md', 'examples/README.md', 'sandbox/README.md'],
	...globSync('{docs,packages/*}/*.md', { cwd: root }).filter((path) => !path.includes('node_modules')),
];
const scripts: Record<string, string> = JSON.parse(read('package.json')).scripts;

test.each(pages)('%s names npm scripts that exist', (page) => {
	const named = [...read(page).matchAll(/npm (?:run )?(test\b|(?<=run )[\w:-]+)/g)].map(([, script = '']) => script);
	expect(named.filter((script) => !(script in scripts))).toEqual([]);
});

/** Files and folders of the repository named in a text. */
const pathsIn = (text: string): string[] =>
	[...text.matchAll(/`((?:src|nodes|sandbox|packages|test|docs|examples|credentials|scripts|e2e|bench)(?:\/[\w./-]+)?)`/g)].map(([, path = '']) => path);

test.each(['AGENTS.md', 'CONTRIBUTING.md', 'SECURITY.md'])('%s names files and folders that exist', (page) => {
	const named = pathsIn(read(page));
	expect(named.length).toBeGreaterThan(5);
	expect(named.filter((path) => !existsSync(join(root, path)))).toEqual([]);
});

test('CONTRIBUTING.md answers eight questions with the file to start from', () => {
	const [, section = ''] = /## Find your way\n(.+?)\n## /s.exec(read('CONTRIBUTING.md')) ?? [];
	const starts = [...section.matchAll(/^\| .+?\? \| (.+?) \|/gm)].map(([, start = '']) => pathsIn(start)[0]);
	expect(starts).toHaveLength(8);
	expect(starts.filter((path) => !path || !existsSync(join(root, path)))).toEqual([]);
});

test('CONTRIBUTING.md lists every folder of src', () => {
	const [, section = ''] = /## Where things are\n(.+?)\n## /s.exec(read('CONTRIBUTING.md')) ?? [];
	const first = section.split('\n').flatMap((row) => pathsIn(row.split('|')[1] ?? ''));
	const folders = readdirSync(join(root, 'src'), { withFileTypes: true }).filter((entry) => entry.isDirectory());
	expect(folders.map(({ name }) => `src/${name}`).filter((folder) => !first.some((path) => path === folder || path.startsWith(`${folder}/`)))).toEqual([]);
});

test('the README can be read at one sitting', () => expect(read('README.md').split('\n').length).toBeLessThanOrEqual(150));

test('the README’s program finds a meeting of the sandbox', async () => {
	const [, program = ''] = /```ts\n(.+?)```/s.exec(read('README.md')) ?? [];
	const sandbox = await startSandbox({ port: 0, database: ':memory:' });
	try {
		const user = sandbox.createUser({ name: 'Nora Feld', email: 'nora.feld@example.com', plan: 'professional' });
		const filename = 'quillbrook-pilot.vtt';
		await sandbox.importMeeting(user.id, { text: read(`examples/meetings/${filename}`), filename });
		const running = promisify(execFile)(process.execPath, ['--disable-warning=ExperimentalWarning', '--input-type=module-typescript', '-'], {
			cwd: root,
			env: { ...process.env, MEETING_ASSISTANT_API_KEY: sandbox.createKey(user.id) },
		});
		running.child.stdin!.end(program.replace('https://api.example.com', sandbox.url));
		expect((await running).stdout).toMatch(/^\S+Z Quillbrook pilot: trial review and next steps\n$/);
	} finally {
		await sandbox.stop();
	}
});
