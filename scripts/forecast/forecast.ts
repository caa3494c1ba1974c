import { plans, type Tier } from '../../src/api/index.ts';
import { counted, plural } from '../../src/words/index.ts';
import type { PinnedWorkflow } from '../rehearsal/arguments.ts';
import { createLibrary, firstNodeOf } from '../rehearsal/engine/library.ts';
import { callsService } from '../rehearsal/engine/nodes.ts';
import { whenOf } from '../rehearsal/report/problems.ts';
import type { Account } from './account.ts';
import { UserError } from '../terminal.ts';
import { costsOf, type Cost } from './sums.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;

export interface WorkflowForecast {
	readonly workflow: string;
	readonly runs: number;
	readonly requests: number;
	readonly credits: number;
	/** Most requests first. */
	readonly nodes: readonly { readonly node: string; readonly requests: number; readonly credits: number }[];
}

export interface Forecast {
	/** The sums and what they mean for the plan. */
	readonly sentence: string;
	readonly isFine: boolean;
	readonly plan: Tier;
	readonly days: number;
	readonly workflows: readonly WorkflowForecast[];
	readonly requests: { readonly total: number; readonly perDay: number; readonly busiest: number; readonly busiestAt: number | null; readonly limitPerHour: number };
	readonly credits: { readonly perMonth: number; readonly used: number; readonly limitPerMonth: number | null };
	/** What exceeds the plan, each with what to change. */
	readonly problems: readonly { readonly what: string; readonly advice: string }[];
	/** What was not added up, in sentences. */
	readonly notes: readonly string[];
}

export interface ForecastOptions {
	readonly files: readonly PinnedWorkflow[];
	/** Workflows that they may call, besides each other. */
	readonly others?: readonly PinnedWorkflow[];
	readonly account: Account;
	/** Milliseconds since 1970. */
	readonly from: number;
	readonly until: number;
	/** IANA name. Default: the account's. */
	readonly timezone?: string | undefined;
	/** Where the files are, for what is wrong with them. */
	readonly paths?: readonly string[];
}

const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0);

function nodesOf(costs: readonly Cost[]): WorkflowForecast['nodes'] {
	return [...new Set(costs.map(({ node }) => node))]
		.map((node) => {
			const own = costs.filter((cost) => cost.node === node);
			return { node, requests: sum(own.map(({ requests }) => requests)), credits: sum(own.map(({ credits }) => credits)) };
		})
		.toSorted((a, b) => b.requests - a.requests);
}

/** The smallest plan that allows it. */
const planFor = (fits: (plan: (typeof plans)[Tier]) => boolean): string => {
	const found = (['starter', 'professional', 'enterprise'] as const).find((tier) => fits(plans[tier]));
	return found === undefined ? '' : ` The ${found.charAt(0).toUpperCase()}${found.slice(1)} plan would do.`;
};

