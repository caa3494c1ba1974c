/** What the catalogue costs in each host: lines of source, size, time to start and memory. Every sample is a process of its own. */
import { execFile, execFileSync, spawn } from 'node:child_process';
import { globSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs, promisify } from 'node:util';
import Table from 'cli-table3';
import { z } from 'zod/v4';
import { freePorts } from '../../e2e/support/startWorld.ts';
import { startSandbox } from '../../sandbox/index.ts';
import { ROOT } from '../../scripts/n8n/folders.ts';
import { runNpm } from '../../scripts/n8n/install.ts';
import { fillService } from '../../scripts/n8n/service.ts';
import { settingsOf } from '../../scripts/node-red/host.ts';
import { installPackageInto, isInstalled as isNodeRedInstalled, nodeRedFolder } from '../../scripts/node-red/install.ts';
import { isInstalled as isZapierInstalled, zapierFolder, zapierNode } from '../../scripts/zapier/install.ts';
import { median } from '../statistics.ts';

const { values } = parseArgs({ options: { samples: { type: 'string', default: '7' } } });
const SAMPLES = Number(values.samples);
/** How long a started process keeps doing something by itself. */
const SETTLE_MS = 5000;

const Cost = z.object({ ms: z.number(), megabytes: z.number() });
type Cost = z.output<typeof Cost>;

const run = promisify(execFile);
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

/** Lines of source, and those of them that are neither blank nor only a comment. */
function linesOf(pattern: string) {
	const all = globSync(pattern, { cwd: ROOT }).flatMap((path) => read(path).trimEnd().split('\n'));
	let isInComment = false;
	const code = all.filter((line) => {
		const text = line.trim();
		isInComment ||= text.startsWith('/*');
		const isCode = !isInComment && text !== '' && !text.startsWith('//');
		if (text.includes('*/')) isInComment = false;
		return isCode;
	});
	return { code: code.length, all: all.length };
}

const Packed = z.tuple([z.object({ size: z.number(), unpackedSize: z.number() })]);

/** A built package as npm would publish it. */
async function sizeOf(folder: string) {
	const [{ size, unpackedSize }] = Packed.parse(JSON.parse(await runNpm(folder, ['pack', '--json', '--dry-run'])));
	return { packed: size, unpacked: unpackedSize };
}

const middleOf = (samples: readonly Cost[]): Cost => ({ ms: median(samples.map(({ ms }) => ms)), megabytes: median(samples.map(({ megabytes }) => megabytes)) });

async function sampled(sample: () => Promise<Cost>): Promise<Cost> {
	const samples: Cost[] = [];
	for (let turn = 0; turn < SAMPLES; turn += 1) samples.push(await sample());
	return middleOf(samples);
}

interface Loaded {
	/** n8n makes an instance of each node when it starts. */
	readonly how: 'import' | 'instantiate' | 'require';
	readonly folder: string;
	/** What the host has loaded in any case. */
	readonly before?: string;
	readonly entries: readonly string[];
	readonly node?: string;
}

const loaded = ({ how, folder, before = '', entries, node = process.execPath }: Loaded): Promise<Cost> =>
	sampled(async () => Cost.parse(JSON.parse((await run(node, [join(ROOT, 'bench/hosts/load.cjs'), how, folder, before, ...entries])).stdout)));

/** A process's memory, according to the system. */
const megabytesOf = (pid: number | undefined): number => (Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)])) * 1024) / 1e6;

interface Started {
	readonly words: readonly string[];
	readonly environment?: NodeJS.ProcessEnv;
	readonly input?: string;
	/** What it prints once it is ready. */
	readonly printed: RegExp;
	/** The pause before its memory is measured. */
	readonly use?: () => Promise<void>;
	readonly settleMs?: number;
}

/** Starts a program, measures it and ends it. */
async function startOnce({ words, environment, input = '', printed, use, settleMs = 0 }: Started): Promise<Cost> {
	const began = performance.now();
	const child = spawn(process.execPath, words, { env: { ...process.env, ...environment }, stdio: ['pipe', 'pipe', 'ignore'] });
	const ended = new Promise((resolve) => child.once('close', resolve));
	try {
		child.stdin.write(input);
		const ms = await new Promise<number>((resolve, reject) => {
			createInterface(child.stdout).on('line', (line) => printed.test(line) && resolve(performance.now() - began));
			child.once('close', () => reject(new Error(`${words[0]} did not start`)));
		});
		await use?.();
		await wait(settleMs);
		return { ms, megabytes: megabytesOf(child.pid) };
	} finally {
		child.kill();
		await ended;
	}
}

