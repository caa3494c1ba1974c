import { HOUR_MS } from '../../../src/api/index.ts';
import { cronModule } from './n8nModules.ts';

/** When a cron expression is due next after a given time, once asked from `start` on. In milliseconds since 1970. */
export function nextTick(expression: string, timezone: string, start: number): (after: number) => number {
	const cron = new cronModule.CronTime(expression, timezone);
	const find = (after: number): number => cron.getNextDateFrom(new Date(after), timezone).toMillis();
	if (!/( \*){4}$/.test(expression)) return find;
	// Every hour is like the first, which saves most of the time that polling each minute would take.
	const first = find(start);
	const offsets: number[] = [];
	for (let tick = first; tick < first + HOUR_MS; tick = find(tick)) offsets.push(tick - first);
	return (after) => {
		const hour = first + Math.floor((after - first) / HOUR_MS) * HOUR_MS;
		const offset = offsets.find((ms) => hour + ms > after);
		return offset === undefined ? hour + HOUR_MS : hour + offset;
	};
}
