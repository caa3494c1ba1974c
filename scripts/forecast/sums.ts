import type { INode } from 'n8n-workflow';
import { z } from 'zod/v4';
import { catalogue, type Operation } from '../../src/operations/index.ts';
import { PERIOD_REQUESTS, periodOf } from '../../src/operations/insight/period.ts';
import type { WorkflowFile } from '../engine/index.ts';
import type { Account, PastMeeting } from './account.ts';
import { UserError } from '../terminal.ts';
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
	filters: z.object({ since: z.string().optional().catch(undefined) }).catch({}),
	options: z.object({ compare: z.boolean().catch(false), forceRefresh: z.boolean().catch(false), output: z.string().optional().catch(undefined) }).catch({ compare: false, forceRefresh: false, output: undefined }),
	limits: z.object({ keepCredits: z.unknown() }).catch({ keepCredits: undefined }),
});
type Parameters = z.output<typeof Parameters>;

function operationOf({ resource, operation }: Parameters): Operation | undefined {
	const found = catalogue.find(({ id }) => id === resource);
	return operation === undefined ? found?.defaultOperation : found?.operations.find(({ id }) => id === operation);
}

/** The profile, the list of meetings and the calendar. */
const RECIPIENT_REQUESTS = 3;
/** The version of the action node from which drafts have recipients unless somebody turned them off. */
const STARTS_WITH_RECIPIENTS = 3;

interface Walk {
	readonly account: Account;
	readonly start: Start;
	readonly timezone: string;
	/** Meetings that a filter for new rows has already let through, by node. */
	readonly passed: Map<string, Set<Item>>;
	/** Whether rows of earlier runs are kept in a data table. */
	readonly remembers: boolean;
	/** Meetings whose result has been paid for, by operation. */
	readonly paid: Set<string>;
}

/** Meetings that are recorded at a time and began in a period. */
const meetingsIn = ({ meetings }: Account, at: number, since: number, until = at): PastMeeting[] =>
	meetings.filter(({ start, end }) => end <= at && start > since && start < until);

function ownStep(node: INode, items: readonly Item[], { account, start, timezone, paid, remembers }: Walk): Step {
	const parameters = Parameters.parse(node.parameters);
	const operation = operationOf(parameters);
	if (!operation) return { requests: 0, credits: 0, items };
	const { at } = start;
	const runs = items.length;
	const once = (): readonly Item[] => items;
	if (operation.requests?.startsWith(PERIOD_REQUESTS)) {
		const { since, until } = periodOf({ period: parameters.period, days: parameters.days, since: new Date(at).toISOString(), until: undefined }, { now: () => at, timezone });
		const listed = meetingsIn(account, at, Date.parse(since)).length;
		const read = meetingsIn(account, at, Date.parse(since), until === undefined ? at : Date.parse(until)).length;
		const requests = Math.max(1, Math.ceil(listed / PAGE)) + read * (parameters.options.compare ? 2 : 1);
		// A sync also asks what was resolved; one that keeps a state reads about as many meetings fewer.
		const resolved = operation.id === 'syncActionItems' && !remembers ? 1 : 0;
		return { requests: (requests + resolved) * runs, credits: 0, items: once() };
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
	const looks = operation.credit !== 'never' && parameters.limits.keepCredits !== undefined ? 1 : 0;
	const addresses = operation.id === 'draftEmail' && (parameters.withRecipients ?? node.typeVersion >= STARTS_WITH_RECIPIENTS);
	return { requests: runs * (addresses ? 1 + RECIPIENT_REQUESTS : 1) + looks, credits: pays, items };
}

const Count = z.object({ maxItems: z.number().catch(1), operation: z.string().optional().catch(undefined) });

function otherStep(node: INode, items: readonly Item[], { passed }: Walk): Step {
	const type = node.type.slice(node.type.lastIndexOf('.') + 1);
	const { maxItems, operation } = Count.parse(node.parameters);
	const free = (left: readonly Item[]): Step => ({ requests: 0, credits: 0, items: left });
	if (type === 'dataTable' && operation === 'rowNotExists') {
		const known = passed.get(node.name) ?? new Set();
		const fresh = items.filter((item) => item === null || !known.has(item));
		passed.set(node.name, new Set([...known, ...fresh]));
		return free(fresh);
	}
	if (type === 'splitOut') return free(items.flatMap((item) => Array.from({ length: USUAL_ACTION_ITEMS }, () => item)));
	if (type === 'aggregate' || type === 'summarize') return free(items.slice(0, 1));
	if (type === 'limit') return free(items.slice(0, maxItems));
	return free(type === 'stopAndError' ? [] : items);
}

/** The steps of an execution, as if every condition were met and nothing failed. */
function walk(file: WorkflowFile, trigger: string, given: Walk): Map<string, Step> {
	const nodes = new Map(file.nodes.map((node) => [node.name, node]));
	const steps = new Map<string, Step>();
	const queue: { readonly name: string; readonly items: readonly Item[] }[] = [{ name: trigger, items: given.start.items }];
	for (const { name, items } of queue) {
		const node = nodes.get(name);
		if (!node || node.disabled || steps.has(name)) continue;
		const taken = node.executeOnce ? items.slice(0, 1) : items;
		const isOwn = node.type === OWN;
		const step = name === trigger ? { requests: 0, credits: 0, items } : isOwn ? ownStep(node, taken, given) : otherStep(node, taken, given);
		steps.set(name, step);
		const left = step.items.length === 0 && node.alwaysOutputData ? [null] : step.items;
		const outputs = file.connections[name]?.['main'] ?? [];
		// Failed items go to the last output.
		const taking = node.onError === 'continueErrorOutput' ? outputs.slice(0, -1) : outputs;
		if (left.length > 0) for (const target of (taking.length > 0 ? taking : outputs.slice(0, 1)).flatMap((list) => list ?? [])) queue.push({ name: target.node, items: left });
	}
	return steps;
}

/** What to expect a workflow to use in a period, in no particular order. @throws UserError for a trigger whose times cannot be added up */
export function costsOf(file: WorkflowFile, account: Account, { from, until, timezone }: Period): { readonly costs: readonly Cost[]; readonly runs: number } {
	const workflow = file.name ?? 'Workflow';
	const passed = new Map<string, Set<Item>>();
	const paid = new Set<string>();
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
	const remembers = active.some(({ type }) => type.endsWith('.dataTable'));
	const costs: Cost[] = [];
	let runs = 0;
	for (const node of active) {
		const expected = startsOf(node, period, !runsByItself);
		if (!expected) continue;
		for (const { at, count } of expected.requests) if (count > 0) costs.push({ at, workflow, node: node.name, requests: count, credits: 0 });
		for (const start of expected.starts.toSorted((a, b) => a.at - b.at)) {
			runs += 1;
			for (const [name, { requests, credits }] of walk(file, node.name, { account, start, timezone: period.timezone, passed, paid, remembers })) {
				if (requests > 0 || credits > 0) costs.push({ at: start.at, workflow, node: name, requests, credits });
			}
		}
	}
	return { costs, runs };
}
