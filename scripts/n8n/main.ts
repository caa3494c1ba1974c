import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { performance } from 'node:perf_hooks';
import { coloursOf } from '../demo/layout.ts';
import { parseArguments, USAGE } from './arguments.ts';
import { askToInstall } from './consent.ts';
import { dataFolder, hostFolder } from './folders.ts';
import { install, isInstalled } from './install.ts';
import { lock } from './lock.ts';
import { assertFree, portsFrom } from './ports.ts';
import { SetupError } from './setupError.ts';
import { steps as stepsOn } from './steps.ts';
import { letterLine, welcome } from './welcome.ts';

const colours = coloursOf({ colours: Boolean(process.stdout.isTTY) && !process.env.NO_COLOR, width: undefined });
const steps = stepsOn(process.stderr);

// The first signal stops everything in order; a second one ends the program as ever.
const stopping = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => stopping.abort());
const { signal } = stopping;

async function main(): Promise<void> {
	const words = parseArguments(process.argv.slice(2));
	if (words.help) return console.log(USAGE);
	const ports = portsFrom(words.port);
	const data = dataFolder();
	await assertFree(ports);
	if (!isInstalled()) {
		if (!words.yes) await askToInstall(hostFolder(), { input: process.stdin, output: process.stderr, signal });
		await install(steps, signal);
	}
	const from = performance.now();
	lock(data.lock);
	if (words.reset) rmSync(data.path, { recursive: true, force: true });
	// Loads the sandbox, which takes a moment: a wrong word on the command line need not wait for it.
	const { start } = await import('./start.ts');
	const running = await start({ data, ports, steps, signal, onLetter: (letter) => console.log(letterLine(letter, colours)) });
	steps.clear();
	const seconds = (performance.now() - from) / 1000;
	console.log(welcome({ ...running, data: data.path, seconds }, colours));
	const ended = await Promise.race([running.ended.then(() => true), once(signal, 'abort').then(() => false)]);
	steps.show('Stopping');
	await running.stop();
	steps.clear();
	if (ended) throw new SetupError(`n8n has ended by itself. What it said last is in ${data.log}`);
	console.log('Stopped. What you made is kept.');
}

try {
	await main();
} catch (error) {
	steps.clear();
	if (signal.aborted) {
		console.error('Stopped.');
	} else {
		console.error(error instanceof SetupError ? error.message : `This should not happen: ${String(error)}`);
		process.exitCode = 1;
	}
}
