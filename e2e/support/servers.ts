import { isAvailable } from '../../scripts/available.ts';
import { findServers } from '../../scripts/n8n/queue/servers.ts';

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
