import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { world } from '../world.ts';

/** Ends the wait of an execution now, as if its time had come. n8n looks once a minute. */
export function endWait(executionId: string): void {
	const database = new DatabaseSync(join(world.userFolder, '.n8n/database.sqlite'), { timeout: 10_000 });
	try {
		const now = new Date().toISOString().replace('T', ' ').replace('Z', '');
		database.prepare(`UPDATE execution_entity SET waitTill = ? WHERE id = ? AND status = 'waiting'`).run(now, executionId);
	} finally {
		database.close();
	}
}
