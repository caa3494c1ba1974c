import { execFile, execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod/v4';

/** A folder with a lock file of its own: nothing of it belongs to the project. */
const folder = join(import.meta.dirname, 'prism');
const run = promisify(execFile);

export const prismMain = join(folder, 'node_modules/@stoplight/prism-cli/dist/index.js');
/** A machine that stands still for a while loses a request on each connection. */
const MOST_LOST = 0.01;

export const autocannonMain = join(folder, 'node_modules/autocannon/autocannon.js');

/** Installs Prism and autocannon the first time. */
export function installTools(): void {
	if (existsSync(prismMain) && existsSync(autocannonMain)) return;
	console.log('Installing Prism and autocannon, once …');
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
	/** Either for so many seconds, or so many requests. */
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
