import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startSandbox } from '../../sandbox/index.ts';
import { startMailbox } from '../../scripts/mailServer.ts';
import { type AvailableCredentials, prepareExample, readExamples, type Workflow } from '../../scripts/n8n/examples.ts';
import { joinHost, n8nElsewhere, signInElsewhere } from '../../scripts/n8n/elsewhere.ts';
import { type Host, type HostOptions, startHost } from '../../scripts/n8n/host.ts';
import { hostFolder, installPackageInto } from '../../scripts/n8n/install.ts';
import { openN8n } from '../../scripts/n8n/n8nApi.ts';
import { assertFree, type Ports, portsFrom } from '../../scripts/n8n/ports.ts';
import { fillService } from '../../scripts/n8n/service.ts';
import { startStandIns } from './standIns.ts';

export const CREDENTIAL = 'meetingAssistantApi';

/** Consecutive free ports; `used`: how many. */
export async function freePorts(used?: number): Promise<Ports> {
	for (;;) {
		const ports = portsFrom(20_000 + Math.floor(Math.random() * 10_000));
		const free = await assertFree(ports, used).then(() => true, () => false);
		if (free) return ports;
	}
}

/** A fresh n8n, or the one at `N8N_URL`, with the packed package, an owner and credentials, next to a filled sandbox and a mail server. `settings`: environment variables of n8n. */
export async function startWorld(settings: Readonly<Record<string, string>> = {}) {
	const folder = mkdtempSync(join(tmpdir(), 'n8n-e2e-'));
	const [userFolder, log] = [join(folder, 'n8n'), join(folder, 'n8n.log')];
	const ports = await freePorts();
	const elsewhere = n8nElsewhere();
	if (!elsewhere) await installPackageInto(userFolder);

	const sandbox = await startSandbox({ port: ports.sandbox, database: ':memory:', allowLoopbackHttp: true });
	const apiKey = await fillService(sandbox);
	const mailbox = await startMailbox();
	const { settings: redirected, standInFor, stop: stopStandIns } = await startStandIns();
	const host = elsewhere
		? { ...(await joinHost(elsewhere)), pid: Number.NaN }
		: await startHost({ installed: hostFolder(), userFolder, ports, log, settings: { ...redirected, ...settings } });
	const printedAtStart = elsewhere ? '' : readFileSync(log, 'utf8');
	const n8n = openN8n(host.url, elsewhere?.owner);
	await (elsewhere ? signInElsewhere(n8n, elsewhere) : n8n.signIn());

	/** What a person enters. */
	const account = { apiKey, baseUrl: sandbox.url };
	const mail = { host: mailbox.host, port: mailbox.port, secure: false, disableStartTls: true, user: '', password: '' };
	return {
		/** n8n's own data. */
		userFolder,
		sandbox,
		mailbox,
		standInFor,
		host,
		n8n,
		/** What n8n printed while it loaded its packages. */
		printedAtStart,
		account,
		credential: await n8n.createCredential('Meeting Assistant account', CREDENTIAL, account),
		smtp: await n8n.createCredential('SMTP account', 'smtp', mail),
		async stop() {
			await host.stop();
			await stopStandIns();
			await mailbox.stop();
			await sandbox.stop();
			rmSync(folder, { recursive: true, force: true });
		},
	};
}

export type World = Awaited<ReturnType<typeof startWorld>>;

/** The examples, prepared for this n8n, and the node types it has. `others`: additional credentials. */
export async function importable({ n8n, credential, smtp }: World, others: AvailableCredentials = {}) {
	const types = await n8n.nodeTypes();
	const callable = new Set(types.filter(({ webhooks }) => webhooks.length > 0).map(({ name }) => name));
	const examples = readExamples().map(({ key, workflow }) => ({
		key,
		workflow: prepareExample(workflow, { [CREDENTIAL]: credential, smtp, ...others }, callable),
	}));
	return {
		examples,
		known: new Set(types.map(({ name }) => name)),
		example(wanted: string): Workflow {
			const found = examples.find(({ key }) => key === wanted);
			if (!found) throw new Error(`There is no examples/${wanted}.json`);
			return found.workflow;
		},
	};
}

/** An n8n that can be stopped or killed, and started again with the same data. */
export async function startRestartableN8n(options: HostOptions) {
	let lives = 1;
	let host: Host = await startHost(options);
	return {
		url: host.url,
		/** Resolves once it has ended. `SIGKILL` gives it no time to shut down. */
		stop: (signal?: NodeJS.Signals): Promise<void> => host.stop(signal),
		async start(): Promise<void> {
			lives += 1;
			host = await startHost({ ...options, log: `${options.log}.${lives}` });
		},
	};
}

export type RestartableN8n = Awaited<ReturnType<typeof startRestartableN8n>>;
