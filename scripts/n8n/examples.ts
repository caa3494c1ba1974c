import { randomUUID } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { z } from 'zod/v4';
import { ROOT, type State } from './folders.ts';
import type { N8n, Named } from './n8nApi.ts';
import { LOOPBACK, type Ports } from './ports.ts';

const CredentialRef = z.looseObject({ id: z.string().nullable(), name: z.string() });
const Node = z.looseObject({
	name: z.string(),
	type: z.string(),
	parameters: z.looseObject({}).default({}),
	webhookId: z.string().optional(),
	credentials: z.record(z.string(), CredentialRef).optional(),
});
const Workflow = z.object({
	name: z.string(),
	nodes: z.array(Node),
	connections: z.looseObject({}),
	settings: z.looseObject({}).optional(),
	pinData: z.looseObject({}).optional(),
});
export type Workflow = z.output<typeof Workflow>;

export interface Example {
	/** Name of its file, without folder and ending. */
	readonly key: string;
	readonly workflow: Workflow;
}

/** The workflows that this package brings, as anybody can import them. */
export const readExamples = (folder: string = join(ROOT, 'examples')): readonly Example[] =>
	globSync('*.json', { cwd: folder })
		.sort()
		.map((file) => ({
			key: basename(file, '.json'),
			workflow: Workflow.parse(JSON.parse(readFileSync(join(folder, file), 'utf8'))),
		}));

/** Credentials by type. */
export type Available = Readonly<Record<string, { readonly id: string; readonly name: string }>>;

/**
 * The workflow with the credentials that are there, as if they had been chosen by hand; of other types none is chosen. Nodes
 * that can be called get an address of their own, which n8n's editor gives them on import and n8n's server does not.
 */
export const prepare = (workflow: Workflow, available: Available, callable: ReadonlySet<string>): Workflow => ({
	...workflow,
	nodes: workflow.nodes.map((node) => {
		const wanted = Object.keys(node.credentials ?? {});
		const credentials = Object.fromEntries(wanted.flatMap((type) => (available[type] ? [[type, available[type]]] : [])));
		return {
			...node,
			...(node.credentials && { credentials }),
			...(callable.has(node.type) && { webhookId: node.webhookId ?? randomUUID() }),
		};
	}),
});

/** Examples that start by themselves, work without anything to set up, and do no harm when nobody looks. */
export const PUBLISHED: readonly string[] = [
	'action-items-to-table',
	'feedback-trend',
	'follow-up-approval',
	'never-miss-a-meeting',
	'weekly-digest',
];

/** Everything that n8n needs to reach what runs beside it. */
const credentialsFor = (apiKey: string, ports: Ports) => [
	{
		type: 'meetingAssistantApi',
		name: 'Meeting Assistant account',
		data: { apiKey, baseUrl: `http://${LOOPBACK}:${ports.sandbox}` },
	},
	{
		type: 'smtp',
		name: 'SMTP account',
		data: { host: LOOPBACK, port: ports.mail, secure: false, disableStartTls: true, user: '', password: '' },
	},
];

/** What there is to do is what was not done at an earlier start: what a person has changed since stays as it is. */
export async function seed(n8n: N8n, state: State, ports: Ports): Promise<State> {
	const examples = readExamples();
	const fresh = examples.filter(({ key }) => !state.imported.includes(key));
	const moved = state.port !== ports.n8n;
	if (fresh.length === 0 && !moved) return state;
	await n8n.signIn();
	const available = await credentials(n8n, credentialsFor(state.apiKey, ports), moved);
	if (moved) await republish(n8n);
	await importAll(n8n, fresh, available);
	return { ...state, port: ports.n8n, imported: examples.map(({ key }) => key) };
}

/** Makes the credentials; those that are there are changed only when their address has. */
async function credentials(n8n: N8n, wanted: ReturnType<typeof credentialsFor>, moved: boolean): Promise<Available> {
	const existing = await n8n.credentials();
	const entries: [string, Named][] = [];
	for (const { type, name, data } of wanted) {
		const found = existing.find((credential) => credential.type === type && credential.name === name);
		if (found && moved) await n8n.updateCredential(found.id, name, type, data);
		const { id } = found ?? (await n8n.createCredential(name, type, data));
		entries.push([type, { id, name }]);
	}
	return Object.fromEntries(entries);
}

/** The service delivers to the address that a trigger gave it when it was published. */
async function republish(n8n: N8n): Promise<void> {
	for (const { id } of (await n8n.workflows()).filter(({ active }) => active)) {
		await n8n.unpublish(id);
		await n8n.publish(id);
	}
}

async function importAll(n8n: N8n, examples: readonly Example[], available: Available): Promise<void> {
	const callable = new Set((await n8n.nodeTypes()).filter(({ webhooks }) => webhooks.length > 0).map(({ name }) => name));
	// A start that was broken off may have imported some of them.
	const there = new Set((await n8n.workflows()).map(({ name }) => name));
	for (const { key, workflow } of examples.filter((example) => !there.has(example.workflow.name))) {
		const { id } = await n8n.createWorkflow(prepare(workflow, available, callable));
		if (PUBLISHED.includes(key)) await n8n.publish(id);
	}
}
