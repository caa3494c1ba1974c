import type { INode, INodeExecutionData, INodeType, IPollFunctions, IRun, IWebhookData, TriggerTime } from 'n8n-workflow';
import * as z from 'zod/v4';
import { DAY_MS } from '../../../src/api/index.ts';
import { coreModule, workflowModule } from './n8nModules.ts';
import type { Time } from '../time.ts';
import type { PinnedWorkflow } from '../workflow.ts';
import { failureOf, type Executions } from './executions.ts';
import { isOwn, isTriggerType, shortType } from './nodes.ts';
import { aboutOf, labelOf, type Cut, type RehearsedTrigger, type Seen } from '../record.ts';
import { nextTick } from './schedule.ts';
import type { Traffic } from '../account/traffic.ts';
import type { Watch } from '../watch.ts';
import { asExpress, type WebhookServer } from './webhooks.ts';

export interface TriggersOptions {
	readonly file: PinnedWorkflow;
	readonly executions: Executions;
	readonly webhooks: WebhookServer;
	readonly traffic: Traffic;
	readonly watch: Watch;
	readonly time: Time;
	readonly seen: Seen;
	readonly timezone: string;
	/** The title of a conversation that an event is about. */
	readonly titleOf: (conversationId: string) => string | undefined;
	/** The end of the days, in milliseconds since 1970. Only polls go on, for what happened before. */
	readonly until: number;
	/** Max polls per trigger, and what is called after that. */
	readonly maxPolls: number;
	readonly onCut: (cut: Cut) => undefined;
}

export interface Triggers {
	/** What n8n does when a workflow is published. */
	readonly publish: () => Promise<void>;
	/** Waits until polls have found what happened before the end. */
	readonly lastPolls: () => Promise<void>;
	/** What a person starts by hand, or with pinned data. */
	readonly startByHand: () => Promise<void>;
}

const Event = z.object({ dedupeKey: z.string(), event: z.string(), conversationId: z.string().optional(), data: z.object({ title: z.string().nullish() }).optional() });

const Delivered = z.object({ event: z.string(), data: z.object({ conversationId: z.string() }) });

const Chosen = z.object({ events: z.array(z.string()).catch([]), filters: z.record(z.string(), z.unknown()).catch({}) });

const PollTimes = z.object({ item: z.custom<TriggerTime[]>(Array.isArray).catch([]) });

const SCHEDULES: ReadonlySet<string> = new Set(['scheduleTrigger', 'cron']);

/** Results are requested at growing intervals, for two days. */
const LAST_POLLS_MS = 2 * DAY_MS;

/** Cron expressions include seconds, which n8n chooses at random. */
const SECOND = '7';

