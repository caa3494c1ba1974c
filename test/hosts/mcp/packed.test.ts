import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { isBuiltin } from 'node:module';
import { join } from 'node:path';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport as Stdio2025 } from '@modelcontextprotocol/sdk/client/stdio.js';
import { z } from 'zod/v4';
import { nodesOf } from '../../../scripts/floors/install.ts';
import { freshClone, packed, run, unpack } from '../package/clone.ts';
import { newClient, newClient2025, startWorld, use, type AnyClient, type World } from '../../mcp/support.ts';

const nodes = nodesOf('packages/mcp');
const BUILDING_MS = 180_000;

let folder: string;
let home: string;
let world: World;

beforeAll(async () => {
	folder = mkdtempSync(join(tmpdir(), 'mcp-packed-'));
	const { tarball, bytes } = packed('packages/mcp');
	process.stdout.write(`packed ${(bytes / 1000).toFixed(1)} kB\n`);
	home = join(folder, 'node_modules', 'meeting-assistant-mcp');
	unpack(tarball, home);
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
	const imported = scripts.flatMap((code) => [...code.matchAll(/(?:^|;)import[^;"'`]*["']([^."'][^"']*)/gm)].map(([, name = '']) => name));
	const { dependencies } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8'));
	expect(dependencies).toBeUndefined();
	expect([...new Set(imported)].filter((name) => !isBuiltin(name))).toEqual([]);
});

test('npx starts the packed file as the README says, while the package is not on npm', () => {
	const readme = readFileSync('packages/mcp/README.md', 'utf8');
	const [, name = ''] = /"args": \["-y", "([\w-]+)"\]/.exec(readme) ?? [];
	const [, instead = ''] = /write `(file:[^`]+)` instead of `meeting-assistant-mcp`/s.exec(readme) ?? [];
	const { tarball } = packed('packages/mcp');
	const { name: own, version } = JSON.parse(readFileSync('packages/mcp/package.json', 'utf8'));
	expect([name, instead.replace(/\/path\/to\/.+$/, '')]).toEqual([own, 'file:']);
	const env = { ...process.env, npm_config_cache: join(folder, 'npm') };
	expect(execFileSync('npx', ['-y', instead.replace(/\/path\/to\/.+$/, tarball), '--version'], { cwd: folder, env, encoding: 'utf8' })).toBe(`${version}\n`);
}, BUILDING_MS);

test('the bundle that its command makes starts as its manifest says', async () => {
	const clone = freshClone();
	expect(run('npm', ['run', '--silent', 'mcp:bundle'], clone)).toMatchObject({ status: 0, stdout: expect.stringContaining('Manifest schema validation passes!') });
	execFileSync(process.execPath, ['node_modules/@anthropic-ai/mcpb/dist/cli/cli.js', 'unpack', join(clone, 'meeting-assistant.mcpb'), join(folder, 'bundle')]);
	const files = readdirSync(join(folder, 'bundle'), { recursive: true, encoding: 'utf8' }).map((path) => path.replaceAll('\\', '/'));
	expect(files.filter((path) => !path.startsWith('dist')).toSorted()).toEqual(['LICENSE', 'README.md', 'icon.png', 'manifest.json', 'package.json']);
	const manifest = JSON.parse(readFileSync(join(folder, 'bundle', 'manifest.json'), 'utf8'));
	const { version } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8'));
	expect(manifest.version).toBe(version);
	expect([manifest.server.entry_point, manifest.icon, ...manifest.icons.map(({ src }: { readonly src: string }) => src)].filter((path) => !files.includes(path))).toEqual([]);
	const start = async (userConfig: Readonly<Record<string, boolean | string>>) => {
		const given: Readonly<Record<string, unknown>> = { api_key: world.settings.apiKey, base_url: world.settings.baseUrl, ...userConfig };
		// Hosts fill in a manifest like this: with a setting, or else with its default.
		const filled = (text: string) => text.replace('${__dirname}', join(folder, 'bundle')).replace(/\$\{user_config\.(\w+)\}/, (_, name: string) => String(given[name] ?? manifest.user_config[name].default));
		const { args, env } = z.object({ args: z.array(z.string().transform(filled)), env: z.record(z.string(), z.string().transform(filled)) }).parse(manifest.server.mcp_config);
		const client = newClient2025();
		expect(manifest.server.mcp_config.command).toBe('node');
		await client.connect(new Stdio2025({ command: process.execPath, args, env }));
		return client;
	};
	// A person who fills in the required settings alone.
	const client = await start({});
	const { results } = await use(client, 'conversation_get_all');
	expect(results).toMatchObject([{ title: 'Quillbrook pilot' }]);
	expect((await use(client, 'conversation_share', { conversationId: results[0]?.['id'] })).text).toContain('“Allow without asking” in the settings of the extension');
	await client.close();
	const allowing = await start({ allow: 'share, rename', time_zone: 'America/Lima' });
	expect((await use(allowing, 'conversation_share', { conversationId: results[0]?.['id'] })).isError).toBe(false);
	expect(allowing.getInstructions()).toMatch(/in America\/Lima\.[^]*You may rename or share meetings without asking\./);
	await allowing.close();
	const reading = await start({ read_only: true });
	expect((await reading.listTools()).tools.map(({ name }) => name)).not.toContain('conversation_share');
	await reading.close();
}, BUILDING_MS);

describe.each(nodes)('$name', ({ executable: command }) => {
	const main = () => join(home, 'dist', 'main.js');
	const environment = () => ({ MEETING_ASSISTANT_API_KEY: world.settings.apiKey, MEETING_ASSISTANT_BASE_URL: world.settings.baseUrl });

	/** A session as an agent has it: tools, reads, a report, a refused input. */
	async function session(client: AnyClient) {
		const { tools } = await client.listTools();
		expect(tools.length).toBeGreaterThan(20);
		const [meeting] = (await use(client, 'conversation_get_all')).results;
		expect(meeting).toMatchObject({ title: 'Quillbrook pilot' });
		const transcript = await use(client, 'conversation_get_transcript', { conversationId: meeting?.['id'] });
		expect([transcript.isError, transcript.results.length]).toEqual([false, 1]);
		const digest = await use(client, 'insight_get_digest', { period: 'last7Days' });
		expect([digest.isError, JSON.stringify(digest.results)]).toEqual([false, expect.stringContaining('Quillbrook pilot')]);
		expect(await use(client, 'conversation_get_transcript', { conversationId: 'none' })).toMatchObject({ isError: true, text: expect.stringMatching(/./) });
		await client.close();
	}

	test('runs it as a host does', async () => {
		const client = newClient2025();
		const started = performance.now();
		const transport = new Stdio2025({ command, args: [main()], env: environment(), stderr: 'pipe' });
		let said = '';
		transport.stderr?.on('data', (chunk) => (said += String(chunk)));
		await client.connect(transport);
		process.stdout.write(`started in ${(performance.now() - started).toFixed(0)} ms\n`);
		await session(client);
		expect(said).toBe('');
	});

	test('runs it over HTTP', async () => {
		const server = spawn(command, [main(), '--http', '0'], { env: { ...process.env, ...environment() } });
		try {
			const said = await new Promise<string>((resolve, reject) => {
				server.stderr.once('data', (chunk) => resolve(String(chunk)));
				server.once('exit', (code) => reject(new Error(`It exited with ${code}`)));
			});
			const client = newClient();
			await client.connect(new StreamableHTTPClientTransport(new URL(said.replace(/^Serving /, '').trim())));
			await session(client);
		} finally {
			server.kill();
		}
	});
});
