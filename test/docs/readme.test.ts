import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const root = join(__dirname, '../..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const pages = [
	'README.md',
	'CONTRIBUTING.md',
	'CHANGELOG.md',
	'SECURITY.md',
	'packages/client/README.md',
	'packages/mcp/README.md',
	'packages/zapier/README.md',
	'packages/node-red/README.md',
	'sandbox/README.md',
	'docs/assumptions.md',
	'docs/comparison.md',
	'docs/offline-ai.md',
	'docs/platforms.md',
	'docs/faults.md',
	'docs/sandbox.md',
	'docs/scaling.md',
	'docs/triggers.md',
];
const scripts: Record<string, string> = JSON.parse(read('package.json')).scripts;

test.each(pages)('%s links to files that exist', (page) => {
	const links = [...read(page).matchAll(/\]\(([^)#]+)\)/g)].map(([, link = '']) => link);
	const files = links.filter((link) => !/^https?:/.test(link));
	expect(files.filter((file) => !existsSync(join(root, dirname(page), file)))).toEqual([]);
});

test.each(pages)('%s names npm scripts that exist', (page) => {
	const named = [...read(page).matchAll(/npm (?:run )?(test\b|(?<=run )[\w:-]+)/g)].map(([, script = '']) => script);
	expect(named.filter((script) => !(script in scripts))).toEqual([]);
});

/** Files and folders of the repository named in a text. */
const pathsIn = (text: string): string[] =>
	[...text.matchAll(/`((?:src|nodes|sandbox|packages|test|docs|examples|credentials|scripts|e2e|bench)(?:\/[\w./-]+)?)`/g)].map(([, path = '']) => path);

test.each(['CONTRIBUTING.md', 'SECURITY.md'])('%s names files and folders that exist', (page) => {
	const named = pathsIn(read(page));
	expect(named.length).toBeGreaterThan(10);
	expect(named.filter((path) => !existsSync(join(root, path)))).toEqual([]);
});

test('CONTRIBUTING.md answers six questions with the file to start from', () => {
	const [, section = ''] = /## Find your way\n(.+?)\n## /s.exec(read('CONTRIBUTING.md')) ?? [];
	const starts = [...section.matchAll(/^\| .+?\? \| (.+?) \|/gm)].map(([, start = '']) => pathsIn(start)[0]);
	expect(starts).toHaveLength(6);
	expect(starts.filter((path) => !path || !existsSync(join(root, path)))).toEqual([]);
});

test('CONTRIBUTING.md lists every folder of src', () => {
	const [, section = ''] = /## Where things are\n(.+?)\n## /s.exec(read('CONTRIBUTING.md')) ?? [];
	const first = section.split('\n').flatMap((row) => pathsIn(row.split('|')[1] ?? ''));
	const folders = readdirSync(join(root, 'src'), { withFileTypes: true }).filter((entry) => entry.isDirectory());
	expect(folders.map(({ name }) => `src/${name}`).filter((folder) => !first.includes(folder))).toEqual([]);
});

const programs = [...read('README.md').matchAll(/```ts\n(.+?)```/gs)].map(([, code = '']) => code);
const programWith = (text: string): string => programs.find((code) => code.includes(text)) ?? '';

function run(program: string, env: NodeJS.ProcessEnv = {}) {
	const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', '--input-type=module-typescript', '-'], {
		cwd: root,
		env: { ...process.env, ...env },
		stdio: ['pipe', 'pipe', 'inherit'],
	});
	child.stdin.end(program);
	return child;
}

/** Waits for a program to print what is wanted. The program may keep running. */
async function printedBy({ stdout }: ReturnType<typeof run>, wanted: RegExp): Promise<readonly string[]> {
	let printed = '';
	for await (const chunk of stdout) {
		printed += chunk;
		const found = wanted.exec(printed);
		if (found) return found;
	}
	throw new Error(`Expected ${wanted} in the output, but got: ${printed}`);
}

test('the README’s programs run: the client finds the meeting with what the sandbox prints', async () => {
	const sandbox = run(programWith('startSandbox').replace('port: 8787', 'port: 0'));
	try {
		const [, baseUrl = '', apiKey] = await printedBy(sandbox, /Base URL: (\S+)\nAPI key: {2}(\S+)\n/);
		const client = run(programWith('connect(').replace('https://api.example.com', baseUrl), { MEETING_ASSISTANT_API_KEY: apiKey });
		await printedBy(client, /^\S+Z Quillbrook pilot: trial review and next steps\n$/);
	} finally {
		sandbox.kill();
	}
});
