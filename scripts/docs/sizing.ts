import { plans, tiers, type Plan } from '../../src/api/index.ts';
import { DEFAULT_CONCURRENCY } from '../../credentials/settings.ts';

/** The share of the hour that polling may use. The rest is for workflows that people start. */
const POLLING_SHARE = 0.5;

/** Assuming half a second per answer. */
const ANSWERS_A_SECOND = 2;

const pollers = ({ requestsPerHour }: Plan, everyMinutes: number): string =>
	Math.floor((POLLING_SHARE * requestsPerHour * everyMinutes) / 60).toLocaleString('en');

/** How long the hour's requests last when one node processes a long list. */
function lasting({ requestsPerHour }: Plan): string {
	const seconds = requestsPerHour / (DEFAULT_CONCURRENCY * ANSWERS_A_SECOND);
	return seconds < 120 ? `${Math.round(seconds)} s` : `${Math.round(seconds / 60)} min`;
}

const rows: readonly (readonly [string, (plan: Plan) => string])[] = [
	['Requests per hour, shared by all workflows of an account', ({ requestsPerHour }) => requestsPerHour.toLocaleString('en')],
	['Instant triggers', ({ webhooks }) => (webhooks === null ? 'unlimited' : String(webhooks))],
	['Polling triggers within half of the hour: every minute', (plan) => pollers(plan, 1)],
	['… every 5 minutes', (plan) => pollers(plan, 5)],
	['… every 15 minutes', (plan) => pollers(plan, 15)],
	['… every hour', (plan) => pollers(plan, 60)],
	[`One long list, ${DEFAULT_CONCURRENCY} items at once, uses up the hour after about`, lasting],
];

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Each plan's capacity, as a Markdown table. */
export const sizingTable = (): string =>
	[
		['', ...tiers.map(capital)],
		['---', ...tiers.map(() => '---:')],
		...rows.map(([name, value]) => [name, ...tiers.map((tier) => value(plans[tier]))]),
	]
		.map((cells) => `| ${cells.join(' | ')} |`)
		.join('\n');
