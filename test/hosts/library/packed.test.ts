import { execFile, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { nodesOf } from '../../../scripts/floors/install.ts';
import { scriptedServer } from '../../support/scriptedServer.ts';
import { installClient, type Installed } from './installed.ts';
import { prints, programs } from '../../library/readme.ts';
import { startService, type Service } from '../../library/service.ts';

const node = resolve('node_modules/.bin/node');
const bin = (name: string) => resolve('node_modules/.bin', name);
const nodes = nodesOf('packages/client');
const entries = ['', '/axios', '/format', '/node', '/operations', '/polling', '/tools', '/webhooks'];
const BUILDING_MS = 180_000;

let folder: string;
let tarball: string;
let service: Service;
let installed: Installed;
let slack: Awaited<ReturnType<typeof scriptedServer>>;

const home = () => installed.home;
const link = (name: string) => installed.link(name);

beforeAll(async () => {
	installed = installClient();
	({ folder, tarball } = installed);
	process.stdout.write(`packed ${(installed.bytes / 1000).toFixed(1)} kB\n`);
	slack = await scriptedServer(Array(10).fill({ status: 200, body: 'ok' }));
	service = await startService();
	await service.addMeeting('Quillbrook pilot', true, new Date(Date.now() - 3_600_000).toISOString());
}, BUILDING_MS);
afterAll(async () => {
	await slack.stop();
	await service.sandbox.stop();
	installed.remove();
});

const environment = () => ({
	...process.env,
	MEETING_ASSISTANT_API_KEY: service.account.apiKey,
	MEETING_ASSISTANT_BASE_URL: service.account.baseUrl,
	SLACK_WEBHOOK_URL: slack.url,
});

/** Runs a program. The sandbox is in this process, so that it must not block it. */
async function run(executable: string, file: string, code: string, flags: readonly string[] = []) {
	writeFileSync(join(folder, file), code);
	return await new Promise<string>((done, reject) => {
		execFile(executable, ['--enable-source-maps', ...flags, file], { cwd: folder, env: environment() }, (error, stdout, stderr) =>
			error ? reject(new Error(`${error.message}\n${stderr}`)) : done(stdout + stderr),
		);
	});
}

test('npm installs the package and zod, and nothing else', () => {
	const installed = readdirSync(join(folder, 'node_modules')).filter((name) => !name.startsWith('.'));
	expect(installed.toSorted()).toEqual(['meeting-assistant-client', 'zod']);
});

test('it has its license, those of the code inlined into it, source maps with their sources, and no tests', () => {
	const files = readdirSync(home(), { recursive: true, encoding: 'utf8' }).map((path) => path.replaceAll('\\', '/'));
	expect(files).toEqual(expect.arrayContaining(['LICENSE', 'README.md', 'dist/THIRD-PARTY-NOTICES.md']));
	expect(readFileSync(join(home(), 'dist/THIRD-PARTY-NOTICES.md'), 'utf8')).toMatch(/^## p-limit /m);
	const maps = files.filter((path) => path.endsWith('.map'));
	const dangling = maps.flatMap((path) => {
		const { sources }: { sources: string[] } = JSON.parse(readFileSync(join(home(), path), 'utf8'));
		return sources.filter((source) => !existsSync(join(home(), dirname(path), source)));
	});
	expect(maps.length).toBeGreaterThan(10);
	expect(dangling).toEqual([]);
	expect(files.filter((path) => path.includes('.test.'))).toEqual([]);
});

test('its declarations name neither its folders nor zod, so that editors show only what programs use', () => {
	const declarations = readdirSync(join(home(), 'dist/types'), { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.d.ts'));
	expect(declarations.length).toBeGreaterThan(7);
	const texts = declarations.map((path) => readFileSync(join(home(), 'dist/types', path), 'utf8').replaceAll(/\/\*[^]*?\*\//g, ''));
	expect(texts.filter((text) => /\bzod\b|\bz\.|\bsrc\/|packages\//i.test(text))).toEqual([]);
});

test('publint finds nothing to improve', () => {
	const { status, stdout, stderr } = spawnSync(bin('publint'), ['run', '--strict', home()], { encoding: 'utf8' });
	expect({ status, output: `${stdout}${stderr}` }).toEqual({ status: 0, output: expect.stringContaining('All good!') });
});

test('are the types wrong? No', () => {
	const { status, stdout, stderr } = spawnSync(bin('attw'), [tarball, '--profile', 'node16', '--no-color'], { encoding: 'utf8' });
	expect({ status, output: status === 0 ? '' : `${stdout}${stderr}` }).toEqual({ status: 0, output: '' });
}, BUILDING_MS);

const body = `
const work = async () => {
	const client = connect();
	const titles = [];
	for await (const { title } of client.conversations.list()) titles.push(title);
	const since = new Date(Date.now() - 7200_000);
	const { totals } = await operationsOf(client).insight.getDigest({ period: 'custom', since });
	const error = await client.transcript.get({ id: 'none' }).catch((thrown) => thrown);
	const { found } = { found: [] };
	const poller = createPoller({ client, store: memoryStore(), events: ['conversation.created'], recentHours: 2 });
	await poller.poll(({ event }) => void found.push(event));
	console.log(JSON.stringify([titles, totals.meetings, error instanceof ClientError, found, typeof verify, operations.length > 20, typeof transcriptVtt]));
};
work();
`;
const imports = [
	['connect, ClientError', ''],
	['transcriptVtt', '/format'],
	['operations, operationsOf', '/operations'],
	['createPoller, memoryStore', '/polling'],
	['verify', '/webhooks'],
];
const printed = '[["Quillbrook pilot"],1,true,["conversation.created"],"function",true,"function"]\n';

describe.each(nodes)('$name', ({ executable }) => {
	test('runs it as an ES module', async () => {
		const lines = imports.map(([names, path]) => `import { ${names} } from 'meeting-assistant-client${path}';`);
		expect(await run(executable, 'program.mjs', `${lines.join('\n')}\n${body}`)).toBe(printed);
	});

	test('runs it as CommonJS', async () => {
		const lines = imports.map(([names, path]) => `const { ${names} } = require('meeting-assistant-client${path}');`);
		expect(await run(executable, 'program.cjs', `${lines.join('\n')}\n${body}`)).toBe(printed);
	});
});

describe('Its command line', () => {
	const { bin: programs }: { bin: Readonly<Record<string, string>> } = JSON.parse(readFileSync('packages/client/package.json', 'utf8'));
	const program = () => join(home(), programs['meeting-assistant'] ?? '');
	const inShell = async (command: string) =>
		await new Promise<{ code: unknown; out: string; err: string }>((done) => {
			const env = { ...environment(), PATH: `${dirname(process.execPath)}:${process.env['PATH']}` };
			execFile('bash', ['-o', 'pipefail', '-c', command], { cwd: folder, env }, (error, out, err) => done({ code: error?.code ?? 0, out, err }));
		});

	test.each(nodes)('answers on $name', async ({ executable }) => {
		expect(await inShell(`"${executable}" "${program()}" conversation get-all --json | head -n 1`)).toEqual({ code: 0, out: expect.stringMatching(/^\{"id":"conv_\w+","title":"Quillbrook pilot",.*\}\n$/), err: '' });
		expect(await inShell(`"${executable}" "${program()}" webhook delete wh_none`)).toEqual({ code: 1, out: '', err: expect.stringContaining('There is no webhook with the ID “wh_none”') });
	});

	test('is what npx starts, and the skill that teaches it is beside it', async () => {
		const { version } = JSON.parse(readFileSync(join(home(), 'package.json'), 'utf8'));
		expect(await inShell('npx --no -- meeting-assistant --version')).toEqual({ code: 0, out: `${version}\n`, err: '' });
		expect(readFileSync(join(home(), 'skills/meeting-assistant/SKILL.md'), 'utf8')).toBe(readFileSync('packages/client/skills/meeting-assistant/SKILL.md', 'utf8'));
		expect(existsSync(join(home(), 'dist/cjs/cli.js'))).toBe(false);
	});
});

test('an error of the ES module is one of CommonJS too', async () => {
	const code = `const { ClientError } = require('meeting-assistant-client');
	import('meeting-assistant-client').then((esm) => { try { esm.connect({ apiKey: '' }); } catch (error) { console.log(esm.ClientError === ClientError, error instanceof ClientError, new Error('x') instanceof ClientError); } });`;
	expect(await run(node, 'both.cjs', code)).toBe('false true false\n');
});

test('an error of the library points into its sources', async () => {
	const code = `import { connect } from 'meeting-assistant-client'; try { connect({ apiKey: 'x', baseUrl: 'x' }); } catch (error) { console.log(error.stack); }`;
	expect(await run(node, 'stack.mjs', code)).toMatch(/dist[\\/]source[\\/]packages[\\/]client[\\/]connect\.ts:\d+/);
});

/** The compiler's complaints, in its strictest mode. */
function compile(name: string, options: object, files: readonly string[]): string {
	const strict = { target: 'es2022', strict: true, exactOptionalPropertyTypes: true, noEmit: true, skipLibCheck: false, types: ['node'] };
	const config = join(folder, `tsconfig.${name}.json`);
	writeFileSync(config, JSON.stringify({ compilerOptions: { ...strict, ...options }, files }));
	return spawnSync(node, [resolve('node_modules/typescript/bin/tsc'), '-p', config], { encoding: 'utf8' }).stdout;
}

const typescript = `
import { connect, ClientError, type Client, type Conversation, type ConversationsListInput, type Problem } from 'meeting-assistant-client';
import { transcriptVtt } from 'meeting-assistant-client/format';
import { operations, operationsOf, run, type InsightGetDigestResult, type OperationName } from 'meeting-assistant-client/operations';
import { fileStore } from 'meeting-assistant-client/node';
import { createPoller, type NewEvent } from 'meeting-assistant-client/polling';
import { nodeHandler, verify, type WebhookEvent } from 'meeting-assistant-client/webhooks';
import { axiosTransport } from 'meeting-assistant-client/axios';
import { createServer } from 'node:http';

export const client: Client = connect({ transport: axiosTransport });
export const input: ConversationsListInput = { search: 'Acme' };
export async function use(): Promise<Conversation | undefined> {
	const { data, pagination, response } = await client.conversations.list(input, { timeoutMs: 1000 }).withResponse();
	const total: number = pagination.total;
	const limit: number | undefined = response.rateLimit?.limit;
	// @ts-expect-error a typo
	void data[0]?.titel;
	const found: InsightGetDigestResult = await operationsOf(client).insight.getDigest({ period: 'today' });
	const vtt: string = transcriptVtt((await client.transcript.get({ id: '' })).data.segments);
	const name: OperationName = 'insight.getDigest';
	for await (const { json } of run(client, name)) void json;
	await createPoller({ client, store: fileStore('x'), events: ['conversation.created'] }).poll((event: NewEvent) => void event.dedupeKey);
	const event: WebhookEvent = await verify('', {}, 's');
	if (event.event === 'conversation.updated') void event.data.title.length;
	createServer(nodeHandler({ secret: 's', onEvent: () => {} }));
	try {
		await client.user.profile();
	} catch (error) {
		if (error instanceof ClientError) void (error.problem satisfies Problem);
	}
	void [total, limit, found, vtt, operations.length];
	return data[0];
}
`;

const matrix = [
	{ module: 'node16', moduleResolution: 'node16', files: ['program.mts', 'program.cts'] },
	{ module: 'nodenext', moduleResolution: 'nodenext', files: ['program.mts', 'program.cts'] },
	{ module: 'preserve', moduleResolution: 'bundler', files: ['program.ts'] },
] as const;

test.each(matrix)('TypeScript compiles against it: $moduleResolution', ({ module, moduleResolution, files }) => {
	for (const name of ['@types/node', 'undici-types', 'axios']) link(name);
	for (const file of files) writeFileSync(join(folder, file), typescript);
	expect(compile(moduleResolution, { module, moduleResolution }, files)).toBe('');
}, BUILDING_MS);

test.each(nodes)('$name loads it without axios, and axios only where it is asked for', async ({ executable }) => {
	link('axios');
	const times = [];
	for (const entry of entries) {
		const code = `const start = performance.now(); await import('meeting-assistant-client${entry}'); console.log((performance.now() - start).toFixed(0));`;
		times.push(`${entry || '/'} ${(await run(executable, 'load.mjs', code)).trim()} ms`);
	}
	process.stdout.write(`loading: ${times.join(', ')}\n`);
	const scripts = readdirSync(join(home(), 'dist'), { recursive: true, encoding: 'utf8' }).filter((path) => /^(esm|cjs).*\.js$/.test(path));
	const naming = scripts.filter((path) => /['"]axios['"]/.test(readFileSync(join(home(), 'dist', path), 'utf8')));
	expect(naming.toSorted()).toEqual([join('cjs', 'axios.js'), join('esm', 'axios.js')]);
});

/** As if it were installed, from its sources. */
function linkSandbox(): void {
	const path = join(folder, 'node_modules', 'meeting-assistant-sandbox');
	if (existsSync(path)) return;
	mkdirSync(path, { recursive: true });
	writeFileSync(join(path, 'package.json'), '{ "type": "module", "exports": "./index.js" }');
	writeFileSync(join(path, 'index.js'), `export * from ${JSON.stringify(pathToFileURL(resolve('sandbox/index.ts')).href)};`);
}

describe('The README', () => {
	test('has a program for each topic, and each program has its test', () => {
		const testOf = (program: string) => Object.keys(prints).filter((part) => program.includes(part));
		expect(programs.map(testOf)).toEqual(Object.keys(prints).map((part) => [part]));
	});

	const cases = nodes.flatMap(({ name, executable }) => Object.entries(prints).map(([part, printed]) => ({ name, executable, part, printed })));
	// The sandbox, which one of them starts, needs a newer Node than the client.
	const runnable = cases.filter(({ executable, part }) => executable === process.execPath || part !== 'node:test');
	test.each(runnable)('its program with $part runs on $name', async ({ executable, part, printed }) => {
		linkSandbox();
		const program = programs.find((code) => code.includes(part)) ?? '';
		// A server would run forever, but a test has to end.
		const ended = part === 'nodeHandler(' ? `${program.replace('3000', '0')}\nprocess.exit();` : program;
		// Forget what another Node has seen.
		rmSync(join(folder, 'polling.json'), { force: true });
		const output = await run(executable, 'readme.mjs', stripTypeScriptTypes(ended), ['--disable-warning=ExperimentalWarning']);
		expect(output).toMatch(printed);
	});

	test('its programs compile with the types that it names', () => {
		linkSandbox();
		for (const name of ['@types/node', 'undici-types']) link(name);
		const files = programs.map((program, index) => {
			const file = `readme${index}.mts`;
			// Its declarations are tested with its own package.
			writeFileSync(join(folder, file), program.replace("import { startSandbox } from 'meeting-assistant-sandbox';", 'declare const startSandbox: () => Promise<{ account(): { baseUrl: string; apiKey: string }; stop(): Promise<void> }>;'));
			return file;
		});
		const [, types = '[]'] = /"types": (\[.*?\])/.exec(readFileSync('packages/client/README.md', 'utf8')) ?? [];
		expect(compile('readme', { module: 'nodenext', moduleResolution: 'nodenext', types: JSON.parse(types) }, files)).toBe('');
	}, BUILDING_MS);
});
