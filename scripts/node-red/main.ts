import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { dataFolder, lockFolder, paths, readState, writeState } from '../n8n/folders.ts';
import { assertFree, LOOPBACK, portsFrom } from '../n8n/ports.ts';
import { print, UserError } from '../../packages/rehearsal/terminal.ts';
import { untilSignalled } from '../untilSignalled.ts';
import { parseArguments, USAGE } from './arguments.ts';
import { exampleFlows } from './examples.ts';
import { startNodeRed } from './host.ts';
import { installNodeRed, installPackageInto, isInstalled } from './install.ts';
import { welcome } from './welcome.ts';

await untilSignalled(async ({ signal, steps, colors }) => {
	const words = parseArguments(process.argv.slice(2));
	if (words.help) return await print(USAGE);
	const ports = portsFrom(words.port);
	const data = dataFolder(false, `${paths.data}-node-red`);
	lockFolder(data.lock);
	await assertFree(ports);
	if (words.reset) rmSync(data.path, { recursive: true, force: true });
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
});
