import { execFile, spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { isAvailable } from '../../../scripts/available.ts';
import { esbuildMain, executables, isInstalled, oldestZod } from '../../../scripts/runtimes/install.ts';
import { installClient, type Installed } from './installed.ts';
import { startService, type Service } from '../../library/service.ts';

const isThere = isAvailable(isInstalled(), 'Bun, Deno, workerd and esbuild are not installed (npm run hosts:install -- runtimes)');
const BUILDING_MS = 180_000;

let installed: Installed;
let service: Service;
beforeAll(async () => {
	if (!isThere) return;
	installed = installClient();
	service = await startService();
	await service.addMeeting('Quillbrook pilot', true, new Date(Date.now() - 3_600_000).toISOString());
	writeFileSync(join(installed.folder, 'work.mjs'), WORK);
}, BUILDING_MS);
afterAll(async () => {
	await service?.sandbox.stop();
	installed?.remove();
});

/** One real program: it connects, lists, runs an operation and a tool, polls, and verifies a delivery. */
const WORK = `
import { ClientError, connect } from 'meeting-assistant-client';
import { transcriptVtt } from 'meeting-assistant-client/format';
import { operationsOf } from 'meeting-assistant-client/operations';
import { createPoller, memoryStore } from 'meeting-assistant-client/polling';
import { createTools } from 'meeting-assistant-client/tools';
import { fetchHandler, signDelivery, verify } from 'meeting-assistant-client/webhooks';

export async function work(account) {
	const client = connect({ ...account, patienceMs: 0 });
	const titles = [];
	for await (const { title } of client.conversations.list()) titles.push(title);
	const { data } = await client.conversations.list({ limit: 1 });
	const transcript = await client.transcript.get({ id: data[0].id });
	const vtt = transcriptVtt(transcript.data.segments).split('\\n')[0];
	const { totals } = await operationsOf(client).insight.getDigest({ period: 'custom', since: new Date(Date.now() - 7200_000) });
	const { results } = await createTools(client).find(({ name }) => name === 'conversation_get_all').execute({});
	const missing = await client.transcript.get({ id: 'none' }).catch((error) => error instanceof ClientError && error.problem.missing);
	const found = [];
	await createPoller({ client, store: memoryStore(), events: ['conversation.created'], recentHours: 2 }).poll(({ event }) => void found.push(event));
	const { body, headers } = await signDelivery({ event: 'webhook.test', data: { message: 'Hi' } }, 'whsec_test');
	const { event } = await verify(body, headers, 'whsec_test');
	const forged = await verify(body, headers, 'whsec_other').catch(({ problem }) => problem.status);
	const handle = fetchHandler({ secret: 'whsec_test', onEvent: () => {} });
	const answer = await handle(new Request('https://example.com/webhook', { method: 'POST', body, headers }));
	return [titles, vtt, totals.meetings, results.length, missing, found, event, forged, answer.status];
}
`;
const WORKED = [['Quillbrook pilot'], 'WEBVTT', 1, 1, 'conversation', ['conversation.created'], 'webhook.test', 401, 200];

const STANDALONE = `import { work } from './work.mjs';
console.log(JSON.stringify(await work({ apiKey: process.env.MEETING_ASSISTANT_API_KEY, baseUrl: process.env.MEETING_ASSISTANT_BASE_URL })));`;

interface Built {
	readonly errors: readonly unknown[];
	readonly warnings: readonly unknown[];
	readonly outputFiles: readonly { readonly text: string; readonly contents: Uint8Array }[];
}

const esbuild = (): { build(options: object): Promise<Built> } => createRequire(import.meta.filename)(esbuildMain());

/** A program as a bundler makes it, minified. */
const bundle = async (contents: string, options: object = {}) =>
	await esbuild().build({
		stdin: { contents, resolveDir: installed.folder },
		...{ bundle: true, minify: true, write: false, format: 'esm', platform: 'neutral', logLevel: 'silent', mainFields: ['module', 'main'] },
		...options,
	});

/** Runs a program. The sandbox is in this process, so that it must not block it. */
async function run(executable: string, words: readonly string[]): Promise<unknown> {
	const env = { PATH: process.env['PATH'], MEETING_ASSISTANT_API_KEY: service.account.apiKey, MEETING_ASSISTANT_BASE_URL: service.account.baseUrl, DENO_NO_UPDATE_CHECK: '1', DENO_DIR: join(installed.folder, '.deno') };
	const output = await new Promise<string>((done, reject) => {
		execFile(executable, words, { cwd: installed.folder, env, timeout: 60_000 }, (error, stdout, stderr) =>
			error ? reject(new Error(`${error.message}\n${stderr}`)) : done(stdout),
		);
	});
	return JSON.parse(output);
}

/** The program as a Worker, in Cloudflare Workers' runtime, without any of Node's modules. */
async function runInWorkerd(compatibilityDate: string): Promise<unknown> {
	const { outputFiles } = await bundle(
		`import { work } from './work.mjs';
		export default { fetch: async (request) => Response.json(await work(await request.json()).catch((error) => String(error.stack))) };`,
		{ conditions: ['workerd', 'worker', 'browser'] },
	);
	writeFileSync(join(installed.folder, 'worker.js'), outputFiles[0]?.contents ?? '');
	const config = `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
	services = [ (name = "main", worker = .main), (name = "internet", network = (allow = ["public", "private", "local"])) ],
	sockets = [ (name = "http", address = "127.0.0.1:0", http = (), service = "main") ]
);
const main :Workerd.Worker = (modules = [ (name = "worker", esModule = embed "worker.js") ], compatibilityDate = "${compatibilityDate}");`;
	writeFileSync(join(installed.folder, 'workerd.capnp'), config);
	const child = spawn(executables().workerd, ['serve', 'workerd.capnp', '--control-fd=3'], { cwd: installed.folder, stdio: ['ignore', 'inherit', 'inherit', 'pipe'] });
	try {
		const control = child.stdio[3];
		if (!control || !('on' in control)) throw new Error('workerd has no control channel');
		for await (const line of createInterface({ input: control as NodeJS.ReadableStream })) {
			const { event, port }: { event?: string; port?: number } = JSON.parse(line);
			if (event !== 'listen') continue;
			const answer = await fetch(`http://127.0.0.1:${port}`, { method: 'POST', body: JSON.stringify(service.account) });
			return await answer.json();
		}
		throw new Error('workerd did not start');
	} finally {
		child.kill();
	}
}

(isThere ? describe : describe.skip)('The client', () => {
	test('runs in Bun', async () => {
		writeFileSync(join(installed.folder, 'standalone.mjs'), STANDALONE);
		expect(await run(executables().bun, ['run', 'standalone.mjs'])).toEqual(WORKED);
	});

	test('runs in Deno, with access to the network and its variables only', async () => {
		writeFileSync(join(installed.folder, 'standalone.mjs'), STANDALONE.replaceAll('process.env.', 'Deno.env.get("').replaceAll(/(get\("\w+)/g, '$1")'));
		expect(await run(executables().deno, ['run', '--quiet', '--node-modules-dir=manual', '--allow-net', '--allow-env', 'standalone.mjs'])).toEqual(WORKED);
	}, 60_000);

	// The second date is from before Workers had `navigator`.
	test.each(['2026-11-01', '2021-11-03'])('runs in Cloudflare Workers, with the compatibility date %s and nothing of Node’s', async (date) => {
		expect(await runInWorkerd(date)).toEqual(WORKED);
	}, 60_000);

	test('runs with the oldest zod that it accepts', async () => {
		const zod = join(installed.folder, 'node_modules/zod');
		const { version }: { version: string } = JSON.parse(readFileSync(join(oldestZod(), 'package.json'), 'utf8'));
		expect(JSON.parse(readFileSync(join(installed.home, 'package.json'), 'utf8')).dependencies).toEqual({ zod: expect.stringContaining(`^${version} `) });
		renameSync(zod, `${zod}-newest`);
		try {
			installed.link('zod', oldestZod());
			writeFileSync(join(installed.folder, 'standalone.mjs'), STANDALONE);
			expect(await run(process.execPath, ['standalone.mjs'])).toEqual(WORKED);
		} finally {
			renameSync(zod, `${zod}-oldest`);
			renameSync(`${zod}-newest`, zod);
		}
	});

	const entries = ['', '/format', '/operations', '/polling', '/tools', '/webhooks', '/axios', '/node'];
	const everywhere = ['browser', 'neutral', 'node'].flatMap((platform) => ['esm', 'cjs'].map((format) => ({ platform, format })));
	test.each(everywhere)('is bundled for $platform as $format, each entry by itself', async ({ platform, format }) => {
		const usable = entries.filter((entry) => entry !== '/node' || platform === 'node');
		for (const entry of usable) {
			const name = `meeting-assistant-client${entry}`;
			const code = format === 'esm' ? `export * from '${name}';` : `module.exports = require('${name}');`;
			const { errors, warnings } = await bundle(code, { platform, format, external: ['axios'] });
			expect({ entry, errors, warnings }).toEqual({ entry, errors: [], warnings: [] });
		}
	});

	test('is small: what only connects, verifies deliveries or writes formats does not carry the rest', async () => {
		const sizeOf = async (code: string) => {
			const { outputFiles } = await bundle(code);
			const bytes = outputFiles[0]?.contents ?? new Uint8Array();
			return { kB: bytes.byteLength / 1000, gzipped: gzipSync(bytes).byteLength / 1000 };
		};
		const sizes = {
			connect: await sizeOf(`import { connect } from 'meeting-assistant-client'; console.log(connect);`),
			webhooks: await sizeOf(`import { fetchHandler } from 'meeting-assistant-client/webhooks'; console.log(fetchHandler);`),
			format: await sizeOf(`import { transcriptVtt } from 'meeting-assistant-client/format'; console.log(transcriptVtt);`),
		};
		process.stdout.write(`${JSON.stringify(sizes)}\n`);
		expect(sizes.connect.kB).toBeLessThan(48);
		expect(sizes.connect.gzipped).toBeLessThan(18);
		expect(sizes.webhooks.kB).toBeLessThan(12);
		expect(sizes.format.kB).toBeLessThan(10);
	});
});
