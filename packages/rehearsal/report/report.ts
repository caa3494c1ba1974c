import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../src/api/index.ts';
import { counted, plural } from '../../../src/words/index.ts';
import type { User } from '../../../sandbox/db/users.ts';
import type { PinnedWorkflow } from '../workflow.ts';
import { MAX_DAYS } from '../arguments.ts';
import { isGuess, shownEffect, type Shown } from './effects.ts';
import { workflowModule } from '../engine/n8nModules.ts';
import { callsService, isTriggerType, runsForReal, shortType } from '../engine/nodes.ts';
import { problemsOf, waitingRuns, whenOf, type Problem, type Unreached } from './problems.ts';
import { labelOf, type Cut, type Failure, type NodeRun } from '../record.ts';
import type { Rehearsed } from '../playMonth.ts';
import { counts, dailyWords, datesIn, planFits, usageOf, type Counted, type PlanFit, type Usage } from './usage.ts';

export interface ReportedEffect extends Shown {
	/** Milliseconds since 1970. */
	readonly at: number;
	readonly node: string;
	readonly type: string;
	readonly parameters: Readonly<Record<string, unknown>>;
}

export interface ReportedRun {
	readonly at: number;
	readonly end: number;
	readonly trigger: string;
	readonly why: string;
	readonly status: 'success' | 'error' | 'waiting';
	readonly failure: Failure | null;
	readonly nodes: readonly NodeRun[];
	readonly requests: number;
	readonly credits: number;
	readonly effects: readonly ReportedEffect[];
}

export interface ReportedDay {
	/** `YYYY-MM-DD` in the report's time zone. */
	readonly date: string;
	/** What happened in the account, in words. */
	readonly happened: readonly string[];
	readonly runs: readonly ReportedRun[];
}

/** The report of a rehearsal. Everything but its own words comes from the workflow and its meetings, and may be hostile. */
export interface Report {
	readonly workflow: string;
	/** Milliseconds since 1970. */
	readonly from: number;
	readonly until: number;
	readonly days: number;
	readonly timezone: string;
	/** The most important figures and problems, in a sentence or two. */
	readonly sentence: string;
	readonly isFine: boolean;
	readonly problems: readonly Problem[];
	readonly usage: Usage;
	/** The smallest plan first. Empty if no run succeeded. */
	readonly plans: readonly PlanFit[];
	readonly runs: number;
	/** How many of each kind would have been sent, by node. */
	readonly sent: readonly (Counted & { readonly kind: Shown['kind'] })[];
	readonly calendar: readonly ReportedDay[];
	/** What the rehearsal did not do, and what it assumed. */
	readonly notes: readonly string[];
}

export interface ReportOptions {
	readonly file: PinnedWorkflow;
	readonly rehearsed: Rehearsed;
	readonly user: User;
	readonly from: number;
	readonly until: number;
}

/** A length of time, in words. */
function lengthOf(ms: number): string {
	if (ms >= 2 * DAY_MS || ms === DAY_MS) return counted(Math.round(ms / DAY_MS), 'day');
	return ms >= 2 * HOUR_MS ? counted(Math.round(ms / HOUR_MS), 'hour') : counted(Math.max(1, Math.round(ms / MINUTE_MS)), 'minute');
}

interface Facts {
	readonly usage: Usage;
	readonly problems: readonly Problem[];
	readonly runs: number;
	readonly ms: number;
	readonly timezone: string;
	readonly cut: Cut | null;
}

function sentenceOf({ usage: { credits, requests }, problems, runs, ms, timezone, cut }: Facts): string {
	const stopped = cut ? `Stopped early: “${cut.node}” ${cut.what === 'poll' ? 'polls' : 'starts'} too often. ` : '';
	const failures = problems.filter(({ isFailure }) => isFailure);
	const about = credits.workflow > 0 && ms < 28 * DAY_MS ? 'about ' : '';
	const used = `${stopped}${counted(runs, 'run')} in ${lengthOf(ms)}, ${about}${counted(credits.perMonth, 'AI credit')} a month and ${dailyWords(requests)}`;
	if (runs === 0) return `${stopped}Nothing started this workflow in ${lengthOf(ms)}${requests.total > 0 ? `, which took ${dailyWords(requests)}` : ''}.`;
	const isSilent = problems.some(({ kind }) => kind === 'sendsNothing');
	const tooSmall = problems.find(({ kind }) => kind === 'planTooSmall');
	if (failures.length === 0) return `${used}. No limit breaks${tooSmall ? ' in these days' : ''}, ${isSilent ? 'nothing is sent at all' : 'nothing is sent twice'}, and no run fails.${tooSmall ? ` ${tooSmall.what}.` : ''}`;
	const broken = requests.hours.filter(({ refused }) => refused > 0).map(({ at }) => at);
	const names: Readonly<Record<Problem['kind'], string>> = {
		neverStarts: 'nothing starts it',
		noSuchNode: 'it was not fully rehearsed, since this n8n lacks one of its nodes',
		notSetUp: 'something is not set up yet',
		tooOften: 'it starts too often',
		notPublished: 'n8n could not publish it',
		hourLimit: `the hourly limit breaks ${whenOf(broken, timezone)}`,
		creditLimit: 'the AI credits run out',
		planTooSmall: 'the plan is too small',
		runFailed: 'runs fail',
		notFound: 'a sub-workflow is missing',
		sentTwice: 'something is sent twice',
		processedTwice: 'events are processed twice',
		paidTwice: 'credits are paid twice',
		neverProcessed: 'events are missed',
		perhapsTwice: 'something may be sent twice',
		noRecipient: 'emails have no recipient',
		malformedAddress: 'emails have a malformed address',
		blankField: 'a field is empty every time',
		sentAsWritten: 'expressions are sent as they are written',
		sendsNothing: 'nothing is sent',
		strayConnection: 'it tried to reach the network',
	};
	return `${used}; ${[...new Set(failures.map(({ kind }) => names[kind]))].join(', ')}.`;
}

