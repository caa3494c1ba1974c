import { execFile, execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { z } from 'zod/v4';

/** A folder with its own lock file. Nothing in it is part of the project. */
const folder = join(import.meta.dirname, 'prism');
const run = promisify(execFile);

export const prismMain = join(folder, 'node_modules/@stoplight/prism-cli/dist/index.js');
/** If the machine stalls, one request per connection is lost. */
const MOST_LOST = 0.01;

export const autocannonMain = join(folder, 'node_modules/autocannon/autocannon.js');

/** Installs Prism and autocannon the first time. */
export function installTools(): void {
	if (existsSync(prismMain) && existsSync(autocannonMain)) return;
	console.log('Installing Prism and autocannon (first run only) …');
	execFileSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: folder, stdio: 'inherit' });
}

const Result = z.object({
	requests: z.object({ average: z.number() }),
	latency: z.object({ p50: z.number(), p99: z.number() }),
	throughput: z.object({ average: z.number() }),
	'2xx': z.int(),
	non2xx: z.int(),
	errors: z.int(),
});

interface Load {
	readonly url: string;
	readonly key: string;
	/** Either a number of seconds or a number of requests. */
	readonly seconds?: number;
	readonly amount?: number;
}

/** Sends requests over ten connections. @throws when answers are not 2xx or do not come: that measures something else. */
export async function load({ url, key, seconds, amount }: Load) {
	const until = amount === undefined ? ['-d', String(seconds)] : ['-a', String(amount)];
	const header = ['-H', `Authorization=Bearer ${key}`];
	const { stdout } = await run(process.execPath, [autocannonMain, '-j', '-n', '-c', '10', ...until, ...header, url]);
	const result = Result.parse(JSON.parse(stdout));
	if (result.non2xx > 0 || result.errors > result['2xx'] * MOST_LOST) {
		throw new Error(`${url}: ${result.non2xx} answers were not 2xx, ${result.errors} did not come`);
	}
	return result;
}

/** Starts Prism as a mock of an OpenAPI document, without its log. */
export async function startPrism(document: object) {
	const folder = mkdtempSync(join(tmpdir(), 'bench-'));
	const file = join(folder, 'openapi.json');
	writeFileSync(file, JSON.stringify(document));
	const port = await freePort();
	const child = spawn(process.execPath, [prismMain, 'mock', file, '-p', String(port), '-v', 'silent'], { stdio: 'ignore' });
	const url = `http://127.0.0.1:${port}`;
	while (!(await fetch(url).then(() => true, () => false))) {
		if (child.exitCode !== null) throw new Error('Prism did not start');
		await pause(100);
	}
	return {
		url,
		pid: child.pid ?? 0,
		stop() {
			child.kill();
			rmSync(folder, { recursive: true });
		},
	};
}

async function freePort(): Promise<number> {
	const server = createServer();
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const address = server.address();
	await new Promise((resolve) => server.close(resolve));
	if (address === null || typeof address === 'string') throw new Error('no port');
	return address.port;
}

const MS_PER_TICK = 10;

/** CPU time of a process in milliseconds, which other load on the machine hardly affects. NaN if the system does not report it. */
export function processorMs(pid: number): number {
	const file = `/proc/${pid}/stat`;
	if (!existsSync(file)) return Number.NaN;
	// The name of the program comes first, in parentheses, and may contain anything (proc(5)).
	const fields = readFileSync(file, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
	return (Number(fields[11]) + Number(fields[12])) * MS_PER_TICK;
}
