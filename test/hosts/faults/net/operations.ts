import type { IDataObject, INode, INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { api } from '../../../../src/api/index.ts';
import { type NodeRun, type Packages, runWorkflow } from '../../../../packages/rehearsal/engine/index.ts';
import type { Happened } from './happened.ts';
import type { Dice } from './plan.ts';
import type { HostileService } from './service.ts';
import type { Time } from '../../../../packages/rehearsal/time.ts';

export interface Stage {
	readonly die: Dice;
	readonly time: Time;
	readonly service: HostileService;
	readonly packages: Packages;
	readonly happened: Happened;
}

/** The time limit for one answer, which the node's users cannot change. */
const DEADLINE_MS = 60_000;

/** Max calls of one item, one after the other: reading the profile, finding the meeting in the list, the work, reading the saved result. */
const CALLS_PER_ITEM = 4;

interface Costly {
	readonly resource: string;
	readonly operation: string;
	/** Last part of the path. */
	readonly end: string;
	readonly parameters: INodeParameters;
	readonly mark?: (index: number) => string;
}

const costly: readonly [Costly, ...Costly[]] = [
	{ resource: 'keyPoints', operation: 'generate', end: 'keypoints', parameters: {} },
	{ resource: 'keyPoints', operation: 'generate', end: 'keypoints', parameters: { forceRefresh: true } },
	{ resource: 'feedback', operation: 'generate', end: 'feedback', parameters: {} },
	{ resource: 'feedback', operation: 'generate', end: 'feedback', parameters: { forceRefresh: true } },
	{
		...{ resource: 'conversation', operation: 'ask', end: 'query' },
		parameters: { question: '=Who does number {{ $itemIndex }}?' },
		mark: (index) => `Who does number ${index}?`,
	},
	{ resource: 'conversation', operation: 'draftEmail', end: 'email', parameters: {} },
];

const free: readonly [Omit<Costly, 'end'>, ...Omit<Costly, 'end'>[]] = [
	{ resource: 'conversation', operation: 'getTranscript', parameters: {} },
	{ resource: 'conversation', operation: 'share', parameters: {} },
	{ resource: 'conversation', operation: 'rename', parameters: { title: '=Renamed {{ $itemIndex }}' } },
	{ resource: 'keyPoints', operation: 'get', parameters: {} },
	{ resource: 'user', operation: 'getProfile', parameters: {} },
];

const byId = (value: string): INodeParameters => ({ __rl: true, mode: 'id', value });

const node = (name: string, parameters: INodeParameters, more: Partial<INode> = {}): INode => ({
	id: name,
	name,
	type: 'n8n-nodes-meeting-assistant.meetingAssistant',
	typeVersion: 1,
	position: [0, 0],
	parameters,
	credentials: { meetingAssistantApi: { id: '1', name: 'account' } },
	...more,
});

const start: INode = { id: '0', name: 'Start', type: 'n8n-nodes-base.manualTrigger', typeVersion: 1, position: [0, 0], parameters: {} };

/** Nodes one after the other: the first output of each leads to the next. */
function line(nodes: readonly INode[]) {
	const all = [start, ...nodes];
	const links = all.slice(0, -1).map(({ name }, index) => [name, { main: [[{ node: all[index + 1]?.name ?? '', type: 'main' as const, index: 0 }]] }]);
	return { nodes: all, connections: Object.fromEntries(links), settings: { timezone: 'Europe/Berlin' } };
}

/** How long a run may take before the network is taken down, so that it ends. */
const HORIZON_MS = 20 * 60_000;

/** Runs it, and notes the output, as text and by node. */
async function run(stage: Stage, nodes: readonly INode[], items: readonly IDataObject[], settings: INodeParameters): Promise<NodeRun[]> {
	const { time, service, packages, happened } = stage;
	const credential = { baseUrl: service.baseUrl, apiKey: service.key, ...settings };
	const began = time.elapsed();
	let ended: NodeRun[] = [];
	const work = time.inside(async () => {
		const result = await runWorkflow(line(nodes), {
			packages,
			credentials: { account: credential },
			input: items.map((json) => ({ json })),
		});
		ended = result.nodes;
		happened.texts.push({ where: 'the execution', text: JSON.stringify(result) + errorText(result.error) });
	});
	if (!(await time.pass(work, HORIZON_MS))) {
		happened.calls.push({ what: 'the whole run', tookMs: time.elapsed() - began, mostMs: HORIZON_MS - 1 });
		service.setCalm(true);
		service.cut();
		if (!(await time.pass(work, HORIZON_MS))) happened.failures.push({ what: 'The run never ends', isForeseen: false });
		return ended;
	}
	await work;
	return ended;
}

const errorText = (error: unknown): string =>
	error instanceof Object ? JSON.stringify(Object.fromEntries(Object.getOwnPropertyNames(error).map((name) => [name, Reflect.get(error, name)]))) : '';

const codes = new Set<unknown>([
	...['invalid_input', 'rate_limited', 'ai_limit_exceeded', 'no_answer', 'answer_too_large', 'unexpected_answer', 'request_budget_used', 'credits_reserved'],
	...['validation_error', 'unauthorized', 'forbidden', 'not_found', 'internal_error'],
]);

const detailsOf = (json: IDataObject): IDataObject => (json.details instanceof Object && !Array.isArray(json.details) ? { ...json.details } : {});
const isFailed = ({ json }: INodeExecutionData): boolean => json.error !== undefined && json.details !== undefined;

/** A failed item that the node expected states the reason as a code; one from a 5xx may have any code. */
const isForeseen = (details: IDataObject): boolean => codes.has(details.code) || typeof details.httpCode === 'number';

const indexOf = ({ pairedItem }: INodeExecutionData): number => {
	const paired = Array.isArray(pairedItem) ? pairedItem[0] : pairedItem;
	return typeof paired === 'object' ? paired.item : (paired ?? -1);
};

interface Expected {
	readonly name: string;
	readonly count: number;
	readonly request?: (index: number) => string;
	readonly mark?: (index: number) => string;
	readonly alwaysCosts?: boolean;
}

/** Compares a node's output with its input items: one item each, done or failed. */
function note({ happened, service }: Stage, ended: NodeRun | undefined, { name, count, request, mark, alwaysCosts }: Expected): void {
	const out = ended?.outputs.flat() ?? [];
	const told = new Map<number, boolean>();
	const error: unknown = ended?.error;
	if (error instanceof Object) {
		const [message = '', description = ''] = ['message', 'description'].map((field) => service.named(String(Reflect.get(error, field) ?? '')));
		happened.steps.push(`${name} stopped the workflow: ${message} ${description}`);
		happened.failures.push({ what: `${name}: ${message}`, isForeseen: description !== '' });
		happened.texts.push({ where: `the error of ${name}`, text: errorText(error) });
		if (count === 1) told.set(0, /AI credit (?:may|might)|used an AI credit/.test(description));
	}
	for (const item of out) {
		const index = indexOf(item);
		const key = `${name} ${index}`;
		const failed = isFailed(item);
		const details = detailsOf(item.json);
		happened.came.push(key);
		happened.steps.push(`${key}: ${failed ? 'failed' : 'done'} ${summaryOf(service.named(JSON.stringify(item.json)))}`);
		if (failed) happened.failures.push({ what: `${key}: ${String(item.json.message)}`, isForeseen: isForeseen(details) });
		told.set(index, failed ? details.creditAtRisk === true : alwaysCosts === true || item.json.cached !== true || item.json.creditAtRisk === true);
	}
	for (let index = 0; index < count; index += 1) {
		if (!error) happened.due.push({ key: `${name} ${index}`, least: 1, most: 1 });
		if (request) happened.generations.push({ request: request(index), mark: mark?.(index) ?? '', tellsOfCredit: told.get(index) ?? null });
	}
}

/** Enough of an item to know its outcome. */
const summaryOf = (text: string): string =>
	[text.slice(0, 300), ...(text.match(/"(?:cached|creditsLeft|creditAtRisk)":[^,}]+/g) ?? [])].join(' ');

