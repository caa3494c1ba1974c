import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import { startSandbox } from '../sandbox/index.ts';
import { startMailbox } from '../scripts/demo/mailbox.ts';
import { hostFolder } from '../scripts/n8n/folders.ts';
import { startHost } from '../scripts/n8n/host.ts';
import { openN8n } from '../scripts/n8n/n8nApi.ts';
import { installPackageInto } from '../scripts/n8n/packageInto.ts';
import { assertFree, portsFrom, type Ports } from '../scripts/n8n/ports.ts';
import { fill } from '../scripts/n8n/service.ts';

/** A row of ports that nobody uses. */
async function freePorts(): Promise<Ports> {
	for (;;) {
		const ports = portsFrom(20_000 + Math.floor(Math.random() * 20_000));
		const free = await assertFree(ports).then(() => true, () => false);
		if (free) return ports;
	}
}

// One new n8n for all tests, in the one process they share: each takes a minute to start and to fill.
const folder = mkdtempSync(join(tmpdir(), 'n8n-e2e-'));
const userFolder = join(folder, 'n8n');
const ports = await freePorts();
await installPackageInto(userFolder);

export const sandbox = await startSandbox({ port: 0, database: ':memory:', allowLoopbackHttp: true });
export const apiKey = await fill(sandbox);
export const mailbox = await startMailbox();
const log = join(folder, 'n8n.log');
export const host = await startHost({ installed: hostFolder(), userFolder, ports, log });
/** Everything that n8n has to say while it loads its packages. */
export const printedAtStart = readFileSync(log, 'utf8');
export const n8n = openN8n(host.url);
await n8n.signIn();

/** What a person fills in. */
export const account = { apiKey, baseUrl: sandbox.url };
export const CREDENTIAL = 'meetingAssistantApi';
export const credential = await n8n.createCredential('Meeting Assistant account', CREDENTIAL, account);
export const smtp = await n8n.createCredential('SMTP account', 'smtp', {
	host: mailbox.host,
	port: mailbox.port,
	secure: false,
	disableStartTls: true,
	user: '',
	password: '',
});

after(async () => {
	await host.stop();
	await mailbox.stop();
	await sandbox.stop();
	rmSync(folder, { recursive: true, force: true });
});
