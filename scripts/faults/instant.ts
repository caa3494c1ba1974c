import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { IDataObject, INode, IWebhookData, IWorkflowExecuteAdditionalData } from 'n8n-workflow';
import { additionalData } from '../engine/runWorkflow.ts';
import { credentialsHelper } from '../engine/credentials.ts';
import { coreModule, workflowModule } from '../engine/n8nModules.ts';
import { nodeTypesOf } from '../engine/packages.ts';
import type { Stage } from './operations.ts';
import { bodyOf, listen } from './service.ts';

const MINUTE = 60_000;
const CREATED = 'conversation.created';
const PATH = 'meetings/meeting-assistant';

/** A receiver that takes longer is given up by the sender. */
const MOST_MS = 10_000;

/** How old a delivery may be; less, because it takes time. */
const WINDOW_MS = 280_000;

/** What express adds to a request and a response, as far as the trigger uses it. */
const asExpress = (request: IncomingMessage, rawBody: Buffer, response: ServerResponse) => ({
	httpRequest: Object.assign(Object.create(request), {
		header: (name: string) => request.headers[name.toLowerCase()],
		rawBody,
		body: {},
	}),
	httpResponse: Object.assign(Object.create(response), {
		status(code: number) {
			response.statusCode = code;
			return this;
		},
		json: (body: unknown) => void response.end(JSON.stringify(body)),
	}),
});

/** n8n's server around the instant trigger, in n8n's own hook and webhook contexts. */
async function startHost({ packages, service, happened }: Stage, include: string[]) {
	const node: INode = {
		...{ id: '1', name: 'Trigger', type: 'n8n-nodes-meeting-assistant.meetingAssistantTrigger', typeVersion: 1 },
		...{ position: [0, 0], webhookId: 'meetings', parameters: { events: [CREATED], include } },
		credentials: { meetingAssistantApi: { id: '1', name: 'account' } },
	};
	const nodeTypes = nodeTypesOf(packages);
	const type = nodeTypes.getByNameAndVersion(node.type, 1);
	const [webhookDescription] = type.description.webhooks ?? [];
	const { webhook, webhookMethods } = type;
	const { checkExists, create } = webhookMethods?.default ?? {};
	if (!webhook || !checkExists || !create || !webhookDescription) throw new Error('The node is no webhook');
	const workflow = new workflowModule.Workflow({
		...{ id: service.userId, name: 'workflow', nodes: [node], connections: {}, active: true, nodeTypes, staticData: {} },
	});
	const credential = { baseUrl: service.baseUrl, apiKey: service.key };
	const logs: string[] = [];
	const logger = Object.fromEntries(
		['debug', 'info', 'warn', 'error'].map((level) => [level, (...words: unknown[]) => void logs.push(JSON.stringify(words))]),
	);
	const logged = <T extends object>(context: T): T => Object.defineProperty(context, 'logger', { value: logger });
	const started: IDataObject[] = [];
	let isUp = true;

	const server = createServer((request, response) => {
		const take = async (): Promise<void> => {
			const rawBody = Buffer.from(await bodyOf(request));
			if (!isUp) return void request.socket.resetAndDestroy();
			const exchange = asExpress(request, rawBody, response);
			const context = new coreModule.WebhookContext(workflow, node, additional(exchange), 'webhook', webhookData(), [], null);
			const result = await webhook.call(logged(context));
			started.push(...(result.workflowData ?? []).flat().map(({ json }) => json));
			if (!result.noWebhookResponse) response.end('{}');
		};
		take().catch((error: unknown) => {
			happened.failures.push({ what: `The webhook throws ${String(error)}`, isForeseen: false });
			response.statusCode = 500;
			response.end();
		});
	});
	const base = await listen(server);
	const additional = (more: Partial<IWorkflowExecuteAdditionalData> = {}): IWorkflowExecuteAdditionalData => ({
		...additionalData(credentialsHelper(packages, { account: credential })),
		...{ webhookBaseUrl: base, webhookTestBaseUrl: base },
		...more,
	});
	const webhookData = (): IWebhookData => ({
		...{ httpMethod: 'POST', node: 'Trigger', path: PATH, webhookDescription, workflowId: workflow.id, isTest: false },
		workflowExecuteAdditionalData: additional(),
	});
	return {
		url: `${base}/${PATH}`,
		started,
		logs,
		stored: () => JSON.stringify(workflow.staticData),
		setUp: (next: boolean) => void (isUp = next),
		/** What n8n does when a workflow is published. */
		async activate(): Promise<void> {
			const hook = () => logged(new coreModule.HookContext(workflow, node, additional(), 'trigger', 'activate', webhookData()));
			if (!(await checkExists.call(hook()))) await create.call(hook());
		},
		async stop(): Promise<void> {
			server.closeAllConnections();
			await new Promise<void>((resolve) => void server.close(() => resolve()));
		},
	};
}

