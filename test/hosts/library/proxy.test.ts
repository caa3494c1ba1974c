import { execFile, spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer, request as forward } from 'node:http';
import { connect as open, type AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';
import { isAvailable } from '../../../scripts/available.ts';
import { executables, isInstalled, undici } from '../../../scripts/runtimes/install.ts';
import { installClient, type Installed } from './installed.ts';
import { startService, type Service } from '../../library/service.ts';

const isThere = isAvailable(isInstalled(), 'undici, Bun and Deno are not installed (npm run hosts:install -- runtimes)');
const BUILDING_MS = 180_000;

/** A real HTTP proxy, with and without tunnels (as for https://), that records the requested addresses. */
async function startProxy() {
	const passed: string[] = [];
	const server = createServer((asked, answer) => {
		passed.push(new URL(asked.url ?? '').host);
		const sent = forward(asked.url ?? '', { method: asked.method ?? 'GET', headers: asked.headers }, (received) => {
			answer.writeHead(received.statusCode ?? 502, received.headers);
			received.pipe(answer);
		});
		asked.pipe(sent);
	});
	server.on('connect', ({ url = '' }, socket, head) => {
		passed.push(url);
		const [host = '', port] = url.split(':');
		const target = open(Number(port), host, () => {
			socket.write('HTTP/1.1 200 Connection Established\r\n\r\n');
			target.write(head);
			target.pipe(socket);
			socket.pipe(target);
		});
		target.on('error', () => socket.destroy());
		socket.on('error', () => target.destroy());
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const { port } = server.address() as AddressInfo;
	return {
		url: `http://127.0.0.1:${port}`,
		passed,
		stop: () =>
			new Promise<void>((resolve) => {
				server.closeAllConnections();
				server.close(() => resolve());
			}),
	};
}

let installed: Installed;
let service: Service;
let proxy: Awaited<ReturnType<typeof startProxy>>;
beforeAll(async () => {
	if (!isThere) return;
	installed = installClient();
	installed.link('undici', undici());
	installed.link('axios');
	service = await startService();
	await service.addMeeting('Quillbrook pilot');
}, BUILDING_MS);
afterAll(async () => {
	await service?.sandbox.stop();
	installed?.remove();
});
beforeEach(async () => void (proxy = await startProxy()));
afterEach(() => proxy.stop());

/** Prints the title of the only meeting. */
const program = (imports: string, options: string): string => `
import { connect } from 'meeting-assistant-client';
${imports}
const account = ${JSON.stringify(service.account)};
const { data } = await connect({ ...account, ${options} }).conversations.list();
console.log(data[0].title);
`;

/** Runs a program. Proxy and sandbox are in this process, so that it must not block it. */
async function run(executable: string, words: readonly string[], code: string, variables: Readonly<Record<string, string>> = {}): Promise<string> {
	writeFileSync(join(installed.folder, 'proxied.mjs'), code);
	const env = { PATH: process.env['PATH'], DENO_NO_UPDATE_CHECK: '1', DENO_DIR: join(installed.folder, '.deno'), ...variables };
	return await new Promise((done, reject) => {
		execFile(executable, [...words, 'proxied.mjs'], { cwd: installed.folder, env, timeout: 60_000 }, (error, stdout, stderr) =>
			error ? reject(new Error(`${error.message}\n${stderr}`)) : done(stdout),
		);
	});
}

(isThere ? describe : describe.skip)('Requests go through a proxy', () => {
	const host = () => new URL(service.account.baseUrl).host;

	test.each([
		['Node with NODE_USE_ENV_PROXY', process.execPath, [], { NODE_USE_ENV_PROXY: '1' }],
		['Bun', executables().bun, ['run'], {}],
		['Deno', executables().deno, ['run', '--quiet', '--node-modules-dir=manual', '--allow-net', '--allow-env'], {}],
	] as const)('of the variable HTTP_PROXY in %s', async (_, executable, words, variables) => {
		const code = program('', '');
		expect(await run(executable, words, code, { ...variables, HTTP_PROXY: proxy.url, http_proxy: proxy.url })).toBe('Quillbrook pilot\n');
		expect(proxy.passed).toEqual([host()]);
	}, 60_000);

	test('of undici’s agent, in every Node', async () => {
		const code = program(`import { fetch, ProxyAgent } from 'undici';`, `fetch: (url, init) => fetch(url, { ...init, dispatcher: new ProxyAgent('${proxy.url}') })`);
		expect(await run(process.execPath, [], code)).toBe('Quillbrook pilot\n');
		expect(proxy.passed).toEqual([host()]);
	});

	test('of undici’s agent, as the README shows it, in the strictest TypeScript', () => {
		const [, snippet = ''] = /\[undici\].*?`(connect\(.+?\))`/.exec(readFileSync('packages/client/README.md', 'utf8')) ?? [];
		expect(snippet).toContain('ProxyAgent');
		installed.link('@types/node');
		writeFileSync(join(installed.folder, 'snippet.mts'), `import { connect } from 'meeting-assistant-client';\nimport { fetch, ProxyAgent } from 'undici';\nexport const client = ${snippet};\n`);
		const strict = { target: 'es2023', module: 'nodenext', strict: true, exactOptionalPropertyTypes: true, noEmit: true, skipLibCheck: true, types: ['node'] };
		const config = join(installed.folder, 'tsconfig.snippet.json');
		writeFileSync(config, JSON.stringify({ compilerOptions: strict, files: ['snippet.mts'] }));
		expect(spawnSync(process.execPath, [resolve('node_modules/typescript/bin/tsc'), '-p', config], { encoding: 'utf8' }).stdout).toBe('');
	});

	test('of the variable HTTP_PROXY with axios, in every Node', async () => {
		const code = program(`import { axiosTransport } from 'meeting-assistant-client/axios';`, 'transport: axiosTransport');
		expect(await run(process.execPath, [], code, { HTTP_PROXY: proxy.url })).toBe('Quillbrook pilot\n');
		expect(proxy.passed).toEqual([host()]);
	});

	test('only if asked: Node alone ignores the variable', async () => {
		expect(await run(process.execPath, [], program('', ''), { HTTP_PROXY: proxy.url })).toBe('Quillbrook pilot\n');
		expect(proxy.passed).toEqual([]);
	});
});
