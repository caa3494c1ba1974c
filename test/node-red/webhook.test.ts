import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from '../../packages/client/index.ts';
import type { AccountNode } from '../../packages/node-red/account.ts';
import { flowNameOf, type Node, type NodeConfig, type Red, type Status } from '../../packages/node-red/nodeRed.ts';
import { createWebhooks, type Listener } from '../../packages/node-red/webhook.ts';
import { startSandbox, type Sandbox } from '../../sandbox/index.ts';
import { accountOf } from '../../src/limits/index.ts';
import { createClient } from '../../src/client/index.ts';
import { fetchTransport } from '../../src/transport/fetch.ts';

const MINUTE = 60_000;
const OTHER = 'https://hooks.example.com/somebody-else';

let sandbox: Sandbox;
let userDir: string;
let apiKey: string;
let closing: AbortController;
beforeEach(async () => {
	sandbox = await startSandbox({ port: 0, database: ':memory:', allowLoopbackHttp: true });
	userDir = mkdtempSync(join(tmpdir(), 'node-red-webhook-'));
	apiKey = sandbox.createKey(sandbox.createUser({ name: 'Nora', email: 'nora@example.com', plan: 'professional' }).id);
	closing = new AbortController();
});
afterEach(async () => {
	closing.abort();
	await sandbox.stop();
	rmSync(userDir, { recursive: true });
});

const serviceOf = () => connect({ baseUrl: sandbox.url, apiKey }).webhooks;
const urls = async () => (await serviceOf().list()).data.map(({ url }) => url);

/** The event nodes of two flows, which share a webhook, as started by Node-RED. The webhook's waits end when told to. */
function startNodes() {
	const statuses: Status[] = [];
	const [errors, warnings]: [string[], string[]] = [[], []];
	const node: Node = {
		id: 'event',
		on: () => {},
		send: () => {},
		status: (status) => void statuses.push(status),
		log: () => {},
		warn: (text) => void warnings.push(text),
			error: ({ message }) => void errors.push(message),
	};
	const red: Red = {
		nodes: { createNode: () => {}, registerType: () => {}, getNode: () => null, eachNode: () => {} },
		events: { on: () => {} },
		httpAdmin: { post: () => {} },
		httpNode: { use: () => {} },
		auth: { needsPermission: () => () => {} },
		settings: { userDir },
		util: { cloneMessage: (message) => message, generateId: () => '', evaluateNodeProperty: () => {} },
	};
	const account: AccountNode = {
		...{ id: 'account', baseUrl: sandbox.url, allowHttp: true, publicUrl: 'http://127.0.0.1:9', headerPrefix: 'X-Svc' },
		account: accountOf(sandbox.url, apiKey),
		timezone: async () => 'UTC',
		connect: ({ signal, ...options } = {}) =>
			createClient({ baseUrl: sandbox.url, transport: fetchTransport({ apiKey, ...(signal && { signal }) }), sleep: async () => {}, patienceMs: 0, ...options }),
	};
	/** The pending wait: how long it should take, and what ends it. */
	let waiting: { readonly ms: number; readonly end: () => void } | null = null;
	let began = () => {};
	const sleep = (ms: number, signal: AbortSignal): Promise<void> =>
		new Promise((resolve, reject) => {
			signal.addEventListener('abort', () => {
				waiting = null;
				reject(new Error('aborted'));
			});
			waiting = { ms, end: resolve };
			began();
		});
	const listener = (flow: string): Listener => ({
		accountId: 'account',
		started: Promise.resolve({ node, account, events: ['conversation.created'], flow }),
		closed: closing.signal,
	});
	const reconcile = createWebhooks(red, sleep);
	return {
		statuses,
		errors,
		warnings,
		deploy: (...flows: readonly string[]) => reconcile(flows.map(listener)),
		/** Resolves with the length of the wait once there is one. */
		async nextWait(): Promise<number> {
			if (!waiting) await new Promise<void>((resolve) => (began = resolve));
			// Failures are shown after the nodes of the same flow have started.
			await new Promise(setImmediate);
			return waiting?.ms ?? 0;
		},
		endWait: () => {
			waiting?.end();
			waiting = null;
		},
	};
}

test('a webhook names the flows that use it, and one that was deleted is registered again', async () => {
	const nodes = startNodes();
	await nodes.deploy('Slack alert', 'CRM', 'CRM');
	expect(await nodes.nextWait()).toBe(10 * MINUTE);
	const own = 'http://127.0.0.1:9/meeting-assistant/account?usedBy=CRM%2C+Slack+alert';
	expect(await urls()).toEqual([own]);

	nodes.endWait();
	await nodes.nextWait();
	const [kept] = (await serviceOf().list()).data;
	await serviceOf().delete({ id: kept?.id ?? '' });
	nodes.endWait();
	expect(await nodes.nextWait()).toBe(10 * MINUTE);
	expect(await urls()).toEqual([own]);
	expect(nodes.warnings).toEqual([expect.stringContaining('no longer had the webhook')]);
	expect(nodes.errors).toEqual([]);
});

test('a service that is down, or refuses the list, is not a reason to register again', async () => {
	const nodes = startNodes();
	await nodes.deploy('CRM');
	await nodes.nextWait();
	for (const kind of ['connection-reset', 'unavailable', 'rate-limited'] as const) {
		sandbox.faults.add({ kind, count: 1 });
		nodes.endWait();
		expect(await nodes.nextWait()).toBe(10 * MINUTE);
	}
	expect([nodes.errors, nodes.warnings]).toEqual([[], []]);
});

test('if others use the plan’s webhooks, the error names them once, and the next free one is taken', async () => {
	const ids: string[] = [];
	for (const name of ['a', 'b', 'c']) ids.push((await serviceOf().register({ url: `${OTHER}?usedBy=${name}`, events: ['conversation.created'] })).data.id);
	const nodes = startNodes();
	await nodes.deploy('CRM');
	const waits: number[] = [];
	for (let tries = 0; tries < 7; tries += 1) {
		waits.push((await nodes.nextWait()) / MINUTE);
		if (tries === 6) await serviceOf().delete({ id: ids[0] ?? '' });
		nodes.endWait();
	}
	expect(waits).toEqual([0.5, 1, 2, 4, 8, 15, 15]);
	expect(await nodes.nextWait()).toBe(10 * MINUTE);
	expect(nodes.errors).toEqual([expect.stringMatching(/allows no more webhooks.*the flow “a”.*the flow “c”/)]);
	expect(await urls()).toContain('http://127.0.0.1:9/meeting-assistant/account?usedBy=CRM');
	expect(nodes.statuses.at(-1)).toMatchObject({ fill: 'green' });
});

test('a node’s flow is known by its tab, also within subflows', () => {
	const configs: readonly NodeConfig[] = [
		{ id: 'tab', label: 'CRM' },
		{ id: 'plain', z: 'tab' },
		{ id: 'sub', label: 'not a flow of its own' },
		{ id: 'inner', z: 'sub' },
		{ id: 'instance', z: 'tab' },
	];
	const red = { nodes: { eachNode: (visit: (config: NodeConfig) => void) => configs.forEach(visit) } };
	expect(['plain', 'instance-inner', 'gone'].map((id) => flowNameOf(red, id))).toEqual(['CRM', 'CRM', '']);
});