const initialize = {
	...{ jsonrpc: '2.0', id: 1, method: 'initialize' },
	params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'bench', version: '1' } },
};

interface Account {
	readonly baseUrl: string;
	readonly apiKey: string;
}

/** In Node-RED's user folder; the rest is left over from the previous start. */
const INSTALLED = ['node_modules', 'package.json', 'package-lock.json'];

/** Node-RED without and with the package, in turns; with it, its memory is that of a flow with one node of each kind. */
async function nodeRed({ baseUrl, apiKey }: Account, folder: string): Promise<Record<'with' | 'without', Cost>> {
	const { n8n: port } = await freePorts();
	const url = `http://127.0.0.1:${port}`;
	const typed = (fields: Readonly<Record<string, string>>) => Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, { type: 'choices', value }]));
	const node = (type: string, more: object) => ({ id: type, type, z: 'flow', x: 100, y: 100, wires: [[]], account: 'account', ...more });
	const flows = [
		{ id: 'flow', type: 'tab', label: 'Meetings' },
		{ id: 'account', type: 'meeting-assistant-account', baseUrl, publicUrl: url, credentials: { apiKey } },
		node('meeting-assistant', { resource: 'conversation', operation: 'getAll', fields: { limit: { type: 'num', value: '50' } } }),
		node('meeting-assistant-event', { fields: typed({ events: 'conversation.created' }) }),
		node('meeting-assistant-poll', { fields: typed({ events: 'conversation.created' }) }),
	];
	const deploy = async (all: readonly object[]) => {
		const headers = { 'Content-Type': 'application/json', 'Node-RED-Deployment-Type': 'full' };
		const answer = await fetch(`${url}/flows`, { method: 'POST', headers, body: JSON.stringify(all) });
		if (!answer.ok) throw new Error(`Node-RED refused the flows: ${await answer.text()}`);
	};
	const starting = async (name: string, use?: () => Promise<void>) => {
		const userFolder = join(folder, name);
		mkdirSync(userFolder);
		if (use) await installPackageInto(userFolder);
		const settings = join(folder, `${name}.js`);
		writeFileSync(settings, settingsOf({ userFolder, port }));
		const words = [join(nodeRedFolder(), 'node_modules/node-red/red.js'), '--settings', settings];
		const start: Started = { words, printed: /Started flows/, settleMs: SETTLE_MS, ...(use && { use }) };
		return async () => {
			for (const file of readdirSync(userFolder).filter((one) => !INSTALLED.includes(one))) rmSync(join(userFolder, file), { recursive: true });
			return await startOnce(start);
		};
	};
	const [startWithout, startWith] = [await starting('without'), await starting('with', () => deploy(flows))];
	const [without, withPackage]: [Cost[], Cost[]] = [[], []];
	for (let turn = 0; turn < SAMPLES; turn += 1) {
		without.push(await startWithout());
		withPackage.push(await startWith());
	}
	return { without: middleOf(without), with: middleOf(withPackage) };
}

const count = (value: number): string => Math.round(value).toLocaleString('en');
const kilobytes = (bytes: number): string => `${count(bytes / 1000)} kB`;
const megabytes = (value: number): string => `${value.toFixed(1)} MB`;
const costs = ({ ms, megabytes: size }: Cost) => [`${count(ms)} ms`, megabytes(size)] as const;
const missing = ['not installed', 'not installed'] as const;

