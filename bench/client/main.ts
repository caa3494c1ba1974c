/**
 * The client beside well-known ones: what a program has to download, install and load. Every import
 * is a process of its own. They take turns, so that other load on the machine affects all of them.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { z } from 'zod/v4';
import { ROOT } from '../../scripts/n8n/folders.ts';
import { pinned, runNpm } from '../../scripts/pinned.ts';
import { publish, timedRatio } from '../report.ts';
import { median } from '../statistics.ts';

const OWN = 'meeting-assistant-client';
/** Odd, so that the median is one of the values. */
const SAMPLES = 15;
const others = pinned({ name: 'client-comparison', where: 'bench/client', proofs: ['esbuild/package.json'] });

/** The smallest program with each: what it imports, and a use of it. */
const clients: Readonly<Record<string, string>> = {
	[OWN]: `import { connect } from '${OWN}'; console.log(connect);`,
	'@notionhq/client': `import { Client } from '@notionhq/client'; console.log(Client);`,
	'@octokit/rest': `import { Octokit } from '@octokit/rest'; console.log(Octokit);`,
	stripe: `import Stripe from 'stripe'; console.log(Stripe);`,
	openai: `import OpenAI from 'openai'; console.log(OpenAI);`,
};

/** Parts of the client that programs import on their own. */
const parts: Readonly<Record<string, string>> = {
	'`connect` with all endpoints': clients[OWN] ?? '',
	'`fetchHandler` of `/webhooks`': `import { fetchHandler } from '${OWN}/webhooks'; console.log(fetchHandler);`,
	'`transcriptVtt` of `/format`': `import { transcriptVtt } from '${OWN}/format'; console.log(transcriptVtt);`,
	'`createPoller` of `/polling`': `import { createPoller } from '${OWN}/polling'; console.log(createPoller);`,
	'`operationsOf` of `/operations`': `import { operationsOf } from '${OWN}/operations'; console.log(operationsOf);`,
};

/** The others, from the lock file, and this client as it would be published. */
async function install(): Promise<string> {
	if (!others.isInstalled()) await others.install();
	const folder = mkdtempSync(join(tmpdir(), 'client-comparison-'));
	const modules = join(folder, 'node_modules');
	const home = join(modules, OWN);
	mkdirSync(home, { recursive: true });
	for (const name of readdirSync(others.inside('.'))) symlinkSync(others.inside(name), join(modules, name), 'junction');
	await runNpm(join(ROOT, 'packages/client'), ['run', '--silent', 'build']);
	execFileSync('npm', ['pack', '--silent', '--ignore-scripts', '--pack-destination', folder], { cwd: join(ROOT, 'packages/client'), stdio: 'ignore' });
	const [tarball = ''] = readdirSync(folder).filter((name) => name.endsWith('.tgz'));
	execFileSync('tar', ['-xzf', join(folder, tarball), '-C', home, '--strip-components=1']);
	return folder;
}

const Manifest = z.object({ version: z.string(), dependencies: z.record(z.string(), z.string()).default({}) });
const manifestIn = (folder: string) => Manifest.parse(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')));

/** Where a package finds another one, by Node's own rules. */
function folderOf(name: string, from: string): string {
	const found = join(from, 'node_modules', name);
	if (existsSync(found)) return found;
	if (dirname(from) === from) throw new Error(`${name} is not installed`);
	return folderOf(name, dirname(from));
}

/** The folders of a package and its dependencies. */
function installedFor(name: string, folder: string): string[] {
	const found = new Set([folderOf(name, folder)]);
	// Iterating over a Set includes entries added meanwhile.
	for (const one of found) for (const dependency of Object.keys(manifestIn(one).dependencies)) found.add(folderOf(dependency, one));
	return [...found];
}

/** Bytes of a package’s own files. */
const bytesIn = (folder: string): number =>
	readdirSync(folder, { withFileTypes: true })
		.filter(({ name }) => name !== 'node_modules')
		.reduce((sum, entry) => sum + (entry.isDirectory() ? bytesIn(join(folder, entry.name)) : statSync(join(folder, entry.name)).size), 0);

interface Built {
	readonly outputFiles: readonly { readonly contents: Uint8Array }[];
}

async function bundled(code: string, folder: string): Promise<{ readonly bytes: number; readonly gzipped: number }> {
	const esbuild: { build(options: object): Promise<Built> } = createRequire(join(folder, 'index.js'))('esbuild');
	const { outputFiles } = await esbuild.build({
		stdin: { contents: code, resolveDir: folder },
		...{ bundle: true, minify: true, write: false, format: 'esm', platform: 'browser', logLevel: 'error' },
	});
	const contents = outputFiles[0]?.contents ?? new Uint8Array();
	return { bytes: contents.byteLength, gzipped: gzipSync(contents).byteLength };
}

/** Milliseconds until the package is loaded, in a process of its own. */
function importMs(name: string, folder: string): number {
	const code = `const start = performance.now(); await import(${JSON.stringify(name)}); console.log(performance.now() - start);`;
	const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', code], { cwd: folder, encoding: 'utf8' });
	return Number(stdout);
}

const kB = (bytes: number): string => (bytes / 1000).toFixed(bytes < 100_000 ? 1 : 0);

const folder = await install();
try {
	const names = Object.keys(clients);
	const times: Record<string, number[]> = Object.fromEntries(names.map((name) => [name, []]));
	for (let sample = 0; sample < SAMPLES; sample++) for (const name of names) times[name]?.push(importMs(name, folder));
	const measured = [];
	for (const [name, code] of Object.entries(clients)) {
		const { bytes, gzipped } = await bundled(code, folder);
		const folders = installedFor(name, folder);
		const installed = folders.reduce((sum, one) => sum + bytesIn(one), 0);
		const { version } = manifestIn(folderOf(name, folder));
		measured.push({ name: `${name} ${version}`, bytes, gzipped, imports: times[name] ?? [], dependencies: folders.length - 1, installed });
	}
	const head = ['Client', 'Bundle, kB', 'Gzipped, kB', 'Import, ms', 'Packages it depends on', 'Installed, MB'];
	const rows = measured.map(({ name, bytes, gzipped, imports, dependencies, installed }) => [
		...[name, kB(bytes), kB(gzipped), Math.round(median(imports)), dependencies, (installed / 1e6).toFixed(1)],
	]);
	const [own, ...others] = measured;
	publish({
		title: 'The client beside others',
		about: `The smallest program with each, minified by esbuild for browsers, and the median of ${SAMPLES} processes that only import it. They differ in how much they cover, so the figures say what each costs, not which is better. zod is most of what this client installs; only \`/operations\`, \`/polling\` and \`/tools\` load it.`,
		head,
		rows,
		ratios: others.flatMap(({ name, gzipped, imports }) => [
			{ name: `Gzipped bundle ÷ ${name}`, value: (own?.gzipped ?? Number.NaN) / gzipped },
			timedRatio(`Import ÷ ${name}`, own?.imports ?? [], imports),
		]),
	});
	const partRows = [];
	for (const [name, code] of Object.entries(parts)) {
		const { bytes, gzipped } = await bundled(code, folder);
		partRows.push([name, kB(bytes), kB(gzipped)]);
	}
	publish({ title: 'What each part of the client costs', about: 'A program that imports only this. Tested: `test/hosts/library/runtimes.test.ts`.', head: ['Part', 'Bundle, kB', 'Gzipped, kB'], rows: partRows });
} finally {
	rmSync(folder, { recursive: true, force: true });
}