/** Adds up what workflows use of a plan, without running them. @throws UserError for a trigger whose times cannot be added up */
export function forecast({ files, others = [], account, from, until, timezone = account.timezone, paths = [] }: ForecastOptions): Forecast {
	const days = Math.round((until - from) / DAY_MS);
	const { plan } = account;
	const limits = plans[plan];
	const found = files.map((file, index) => {
		try {
			return { file, ...costsOf(file, createLibrary([file, ...files, ...others]), account, { from, until, timezone }) };
		} catch (error) {
			throw error instanceof UserError && paths[index] ? new UserError(`${paths[index]}: ${error.message}`) : error;
		}
	});
	const costs = found.flatMap((one) => one.costs);
	const workflows = found.map(({ file, runs, costs: own }) => ({
		...{ workflow: file.name ?? 'Workflow', runs, nodes: nodesOf(own) },
		...{ requests: sum(own.map(({ requests }) => requests)), credits: sum(own.map(({ credits }) => credits)) },
	}));
	const hours = new Map<number, number>();
	for (const { at, requests } of costs) {
		const hour = Math.floor(at / HOUR_MS) * HOUR_MS;
		hours.set(hour, (hours.get(hour) ?? 0) + requests);
	}
	const [busiest] = [...hours].toSorted(([, a], [, b]) => b - a);
	const over = [...hours].filter(([, requests]) => requests > limits.requestsPerHour).map(([at]) => at).toSorted((a, b) => a - b);
	const perMonth = Math.round((sum(costs.map(({ credits }) => credits)) * 30) / days);
	const [heaviest] = nodesOf(over.length === 0 ? costs : costs.filter(({ at }) => over.includes(Math.floor(at / HOUR_MS) * HOUR_MS)));
	const [dearest] = nodesOf(costs).toSorted((a, b) => b.credits - a.credits);
	const instants = sum(files.map(({ nodes }) => nodes.filter(({ type, disabled }) => !disabled && type.endsWith('.meetingAssistantTrigger')).length));
	const problems = [
		...(busiest && over.length > 0
			? [
					{
						what: `The limit of ${counted(limits.requestsPerHour, 'request')} per hour would break ${whenOf(over, timezone)}: up to ${counted(busiest[1], 'request')} in an hour`,
						advice: `Most come from “${heaviest?.node}”. Run it ${Math.ceil(busiest[1] / limits.requestsPerHour)} times less often, or read a shorter period.${planFor(({ requestsPerHour }) => requestsPerHour >= busiest[1])}`,
					},
				]
			: []),
		...(limits.aiGenerationsPerMonth !== null && perMonth > limits.aiGenerationsPerMonth
			? [
					{
						what: `${counted(perMonth, 'AI credit a month is', 'AI credits a month are')} more than the ${limits.aiGenerationsPerMonth} of the plan, which the desktop app uses too`,
						advice: `Most are spent by “${dearest?.node}”. Run it for fewer meetings, such as those with customers.${planFor(({ aiGenerationsPerMonth }) => aiGenerationsPerMonth === null || aiGenerationsPerMonth >= perMonth)}`,
					},
				]
			: []),
		...(limits.webhooks !== null && instants > limits.webhooks
			? [
					{
						what: `${counted(instants, 'instant trigger needs a webhook', 'instant triggers need as many webhooks')}, and the plan has ${limits.webhooks || 'none'}`,
						advice: `Use the Meeting Assistant Polling Trigger, or start several workflows from one trigger.${planFor(({ webhooks }) => webhooks === null || webhooks >= instants)}`,
					},
				]
			: []),
	];
	const lost = [...new Set(found.flatMap((one) => [...one.lost]))].map((node) => `“${node}”`);
	const calling = files.flatMap(({ nodes }) => nodes.filter(callsService)).map(({ name }) => `“${name}”`);
	const idle = found.filter(({ file, isStarted }) => !isStarted && !firstNodeOf(file)).map(({ file }) => `“${file.name ?? 'Workflow'}”`);
	const notes = [
		...(idle.length === 0 ? [] : [`Nothing that a forecast adds up starts ${idle.join(', ')}: neither a trigger of this package, nor a schedule, nor a person.`]),
		...(calling.length === 0 ? [] : [`What ${calling.join(', ')} ${plural(calling.length, 'takes', 'take')} of the plan is not added up: only the nodes of this package are.`]),
		...(lost.length === 0 ? [] : [`The ${plural(lost.length, 'sub-workflow')} of ${lost.join(', ')} ${plural(lost.length, 'was', 'were')} not found, so the sums lack what ${plural(lost.length, 'it takes', 'they take')}. Pass ${plural(lost.length, 'its file', 'their files')} as well, or put ${plural(lost.length, 'it', 'them')} into the workflow’s folder.`]),
	];
	const total = sum(costs.map(({ requests }) => requests));
	const used = `${counted(perMonth, 'AI credit')} a month and ${counted(Math.round(total / days), 'request')} a day, at most ${busiest?.[1] ?? 0} of ${limits.requestsPerHour} in an hour`;
	return {
		sentence: problems.length === 0 ? `${used}. That fits the plan.` : `${used}. ${problems.map(({ what }) => what).join('. ')}.`,
		...{ isFine: problems.length === 0, plan, days, workflows, problems, notes },
		requests: { total, perDay: Math.round(total / days), busiest: busiest?.[1] ?? 0, busiestAt: busiest?.[0] ?? null, limitPerHour: limits.requestsPerHour },
		credits: { perMonth, used: account.credits.used, limitPerMonth: account.credits.limit },
	};
}