/** Random values for the credential and the node, as people and expressions enter them. */
function drawn({ die }: Stage, costs: boolean) {
	const patienceSeconds = die.pick([0, 2, 10, 30, 60]);
	const concurrency = die.whole(1, 5);
	const onError = die.pick<NonNullable<INode['onError']>>(['continueErrorOutput', 'continueErrorOutput', 'continueErrorOutput', 'continueRegularOutput', 'stopWorkflow']);
	const limits = {
		...(costs && die.chance(0.4) && { reserveCredits: die.pick([0, 90, 97, 98]) }),
		...(onError === 'continueErrorOutput' && die.chance(0.1) && { maxRequests: die.whole(2, 8) }),
	};
	const retry: Partial<INode> = die.chance(0.3) ? { retryOnFail: true, maxTries: die.whole(2, 5), waitBetweenTries: 1000 } : {};
	return { patienceSeconds, concurrency, onError, limits, retry };
}

function noteCredits({ happened }: Stage, runs: readonly NodeRun[], before: number | null): void {
	const items = runs.flatMap(({ outputs }) => outputs.flat());
	const told = items.flatMap(({ json }) => (typeof json.creditsLeft === 'number' ? [json.creditsLeft] : []));
	if (before === null || told.length === 0) return;
	const atRisk = items.filter((item) => isFailed(item) && detailsOf(item.json).creditAtRisk === true).length;
	happened.credits = { before, toldLeft: Math.min(...told), atRisk };
}

const creditsLeft = async ({ service }: Stage): Promise<number | null> => {
	const { body } = await service.ask(api.user.profile.method, api.user.profile.path);
	const left: unknown = JSON.parse(JSON.stringify(body)).data.apiUsage.aiGenerations.remaining;
	return typeof left === 'number' ? left : null;
};

