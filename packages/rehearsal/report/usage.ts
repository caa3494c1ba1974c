import { DAILY_SHARE_OF_CREDITS, HOUR_MS, plans, type Tier, tiers } from '../../../src/api/index.ts';
import { capitalized, counted } from '../../../src/words/index.ts';
import type { User } from '../../../sandbox/db/users.ts';
import type { Seen } from '../record.ts';

/** Requests in one hour of the service's count. */
export interface Hour {
	/** When it starts, in milliseconds since 1970. */
	readonly at: number;
	readonly requests: number;
	/** Requests that were refused because the hour was used up; not part of `requests`. */
	readonly refused: number;
}

export interface Counted {
	readonly name: string;
	readonly count: number;
}

/** What a month used of the plan. The application's credits are those that the desktop application used. */
export interface Usage {
	readonly plan: User['plan'];
	/** Days that it was counted in; may be a fraction. */
	readonly days: number;
	readonly requests: {
		readonly total: number;
		readonly perDay: number;
		readonly limitPerHour: number;
		/** Only hours with requests, in order. */
		readonly hours: readonly Hour[];
		readonly byNode: readonly Counted[];
	};
	readonly credits: {
		readonly workflow: number;
		/** AI credits for 30 days. */
		readonly perMonth: number;
		/** AI credits for 30 days, including the application's, if none had been refused. */
		readonly wantedPerMonth: number;
		/** The application's part of that. */
		readonly applicationPerMonth: number;
		/** The same on the busiest day (UTC). */
		readonly wantedPerDay: number;
		readonly application: number;
		readonly limitPerMonth: number | null;
		readonly limitPerDay: number | null;
		/** By date and by calendar month (UTC, as the service counts). */
		readonly days: readonly Counted[];
		readonly months: readonly (Counted & { readonly application: number; /** Used before the rehearsed days began. */ readonly before: number })[];
		readonly byNode: readonly Counted[];
	};
}

/** How often each name occurs, most often first. */
export function counts(names: readonly string[]): Counted[] {
	const found = new Map<string, number>();
	for (const name of names) found.set(name, (found.get(name) ?? 0) + 1);
	return [...found].map(([name, count]) => ({ name, count })).toSorted((a, b) => b.count - a.count || a.name.localeCompare(b.name));
}

const dailyLimit = (monthly: number | null): number | null => (monthly === null ? null : Math.floor(monthly * DAILY_SHARE_OF_CREDITS));

const dateOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** The totals of a rehearsal on the account's plan. */
export function usageOf({ requests, applicationCredits, creditsBefore }: Seen, plan: User['plan'], from: number, days: number): Usage {
	const limits = plan === 'free' ? { requestsPerHour: 0, aiGenerationsPerMonth: 0 } : plans[plan];
	const hours = new Map<number, { requests: number; refused: number }>();
	for (const { at, refused } of requests) {
		const start = Math.floor(at / HOUR_MS) * HOUR_MS;
		const hour = hours.get(start) ?? { requests: 0, refused: 0 };
		if (refused === 'hour') hour.refused += 1;
		else hour.requests += 1;
		hours.set(start, hour);
	}
	const paid = requests.filter(({ isPaid }) => isPaid);
	// A request that is tried again is wanted once.
	const paths = new Set(paid.map(({ path }) => path));
	const denied = requests.filter(({ path, refused }) => refused === 'credits' && !paths.has(path) && paths.add(path));
	const wanted = [...paid, ...denied].map(({ at }) => at).concat(applicationCredits);
	const paidDays = counts(paid.map(({ at }) => dateOf(at))).toSorted((a, b) => a.name.localeCompare(b.name));
	const monthsOf = (times: readonly number[]) => counts(times.map((at) => dateOf(at).slice(0, 7)));
	const own = monthsOf(paid.map(({ at }) => at));
	const application = monthsOf(applicationCredits);
	const first = dateOf(from).slice(0, 7);
	const months = [...new Set([...(creditsBefore > 0 ? [first] : []), ...[...own, ...application].map(({ name }) => name)])].toSorted();
	const inMonth = (list: readonly Counted[], month: string) => list.find(({ name }) => name === month)?.count ?? 0;
	const monthly = limits.aiGenerationsPerMonth;
	return {
		...{ plan, days },
		requests: {
			total: requests.length,
			perDay: Math.round(requests.length / days),
			limitPerHour: limits.requestsPerHour,
			hours: [...hours].map(([at, counted]) => ({ at, ...counted })).toSorted((a, b) => a.at - b.at),
			byNode: counts(requests.map(({ node }) => node)),
		},
		credits: {
			workflow: paid.length,
			perMonth: Math.round((paid.length * 30) / days),
			wantedPerMonth: Math.round((wanted.length * 30) / days),
			applicationPerMonth: Math.round((applicationCredits.length * 30) / days),
			wantedPerDay: Math.max(0, ...counts(wanted.map(dateOf)).map(({ count }) => count)),
			application: applicationCredits.length,
			limitPerMonth: monthly,
			limitPerDay: dailyLimit(monthly),
			days: paidDays,
			months: months.map((name) => ({ name, count: inMonth(own, name), application: inMonth(application, name), before: name === first ? creditsBefore : 0 })),
			byNode: counts(paid.map(({ node }) => node)),
		},
	};
}

