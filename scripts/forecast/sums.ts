import type { INode } from 'n8n-workflow';
import { z } from 'zod/v4';
import { catalogue, type Operation, PERIOD_REQUESTS, periodOf } from '../../src/operations/index.ts';
import type { PinnedWorkflow } from '../rehearsal/arguments.ts';
import { CALLER, firstNodeOf, type Library } from '../rehearsal/engine/library.ts';
import type { Account, PastMeeting } from './account.ts';
import { UserError } from '../terminal.ts';
import { countRead, type SyncMemory } from './syncs.ts';
import { expectedOf, USUAL_ACTION_ITEMS, type Period, type Start } from './starts.ts';

/** What to expect a node to use at a time. */
export interface Cost {
	/** Milliseconds since 1970. */
	readonly at: number;
	readonly workflow: string;
	readonly node: string;
	readonly requests: number;
	readonly credits: number;
}

type Item = PastMeeting | null;

interface Step {
	readonly requests: number;
	readonly credits: number;
	readonly items: readonly Item[];
}

const OWN = 'n8n-nodes-meeting-assistant.meetingAssistant';
const PAGE = 100;

/** Requests to prepare for a meeting: the user's profile, the attendees, and a briefing on a guest. */
const PREPARE_REQUESTS = 3;

const Parameters = z.object({
	resource: z.string().catch('conversation'),
	operation: z.string().optional().catch(undefined),
	withRecipients: z.boolean().optional().catch(undefined),
	returnAll: z.boolean().catch(false),
	limit: z.number().catch(50),
	period: z.enum(['custom', 'last30Days', 'last7Days', 'lastDays', 'lastMonth', 'lastWeek', 'thisMonth', 'thisWeek', 'today', 'yesterday']).catch('last7Days'),
	days: z.number().catch(14),
	syncedBefore: z.string().catch('[]'),
	filters: z.object({ since: z.string().optional().catch(undefined) }).catch({}),
	options: z.object({ compare: z.boolean().catch(false), forceRefresh: z.boolean().catch(false), output: z.string().optional().catch(undefined), limits: z.object({ reserveCredits: z.unknown() }).optional().catch(undefined) }).catch({ compare: false, forceRefresh: false, output: undefined }),
});
type Parameters = z.output<typeof Parameters>;

function operationOf({ resource, operation }: Parameters): Operation | undefined {
	const found = catalogue.find(({ id }) => id === resource);
	return operation === undefined ? found?.defaultOperation : found?.operations.find(({ id }) => id === operation);
}

/** The profile, the list of meetings and the calendar. */
const RECIPIENT_REQUESTS = 3;
interface Walk {
	readonly account: Account;
	readonly start: Start;
	readonly timezone: string;
	/** Meetings that a filter for new rows has already let through, by node. */
	readonly passed: Map<string, Set<Item>>;
	/** What syncs have read, by node. */
	readonly synced: Map<string, SyncMemory>;
	/** Meetings whose result has been paid for, by operation. */
	readonly paid: Set<string>;
	readonly library: Library;
	/** Nodes whose sub-workflow was not found. */
	readonly lost: Set<string>;
}

/** A workflow on the way through it and those that it calls. */
interface Level {
	readonly file: PinnedWorkflow;
	/** A node's name in the forecast. */
	readonly label: (node: string) => string;
	/** The workflows that led here. One that calls itself is added up once. */
	readonly callers: readonly PinnedWorkflow[];
}

/** Meetings that are recorded at a time and began in a period. */
const meetingsIn = ({ meetings }: Account, at: number, since: number, until = at): PastMeeting[] =>
	meetings.filter(({ start, end }) => end <= at && start > since && start < until);

/** Whether what a node gets from before is the same in each run, because a node before it has pinned data. */
function isFedPinned({ connections, pinData = {} }: PinnedWorkflow, name: string): boolean {
	const before = new Set([name]);
	for (const one of before) {
		for (const [source, { main = [] }] of Object.entries(connections)) if (main.some((list) => list?.some(({ node }) => node === one))) before.add(source);
	}
	return [...before].some((one) => one !== name && pinData[one] !== undefined);
}

