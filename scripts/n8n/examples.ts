import { randomUUID } from 'node:crypto';
import { globSync, mkdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { z } from 'zod/v4';
import { connect } from '../../packages/client/index.ts';
import { isRecord } from '../../src/format/index.ts';
import { SAMPLE_CONVERSATION_ID } from '../../src/forms/index.ts';
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
	/** File name without the extension. */
	readonly key: string;
	readonly workflow: Workflow;
}

/** The workflows that ship with this package, in the form people import into n8n. */
export const readExamples = (folder: string = join(ROOT, 'examples')): readonly Example[] =>
	globSync('*.json', { cwd: folder })
		.sort()
		.map((file) => ({
			key: basename(file, '.json'),
			workflow: Workflow.parse(JSON.parse(readFileSync(join(folder, file), 'utf8'))),
		}));

/** Existing credentials by type. */
export type AvailableCredentials = Readonly<Record<string, { readonly id: string; readonly name: string }>>;

/**
 * The workflow with existing credentials selected, and none for types without one. Webhook nodes get a webhook ID, which
 * n8n's editor adds on import and its API does not.
 */
export const prepareExample = (workflow: Workflow, available: AvailableCredentials, callable: ReadonlySet<string>): Workflow => ({
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

/** Where n8n may write files in its Docker image, which the examples name. */
const FILES = '/home/node/.n8n-files';

/** The workflow with a folder of this machine in place of the image's, except in what it tells people. */
export const withFiles = (workflow: Workflow, folder: string): Workflow => ({
	...workflow,
	nodes: workflow.nodes.map((node) => (node.type.endsWith('.stickyNote') ? node : Node.parse(JSON.parse(JSON.stringify(node).replaceAll(FILES, JSON.stringify(folder).slice(1, -1)))))),
});

interface Meeting {
	readonly id: string;
	readonly title: string | null;
	readonly startTime: string;
}

/** The workflow with a meeting that exists in its pinned events, so that “Execute workflow” can read it. */
function aboutMeeting(workflow: Workflow, { id, title, startTime }: Meeting): Workflow {
	const isSample = (value: unknown): value is object => isRecord(value) && value['conversationId'] === SAMPLE_CONVERSATION_ID;
	const pinned = JSON.stringify(workflow.pinData ?? {}, (_, value: unknown) => (isSample(value) && 'title' in value ? { ...value, title, startTime } : value));
	return { ...workflow, pinData: Workflow.shape.pinData.parse(JSON.parse(pinned.replaceAll(SAMPLE_CONVERSATION_ID, id))) };
}

/** The newest call long enough for what the examples make of one. */
async function newestCall({ apiKey }: State, ports: Ports): Promise<Meeting | undefined> {
	const { data } = await connect({ apiKey, baseUrl: baseUrlOf(ports) }).conversations.list({ limit: 100 });
	return data.filter(({ segmentCount, linkedCalendarEventId }) => segmentCount >= 10 && linkedCalendarEventId !== null).sort((a, b) => b.startTime.localeCompare(a.startTime))[0];
}

/** Examples that start by themselves, need no setup, and are harmless when unattended. */
export const PUBLISHED: readonly string[] = [
	'action-items-to-table',
	'action-items-to-table-robust',
	'feedback-trend',
	'follow-up-approval',
	'weekly-digest',
];

const baseUrlOf = ({ sandbox }: Ports): string => `http://${LOOPBACK}:${sandbox}`;

/** The credentials for the local service and mail server. */
const credentialsFor = (apiKey: string, ports: Ports) => [
	{
		type: 'meetingAssistantApi',
		name: 'Meeting Assistant account',
		data: { apiKey, baseUrl: baseUrlOf(ports) },
	},
	{
		type: 'smtp',
		name: 'SMTP account',
		data: { host: LOOPBACK, port: ports.mail, secure: false, disableStartTls: true, user: '', password: '' },
	},
];

/**
 * Does only what earlier starts have not done, so that people's changes are kept. `files`: where examples write files; null to leave what they
 * name. @returns the new state.
 */
export async function seedN8n(n8n: N8n, state: State, ports: Ports, files: string | null): Promise<State> {
	const examples = readExamples().map(({ key, workflow }) => ({ key, workflow: files === null ? workflow : withFiles(workflow, files) }));
	if (files !== null) mkdirSync(join(files, 'Meetings'), { recursive: true });
	const fresh = examples.filter(({ key }) => !state.imported.includes(key));
	const moved = state.port !== ports.n8n;
	if (fresh.length === 0 && !moved) return state;
	await n8n.signIn();
	const available = await seedCredentials(n8n, credentialsFor(state.apiKey, ports), moved);
	if (moved) await republish(n8n);
	const call = await newestCall(state, ports);
	await importExamples(n8n, call ? fresh.map(({ key, workflow }) => ({ key, workflow: aboutMeeting(workflow, call) })) : fresh, available);
	return { ...state, port: ports.n8n, imported: examples.map(({ key }) => key) };
}

/** Creates missing credentials; updates existing ones only if their URLs changed. */
async function seedCredentials(n8n: N8n, wanted: ReturnType<typeof credentialsFor>, moved: boolean): Promise<AvailableCredentials> {
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

/** Triggers register their URL with the service when they are published, so a new port needs a new registration. */
async function republish(n8n: N8n): Promise<void> {
	for (const { id } of (await n8n.workflows()).filter(({ active }) => active)) {
		await n8n.unpublish(id);
		await n8n.publish(id);
	}
}

async function importExamples(n8n: N8n, examples: readonly Example[], available: AvailableCredentials): Promise<void> {
	const callable = new Set((await n8n.nodeTypes()).filter(({ webhooks }) => webhooks.length > 0).map(({ name }) => name));
	// An interrupted start may have imported some of them.
	const there = new Set((await n8n.workflows()).map(({ name }) => name));
	for (const { key, workflow } of examples.filter((example) => !there.has(example.workflow.name))) {
		const { id } = await n8n.createWorkflow(prepareExample(workflow, available, callable));
		if (PUBLISHED.includes(key)) await n8n.publish(id);
	}
}
