import { createRequestBudget, Hour, type BudgetOptions } from '../../src/limits/requests.ts';
import type { RateLimit } from '../../src/client/index.ts';

const MINUTE = 60_000;
const resetAt = new Date('2026-03-13T13:00:00Z');
const limitOf = (remaining: number): RateLimit => ({ limit: 100, remaining, resetAt });
const budgetOf = (options: BudgetOptions) => createRequestBudget(new Hour(), options);

test.each([
	['a minute ahead', MINUTE, 30_000],
	['a minute behind', -MINUTE, 30_000],
	['a day behind', -24 * 60 * MINUTE, 30_000],
])('the reset is as far off as the service’s own clock says, when ours is %s', async (_, aheadMs, untilMs) => {
	const servedAt = Date.parse('2026-03-13T12:59:30Z');
	let time = servedAt + aheadMs;
	const budget = budgetOf({ reserveRequests: 5, now: () => time });
	budget.onAnswer({ rateLimit: limitOf(5), headers: { date: new Date(servedAt).toUTCString() } });
	const open: boolean[] = [];
	for (time of [time + untilMs - 1, time + untilMs]) open.push(await budget.isLeft());
	expect(open).toEqual([false, true]);
});

test('the reset goes by our own clock if the service’s is impossible', async () => {
	let time = resetAt.getTime() - 30 * MINUTE;
	const budget = budgetOf({ now: () => time });
	budget.onAnswer({ rateLimit: limitOf(0), headers: { date: 'Thu, 01 Jan 1970 00:00:00 GMT' } });
	const open: boolean[] = [];
	for (time of [resetAt.getTime() - 1, resetAt.getTime()]) open.push(await budget.isLeft());
	expect(open).toEqual([false, true]);
});