function noteTime(stage: Stage, began: number, items: number, settings: ReturnType<typeof drawn>): void {
	const { patienceSeconds, concurrency, retry } = settings;
	const waves = Math.ceil(items / concurrency);
	const tries = retry.maxTries ?? 1;
	const mostMs = tries * (waves * CALLS_PER_ITEM * (patienceSeconds * 1000 + DEADLINE_MS) + (retry.waitBetweenTries ?? 0));
	stage.happened.calls.push({ what: `the run of ${items} items`, tookMs: stage.time.elapsed() - began, mostMs });
	for (const { request, at, endedAt } of stage.service.exchanges) {
		stage.happened.calls.push({ what: request, tookMs: (endedAt ?? stage.time.elapsed()) - at, mostMs: DEADLINE_MS });
	}
}

/** One operation for some items, as people use the node. */
export async function playOperation(stage: Stage): Promise<void> {
	const { die, service, happened, time } = stage;
	const meetings = die.whole(1, 6);
	const ids: string[] = [];
	for (let index = 0; index < meetings; index += 1) ids.push(await service.addMeeting(`Meeting ${index}`));
	const count = die.whole(1, 6);
	// Several items may be about the same meeting, and some meetings have results already.
	const items = Array.from({ length: count }, () => die.whole(0, meetings - 1));
	const costs = die.chance(0.8);
	const chosen = costs ? die.pick(costly) : { ...die.pick(free), end: '' };
	if (chosen.operation === 'generate' && die.chance(0.3)) await service.ask('POST', `${api.conversations.list.path}/${ids[0] ?? ''}/${chosen.end}`);
	const settings = drawn(stage, costs);
	const { onError, limits, retry, ...credential } = settings;
	const parameters = { resource: chosen.resource, operation: chosen.operation, ...chosen.parameters, limits };
	const withId = chosen.resource === 'user' ? {} : { conversationId: byId('={{ $json.meeting }}') };
	const before = await creditsLeft(stage);
	const began = time.elapsed();
	happened.steps.push(`${chosen.resource} ${chosen.operation} for ${count} items, ${JSON.stringify(settings)}`);
	service.setCalm(false);
	const inputs = items.map((meeting) => ({ meeting: ids[meeting] ?? '' }));
	const runs = await run(stage, [node('Work', { ...parameters, ...withId }, { onError, ...retry })], inputs, credential);
	noteTime(stage, began, count, settings);
	noteCredits(stage, runs, before);
	note(stage, runs.find(({ node: name }) => name === 'Work'), {
		name: 'Work',
		count,
		...(costs && {
			request: (index: number) => `POST /conversations/Meeting ${items[index]}/${chosen.end}`,
			alwaysCosts: chosen.operation !== 'generate',
			...(chosen.mark && { mark: chosen.mark }),
		}),
	});
}

/** Three nodes in a row: all meetings, the key points of each, and an email about each. */
export async function playWorkflow(stage: Stage): Promise<void> {
	const { die, service, happened, time } = stage;
	const meetings = die.whole(1, 5);
	const nameOf = new Map<string, string>();
	for (let index = 0; index < meetings; index += 1) nameOf.set(await service.addMeeting(`Meeting ${index}`), `Meeting ${index}`);
	const settings = { ...drawn(stage, false), limits: {} };
	const { onError, retry, ...credential } = settings;
	happened.steps.push(`Get Many, key points, email for ${meetings} meetings, ${JSON.stringify(settings)}`);
	const began = time.elapsed();
	service.setCalm(false);
	const conversationId = byId('={{ $json.id }}');
	const runs = await run(
		stage,
		[
			node('List', { resource: 'conversation', operation: 'getAll', returnAll: true }, { onError, ...retry }),
			node('Key Points', { resource: 'keyPoints', operation: 'generate', conversationId }, { onError, ...retry }),
			node('E-Mail', { resource: 'conversation', operation: 'draftEmail', conversationId }, { onError, ...retry }),
		],
		[{}],
		credential,
	);
	noteTime(stage, began, 1 + 2 * meetings, settings);
	const of = (name: string) => runs.find((candidate) => candidate.node === name);
	const list = of('List');
	const listed = (list?.outputs[0] ?? []).filter((item) => !isFailed(item));
	const isListed = list && !list.error && listed.length > 0;
	if (isListed) {
		for (const { json } of listed) happened.came.push(`listed ${nameOf.get(String(json.id)) ?? 'nobody knows'}`);
		for (const name of nameOf.values()) happened.due.push({ key: `listed ${name}`, least: 1, most: 1 });
	} else note(stage, list, { name: 'List', count: 1 });
	// With “Continue”, a failed item goes on to the next node, where it has no ID.
	const inputs = (from: string) => (of(from)?.outputs[0] ?? []).map(({ json }) => nameOf.get(String(json.id)) ?? 'nobody');
	for (const [from, name, end] of [['List', 'Key Points', 'keypoints'], ['Key Points', 'E-Mail', 'email']] as const) {
		const asked = inputs(from);
		if (!of(name)) continue;
		note(stage, of(name), {
			name,
			count: asked.length,
			request: (index) => `POST /conversations/${asked[index]}/${end}`,
			alwaysCosts: end === 'email',
		});
	}
}
