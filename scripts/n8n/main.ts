import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { performance } from 'node:perf_hooks';
import { coloursOf } from '../terminal.ts';
import { parseArguments, USAGE } from './arguments.ts';
import { askToInstall } from './install.ts';
import { dataFolder, hostFolder } from './folders.ts';
import { install, isInstalled } from './install.ts';
import { lock } from './folders.ts';
import type { Letter } from './start.ts';
import { findServers } from './queue/servers.ts';
import { assertFree, PORTS_USED, portsFrom, queuePortsFrom } from './ports.ts';
import { SetupError } from './program.ts';
import { steps as stepsOn } from '../terminal.ts';
import { letterLine, welcome } from './welcome.ts';

const colours = coloursOf({ colours: Boolean(process.stdout.isTTY) && !process.env.NO_COLOR, width: undefined });
const steps = stepsOn(process.stderr);

// The first signal stops everything in order; a second one waits for nothing.
const stopping = new AbortController();
const { signal } = stopping;
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
	process.on(name, () => (signal.aborted ? process.exit(1) : stopping.abort()));
}

async function main(): Promise<void> {
	const words = parseArguments(process.argv.slice(2));
	if (words.help) return console.log(USAGE);
	const ports = portsFrom(words.port);
	const queuePorts = words.queue ? queuePortsFrom(words.port) : null;
	const data = dataFolder(words.queue);
	if (queuePorts) findServers();
	lock(data.lock);
	await assertFree(ports, queuePorts ? PORTS_USED.queue : PORTS_USED.simple);
	if (!isInstalled()) {
		if (!words.yes) await askToInstall(hostFolder(), { input: process.stdin, output: process.stderr, signal });
		await install(steps, signal);
	}
	const from = performance.now();
	if (words.reset) for (const folder of [data.path, data.database]) rmSync(folder, { recursive: true, force: true });
	// Loads the sandbox, which takes a moment: a wrong word on the command line need not wait for it.
	const { start } = await import('./start.ts');
	const onLetter = (letter: Letter) => console.log(letterLine(letter, colours));
	const running = await start({ data, ports, queuePorts, steps, signal, onLetter });
	steps.clear();
	const seconds = (performance.now() - from) / 1000;
	if (!signal.aborted) console.log(welcome({ ...running, ports, queuePorts, data: data.path, seconds }, colours));
	const ended = signal.aborted ? null : await Promise.race([running.ended, once(signal, 'abort').then(() => null)]);
	steps.show('Stopping');
	await running.stop();
	steps.clear();
	if (ended) throw new SetupError(`${ended.name} has ended by itself. What it said last is in ${ended.log}`);
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
