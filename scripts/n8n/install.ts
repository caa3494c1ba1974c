import { copyFileSync, existsSync, globSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { extname, join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { z } from 'zod/v4';
import { hostFolder } from './folders.ts';
import { isRunning } from './lock.ts';
import { npm } from './npm.ts';
import { PINNED } from './root.ts';
import type { Steps } from './steps.ts';

const Lock = z.object({ packages: z.record(z.string(), z.object({ optional: z.boolean().optional(), extraneous: z.boolean().optional() })) });

const WATCH_MS = 1000;

/** Whether n8n and the part of it that is compiled are there. */
export const isInstalled = (folder: string = hostFolder()): boolean =>
	['n8n/bin/n8n', 'sqlite3/build/Release/node_sqlite3.node'].every((file) => existsSync(join(folder, 'node_modules', file)));

/**
 * Installs the pinned n8n: about 3 GB, and some minutes. What is half done is removed; only a whole one gets its name.
 * Install scripts do not run, as one of them downloads from elsewhere; the two packages that need theirs are named.
 */
export async function install({ show }: Pick<Steps, 'show'>, signal?: AbortSignal, folder: string = hostFolder()): Promise<void> {
	removeLeftOvers(folder);
	const unfinished = `${folder}.${process.pid}`;
	const remove = () => rmSync(unfinished, { recursive: true, force: true });
	process.once('exit', remove);
	try {
		mkdirSync(unfinished, { recursive: true });
		for (const file of ['package.json', 'package-lock.json']) copyFileSync(join(PINNED, file), join(unfinished, file));
		const watching = setInterval(watch(unfinished, (progress) => show('Downloading n8n', progress)), WATCH_MS);
		show('Downloading n8n');
		await npm(unfinished, ['ci', '--ignore-scripts'], signal).finally(() => clearInterval(watching));
		show('Compiling what n8n needs for its data base, about two minutes');
		await npm(unfinished, ['rebuild', '--ignore-scripts=false', 'isolated-vm', 'sqlite3'], signal);
		// One that lost some of its files, maybe to a program that tidies up.
		rmSync(folder, { recursive: true, force: true });
		renameSync(unfinished, folder);
	} finally {
		remove();
		process.off('exit', remove);
	}
}

/** Of installations that were broken off. */
function removeLeftOvers(folder: string): void {
	for (const other of globSync(`${folder}.*`)) {
		if (!isRunning(Number(extname(other).slice(1)))) rmSync(other, { recursive: true, force: true });
	}
}

/** Tells how many of the packages in the lock file are there. npm itself tells nobody but a terminal. */
function watch(folder: string, tell: (progress: string) => void): () => void {
	const { packages } = Lock.parse(JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8')));
	// Some are for other systems, and some are named without being needed.
	const expected = Object.entries(packages).flatMap(([path, { optional, extraneous }]) =>
		path === '' || optional || extraneous ? [] : [path],
	);
	const from = performance.now();
	return () => {
		const there = expected.filter((path) => existsSync(join(folder, path, 'package.json'))).length;
		const seconds = Math.round((performance.now() - from) / 1000);
		tell(`${Math.floor((100 * there) / expected.length)} % of the packages, ${seconds} s`);
	};
}