/** Days that are almost a month stand for one. */
const MONTH_DAYS = 28;

/** “, extrapolated from 3 days”, or nothing for a month. */
const extrapolatedFrom = ({ days }: Usage): string => (days < MONTH_DAYS ? `, extrapolated from ${counted(Math.max(1, Math.round(days)), 'day')}` : '');

/** What a plan lacks for a workflow, in words; empty if it is enough. */
export interface PlanFit {
	readonly plan: Tier;
	readonly lacks: readonly string[];
}

/** Each plan, the smallest first. `webhooks`: how many the workflow's triggers need. */
export function planFits(usage: Usage, webhooks: number): PlanFit[] {
	const { requests = 0, refused = 0 } = busiestHour(usage) ?? {};
	const { wantedPerMonth, wantedPerDay, applicationPerMonth } = usage.credits;
	const basis = extrapolatedFrom(usage);
	const others = applicationPerMonth === 0 ? '' : ` (${applicationPerMonth} of them by the desktop app)`;
	// What only the desktop app uses up does not stop the workflow.
	const isPaying = wantedPerMonth > applicationPerMonth;
	return tiers.map((plan) => {
		const limits = plans[plan];
		const [month, day] = [limits.aiGenerationsPerMonth ?? Infinity, dailyLimit(limits.aiGenerationsPerMonth) ?? Infinity];
		return {
			plan,
			lacks: [
				...(requests + refused > limits.requestsPerHour ? [`${requests + refused} of ${limits.requestsPerHour} requests in an hour`] : []),
				...(isPaying && wantedPerMonth > month ? [`${wantedPerMonth} of ${month} AI credits a month${basis}${others}`] : isPaying && wantedPerDay > day ? [`${wantedPerDay} of ${day} AI credits on a day`] : []),
				...(limits.webhooks !== null && webhooks > limits.webhooks ? [limits.webhooks === 0 ? 'no webhooks' : `${webhooks} of ${limits.webhooks} webhooks`] : []),
			],
		};
	});
}

/** “41 requests a day”, also where a day has none on average. */
export const dailyWords = ({ total, perDay }: Usage['requests']): string => (total > 0 && perDay === 0 ? 'fewer than 1 request a day' : `${counted(perDay, 'request')} a day`);

/** “The Professional plan is enough. Starter would not do: no webhooks.” An empty list means that no run has succeeded. */
export function planWords(fits: readonly PlanFit[]): string {
	if (fits.length === 0) return 'No run succeeded, so nothing is known about the plan.';
	const enough = fits.findIndex(({ lacks }) => lacks.length === 0);
	const smaller = fits.slice(0, enough < 0 ? fits.length : enough).map(({ plan, lacks }) => ` ${capitalized(plan)} would not do: ${lacks.join(', ')}.`);
	const found = fits[enough];
	return `${found ? `The ${capitalized(found.plan)} plan is enough.` : 'No plan is enough.'}${smaller.join('')}`;
}

/** The busiest hour; undefined if there were no requests. */
export const busiestHour = ({ requests: { hours } }: Usage): Hour | undefined =>
	hours.toSorted((a, b) => b.requests + b.refused - a.requests - a.refused || a.at - b.at)[0];

/** The date of each moment in a time zone, `YYYY-MM-DD`. */
export function datesIn(timezone: string): (ms: number) => string {
	const format = new Intl.DateTimeFormat('en-CA', { timeZone: timezone, year: 'numeric', month: '2-digit', day: '2-digit' });
	return (ms) => format.format(ms);
}
