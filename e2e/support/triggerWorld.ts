import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod/v4';
import { connect } from '../../packages/client/index.ts';
import { unnamedAddress } from '../../src/triggers/register/address.ts';
import { type Sandbox, startSandbox } from '../../sandbox/index.ts';
import { hostFolder, installPackageInto } from '../../scripts/n8n/install.ts';
import { type Named, openN8n } from '../../scripts/n8n/n8nApi.ts';
import { CREDENTIAL, freePorts, startRestartableN8n } from './startWorld.ts';

type Plan = 'starter' | 'professional' | 'enterprise';

/** A service that can go down and come back with its data. */
export async function startService(port: number, database: string) {
	const start = (): Promise<Sandbox> => startSandbox({ port, database, allowLoopbackHttp: true });
	let sandbox = await start();

	function account(plan: Plan) {
		const { id } = sandbox.createUser({ name: 'Nora Feld', email: `${plan}@example.com`, plan });
		const apiKey = sandbox.createKey(id);
		const { webhooks } = connect({ baseUrl: sandbox.url, apiKey });
		return {
			credential: { apiKey, baseUrl: sandbox.url },
			webhooks: async () => (await webhooks.list()).data.map((webhook) => ({ ...webhook, url: unnamedAddress(webhook.url ?? '') })),
			/** Somebody removes it at the service, or with *Webhook > Delete*. */
			forget: (id: string) => webhooks.delete({ id }),
			register: async (url: string) => (await webhooks.register({ url, events: ['conversation.created'] })).data,
			/** The status of a signed test delivery: 200 only from a receiver that has the secret. */
			test: async (webhook: string) => (await webhooks.test({ id: webhook })).data.statusCode,
			record: (title: string) =>
				sandbox.importMeeting(id, { text: 'Ana: Shall we begin?\nBen: Yes.', filename: 'new.txt', title }),
		};
	}
	return {
		account,
		down: () => sandbox.stop(),
		up: async (): Promise<void> => void (sandbox = await start()),
	};
}

export type Account = ReturnType<Awaited<ReturnType<typeof startService>>['account']>;

const DATABASE = ['database.sqlite', 'database.sqlite-wal', 'database.sqlite-shm'];

/** A separate n8n and service, which can each go down and come back. */
export async function startTriggerWorld() {
	const folder = mkdtempSync(join(tmpdir(), 'n8n-triggers-'));
	const [ports, userFolder, backup] = [await freePorts(), join(folder, 'n8n'), join(folder, 'backup')];
	await installPackageInto(userFolder);
	const service = await startService(ports.sandbox, join(folder, 'service.sqlite'));
	const host = await startRestartableN8n({ installed: hostFolder(), userFolder, ports, log: join(folder, 'n8n.log') });
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
		/** n8n deletes only archived workflows. */
		remove: (id: string) => rest('DELETE', `/rest/workflows/${id}`, z.unknown()),
		/** Call it while n8n is stopped. */
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
