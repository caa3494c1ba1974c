import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { z } from 'zod/v4';
import { dataFolder, lockFolder, paths, readState, writeState } from '../n8n/folders.ts';
import { assertFree, LOOPBACK, portsFrom } from '../n8n/ports.ts';
import { colorsOf, createSteps, print, printError, UserError } from '../../packages/rehearsal/terminal.ts';
import { exampleFlows } from './examples.ts';
import { startNodeRed } from './host.ts';
import { installNodeRed, installPackageInto, isInstalled } from './install.ts';
import { welcome } from './welcome.ts';

const USAGE = `Usage: npm run node-red [-- options]

Starts a real Node-RED on this machine, ready to use: with this package, an
account, sample meetings and the flows in packages/node-red/examples. The first
start installs Node-RED, about 120 MB.

  --port <number>  Node-RED's port (default 1880); the service gets one of the next
  --reset          delete all data of earlier starts
  --help           show this help`;

const colors = colorsOf({ colors: Boolean(process.stdout.isTTY) && !process.env.NO_COLOR });
const steps = createSteps(process.stderr);
const stopping = new AbortController();
const { signal } = stopping;
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
	process.on(name, () => (signal.aborted ? process.exit(1) : stopping.abort()));
}

async function main(): Promise<void> {
	const { values } = parseArgs({ options: { help: { type: 'boolean' }, port: { type: 'string', default: '1880' }, reset: { type: 'boolean' } } });
	if (values.help) return await print(USAGE);
	const ports = portsFrom(z.coerce.number().pipe(z.int().min(1024).max(65_000)).parse(values.port));
	const data = dataFolder(false, `${paths.data}-node-red`);
	lockFolder(data.lock);
	await assertFree(ports);
	if (values.reset) rmSync(data.path, { recursive: true, force: true });
	if (!isInstalled()) {
		steps.show('Installing Node-RED');
		await installNodeRed(signal);
	}
	steps.show('Installing this package into Node-RED');
	const userFolder = join(data.path, 'node-red');
	const log = join(data.path, 'node-red.log');
	await installPackageInto(userFolder);
	const { ensureFilled, startService } = await import('../n8n/service.ts');
	const sandbox = await startService(ports.sandbox, data.sandbox);
	try {
		steps.show('Starting Node-RED');
		const state = await ensureFilled(sandbox, readState(data.state));
		const red = await startNodeRed({ userFolder, port: ports.n8n, log, signal });
		try {
			if (state.port !== ports.n8n) {
				const account = { baseUrl: `http://${LOOPBACK}:${ports.sandbox}`, publicUrl: red.url, credentials: { apiKey: state.apiKey } };
				const before = await red.flows();
				const flows = before.length > 0 ? before.map((node) => (node.type === 'meeting-assistant-account' ? { ...node, ...account } : node)) : exampleFlows(account);
				await red.deploy(flows, 'full');
				writeState(data.state, { ...state, port: ports.n8n });
			}
			steps.clear();
			await print(welcome({ url: red.url, serviceUrl: sandbox.url, data: data.path }, colors));
			const ended = signal.aborted ? null : await Promise.race([red.ended, once(signal, 'abort').then(() => null)]);
			if (ended) throw new UserError(`${ended.name} stopped unexpectedly. Its output is in ${ended.log}`);
		} finally {
			await red.stop();
		}
	} finally {
		await sandbox.stop();
	}
	await print('Stopped. Your data is kept.');
}

try {
	await main();
} catch (error) {
	steps.clear();
	printError(error instanceof UserError ? error.message : `Unexpected error: ${String(error)}`);
	process.exitCode = 1;
}
