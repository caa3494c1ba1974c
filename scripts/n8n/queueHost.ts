import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { findServers } from './debian.ts';
import { createGroup } from './group.ts';
import type { Host } from './host.ts';
import { hasPassword, passwordIn } from './password.ts';
import { queryOf, startPostgres, type Query } from './postgres.ts';
import { LOOPBACK, type Ports, type QueuePorts } from './ports.ts';
import { queueProcesses, type Worker } from './queueProcesses.ts';
import { startRedis } from './redis.ts';

export interface QueueHostOptions {
	/** Folder that n8n was installed in. */
	readonly installed: string;
	/** n8n's own data, this package among it. */
	readonly userFolder: string;
	/** Redis's data, and the password of both servers. */
	readonly folder: string;
	/** PostgreSQL's data: as root, where its user may go. */
	readonly databaseFolder: string;
	readonly logs: string;
	readonly ports: Ports;
	/** Without workers n8n runs alone, on the same data base. */
	readonly queuePorts: QueuePorts;
	readonly signal?: AbortSignal;
}

export interface QueueHost extends Host {
	/** Where deliveries of published workflows go. */
	readonly webhookUrl: string;
	readonly query: Query;
	readonly workers: readonly Worker[];
}

/** Starts n8n in queue mode and resolves when all of it can be used. @throws SetupError, with nothing left running. */
export async function startQueueHost(options: QueueHostOptions): Promise<QueueHost> {
	const { installed, userFolder, folder, databaseFolder, logs, ports, queuePorts, signal } = options;
	const servers = findServers();
	for (const needed of [folder, userFolder]) mkdirSync(needed, { recursive: true });
	// Without its password, and n8n's key beside it, nobody can read what is in the data base.
	if (!hasPassword(folder)) rmSync(databaseFolder, { recursive: true, force: true });
	const password = passwordIn(folder);
	const processes = queueProcesses({ installed, userFolder, logs, ports, queuePorts, password, signal });
	const [backs, fronts] = [createGroup(), createGroup()];
	const stop = async (): Promise<void> => {
		await fronts.stop();
		await backs.stop();
	};
	try {
		const common = { servers, password, signal };
		await backs.keep([
			startRedis({ ...common, folder: join(folder, 'redis'), port: queuePorts.redis, log: join(logs, 'redis.log') }),
			startPostgres({ ...common, folder: databaseFolder, port: queuePorts.postgres, log: join(logs, 'postgresql.log') }),
		]);
		// The first time, the main process makes the key and the tables that the others need.
		const isFirst = !existsSync(join(userFolder, '.n8n/config'));
		if (isFirst) await fronts.keep([processes.main()]);
		const workers = processes.workers();
		// Whoever takes new work comes first, and so is stopped before whoever does it.
		await fronts.keep([...(isFirst ? [] : [processes.main()]), ...processes.webhook(), ...workers]);
		return {
			url: `http://${LOOPBACK}:${ports.n8n}`,
			webhookUrl: `http://${LOOPBACK}:${queuePorts.workers.length > 0 ? queuePorts.webhook.own : ports.n8n}`,
			pid: fronts.pid(),
			ended: Promise.race([fronts.ended(), backs.ended()]),
			stop,
			query: queryOf(servers, queuePorts.postgres, password),
			workers: await Promise.all(workers),
		};
	} catch (error) {
		await stop();
		throw error;
	}
}