async function main(): Promise<void> {
	const load = () => `load ${loadavg()[0]?.toFixed(1)}`;
	console.log(`Node ${process.version}, ${load()}, median of ${SAMPLES} processes each.`);
	for (const name of ['client', 'mcp', 'node-red']) await runNpm(ROOT, ['run', '--silent', 'build', '-w', `packages/${name}`]);
	const folder = mkdtempSync(join(tmpdir(), 'hosts-'));
	const sandbox = await startSandbox({ allowLoopbackHttp: true });
	try {
		const account: Account = { baseUrl: sandbox.url, apiKey: await fillService(sandbox) };
		const packages = (name: string): string => join(ROOT, 'packages', name);

		const zapier = join(folder, 'zapier');
		const rollup = join(ROOT, 'node_modules/rollup/dist/bin/rollup');
		execFileSync(process.execPath, [rollup, '-c', 'packages/zapier/rollup.config.mjs', '-d', zapier, '--silent'], { cwd: ROOT, stdio: 'ignore' });
		if (isZapierInstalled()) symlinkSync(join(zapierFolder(), 'node_modules'), join(zapier, 'node_modules'), 'junction');

		const { n8n } = z.object({ n8n: z.object({ credentials: z.array(z.string()), nodes: z.array(z.string()) }) }).parse(JSON.parse(read('package.json')));
		const inN8n = await loaded({ how: 'instantiate', folder: ROOT, before: 'n8n-workflow', entries: [...n8n.credentials, ...n8n.nodes] });
		const inZapier = isZapierInstalled() && (await loaded({ how: 'require', folder: zapier, before: 'zapier-platform-core', entries: ['index.js'], node: zapierNode() }));
		const inProgram = await loaded({ how: 'import', folder: packages('client'), entries: ['dist/esm/index.js'] });
		const environment = { MEETING_ASSISTANT_API_KEY: account.apiKey, MEETING_ASSISTANT_BASE_URL: account.baseUrl };
		const mcp = await sampled(() =>
			startOnce({ words: [join(packages('mcp'), 'dist/main.js')], environment, input: `${JSON.stringify(initialize)}\n`, printed: /"serverInfo"/ }),
		);
		const bare = await sampled(() => startOnce({ words: ['-e', 'process.stdin.resume(); console.log("started")'], printed: /started/ }));
		const inNodeRed = isNodeRedInstalled() && (await nodeRed(account, folder));

		const table = new Table({
			head: ['', 'code', 'all lines', 'packed', 'unpacked', 'startup', 'memory'],
			colAligns: ['left', 'right', 'right', 'right', 'right', 'right', 'right'],
			style: { head: [], border: [] },
		});
		const add = async (name: string, lines: ReturnType<typeof linesOf>, path: string, [startup, memory]: readonly [string, string]) => {
			const { packed, unpacked } = await sizeOf(path);
			table.push([name, count(lines.code), count(lines.all), kilobytes(packed), kilobytes(unpacked), startup, memory]);
		};
		const more = ([startup, memory]: readonly [string, string]) => [`+${startup}`, `+${memory}`] as const;
		await add('n8n', linesOf('{rollup.config.mjs,{nodes,credentials}/**/*.ts}'), ROOT, more(costs(inN8n)));
		await add('Zapier', linesOf('packages/zapier/*.{ts,mjs}'), zapier, inZapier ? more(costs(inZapier)) : missing);
		const added = inNodeRed && { ms: inNodeRed.with.ms - inNodeRed.without.ms, megabytes: inNodeRed.with.megabytes - inNodeRed.without.megabytes };
		await add('Node-RED', linesOf('packages/node-red/*.{ts,mjs,js,css}'), packages('node-red'), added ? more(costs(added)) : missing);
		await add('MCP', linesOf('packages/mcp/*.ts'), packages('mcp'), costs(mcp));
		await add('client', linesOf('packages/client/*.ts'), packages('client'), more(costs(inProgram)));
		console.log(table.toString());

		const shared = linesOf('src/**/*.ts');
		console.log(`All of them share src: ${count(shared.code)} lines of code, ${count(shared.all)} in all.`);
		console.log(`+ is what it adds to its host: n8n-workflow, Zapier’s platform, Node-RED or Node, already loaded. MCP is a whole process; Node alone takes ${costs(bare).join(' and ')}.`);
		if (inNodeRed) {
			const [without, withPackage] = [costs(inNodeRed.without), costs(inNodeRed.with)];
			console.log(`Node-RED until its flows start: ${without[0]} without the package, ${withPackage[0]} with it. Memory: ${without[1]} without, ${withPackage[1]} with an event, a poll and an operation node.`);
		}
		if (!inZapier) console.log('Zapier’s platform is not installed (npm run hosts:install -- zapier).');
		if (!inNodeRed) console.log('Node-RED is not installed (npm run hosts:install -- node-red).');
		console.log(`${load()} at the end.`);
	} finally {
		await sandbox.stop();
		rmSync(folder, { recursive: true, force: true });
	}
}

await main();
