import { prepare, readExamples, type Available, type Example } from './examples.ts';
import type { N8n, Named } from './n8nApi.ts';
import { LOOPBACK, type Ports } from './ports.ts';
import type { State } from './state.ts';

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
