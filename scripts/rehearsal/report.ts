import { counted } from '../../src/words/counts.ts';
import type { User } from '../../sandbox/db/users.ts';
import type { WorkflowFile } from '../engine/index.ts';
import { shownEffect, type Shown } from './effects.ts';
import { runsForReal, shortType } from './nodes.ts';
import { problemsOf, waitingRuns, whenOf, type Problem } from './problems.ts';
import type { Failure, NodeRun } from './record.ts';
import type { Rehearsed } from './rehearse.ts';
import { counts, usageOf, type Counted, type Usage } from './usage.ts';

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

/** What a rehearsal says. Everything but its own words comes from the workflow and its meetings, and may be hostile. */
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
	readonly runs: number;
	/** How many of each kind would have been sent, by node. */
	readonly sent: readonly (Counted & { readonly kind: Shown['kind'] })[];
	readonly calendar: readonly ReportedDay[];
	/** What the rehearsal did not do, and what it assumed. */
	readonly notes: readonly string[];
}

export interface ReportOptions {
	readonly file: WorkflowFile;
	readonly rehearsed: Rehearsed;
	readonly user: User;
	readonly from: number;
	readonly until: number;
}

const DAY_MS = 86_400_000;

/** The date of a moment in a time zone, `YYYY-MM-DD`. */
export const dateIn = (timezone: string, ms: number): string =>
	new Intl.DateTimeFormat('en-CA', { timeZone: timezone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(ms);

function sentenceOf({ credits, requests }: Usage, problems: readonly Problem[], runs: number, days: number, timezone: string): string {
	const failures = problems.filter(({ isFailure }) => isFailure);
	const used = `${counted(runs, 'run')} in ${counted(days, 'day')}, ${counted(credits.perMonth, 'AI credit')} a month and ${counted(requests.perDay, 'request')} a day`;
	if (runs === 0) return `Nothing started this workflow in ${counted(days, 'day')}${requests.total > 0 ? `, which took ${counted(requests.perDay, 'request')} a day` : ''}.`;
	if (failures.length === 0) return `${used}. No limit breaks, nothing is sent twice, and no run fails.`;
	const broken = requests.hours.filter(({ refused }) => refused > 0).map(({ at }) => at);
	const names: Readonly<Record<Problem['kind'], string>> = {
		notPublished: 'n8n could not publish it',
		hourLimit: `the hourly limit breaks ${whenOf(broken, timezone)}`,
		creditLimit: 'the AI credits run out',
		runFailed: 'runs fail',
		sentTwice: 'something is sent twice',
		processedTwice: 'events are processed twice',
		paidTwice: 'credits are paid twice',
		neverProcessed: 'events are missed',
		perhapsTwice: 'something may be sent twice',
		strayConnection: 'it tried to reach the network',
	};
	return `${used}; ${[...new Set(failures.map(({ kind }) => names[kind]))].join(', ')}.`;
}

function notesOf({ file, rehearsed: { seen, missing } }: ReportOptions): string[] {
	const recorded = file.nodes.filter((node) => !node.disabled && !runsForReal(node) && !/trigger$|stickyNote/i.test(node.type));
	const withoutCode = recorded.filter((node) => !/^code$/.test(shortType(node)));
	const codes = recorded.filter((node) => /^code$/.test(shortType(node)));
	const agents = recorded.filter((node) => /agent/i.test(shortType(node)));
	const asking = recorded.filter(({ parameters }) => parameters['operation'] === 'sendAndWait');
	const named = (nodes: readonly { readonly name: string }[]) => nodes.map(({ name }) => `“${name}”`).join(', ');
	return [
		...seen.triggers.filter(({ kind }) => kind === 'none').map(({ node }) => `Nothing starts “${node}” in a rehearsal. Pin data to it, and it runs once with that.`),
		...(seen.triggers.length === 0 ? ['The workflow has no trigger that is connected to anything.'] : []),
		...seen.triggers.filter(({ kind }) => kind === 'manual').slice(0, 1).map(() => 'A workflow that is started by hand runs once, at the end of the period.'),
		...(withoutCode.length > 0 ? [`Recorded in place of running: ${named(withoutCode)}. Each returned its pinned data, or else its input.`] : []),
		...(codes.length > 0 ? [`Code does not run in a rehearsal: ${named(codes)}. Pin data to see what follows it.`] : []),
		...(agents.length > 0 ? [`An AI agent does not run in a rehearsal, so ${named(agents)} called no tools.`] : []),
		...(asking.length > 0 ? [`Nobody answers ${named(asking)} in a rehearsal. Pin an answer to see what follows it.`] : []),
		...[...missing].map(([node, issues]) => `Not set up yet: “${node}”. ${issues.join(' ')}`),
		...(waitingRuns(seen).length > 0 ? [`${counted(waitingRuns(seen).length, 'run was', 'runs were')} still waiting three days after the end.`] : []),
	];
}

/** Puts what a rehearsal recorded into words and figures. */
export function reportOf(options: ReportOptions): Report {
	const { file, rehearsed: { seen, timezone }, user, from, until } = options;
	const days = Math.round((until - from) / DAY_MS);
	const usage = usageOf(seen, user.plan, days);
	const problems = problemsOf({ seen, usage, timezone, until });
	const effects = seen.effects.map((effect) => ({ ...effect, ...shownEffect(effect) }));
	const runs = seen.runs.map(({ id, at, end, trigger, why, status, failure, nodes }) => {
		const own = seen.requests.filter(({ run }) => run === id);
		const done = effects.filter(({ run }) => run === id).map(({ at: time, node, type, parameters, kind, to, title, body, isHtml }): ReportedEffect => ({ at: time, node, type, parameters, kind, to, title, body, isHtml }));
		return { at, end, trigger, why, status, failure, nodes, requests: own.length, credits: own.filter(({ isPaid }) => isPaid).length, effects: done };
	});
	const dates = [...new Set([...seen.happened, ...runs].map(({ at }) => dateIn(timezone, at)))].toSorted();
	const calendar = dates.map((date) => ({
		date,
		happened: seen.happened.filter(({ at }) => dateIn(timezone, at) === date).map(({ event, title }) => `${event} “${title}”`),
		runs: runs.filter(({ at }) => dateIn(timezone, at) === date),
	}));
	const byNode = counts(effects.filter(({ kind }) => kind !== 'read' && kind !== 'step').map(({ node }) => node));
	return {
		...{ workflow: file.name ?? 'Workflow', from, until, days, timezone },
		sentence: sentenceOf(usage, problems, runs.length, days, timezone),
		isFine: !problems.some(({ isFailure }) => isFailure),
		...{ problems, usage, runs: runs.length },
		sent: byNode.map((one) => ({ ...one, kind: effects.find(({ node }) => node === one.name)?.kind ?? 'record' })),
		calendar,
		notes: notesOf(options),
	};
}
