import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startSandbox } from '../../sandbox/index.ts';
import { hostFolder, installPackageInto } from '../../scripts/n8n/install.ts';
import { openN8n } from '../../scripts/n8n/n8nApi.ts';
import { PORTS_USED, queuePortsFrom } from '../../scripts/n8n/ports.ts';
import { startQueueHost } from '../../scripts/n8n/queue/queueHost.ts';
import { fillService } from '../../scripts/n8n/service.ts';
import { CREDENTIAL, freePorts } from './startWorld.ts';

/** A new n8n on PostgreSQL with this many workers, next to a filled sandbox. With 0 workers, one process runs everything. */
export async function startQueueWorld(workers: number) {
	const folder = mkdtempSync(join(tmpdir(), 'n8n-queue-'));
	// The user that PostgreSQL runs as needs access to its own folder.
	chmodSync(folder, 0o711);
	const userFolder = join(folder, 'n8n');
	const ports = await freePorts(PORTS_USED.queue);
	await installPackageInto(userFolder);
	const sandbox = await startSandbox({ port: ports.sandbox, database: ':memory:', allowLoopbackHttp: true });
	const apiKey = await fillService(sandbox);
	const host = await startQueueHost({
		installed: hostFolder(),
		userFolder,
		folder: join(folder, 'queue'),
		databaseFolder: join(folder, 'postgresql'),
		logs: join(folder, 'logs'),
		ports,
		queuePorts: queuePortsFrom(ports.n8n, workers),
	});
	const n8n = openN8n(host.url);
	await n8n.signIn();
	const account = { apiKey, baseUrl: sandbox.url };
	return {
		host,
		sandbox,
		n8n,
		account,
		credential: await n8n.createCredential('Meeting Assistant account', CREDENTIAL, account),
		async stop() {
			await host.stop();
			await sandbox.stop();
			rmSync(folder, { recursive: true, force: true });
		},
	};
}

export type QueueWorld = Awaited<ReturnType<typeof startQueueWorld>>;
