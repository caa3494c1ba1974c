import type { INodeParameters } from 'n8n-workflow';
import { loadPackages, ownPackage, runWorkflow, type Packages } from '../../../packages/rehearsal/engine/index.ts';
import { api } from '../../../src/api/index.ts';
import { startService, type Account, type Service } from './account.ts';
import { startHost, type Host, type Trigger } from './host.ts';

const MEETING = 'Anna: We decided to ship on Friday.\nBen: I will send the contract to Acme by Thursday.\nAnna: I will book the room for the training.\n';
const EVENT = 'conversation.action_items.ready';

let service: Service;
let host: Host;
let account: Account;
let packages: Packages;
let trigger: Trigger | undefined;

beforeAll(async () => {
	service = await startService();
	host = await startHost();
	packages = await loadPackages([ownPackage]);
	account = service.account('enterprise');
});
afterEach(async () => {
	service.sandbox.faults.clear();
	await trigger?.deactivate();
});
afterAll(async () => {
	await service.sandbox.stop();
	await host.stop();
});

/** The events that a delivery starts the workflow with, while the key points cannot be read. */
async function deliveredUnread(parameters: INodeParameters) {
	trigger = host.trigger({ credential: account.credential, parameters });
	await trigger.activate();
	service.sandbox.faults.add({ kind: 'internal-error', path: api.keyPoints.get.path.replace('{id}', '*') });
	await service.sandbox.importMeeting(account.userId, { text: MEETING, filename: 'contract.txt', title: 'Contract', generateKeyPoints: true });
	await service.sandbox.settled();
	await trigger.settled();
	expect(trigger.crashes).toEqual([]);
	expect(trigger.started).toHaveLength(1);
	return trigger.started[0] ?? [];
}

/** One execution in n8n's engine. n8n stores its initial items, and a retry starts with them again. */
const execution = (parameters: INodeParameters, events: Trigger['started'][number]) =>
	runWorkflow(
		{
			nodes: [
				{
					...{ id: 't', name: 'Trigger', type: 'n8n-nodes-meeting-assistant.meetingAssistantTrigger', typeVersion: 2, position: [0, 0], parameters },
					credentials: { meetingAssistantApi: { id: 'account', name: 'account' } },
				},
			],
			connections: {},
		},
		{ packages, credentials: { account: account.credential }, startNode: 'Trigger', input: events.map((json) => ({ json })) },
	);

const parameters: INodeParameters = { events: [EVENT], include: ['conversation'], filters: { ownerContains: 'ben' } };

test('an event whose action items cannot be read fails its execution, and a retry reads them', async () => {
	const events = await deliveredUnread(parameters);
	expect(events).toMatchObject([{ event: EVENT, included: { ok: false } }]);
	const failed = await execution(parameters, events);
	expect(failed.status).toBe('error');
	expect(failed.error?.message).toBe(
		'Details of the event could not be read. Something went wrong on the server. To go on without them, choose “Continue Without Them” in “If Details Cannot Be Read”.',
	);
	service.sandbox.faults.clear();
	const retried = await execution(parameters, events);
	expect(retried.status).toBe('success');
	expect(retried.nodes[0]?.outputs[0]).toMatchObject([{ json: { event: EVENT, actionItem: { owner: 'Ben' }, included: { ok: true } } }]);
});

test('an event goes on without them, if that was chosen', async () => {
	const going = { ...parameters, options: { ifUnread: 'continue' } };
	const events = await deliveredUnread(going);
	const run = await execution(going, events);
	expect(run.status).toBe('success');
	expect(run.nodes[0]?.outputs[0]?.map(({ json }) => json)).toEqual(events);
});

test('a short failure is over by the time the execution starts', async () => {
	const events = await deliveredUnread({ ...parameters, filters: {} });
	service.sandbox.faults.clear();
	const run = await execution({ ...parameters, filters: {} }, events);
	expect(run.nodes[0]?.outputs[0]?.map(({ json }) => json['actionItem'])).toMatchObject([{ owner: 'Ben' }, { owner: 'Anna' }]);
});

test('events with all their details pass through unchanged', async () => {
	const input = [{ event: EVENT, conversationId: 'c1', data: {}, included: { ok: true } }, { event: EVENT, conversationId: 'c2', data: {} }];
	const run = await execution(parameters, input);
	expect(run.nodes[0]?.outputs[0]?.map(({ json }) => json)).toEqual(input);
});
