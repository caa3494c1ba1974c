/**
 * The life of the instant trigger's webhooks in a real n8n: after each step, the webhooks at the service are compared
 * with those that should be there, and each is sent a signed test delivery, which only the holder of its secret accepts.
 *
 * Usage: node e2e/triggers/lifecycle.mts <n8n folder> <user folder with the package installed> [port]
 */
import { randomUUID } from 'node:crypto';
import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { N8n } from './n8n.mts';
import { Account, Service } from './service.mts';

const [host = '', userFolder = '', port = '5701'] = process.argv.slice(2);
const n8n = new N8n({ host, userFolder, port: Number(port), brokerPort: Number(port) + 1, logFile: join(userFolder, 'n8n.log') });
const servicePort = Number(port) + 1000;
const database = join(userFolder, 'service.sqlite');
for (const suffix of ['', '-wal', '-shm']) rmSync(database + suffix, { force: true });
const service = new Service(servicePort, database);
await service.start();
const account = new Account(service, 'enterprise');
const professional = new Account(service, 'professional');
const starter = new Account(service, 'starter');
await n8n.start();

const credentialFor = (name: string, { key }: Account) =>
	n8n.saveCredential(name, { apiKey: key, baseUrl: account.url, headerPrefix: 'X-Svc', patienceSeconds: 30, concurrency: 5 });
const credential = await credentialFor('enterprise', account);
const limited = await credentialFor('professional', professional);
const none = await credentialFor('starter', starter);

interface Trigger {
	readonly webhookId: string;
	readonly events: readonly string[];
	readonly name?: string;
	readonly options?: object;
	readonly with?: { id: string; name: string };
}

const workflow = (name: string, trigger: Trigger) => ({
	name,
	nodes: [
		{
			id: trigger.webhookId,
			name: trigger.name ?? 'Trigger',
			type: 'n8n-nodes-meeting-assistant.meetingAssistantTrigger',
			typeVersion: 1,
			position: [0, 0],
			webhookId: trigger.webhookId,
			parameters: { events: trigger.events, ...(trigger.options && { options: trigger.options }) },
			credentials: { meetingAssistantApi: trigger.with ?? credential },
		},
	],
	connections: {},
	settings: {},
});

const CREATED = ['conversation.created'];
const SHARED = ['conversation.shared', 'transcript.ready'];
const urlOf = (webhookId: string) => `${n8n.url}/webhook/${webhookId}/meeting-assistant`;
const FOREIGN = 'https://hooks.example.com/somebody-else';

interface Row {
	readonly step: string;
	readonly expected: number;
	readonly found: number;
	readonly live: string;
	readonly right: boolean;
	readonly note: string;
}
const rows: Row[] = [];

type Expected = Readonly<Record<string, readonly string[]>>;

/** Compares what an account has at the service with what it should have, besides a webhook of somebody else. */
async function check(step: string, expected: Expected, note = '', { of = account, foreign = 1, dead = 0 } = {}): Promise<void> {
	const all = await of.webhooks();
	const ours = all.filter(({ url }) => !url.startsWith(FOREIGN));
	const untouched = all.length - ours.length === foreign;
	const same = (webhookId: string, events: readonly string[]) =>
		ours.filter((webhook) => webhook.url === urlOf(webhookId) && [...webhook.events].sort().join() === [...events].sort().join()).length === 1;
	const statuses: number[] = [];
	for (const { id } of ours) statuses.push(await of.test(id));
	const live = statuses.filter((status) => status === 200).length;
	const ids = Object.keys(expected);
	const right = untouched && ours.length === ids.length && ids.every((id) => same(id, expected[id] ?? [])) && live === ours.length - dead;
	rows.push({ step, expected: ids.length, found: ours.length, live: `${live} of ${ours.length}`, right, note });
	console.log(right ? 'ok   ' : 'WRONG', step, `expected ${ids.length}, found ${ours.length}, live ${live}`, right ? '' : JSON.stringify(all), note);
}

const short = (text: string | null) => text ?? 'published';
const ids = Array.from({ length: 8 }, () => randomUUID());
const [one = '', two = '', three = '', four = '', five = '', six = '', seven = ''] = ids;

