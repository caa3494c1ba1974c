import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { INode, INodeExecutionData, INodeParameters, INodeType, IWebhookData, IWorkflowExecuteAdditionalData, Workflow, WorkflowActivateMode } from 'n8n-workflow';
import { additionalData } from '../../packages/rehearsal/engine/runWorkflow.ts';
import { credentialsHelper } from '../../packages/rehearsal/engine/credentials.ts';
import { coreModule, workflowModule } from '../../packages/rehearsal/engine/n8nModules.ts';
import type { Packages } from '../../packages/rehearsal/engine/packages.ts';

export type Step = 'checkExists' | 'create' | 'delete';

export interface TriggerOptions {
	readonly credential: INodeParameters;
	readonly parameters?: INodeParameters;
	readonly workflowId?: string;
	readonly webhookId?: string;
	readonly typeVersion?: number;
	/** A restored database, or one that was copied along. */
	readonly staticData?: Record<string, object>;
}

/** The parts added by express that the trigger uses. */
const expressRequest = (request: IncomingMessage, rawBody: Buffer) =>
	Object.assign(Object.create(null), {
		headers: request.headers,
		header: (name: string) => request.headers[name.toLowerCase()],
		rawBody,
		body: {},
	});

const expressResponse = (response: ServerResponse) => {
	const methods = Object.assign(Object.create(null), {
		status(code: number) {
			response.statusCode = code;
			return this;
		},
		json: (body: unknown) => void response.end(JSON.stringify(body)),
		once: (event: 'finish' | 'close', listener: () => void) => void response.once(event, listener),
	});
	return Object.defineProperty(methods, 'statusCode', { get: () => response.statusCode });
};

/**
 * Stands in for n8n's server around the real engine contexts: calls the trigger's hooks like n8n, receives deliveries on
 * loopback, and turns what the trigger returns into n8n's answer.
 */
