/**
 * The instant trigger in the editor of a real n8n: listening shows a test delivery and samples, a real event starts the
 * published workflow and a forged one does not. Leaves pictures of the panel.
 *
 * Usage: node e2e/triggers/listening.mts <n8n folder> <user folder with the package installed> <folder for pictures> [port]
 */
import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { N8n } from './n8n.mts';
import { pictures } from './pictures.mts';
import { Account, Service } from './service.mts';

const [host = '', userFolder = '', folder = '', port = '5701'] = process.argv.slice(2);
const n8n = new N8n({ host, userFolder, port: Number(port), brokerPort: Number(port) + 1, logFile: join(userFolder, 'n8n.log') });
const database = join(userFolder, 'listening.sqlite');
for (const suffix of ['', '-wal', '-shm']) rmSync(database + suffix, { force: true });
const service = new Service(Number(port) + 1000, database);
await service.start();
const account = new Account(service, 'professional');
await n8n.start();

const credential = await n8n.saveCredential('Meeting Assistant account', {
	apiKey: account.key,
	baseUrl: account.url,
	headerPrefix: 'X-Svc',
	patienceSeconds: 30,
	concurrency: 5,
});

const webhookId = randomUUID();
const url = `${n8n.url}/webhook/${webhookId}/meeting-assistant`;
const TRIGGER = 'Meeting Assistant Trigger';
const EVENTS = ['conversation.created', 'conversation.action_items.ready'];
const workflow = (parameters: object) => ({
	name: 'Listening',
	nodes: [
		{
			id: webhookId,
			name: TRIGGER,
			type: 'n8n-nodes-meeting-assistant.meetingAssistantTrigger',
			typeVersion: 1,
			position: [0, 0],
			webhookId,
			parameters: { events: EVENTS, ...parameters },
			credentials: { meetingAssistantApi: credential },
		},
		{ id: randomUUID(), name: 'Next', type: 'n8n-nodes-base.noOp', typeVersion: 1, position: [220, 0], parameters: {} },
	],
	connections: { [TRIGGER]: { main: [[{ node: 'Next', type: 'main', index: 0 }]] } },
	settings: {},
});

const results: { step: string; outcome: string; right: boolean }[] = [];
function result(step: string, outcome: unknown, right: boolean): void {
	results.push({ step, outcome: String(outcome), right });
	console.log(right ? 'ok   ' : 'WRONG', step, outcome);
}

const executions = async (id: string): Promise<any[]> => {
	const { results: list } = await n8n.rest('GET', `/executions?filter=${encodeURIComponent(JSON.stringify({ workflowId: id }))}`);
	return list;
};
const urls = async () => (await account.webhooks()).map((webhook) => webhook.url);

try {
	const { id } = await n8n.saveWorkflow(workflow({}));
	await n8n.publish(id);
	const shots = await pictures(n8n, folder);
	try {
		await shots.open(id, TRIGGER);
		await shots.take('panel');
		await shots.listen();
		await wait(2500);
		const both = await urls();
		result('listening registers a webhook of its own', both.length, both.length === 2 && both.includes(url));
		const test = (await account.webhooks()).find((webhook) => webhook.url !== url);
		result('test delivery while listening', await account.test(test?.id ?? ''), true);
		await wait(2500);
		await shots.take('test-delivery');
		result('after it the test webhook is gone', (await urls()).length, (await urls()).join() === url);

		await n8n.updateWorkflow(id, workflow({ listenFor: 'samples', include: ['actionItems', 'conversation'] }));
		await shots.open(id, TRIGGER);
		await shots.listen();
		await wait(6000);
		await shots.take('samples');
		result('after the samples the test webhook is gone', (await urls()).length, (await urls()).join() === url);
	} finally {
		await shots.close();
	}

	const before = (await executions(id)).length;
	const { status } = await fetch(url, { method: 'POST', body: '{"event":"conversation.created","data":{"conversationId":"x"}}', headers: { 'content-type': 'application/json', 'X-Svc-Signature': '0'.repeat(64) } });
	const broken = await fetch(url, { method: 'POST', body: '{"event":', headers: { 'content-type': 'application/json' } });
	const odd = await fetch(url, { method: 'POST', body: Buffer.from([0xff, 0x00]), headers: { 'content-type': 'application/octet-stream' } });
	await wait(1500);
	result('forged, broken and odd deliveries', [status, broken.status, odd.status].join(), status === 401 && broken.status < 500 && odd.status === 401);
	result('they start nothing', (await executions(id)).length - before, (await executions(id)).length === before);
	await service.sandbox.importMeeting(account.userId, { text: 'Anna: We ship on Friday.\nBen: I will call Acme.', filename: 'a.txt', title: 'Real' });
	await wait(3000);
	const after = await executions(id);
	result('a real meeting starts one run', `${after.length - before}, ${after[0]?.status}`, after.length === before + 1 && after[0]?.status === 'success');
	await n8n.unpublish(id);
	result('nothing is left', (await urls()).length, (await urls()).length === 0);
} finally {
	console.table(results);
	await n8n.stop();
	await service.stop();
	process.exitCode = results.every(({ right }) => right) ? 0 : 1;
}