/** The nodes of a workflow and its sub-workflows, with their names in the report. */
const nodesOf = ({ file, rehearsed: { files } }: ReportOptions) =>
	files.flatMap((one) => {
		const starts = one.nodes.filter(isTriggerType).map(({ name }) => name);
		const reachable = new Set(starts.flatMap((name) => [name, ...workflowModule.getChildNodes(one.connections, name)]));
		return one.nodes.map((node) => ({ ...node, name: one === file ? node.name : `${one.name} › ${node.name}`, isLedTo: reachable.has(node.name) || isAttached(one, node.name) }));
	});

/** Whether a node serves another, as a model or a tool serves an agent, which starts it. */
const isAttached = ({ connections }: PinnedWorkflow, name: string): boolean => Object.keys(connections[name] ?? {}).some((type) => type !== 'main');

const isNote = ({ type }: { readonly type: string }): boolean => /stickyNote/i.test(type);

const recordableOf = (options: ReportOptions) =>
	nodesOf(options).filter((node) => !runsForReal(node, options.rehearsed.library) && !isTriggerType(node) && !isNote(node));

const reachedIn = ({ rehearsed: { seen } }: ReportOptions): ReadonlySet<string> => new Set(seen.runs.flatMap(({ nodes }) => nodes.map(({ node }) => node)));

/** Nodes that would send or write something, and got nothing to send in any run. */
function unreachedOf(options: ReportOptions): Unreached[] {
	if (options.rehearsed.seen.runs.length === 0) return [];
	const reached = reachedIn(options);
	return recordableOf(options).flatMap(({ name: node, disabled = false, isLedTo, ...one }) => {
		const isRunning = !disabled && reached.has(node);
		return isRunning || isGuess(shortType(one), one.parameters) ? [] : [{ node, why: disabled ? 'off' : isLedTo ? 'starved' : 'loose' }];
	});
}

function notesOf(options: ReportOptions): string[] {
	const { file, rehearsed: { seen, files } } = options;
	const all = nodesOf(options);
	const unreached = unreachedOf(options).filter(({ why }) => why === 'starved').map(({ node: name }) => ({ name }));
	const loose = all.filter((node) => seen.runs.length > 0 && !node.isLedTo && !node.disabled && !isNote(node));
	const recordable = recordableOf(options).filter(({ disabled }) => !disabled);
	const reached = reachedIn(options);
	const recorded = recordable.filter(({ name }) => reached.has(name));
	const agents = recorded.filter((node) => /agent/i.test(shortType(node)));
	const asking = recorded.filter(({ parameters }) => parameters['operation'] === 'sendAndWait');
	const calling = all.filter(callsService);
	const returns = new Set([...recordable, ...seen.triggers.filter(({ kind }) => kind === 'pinned').map(({ node: name }) => ({ name }))].map(({ name }) => name));
	const pinned = Object.keys(file.pinData ?? {}).map((name) => ({ name }));
	const isNode = ({ name }: { readonly name: string }): boolean => file.nodes.some((node) => node.name === name);
	const missing = pinned.filter((one) => !isNode(one));
	const unpinned = pinned.filter((one) => isNode(one) && !returns.has(one.name));
	const named = (nodes: readonly { readonly name: string }[]) => nodes.map(({ name }) => `“${name}”`).join(', ');
	return [
		...(seen.outside > 0 ? [`${counted(seen.outside, 'meeting')} of the account ended before or after this period and started nothing. To include ${plural(seen.outside, 'it', 'them')}, choose more days, up to ${MAX_DAYS}, with --days, or another end with --until.`] : []),
		...[...seen.continued].map(([node, { count, why }]) => `“${node}” failed ${counted(count, 'time')}, and its settings let the run go on. The first time: ${why}`),
		...seen.triggers.filter(({ node, kind }) => kind === 'none' && seen.runs.length > 0 && !seen.runs.some(({ nodes }) => nodes.some((one) => one.node === node))).map(({ node }) => `Nothing starts “${node}” in a rehearsal. Pin data to it, and it runs once with that.`),
		...seen.triggers.filter(({ kind }) => kind === 'manual').slice(0, 1).map(() => 'A workflow that is started by hand runs once, at the end of the period.'),
		...(recorded.length > 0 ? [`Recorded in place of running: ${named(recorded)}. Each returned its pinned data, or else its input.`] : []),
		...(unreached.length > 0 ? [`Never reached: ${named(unreached)}.`] : []),
		...(loose.length > 0 ? [`No trigger leads to ${named(loose)}.`] : []),
		...[...seen.refused].map(([node, what]) => `Code that asks for “${what}” does not run in a rehearsal, so “${node}” was recorded. Pin data to see what follows it.`),
		...(files.length > 1 ? [`Sub-workflows that ran in the same way: ${named(files.slice(1).map(({ name = '' }) => ({ name })))}.`] : []),
		...(calling.length > 0 ? [`What ${named(calling)} ${plural(calling.length, 'takes', 'take')} of the plan is not counted: only the nodes of this package call the service in a rehearsal.`] : []),
		...(missing.length > 0 ? [`Not used: the pinned data of ${named(missing)}. The workflow has no ${plural(missing.length, 'node of this name', 'nodes of these names')}.`] : []),
		...(unpinned.length > 0 ? [`Not used: the pinned data of ${named(unpinned)}. Only a node that is recorded, or that nothing else starts, returns its own.`] : []),
		...(agents.length > 0 ? [`An AI agent does not run in a rehearsal, so ${named(agents)} called no tools.`] : []),
		...(asking.length > 0 ? [`Nobody answers ${named(asking)} in a rehearsal. Pin an answer to see what follows it.`] : []),
		...(waitingRuns(seen).length > 0 ? [`${counted(waitingRuns(seen).length, 'run was', 'runs were')} still waiting three days after the end.`] : []),
	];
}

