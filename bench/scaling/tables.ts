import Table from 'cli-table3';
import { dayOfPolling, type PollingDay } from './dayOfPolling.ts';
import { dayOfRuns, type RunsDay } from './dayOfRuns.ts';
import { executionsPerSecond } from './workers.ts';

const tableOf = (head: readonly string[]) =>
	new Table({ head: [...head], colAligns: head.map((_, index) => (index === 0 ? 'left' : 'right')), style: { head: [], border: [] } });

const percent = (part: number): string => `${(100 * part).toFixed(part > 0.99 && part < 1 ? 2 : 0)} %`;
const minutes = (value: number): string => (Number.isNaN(value) ? '' : value.toFixed(value < 10 ? 1 : 0));

const polling: readonly Omit<PollingDay, 'plan' | 'paced'>[] = [
	{ workflows: 5, everyMinutes: 1, ownSecond: true },
	{ workflows: 20, everyMinutes: 1, ownSecond: true },
	{ workflows: 20, everyMinutes: 5, ownSecond: true },
	{ workflows: 100, everyMinutes: 5, ownSecond: true },
	{ workflows: 1000, everyMinutes: 1, ownSecond: false },
	{ workflows: 1000, everyMinutes: 5, ownSecond: true },
	{ workflows: 1000, everyMinutes: 60, ownSecond: true },
];

/** Workflows that poll with one Professional key, for a day with 40 new conversations. */
export async function pollingTable(): Promise<string> {
	const table = tableOf(['workflows, interval', 'slows down', 'answered', 'refused', 'reported', 'never started', 'median min', '95 %', '99 %']);
	for (const day of polling) {
		for (const paced of [false, true]) {
			const { answered, refused, told, deaf, median, p95, p99 } = await dayOfPolling({ plan: 'professional', ...day, paced });
			const name = `${day.workflows}, ${day.everyMinutes} min${day.ownSecond ? '' : ', same second'}`;
			table.push([name, paced ? 'yes' : 'no', answered, refused, percent(told), deaf, ...[median, p95, p99].map(minutes)]);
		}
	}
	return table.toString();
}

const herd = { workflows: 1000, requests: 3, withinMs: 0 };
const runs: readonly RunsDay[] = [
	...[0, 30_000, 60_000].map((patienceMs): RunsDay => ({ ...herd, patienceMs, whenLimited: 'stop' })),
	{ ...herd, patienceMs: 30_000, whenLimited: 'stop', withinMs: 10 * 3_600_000 },
	{ ...herd, patienceMs: 30_000, whenLimited: 'wait' },
	{ ...herd, patienceMs: 30_000, whenLimited: 'wait and spread' },
];

/** Workflows that start at eight in the morning, or over ten hours, and make three requests each. */
export async function runsTable(): Promise<string> {
	const table = tableOf(['start', 'patience', 'when limited', 'answered', 'refused', 'done', 'median min', '95 %']);
	for (const day of runs) {
		const { answered, refused, done, median, p95 } = await dayOfRuns(day);
		const start = day.withinMs === 0 ? 'all at 8:00' : 'over 10 hours';
		table.push([start, `${day.patienceMs / 1000} s`, day.whenLimited, answered, refused, percent(done), minutes(median), minutes(p95)]);
	}
	return table.toString();
}

/** A real n8n on PostgreSQL, alone and with workers. */
export async function workersTable(deliveries: number): Promise<string> {
	const table = tableOf(['workers', 'executions per second', 'lost']);
	for (const workers of [0, 1, 2]) {
		const { rate, lost } = await executionsPerSecond(workers, deliveries);
		table.push([workers === 0 ? 'none, n8n alone' : workers, rate.toFixed(1), lost]);
	}
	return table.toString();
}
