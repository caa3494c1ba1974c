import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod/v4';
import { hostFolder } from '../../scripts/n8n/folders.ts';
import { openN8n, type Named } from '../../scripts/n8n/n8nApi.ts';
import { installPackageInto } from '../../scripts/n8n/install.ts';
import { startMortal } from '../mortal.ts';
import { CREDENTIAL, freePorts } from '../startWorld.ts';
import { startService, type Account } from './service.ts';

const DATABASE = ['database.sqlite', 'database.sqlite-wal', 'database.sqlite-shm'];

/** An n8n and a service of their own, both of which can go down and come back. */
export async function startTriggerWorld() {
	const folder = mkdtempSync(join(tmpdir(), 'n8n-triggers-'));
	const [ports, userFolder, backup] = [await freePorts(), join(folder, 'n8n'), join(folder, 'backup')];
	await installPackageInto(userFolder);
	const service = await startService(ports.sandbox, join(folder, 'service.sqlite'));
	const host = await startMortal({ installed: hostFolder(), userFolder, ports, log: join(folder, 'n8n.log') });
	const n8n = openN8n(host.url);
	await n8n.signIn();
	const { rest } = n8n;
	const data = join(userFolder, '.n8n');
	return {
		host,
		n8n,
		service,
		urlOf: (webhookId: string) => `${host.url}/webhook/${webhookId}/meeting-assistant`,
		credentialOf: (name: string, { credential }: Account): Promise<Named> => n8n.createCredential(name, CREDENTIAL, credential),
		archive: (id: string) => rest('POST', `/rest/workflows/${id}/archive`, z.unknown(), {}),
		/** n8n deletes only what was archived. */
		remove: (id: string) => rest('DELETE', `/rest/workflows/${id}`, z.unknown()),
		/** While n8n is stopped. */
		backUp: () => cpSync(data, backup, { recursive: true, filter: (path) => !path.includes('node_modules') }),
		restore() {
			for (const file of DATABASE) rmSync(join(data, file), { force: true });
			cpSync(backup, data, { recursive: true });
		},
		async stop() {
			await host.stop();
			await service.down();
			rmSync(folder, { recursive: true, force: true });
		},
	};
}

export type TriggerWorld = Awaited<ReturnType<typeof startTriggerWorld>>;
