import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { globSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { z } from 'zod/v4';
import { dataFolder, lockFolder, paths, readState, writeState } from '../n8n/folders.ts';
import { assertFree, LOOPBACK, portsFrom } from '../n8n/ports.ts';
import { colorsOf, createSteps, UserError } from '../terminal.ts';
import { startNodeRed, type FlowNode } from './host.ts';
import { installNodeRed, installPackageInto, isInstalled, nodeRedFolder, PACKAGE } from './install.ts';

const USAGE = `Usage: npm run node-red [-- options]

Starts a real Node-RED on this machine, ready to use: with this package, an
account, sample meetings and the flows in packages/node-red/examples. The first
start installs Node-RED, about 120 MB.

  --install        install Node-RED, and start nothing
  --port <number>  Node-RED's port (default 1880); the service gets one of the next
  --reset          delete all data of earlier starts
  --help           show this help`;

const { bold, dim, green } = colorsOf({ colors: Boolean(process.stdout.isTTY) && !process.env.NO_COLOR });
const steps = createSteps(process.stderr);
const stopping = new AbortController();
const { signal } = stopping;
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
	process.on(name, () => (signal.aborted ? process.exit(1) : stopping.abort()));
}

const Example = z.array(z.looseObject({ id: z.string(), type: z.string() }));

/** It posts to an address that has to be filled in first. */
const UNREADY = 'Slack alert';

/** The examples as people import them, with an account that they share. */
function exampleFlows(account: object): FlowNode[] {
	const id = randomBytes(8).toString('hex');
	const prepared = (node: FlowNode): FlowNode => {
		if (node.type.startsWith('meeting-assistant')) return { ...node, account: id };
		return node.type === 'tab' && node['label'] === UNREADY ? { ...node, disabled: true } : node;
	};
	const nodes = globSync('*.json', { cwd: join(PACKAGE, 'examples') })
		.sort()
		.flatMap((file) => Example.parse(JSON.parse(readFileSync(join(PACKAGE, 'examples', file), 'utf8'))));
	return [{ id, type: 'meeting-assistant-account', name: 'Meeting assistant', ...account }, ...nodes.map(prepared)];
}

async function main(): Promise<void> {
	const { values } = parseArgs({ options: { help: { type: 'boolean' }, install: { type: 'boolean' }, port: { type: 'string', default: '1880' }, reset: { type: 'boolean' } } });
	if (values.help) return console.log(USAGE);
	if (values.install) {
		if (!isInstalled()) await installNodeRed(signal);
		return console.log(`Node-RED is in ${nodeRedFolder()}`);
	}
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
			console.log(`
${green('✔')} Node-RED is ready

  Open      ${bold(red.url)}
  Service   ${sandbox.url} ${dim('(the sandbox, with sample meetings)')}
  Data      ${data.path}

Press Ctrl-C to stop. To start over: npm run node-red -- --reset`);
			const ended = signal.aborted ? null : await Promise.race([red.ended, once(signal, 'abort').then(() => null)]);
			if (ended) throw new UserError(`${ended.name} stopped unexpectedly. Its output is in ${ended.log}`);
		} finally {
			await red.stop();
		}
	} finally {
		await sandbox.stop();
	}
	console.log('Stopped. Your data is kept.');
}

try {
	await main();
} catch (error) {
	steps.clear();
	console.error(error instanceof UserError ? error.message : `Unexpected error: ${String(error)}`);
	process.exitCode = 1;
}