/** Puts what a rehearsal recorded into words and figures. */
export function reportOf(options: ReportOptions): Report {
	const { file, rehearsed: { timezone, missing, ...rehearsed }, user, from } = options;
	const off = file.nodes.filter((node) => node.disabled && isTriggerType(node)).map(({ name }) => name);
	// If the rehearsal was cut short, the report covers the time until then.
	const until = Math.min(options.until, Math.max(from + MINUTE_MS, rehearsed.seen.cut?.at ?? options.until));
	const ms = until - from;
	// Polls go on after the end only to find what happened before.
	const seen = { ...rehearsed.seen, requests: rehearsed.seen.requests.filter(({ run, at }) => run !== null || at < options.until) };
	const usage = usageOf(seen, user.plan, from, ms / DAY_MS);
	// A failed run uses less than a successful one.
	const isKnown = seen.runs.some(({ status }) => status !== 'error');
	const plans = isKnown ? planFits(usage, seen.triggers.filter(({ kind }) => kind === 'instant').length) : [];
	const problems = problemsOf({ seen, usage, plans, timezone, unreached: unreachedOf(options), off, missing });
	const effects = seen.effects.map((effect) => ({ ...effect, ...shownEffect(effect) }));
	const requestsOf = Map.groupBy(seen.requests, ({ run }) => run);
	const effectsOf = Map.groupBy(effects, ({ run }) => run);
	const runs = seen.runs.map(({ id, at, end, trigger, why, status, failure, nodes }) => {
		const own = requestsOf.get(id) ?? [];
		const done = (effectsOf.get(id) ?? []).map(({ at: time, node, type, parameters, kind, to, title, body, isHtml }): ReportedEffect => ({ at: time, node, type, parameters, kind, to, title, body, isHtml }));
		return { at, end, trigger, why, status, failure, nodes, requests: own.length, credits: own.filter(({ isPaid }) => isPaid).length, effects: done };
	});
	const dateOf = datesIn(timezone);
	const happenedOn = Map.groupBy(seen.happened, ({ at }) => dateOf(at));
	const runsOn = Map.groupBy(runs, ({ at }) => dateOf(at));
	const calendar = [...new Set([...happenedOn.keys(), ...runsOn.keys()])].toSorted().map((date) => ({
		date,
		happened: (happenedOn.get(date) ?? []).map(({ event, title }) => `${labelOf(seen, event)} “${title}”`),
		runs: runsOn.get(date) ?? [],
	}));
	const sent = Map.groupBy(effects.filter(({ kind }) => kind !== 'read' && kind !== 'step'), ({ node }) => node);
	return {
		...{ workflow: file.name ?? 'Workflow', from, until, days: Math.max(1, Math.round(ms / DAY_MS)), timezone },
		sentence: sentenceOf({ usage, problems, runs: runs.length, ms, timezone, cut: seen.cut }),
		isFine: !problems.some(({ isFailure }) => isFailure),
		...{ problems, usage, runs: runs.length, plans },
		sent: counts([...sent].flatMap(([node, list]) => list.map(() => node))).map((one) => ({ ...one, kind: sent.get(one.name)?.[0]?.kind ?? 'record' })),
		calendar,
		notes: notesOf(options),
	};
}
