import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { performance } from 'node:perf_hooks';
import { print, UserError } from '../../packages/rehearsal/terminal.ts';
import { untilSignalled } from '../untilSignalled.ts';
import { parseArguments, USAGE } from './arguments.ts';
import { n8nElsewhere } from './elsewhere.ts';
import { dataFolder, dataFolderFor, lockFolder } from './folders.ts';
import { askToInstall, hostFolder, installN8n, isInstalled } from './install.ts';
import { OWNER } from './n8nApi.ts';
import { assertFree, PORTS_USED, portsFrom, queuePortsFrom } from './ports.ts';
import { findServers } from './queue/servers.ts';
import type { Letter } from './startAll.ts';
import { letterLine, restart, welcome } from './welcome.ts';

await untilSignalled(async ({ signal, steps, colors }) => {
	const words = parseArguments(process.argv.slice(2));
	if (words.help) return await print(USAGE);
	const ports = portsFrom(words.port);
	const queuePorts = words.queue ? queuePortsFrom(words.port) : null;
	const elsewhere = n8nElsewhere();
	if (elsewhere && words.queue) throw new UserError('N8N_URL names an n8n that runs already, so it cannot be started in queue mode.');
	const data = elsewhere ? dataFolderFor(elsewhere.url) : dataFolder(words.queue);
	if (queuePorts) findServers();
	lockFolder(data.lock);
	await (elsewhere ? assertFree({ n8n: ports.sandbox }, 2) : assertFree(ports, queuePorts ? PORTS_USED.queue : PORTS_USED.simple));
	if (!elsewhere && !isInstalled()) {
		if (!words.yes) await askToInstall(hostFolder(), { input: process.stdin, output: process.stderr, signal });
		await installN8n(steps, signal);
	}
	const from = performance.now();
	if (words.reset) for (const folder of [data.path, data.database]) rmSync(folder, { recursive: true, force: true });
	// Loads the sandbox, which takes a moment: wrong arguments are reported before that.
	const { startAll } = await import('./startAll.ts');
	const onLetter = (letter: Letter) => void print(letterLine(letter, colors));
	const running = await startAll({ data, elsewhere, ports, queuePorts, steps, signal, onLetter });
	steps.clear();
	const seconds = (performance.now() - from) / 1000;
	if (!signal.aborted) await print(welcome({ ...running, owner: process.env.N8N_PASSWORD ? null : OWNER, ports, queuePorts, data: data.path, seconds }, colors));
	const ended = signal.aborted ? null : await Promise.race([running.ended, once(signal, 'abort').then(() => null)]);
	steps.show('Stopping');
	await running.stop();
	steps.clear();
	if (ended) throw new UserError(`${ended.name} stopped unexpectedly. Its output is in ${ended.log}\n${restart(process.argv.slice(2))}`);
	await print('Stopped. Your data is kept.');
});
