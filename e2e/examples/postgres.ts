import { randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isAvailable } from '../../scripts/available.ts';
import { DATABASE, findServers, queryOf, startPostgres as start } from '../../scripts/n8n/queue/servers.ts';
import { LOOPBACK } from '../../scripts/n8n/ports.ts';
import { freePorts } from '../support/startWorld.ts';

/** Why tests that need PostgreSQL and Redis are skipped. @throws Error in CI. */
export function noServers(): string | false {
	try {
		findServers();
		return false;
	} catch (error) {
		const missing = error instanceof Error ? error.message : String(error);
		return !isAvailable(false, missing) && missing;
	}
}

/** A new database server on this machine. Its data is deleted when it stops. */
export async function startPostgres() {
	const servers = findServers();
	const folder = mkdtempSync(join(tmpdir(), 'postgres-'));
	// PostgreSQL may run as another user.
	chmodSync(folder, 0o755);
	const password = randomBytes(16).toString('hex');
	const { n8n: port } = await freePorts(1);
	const program = await start({ servers, folder: join(folder, 'data'), port, password, log: join(folder, 'log') });
	return {
		/** What a person enters in n8n. */
		account: { host: LOOPBACK, port, database: DATABASE.name, user: DATABASE.user, password, ssl: 'disable' },
		query: queryOf(servers, port, password),
		async stop(): Promise<void> {
			await program.stop();
			rmSync(folder, { recursive: true, force: true });
		},
	};
}