export async function startInstantHost({ packages, nodeType }: { readonly packages: Packages; readonly nodeType: INodeType }) {
	const [webhookDescription] = nodeType.description.webhooks ?? [];
	const { webhook, webhookMethods } = nodeType;
	const hooks = webhookMethods?.default;
	if (!webhookDescription || !webhook || !hooks) throw new Error('The node is no webhook');
	let isUp = true;
	const live = new Map<string, (request: IncomingMessage, response: ServerResponse) => Promise<void>>();
	const server = createServer((request, response) => {
		if (!isUp) return void request.resume().once('end', () => request.socket.resetAndDestroy());
		const take = live.get(new URL(request.url ?? '', base).pathname);
		if (take) return void take(request, response);
		response.statusCode = 404;
		response.setHeader('content-type', 'application/json');
		response.end(JSON.stringify({ code: 404, message: 'The requested webhook is not registered.' }));
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const address: AddressInfo | string | null = server.address();
	const base = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;

	const trigger = ({ credential, parameters = {}, workflowId = randomUUID(), webhookId = randomUUID(), typeVersion = 2, staticData = {} }: TriggerOptions) => {
		const logs: string[] = [];
		const started: INodeExecutionData['json'][][] = [];
		const crashes: unknown[] = [];
		let failures = 0;
		const underWay = new Set<Promise<void>>();
		const node: INode = {
			id: webhookId,
			name: 'Trigger',
			type: 'n8n-nodes-meeting-assistant.meetingAssistantTrigger',
			typeVersion,
			position: [0, 0],
			webhookId,
			parameters,
			credentials: { meetingAssistantApi: { id: '1', name: 'account' } },
		};
		const makeWorkflow = (): Workflow =>
			new workflowModule.Workflow({
				id: workflowId,
				name: 'workflow',
				nodes: [structuredClone(node)],
				connections: {},
				active: true,
				nodeTypes: { getByName: () => nodeType, getByNameAndVersion: () => nodeType, getKnownTypes: () => ({}) },
				staticData: { ...staticData },
			});
		const workflows = { production: makeWorkflow(), test: makeWorkflow() };
		const urlOf = (isTest: boolean) => `${base}/webhook${isTest ? '-test' : ''}/${webhookId}/meeting-assistant`;

		const additional = (more: Partial<IWorkflowExecuteAdditionalData> = {}): IWorkflowExecuteAdditionalData => ({
			...additionalData(credentialsHelper(packages, { account: credential })),
			webhookBaseUrl: `${base}/webhook`,
			webhookTestBaseUrl: `${base}/webhook-test`,
			...more,
		});
		const own = (isTest: boolean) => {
			const workflow = isTest ? workflows.test : workflows.production;
			const found = workflow.getNode('Trigger');
			if (!found) throw new Error('The workflow has no trigger');
			const webhookData: IWebhookData = {
				httpMethod: 'POST',
				node: 'Trigger',
				path: `${webhookId}/meeting-assistant`,
				webhookDescription,
				workflowId,
				workflowExecuteAdditionalData: additional(),
				isTest,
			};
			return { workflow, node: found, webhookData };
		};
		const log = (level: string) => (...words: unknown[]) => void logs.push(JSON.stringify([level, ...words]));
		const logger = Object.fromEntries(['debug', 'info', 'warn', 'error'].map((level) => [level, log(level)]));
		const record = <T extends object>(context: T): T => Object.defineProperty(context, 'logger', { value: logger });

		const hook = async (step: Step, { isTest = false, activation = 'activate' }: { isTest?: boolean; activation?: WorkflowActivateMode } = {}): Promise<boolean> => {
			const { workflow, node: found, webhookData } = own(isTest);
			const mode = isTest ? 'manual' : step === 'delete' ? 'internal' : 'trigger';
			const context = new coreModule.HookContext(workflow, found, additional(), mode, isTest ? 'manual' : activation, webhookData);
			return await hooks[step].call(record(context));
		};

		const take = (isTest: boolean) => async (request: IncomingMessage, response: ServerResponse) => {
			const taking = takeOne(isTest, request, response).finally(() => underWay.delete(taking));
			underWay.add(taking);
			await taking;
		};
		const takeOne = async (isTest: boolean, request: IncomingMessage, response: ServerResponse) => {
			const { workflow, node: found, webhookData } = own(isTest);
			const rawBody = await buffer(request);
			const httpRequest = expressRequest(request, rawBody);
			const httpResponse = expressResponse(response);
			const context = new coreModule.WebhookContext(
				workflow,
				found,
				additional({ httpRequest, httpResponse }),
				isTest ? 'manual' : 'webhook',
				webhookData,
				[],
				null,
			);
			try {
				const result = await webhook.call(record(context));
				if (result.workflowData && failures > 0) {
					failures -= 1;
					response.statusCode = 500;
					return void response.end();
				}
				if (result.workflowData) started.push((result.workflowData[0] ?? []).map(({ json }) => json));
				if (!result.noWebhookResponse) response.end(result.workflowData ? '' : '{"message":"Webhook call received"}');
			} catch (error) {
				crashes.push(error);
				response.statusCode = 500;
				response.end();
			}
		};

		return {
			logs,
			/** The context in which the trigger is polled, when n8n starts and every ten minutes after that. */
			pollContext: () => record(new coreModule.PollContext(workflows.production, own(false).node, additional(), 'trigger', 'init')),
			started,
			/** The error thrown by `webhook()`. */
			crashes,
			/** The same trigger in another n8n or with another database. */
			identity: { workflowId, webhookId },
			url: urlOf(false),
			testUrl: urlOf(true),
			/** Static data in the form in which n8n saves it. */
			staticData: (): Record<string, object> => JSON.parse(JSON.stringify(workflows.production.staticData)),
			hook,
			/** Resolves when no delivery is in progress, answered or not. */
			async settled() {
				while (underWay.size > 0) await Promise.all(underWay);
			},
			/** Makes the next execution fail to start, as when n8n's database is locked. */
			failNext: () => void (failures += 1),
			/** Takes deliveries, as n8n does after a restart, without calling the trigger first. */
			listen: () => void live.set(new URL(urlOf(false)).pathname, take(false)),
			/** What n8n does when a workflow is published. */
			async activate({ isTest = false } = {}) {
				live.set(new URL(urlOf(isTest)).pathname, take(isTest));
				if (!(await hook('checkExists', { isTest }))) await hook('create', { isTest });
			},
			async deactivate({ isTest = false } = {}) {
				live.delete(new URL(urlOf(isTest)).pathname);
				await hook('delete', { isTest });
			},
			/** Stops receiving deliveries without telling anybody, as after a crash. */
			vanish: () => void live.delete(new URL(urlOf(false)).pathname),
			/** Changes the form, as publishing a new version does. */
			change(changes: INodeParameters) {
				Object.assign(node.parameters, changes);
				const { staticData: kept } = workflows.production;
				workflows.production = makeWorkflow();
				workflows.production.staticData = kept;
			},
		};
	};

	return {
		base,
		trigger,
		/** While it is down, connections are reset. */
		setUp: (next: boolean) => void (isUp = next),
		stop: () =>
			new Promise<void>((resolve) => {
				server.closeAllConnections();
				server.close(() => resolve());
			}),
	};
}