/** A sender that did not see the answer sends the same bytes again. */
async function sendAgain({ service: { sandbox, userId } }: Stage, url: string): Promise<void> {
	const [last] = sandbox.deliveries(userId, 1);
	if (!last) return;
	const headers = { 'content-type': 'application/json', 'X-Svc-Signature': last.signature, 'X-Svc-Event': last.event };
	await fetch(url, { method: 'POST', headers, body: last.body });
}

/**
 * The instant trigger, while the network in front of n8n drops deliveries, senders repeat them, and the details that it
 * reads come over the hostile way. What n8n said yes to starts the workflow once; what it never got, it cannot know of.
 */
export async function playInstant(stage: Stage): Promise<void> {
	const { die, time, service, happened } = stage;
	service.sandbox.updateUser(service.userId, { plan: 'enterprise' });
	const include = ['conversation', 'keyPoints', 'transcript'].filter(() => die.chance(0.5));
	happened.steps.push(JSON.stringify({ include }));
	const host = await time.inside(() => startHost(stage, include));
	try {
		const activation = time.inside(() => host.activate());
		await time.pass(activation, 5 * MINUTE);
		await activation;
		service.setCalm(false);
		const clocksApart = () => Math.abs(time.wall() - service.now());
		const meetings = die.whole(3, 10);
		for (let index = 0; index < meetings; index += 1) {
			const isUp = !die.chance(0.2);
			host.setUp(isUp);
			const began = time.elapsed();
			const apart = clocksApart();
			await service.addMeeting(`Meeting ${index}`, service.now());
			if (!(await time.pass(service.sandbox.settled(), 5 * MINUTE))) {
				happened.failures.push({ what: `Delivery ${index} never ends`, isForeseen: false });
			}
			if (isUp) happened.calls.push({ what: `taking delivery ${index}`, tookMs: time.elapsed() - began, mostMs: MOST_MS });
			happened.steps.push(`Meeting ${index}: ${isUp ? 'delivered' : 'n8n is down'}`);
			// By clocks so far apart, a delivery is old or from the future, and refused.
			const isInTime = Math.max(apart, clocksApart()) < WINDOW_MS;
			happened.due.push({ key: `${CREATED}:Meeting ${index}`, least: isUp && isInTime ? 1 : 0, most: isUp ? 1 : 0 });
			if (isUp && die.chance(0.3)) await time.pass(sendAgain(stage, host.url), 5 * MINUTE);
		}
	} finally {
		for (const item of host.started) {
			happened.came.push(service.named(String(item.dedupeKey)));
			happened.steps.push(`started with ${service.named(String(item.dedupeKey))}`);
			happened.texts.push({ where: 'an item of the instant trigger', text: JSON.stringify(item) });
		}
		happened.texts.push({ where: 'what n8n logs', text: host.logs.join('\n') }, { where: 'what n8n stores', text: host.stored() });
		service.setCalm(true);
		await host.stop();
	}
}