/** The requests of a sync for key points and for what was resolved. */
function syncRequests(node: INode, parameters: Parameters, meetings: readonly PastMeeting[], { file, label }: Level, { start: { at }, synced }: Walk): number {
	// Without what earlier syncs returned, each is the first.
	const remembers = parameters.syncedBefore.startsWith('=') && !isFedPinned(file, node.name);
	const key = label(node.name);
	const memory = (remembers && synced.get(key)) || new Map();
	synced.set(key, memory);
	// One for the open action items.
	return countRead(meetings, at, memory) + 1;
}

function ownStep(node: INode, items: readonly Item[], level: Level, walked: Walk): Step {
	const { account, start, timezone, paid } = walked;
	const parameters = Parameters.parse(node.parameters);
	const operation = operationOf(parameters);
	if (!operation) return { requests: 0, credits: 0, items };
	const { at } = start;
	const runs = items.length;
	const once = (): readonly Item[] => items;
	if (operation.requests?.startsWith(PERIOD_REQUESTS)) {
		const { since, until } = periodOf({ period: parameters.period, days: parameters.days, since: new Date(at).toISOString(), until: undefined }, { now: () => at, timezone });
		const listed = meetingsIn(account, at, Date.parse(since)).length;
		const covered = meetingsIn(account, at, Date.parse(since), until === undefined ? at : Date.parse(until));
		const pages = Math.max(1, Math.ceil(listed / PAGE));
		if (operation.id === 'sync') return { requests: pages + syncRequests(node, parameters, covered, level, walked), credits: 0, items: once() };
		return { requests: (pages + covered.length * (parameters.options.compare ? 2 : 1)) * runs, credits: 0, items: once() };
	}
	if (operation.isList && parameters.resource === 'conversation') {
		const since = Date.parse(parameters.filters.since ?? '') || 0;
		const found = meetingsIn(account, at, since).toReversed();
		const wanted = parameters.returnAll ? found : found.slice(0, parameters.limit);
		return { requests: Math.max(1, Math.ceil(wanted.length / PAGE)) * runs, credits: 0, items: Array.from({ length: runs }, () => wanted).flat() };
	}
	if (operation.id === 'prepareForMeeting') return { requests: PREPARE_REQUESTS * runs, credits: 0, items };
	const pays = items.filter((meeting) => {
		if (operation.credit === 'always') return true;
		if (operation.credit === 'never') return false;
		if (parameters.options.forceRefresh) return true;
		const key = `${operation.id} ${parameters.resource} ${meeting?.start}`;
		const isNew = start.isEarly && !paid.has(key);
		paid.add(key);
		return isNew;
	}).length;
	// Reserving credits takes a request for how many are left.
	const looks = operation.credit !== 'never' && parameters.options.limits?.reserveCredits !== undefined ? 1 : 0;
	const addresses = operation.id === 'draftEmail' && (parameters.withRecipients ?? true);
	return { requests: runs * (addresses ? 1 + RECIPIENT_REQUESTS : 1) + looks, credits: pays, items };
}

const Count = z.object({ maxItems: z.number().catch(1), operation: z.string().optional().catch(undefined) });

function otherStep(node: INode, items: readonly Item[], { label }: Level, { passed }: Walk): Step {
	const type = node.type.slice(node.type.lastIndexOf('.') + 1);
	const { maxItems, operation } = Count.parse(node.parameters);
	const free = (left: readonly Item[]): Step => ({ requests: 0, credits: 0, items: left });
	if (type === 'dataTable' && operation === 'rowNotExists') {
		const known = passed.get(label(node.name)) ?? new Set();
		const fresh = items.filter((item) => item === null || !known.has(item));
		passed.set(label(node.name), new Set([...known, ...fresh]));
		return free(fresh);
	}
	if (type === 'splitOut') return free(items.flatMap((item) => Array.from({ length: USUAL_ACTION_ITEMS }, () => item)));
	if (type === 'aggregate' || type === 'summarize') return free(items.slice(0, 1));
	if (type === 'limit') return free(items.slice(0, maxItems));
	return free(type === 'stopAndError' ? [] : items);
}

const Call = z.object({ mode: z.string().optional(), options: z.object({ waitForSubWorkflow: z.boolean().catch(true) }).catch({ waitForSubWorkflow: true }) });