await account.register(FOREIGN);
try {
	const first = await n8n.saveWorkflow(workflow('first', { webhookId: one, events: CREATED }));
	await check('saved, not active', {});
	const published = await n8n.publish(first.id);
	await check('activate', { [one]: CREATED }, short(published));
	const before = (await account.webhooks()).find(({ url }) => url === urlOf(one))?.id;
	await n8n.unpublish(first.id);
	await check('deactivate', {});
	await n8n.publish(first.id);
	await check('re-activate', { [one]: CREATED });

	await n8n.updateWorkflow(first.id, workflow('first', { webhookId: one, events: SHARED }));
	await n8n.publish(first.id);
	await check('change events', { [one]: SHARED });
	await n8n.updateWorkflow(first.id, workflow('first', { webhookId: one, events: ['any'] }));
	await n8n.publish(first.id);
	const any = (await account.webhooks()).find(({ url }) => url === urlOf(one))?.events ?? [];
	await check('change events to any', { [one]: any }, `${any.length} kinds`);
	await n8n.updateWorkflow(first.id, workflow('first', { webhookId: one, events: CREATED, name: 'Renamed' }));
	await n8n.publish(first.id);
	await check('rename node', { [one]: CREATED });

	const copy = await n8n.saveWorkflow(workflow('first copy', { webhookId: two, events: CREATED }));
	await check('duplicate workflow', { [one]: CREATED });
	await n8n.publish(copy.id);
	await check('activate the duplicate (two workflows, one credential)', { [one]: CREATED, [two]: CREATED });
	await n8n.unpublish(copy.id);
	await check('deactivate the duplicate', { [one]: CREATED });

	const again = await n8n.saveWorkflow(workflow('first imported', { webhookId: one, events: SHARED }));
	await check('import a second time, same webhook ID', { [one]: CREATED });
	const conflict = await n8n.publish(again.id).catch((error: Error) => error.message);
	await check('activate the second import', { [one]: CREATED }, short(conflict));
	await n8n.rest('POST', `/workflows/${again.id}/archive`, {});
	await n8n.rest('DELETE', `/workflows/${again.id}`);
	await check('delete the second import', { [one]: CREATED });

	// Service down.
	await service.stop();
	await n8n.unpublish(first.id);
	await service.start();
	await check('service down at deactivation', { [one]: CREATED }, 'left behind; answers 404', { dead: 1 });
	await n8n.publish(first.id);
	await check('activate after that', { [one]: CREATED });
	await n8n.unpublish(first.id);
	await service.stop();
	const down = n8n.publish(first.id);
	await wait(4000);
	await service.start();
	const recovered = await down;
	await check('service down at activation, back after 4 s', { [one]: CREATED }, short(recovered));
	await n8n.unpublish(first.id);
	await service.stop();
	const failed = await n8n.publish(first.id);
	await service.start();
	await check('service down at activation for good', {}, short(failed));
	await n8n.unpublish(first.id);
	await n8n.publish(first.id);
	await check('activate again', { [one]: CREATED });

	// Killed while active; started again.
	await n8n.stop('SIGKILL');
	await n8n.start();
	await check('n8n killed and started again', { [one]: CREATED });

	// Restored old data base.
	await n8n.stop();
	const data = join(userFolder, '.n8n');
	const backup = join(userFolder, 'backup');
	rmSync(backup, { recursive: true, force: true });
	cpSync(data, backup, { recursive: true, filter: (path) => !path.includes('node_modules') });
	await n8n.start();
	await n8n.unpublish(first.id);
	await n8n.publish(first.id);
	await check('backup taken, then re-activated', { [one]: CREATED });
	await n8n.stop();
	for (const file of ['database.sqlite', 'database.sqlite-wal', 'database.sqlite-shm']) rmSync(join(data, file), { force: true });
	cpSync(backup, data, { recursive: true });
	await n8n.start();
	// A webhook younger than that is left alone: its secret may be about to be stored.
	await wait(30_000);
	await check('restored old data base: first delivery', { [one]: CREATED }, 'the stored secret is an older one', { dead: 1 });
	await wait(3000);
	await check('restored old data base: after it', { [one]: CREATED }, 'registered anew by itself');
	await n8n.unpublish(first.id);
	await check('restored old data base, deactivate', {});
	await n8n.publish(first.id);
	await check('restored old data base, activate', { [one]: CREATED });

	// Deleted while active.
	await n8n.rest('POST', `/workflows/${first.id}/archive`, {});
	await wait(2000);
	await check('archive workflow', {});
	await n8n.rest('DELETE', `/workflows/${first.id}`);
	await check('delete workflow', {}, before === undefined ? 'no first webhook' : '');

	// The plan's limit.
	const starting = await n8n.saveWorkflow(workflow('starter', { webhookId: seven, events: CREATED, with: none }));
	const onStarter = await n8n.publish(starting.id);
	await check('Starter plan', {}, short(onStarter));
	await professional.register(`${FOREIGN}/1`);
	const a = await n8n.saveWorkflow(workflow('a', { webhookId: three, events: CREATED, with: limited }));
	const b = await n8n.saveWorkflow(workflow('b', { webhookId: four, events: CREATED, with: limited }));
	const c = await n8n.saveWorkflow(workflow('c', { webhookId: five, events: CREATED, with: limited }));
	await n8n.publish(a.id);
	await n8n.publish(b.id);
	const ofLimited = { of: professional };
	const full = await n8n.publish(c.id);
	await check('plan limit reached', { [three]: CREATED, [four]: CREATED }, short(full), ofLimited);
	await service.stop();
	await n8n.unpublish(b.id);
	await n8n.rest('POST', `/workflows/${b.id}/archive`, {});
	await n8n.rest('DELETE', `/workflows/${b.id}`);
	await service.start();
	const named = await n8n.unpublish(c.id).then(() => n8n.publish(c.id));
	await check('limit, one of them left behind', { [three]: CREATED, [four]: CREATED }, short(named), { ...ofLimited, dead: 1 });
	await n8n.unpublish(c.id);
	await n8n.updateWorkflow(c.id, workflow('c', { webhookId: five, events: CREATED, with: limited, options: { removeDeadWebhooks: true } }));
	const room = await n8n.publish(c.id);
	await check('limit, “Remove Dead Webhooks” on', { [three]: CREATED, [five]: CREATED }, short(room), ofLimited);
	const d = await n8n.saveWorkflow(workflow('d', { webhookId: six, events: CREATED, with: limited, options: { removeDeadWebhooks: true } }));
	const nobody = await n8n.publish(d.id);
	await check('limit, nothing dead, option on', { [three]: CREATED, [five]: CREATED }, short(nobody), ofLimited);

	for (const { id } of [a, c, d]) await n8n.unpublish(id);
	await check('all deactivated', {}, '', ofLimited);
} finally {
	console.table(rows.map(({ note, ...row }) => row));
	for (const { step, note } of rows.filter((row) => row.note)) console.log(`${step}: ${note}`);
	await n8n.stop();
	await service.stop();
	process.exitCode = rows.every(({ right }) => right) ? 0 : 1;
}
