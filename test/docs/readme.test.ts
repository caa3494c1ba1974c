import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const root = join(__dirname, '../..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const pages = [
	'README.md',
	'CONTRIBUTING.md',
	'CHANGELOG.md',
	'SECURITY.md',
	'packages/client/README.md',
	'sandbox/README.md',
	'docs/assumptions.md',
	'docs/comparison.md',
	'docs/faults.md',
	'docs/sandbox.md',
	'docs/scaling.md',
	'docs/triggers.md',
];
const scripts: Record<string, string> = JSON.parse(read('package.json')).scripts;

test.each(pages)('%s links to files that are there', (page) => {
	const links = [...read(page).matchAll(/\]\(([^)#]+)\)/g)].map(([, link = '']) => link);
	const files = links.filter((link) => !/^https?:/.test(link));
	expect(files.filter((file) => !existsSync(join(root, dirname(page), file)))).toEqual([]);
});

test.each(pages)('%s names npm scripts that are there', (page) => {
	const named = [...read(page).matchAll(/npm (?:run )?(test\b|(?<=run )[\w:]+)/g)].map(([, script = '']) => script);
	expect(named.filter((script) => !(script in scripts))).toEqual([]);
});

test.each(['CONTRIBUTING.md', 'SECURITY.md'])('%s names files that are there, but for those of an example', (page) => {
	const named = [...read(page).matchAll(/`((?:src|nodes|sandbox|packages|test|docs|examples|credentials|scripts)(?:\/[\w./-]+)?)`/g)]
		.map(([, path = '']) => path)
		.filter((path) => !/speaker/.test(path));
	expect(named.length).toBeGreaterThan(10);
	expect(named.filter((path) => !existsSync(join(root, path)))).toEqual([]);
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

/** What a program prints, up to what is looked for; it may run on. */
async function printedBy({ stdout }: ReturnType<typeof run>, wanted: RegExp): Promise<readonly string[]> {
	let printed = '';
	for await (const chunk of stdout) {
		printed += chunk;
		const found = wanted.exec(printed);
		if (found) return found;
	}
	throw new Error(`Not printed: ${wanted}, but: ${printed}`);
}

test('the README’s programs run: the sandbox prints what the client needs to find the meeting', async () => {
	const sandbox = run(programWith('startSandbox').replace('port: 8787', 'port: 0'));
	try {
		const [, baseUrl = '', apiKey] = await printedBy(sandbox, /Base URL: (\S+)\nAPI key: {2}(\S+)\n/);
		const client = run(programWith('connect(').replace('https://api.example.com', baseUrl), { MEETING_ASSISTANT_API_KEY: apiKey });
		await printedBy(client, /^\S+Z Quillbrook pilot: trial review and next steps\n$/);
	} finally {
		sandbox.kill();
	}
});