/** Calls a sub-workflow with all items, or with each. Its items are those of the node that comes last. */
function callStep(node: INode, items: readonly Item[], { file, label, callers }: Level, walked: Walk, costs: NodeCost[]): Step {
	const called = walked.library.calledBy(node);
	const first = called && firstNodeOf(called);
	const step = { requests: 0, credits: 0, items };
	if (!first) walked.lost.add(label(node.name));
	if (!first || [...callers, file].includes(called)) return step;
	const { mode, options: { waitForSubWorkflow: waits } } = Call.parse(node.parameters);
	const level: Level = { file: called, label: (name) => `${called.name} › ${name}`, callers: [...callers, file] };
	const timezone = called.settings?.timezone ?? walked.timezone;
	const left = (mode === 'each' ? items.map((item) => [item]) : [items]).flatMap((given) => walk(first.name, given, level, { ...walked, timezone }, costs));
	return waits ? { ...step, items: left } : step;
}

type NodeCost = Omit<Cost, 'at' | 'workflow'>;

/** Adds the costs of an execution, as if every condition were met and nothing failed. Returns the items of the node that comes last. */
function walk(first: string, given: readonly Item[], level: Level, walked: Walk, costs: NodeCost[]): readonly Item[] {
	const { file, label } = level;
	const nodes = new Map(file.nodes.map((node) => [node.name, node]));
	const seen = new Set<string>();
	let last = given;
	const queue: { readonly name: string; readonly items: readonly Item[] }[] = [{ name: first, items: given }];
	for (const { name, items } of queue) {
		const node = nodes.get(name);
		if (!node || node.disabled || seen.has(name)) continue;
		seen.add(name);
		const taken = node.executeOnce ? items.slice(0, 1) : items;
		const act = node.type === OWN ? ownStep : node.type === CALLER ? callStep : otherStep;
		const { requests, credits, items: found } = name === first ? { requests: 0, credits: 0, items } : act(node, taken, level, walked, costs);
		if (requests > 0 || credits > 0) costs.push({ node: label(name), requests, credits });
		const left = found.length === 0 && node.alwaysOutputData ? [null] : found;
		last = left;
		const outputs = file.connections[name]?.['main'] ?? [];
		// Failed items go to the last output.
		const taking = node.onError === 'continueErrorOutput' ? outputs.slice(0, -1) : outputs;
		if (left.length > 0) for (const target of (taking.length > 0 ? taking : outputs.slice(0, 1)).flatMap((list) => list ?? [])) queue.push({ name: target.node, items: left });
	}
	return last;
}

interface Sums {
	readonly costs: readonly Cost[];
	readonly runs: number;
	/** Nodes whose sub-workflow was not found. */
	readonly lost: ReadonlySet<string>;
	/** Whether it has a trigger whose starts are added up, however many there are. */
	readonly isStarted: boolean;
}

/** What to expect a workflow to use in a period, in no particular order. @throws UserError for a trigger whose times cannot be added up */
export function costsOf(file: PinnedWorkflow, library: Library, account: Account, { from, until, timezone }: Period): Sums {
	const workflow = file.name ?? 'Workflow';
	const memory = { passed: new Map(), synced: new Map(), paid: new Set<string>(), lost: new Set<string>() };
	const level: Level = { file, label: (name) => name, callers: [] };
	const active = file.nodes.filter(({ disabled }) => !disabled);
	const startsOf = (node: INode, when: Period, byHand: boolean) => {
		try {
			return expectedOf(node, account, when, byHand);
		} catch (error) {
			throw error instanceof UserError ? new UserError(`“${node.name}” in ${workflow}: ${error.message}`) : error;
		}
	};
	const period = { from, until, timezone: file.settings?.timezone ?? timezone };
	const runsByItself = active.some((node) => node.type !== 'n8n-nodes-base.manualTrigger' && startsOf(node, { ...period, until: from }, false) !== null);
	const costs: Cost[] = [];
	let runs = 0;
	let isStarted = false;
	for (const node of active) {
		const expected = startsOf(node, period, !runsByItself);
		if (!expected) continue;
		isStarted = true;
		for (const { at, count } of expected.requests) if (count > 0) costs.push({ at, workflow, node: node.name, requests: count, credits: 0 });
		for (const start of expected.starts.toSorted((a, b) => a.at - b.at)) {
			runs += 1;
			const own: NodeCost[] = [];
			walk(node.name, start.items, level, { account, start, timezone: period.timezone, library, ...memory }, own);
			costs.push(...own.map((cost) => ({ at: start.at, workflow, ...cost })));
		}
	}
	return { costs, runs, lost: memory.lost, isStarted };
}