/** Runs the triggers of a workflow as n8n does: webhooks, polls and schedules in n8n's own contexts, by the rehearsal's clock. */
export function createTriggers(options: TriggersOptions): Triggers {
	const { file, executions, webhooks, traffic, watch, time, seen, timezone, titleOf, until, maxPolls, onCut } = options;
	const live = executions.workflow();
	const types = live.nodeTypes;
	const silent = () => undefined;
	const logger = { debug: silent, info: silent, warn: silent, error: silent };
	const quiet = <T extends object>(context: T): T => Object.defineProperty(context, 'logger', { value: logger });
	const from = <T>({ name: node }: INode, work: () => T): T => {
		watch.step(node);
		const refusal = watch.refusal(node);
		if (refusal) throw Object.assign(new Error(refusal.message), { description: refusal.advice });
		return traffic.from({ node, run: null }, work);
	};

	const eventsIn = (items: readonly INodeExecutionData[]) => items.flatMap(({ json }) => Event.safeParse(json).data ?? []);

	/** What started an execution, in words. */
	function whyOf(items: readonly INodeExecutionData[], otherwise: string): string {
		const found = eventsIn(items);
		const [first] = found;
		if (!first) return otherwise;
		const title = first.data?.title ?? (first.conversationId === undefined ? undefined : titleOf(first.conversationId));
		const more = new Set(found.map(({ conversationId }) => conversationId)).size - 1;
		return `${labelOf(seen, first.event)}${title ? ` “${title}”` : ''}${more > 0 ? ` and ${more} more` : ''}`;
	}

	const begin = (node: INode, items: readonly INodeExecutionData[], mode: 'webhook' | 'trigger', otherwise: string): Promise<IRun | undefined> =>
		executions.start({
			...{ trigger: node.name, items, mode, why: whyOf(items, otherwise) },
			events: [...new Set(eventsIn(items).map(({ dedupeKey }) => dedupeKey))],
			about: eventsIn(items).map(({ event, conversationId = '' }) => aboutOf({ event, conversationId })),
		});

	/** Calls `tick` whenever a cron expression says so. After the end it goes on for up to two days while something `isMissing`. */
	async function every(expression: string, tick: (scheduled: Date) => void, isMissing = () => false): Promise<void> {
		const nextAfter = nextTick(expression, timezone, time.wall());
		for (let next = nextAfter(time.wall()); next < until + LAST_POLLS_MS; next = nextAfter(next)) {
			await time.sleep(next - time.wall());
			if (next >= until && !isMissing()) return;
			tick(new Date(next));
		}
	}

	/** Whether something happened that a node waits for and has not started with. */
	function isMissing({ name, parameters }: INode): boolean {
		const { events } = Chosen.parse(parameters);
		const found = new Set(seen.runs.flatMap(({ trigger, about }) => (trigger === name ? about : [])));
		return seen.happened.some((one) => events.includes(one.event) && !found.has(aboutOf(one)));
	}

	/** Polls a node as n8n does: at once, which may prevent publishing, and then at its scheduled times. */
	async function startPolling(node: INode, { poll }: INodeType, goesOn = () => isMissing(node)): Promise<void> {
		if (!poll) throw new Error('The node does not poll');
		let polls = 0;
		const emit: IPollFunctions['__emit'] = (data, _response, done) => {
			const running = begin(node, data.flat(), 'trigger', 'A poll');
			if (done) void running.then((run) => run && done.resolve(run), done.reject);
		};
		const pollOnce = async (isFirst: boolean): Promise<void> => {
			polls += 1;
			if (polls > maxPolls && time.wall() < until) return onCut({ at: time.wall(), node: node.name, what: 'poll', count: maxPolls });
			const context = new coreModule.PollContext(live, node, executions.additional(), 'trigger', isFirst ? 'activate' : 'init', emit);
			const returned = await from(node, () => poll.call(quiet(context)));
			if (returned) void begin(node, returned.flat(), 'trigger', 'A poll');
		};
		await pollOnce(true);
		const { item } = PollTimes.parse(node.parameters['pollTimes']);
		for (const expression of item.map(workflowModule.toCronExpression)) {
			const tick = () => void pollOnce(false).catch((error: unknown) => executions.failed(node.name, 'A poll', failureOf(node.name, error)));
			polling.push(every(expression.replace(/^\d+(?=( \S+){5}$)/, SECOND), tick, goesOn));
		}
	}

	async function listen(node: INode, type: INodeType): Promise<void> {
		const [webhookDescription] = type.description.webhooks ?? [];
		const { checkExists, create } = type.webhookMethods?.default ?? {};
		const { webhook } = type;
		if (!webhookDescription || !checkExists || !create || !webhook) throw new Error('The node has no webhook');
		node.webhookId = node.id;
		const path = `${node.id}/${webhookDescription.path}`;
		const additional = (more: object = {}) => ({ ...executions.additional(), webhookBaseUrl: webhooks.url, webhookTestBaseUrl: webhooks.url, ...more });
		const webhookData: IWebhookData = {
			...{ httpMethod: 'POST', node: node.name, path, webhookDescription, workflowId: live.id, isTest: false },
			workflowExecuteAdditionalData: additional(),
		};
		const hook = () => quiet(new coreModule.HookContext(live, node, additional(), 'trigger', 'activate', webhookData));
		webhooks.listen(`/${path}`, async (request, rawBody, response) => {
			const context = new coreModule.WebhookContext(live, node, additional(asExpress(request, rawBody, response)), 'webhook', webhookData, [], null);
			const { workflowData, noWebhookResponse } = await from(node, () => webhook.call(quiet(context)));
			if (!noWebhookResponse) response.end('{}');
			const { data: delivered } = Delivered.safeParse(JSON.parse(String(rawBody)));
			if (delivered && response.statusCode < 400) seen.handled.push(aboutOf({ event: delivered.event, conversationId: delivered.data.conversationId }));
			if (workflowData) void begin(node, workflowData.flat(), 'webhook', 'A delivery');
		});
		await from(node, async () => {
			if (!(await checkExists.call(hook()))) await create.call(hook());
		});
		// n8n polls it as well, so that it can look after its webhook.
		if (type.poll) await startPolling(node, type, () => false);
	}

	async function schedule(node: INode, { trigger }: INodeType): Promise<void> {
		if (!trigger) throw new Error('The node has no schedule');
		const emit = (data: INodeExecutionData[][]) => void begin(node, data.flat(), 'trigger', node.name);
		const registerCron = ({ expression }: { readonly expression: string }, onTick: (scheduled: Date) => void) => void every(expression, onTick);
		await from(node, () => trigger.call(quiet(new coreModule.TriggerContext(live, node, executions.additional(), 'trigger', 'activate', emit, undefined, undefined, { registerCron }))));
	}

	const isTrigger = (node: INode): boolean => {
		if (node.disabled) return false;
		const isFed = Object.values(file.connections).some((outputs) => (outputs['main'] ?? []).some((list) => (list ?? []).some((target) => target.node === node.name)));
		const feeds = (file.connections[node.name]?.['main'] ?? []).some((list) => (list ?? []).length > 0);
		return !isFed && feeds && isTriggerType(node);
	};

	function kindOf(node: INode): RehearsedTrigger['kind'] {
		const type = shortType(node);
		if (isOwn(node)) return type === 'meetingAssistantPollingTrigger' ? 'polling' : 'instant';
		if (SCHEDULES.has(type)) return 'schedule';
		if (type === 'manualTrigger') return 'manual';
		return file.pinData?.[node.name] ? 'pinned' : 'none';
	}

	const polling: Promise<void>[] = [];
	const nodes = Object.values(live.nodes).filter(isTrigger);
	const startsBy: Readonly<Record<RehearsedTrigger['kind'], ((node: INode, type: INodeType) => Promise<void>) | null>> = {
		...{ instant: listen, polling: startPolling, schedule },
		...{ manual: null, pinned: null, none: null },
	};

	return {
		async publish() {
			for (const node of nodes) {
				const kind = kindOf(node);
				const { events, filters } = Chosen.parse(node.parameters);
				const found: RehearsedTrigger = { node: node.name, kind, events, isFiltered: Object.keys(filters).length > 0, refusal: null };
				seen.triggers.push(found);
				try {
					await startsBy[kind]?.(node, types.getByNameAndVersion(node.type, node.typeVersion));
				} catch (error) {
					found.refusal = failureOf(node.name, error);
				}
			}
		},
		async lastPolls() {
			await Promise.all(polling);
		},
		async startByHand() {
			const runsByItself = seen.triggers.some(({ kind }) => kind === 'instant' || kind === 'polling' || kind === 'schedule');
			for (const { node, kind } of seen.triggers) {
				// Beside a trigger, it is only there to try out the workflow.
				if (kind === 'manual' && !runsByItself) await executions.start({ trigger: node, items: [{ json: {} }], mode: 'trigger', why: 'Started by hand' });
				const pinned = file.pinData?.[node];
				if (kind === 'pinned' && pinned) await executions.start({ trigger: node, items: pinned, mode: 'trigger', why: 'Started with its pinned data' });
			}
		},
	};
}

