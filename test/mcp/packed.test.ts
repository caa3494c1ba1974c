import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { startWorld, use, type World } from './support.ts';

/** Further versions of Node to run the package with, as paths of their executables. */
const nodes = [resolve('node_modules/.bin/node'), ...(process.env['NODES'] ?? '').split(delimiter).filter(Boolean)];
const BUILDING_MS = 180_000;

let folder: string;
let home: string;
let world: World;

beforeAll(async () => {
	folder = mkdtempSync(join(tmpdir(), 'mcp-packed-'));
	execFileSync('npm', ['run', '--silent', 'build', '-w', 'packages/mcp'], { stdio: 'inherit' });
	const report = execFileSync('npm', ['pack', '-w', 'packages/mcp', '--json', '--pack-destination', folder], { encoding: 'utf8' });
	const [{ filename, size, unpackedSize }] = JSON.parse(report);
	process.stdout.write(`packed ${(size / 1000).toFixed(1)} kB, unpacked ${(unpackedSize / 1000).toFixed(1)} kB\n`);
	home = join(folder, 'node_modules', 'meeting-assistant-mcp');
	mkdirSync(home, { recursive: true });
	execFileSync('tar', ['-xzf', join(folder, filename), '-C', home, '--strip-components=1']);
	// Its dependencies, as npm installs them beside it.
	for (const name of ['@modelcontextprotocol', 'zod']) symlinkSync(resolve('node_modules', name), join(folder, 'node_modules', name), 'junction');
	world = await startWorld();
	await world.addMeeting('Quillbrook pilot');
}, BUILDING_MS);
afterAll(async () => {
	await world.stop();
	rmSync(folder, { recursive: true, force: true });
});

test('it has its license, those of the code inlined into it, and nothing that it does not need', () => {
	const files = readdirSync(home, { recursive: true, encoding: 'utf8' }).map((path) => path.replaceAll('\\', '/'));
	expect(files.filter((path) => path !== 'dist').toSorted()).toEqual([
		'LICENSE',
		'README.md',
		'dist/THIRD-PARTY-NOTICES.md',
		'dist/http.js',
		'dist/main.js',
		'dist/server.js',
		'package.json',
	]);
	const scripts = files.filter((path) => path.endsWith('.js')).map((path) => readFileSync(join(home, path), 'utf8'));
	const imported = scripts.flatMap((code) => [...code.matchAll(/from '((?:@[^/']+\/)?[^./'][^/']*)/g)].map(([, name = '']) => name));
	const { dependencies } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8'));
	expect([...new Set(imported)].filter((name) => !name.startsWith('node:')).toSorted()).toEqual(Object.keys(dependencies).toSorted());
});

test.each(nodes)('%s runs it as a host does', async (command) => {
	const client = new Client({ name: 'test', version: '1' });
	const started = performance.now();
	const { apiKey, baseUrl } = world.settings;
	const env = { MEETING_ASSISTANT_API_KEY: apiKey, MEETING_ASSISTANT_BASE_URL: baseUrl };
	const transport = new StdioClientTransport({ command, args: [join(home, 'dist', 'main.js')], env, stderr: 'pipe' });
	let said = '';
	transport.stderr?.on('data', (chunk) => (said += String(chunk)));
	await client.connect(transport);
	process.stdout.write(`started in ${(performance.now() - started).toFixed(0)} ms\n`);
	expect((await use(client, 'conversation_get_all')).results.map(({ title }) => title)).toEqual(['Quillbrook pilot']);
	await client.close();
	expect(said).toBe('');
});
