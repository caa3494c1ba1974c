import { createRequestBudget, type RateLimit } from '../../src/client/index.ts';

const now = Date.parse('2026-03-13T12:30:00Z');
const hour = (offset: number) => new Date(Date.parse('2026-03-13T13:00:00Z') + offset * 3_600_000);
const limitOf = (remaining: number, offset = 0): RateLimit => ({ limit: 100, remaining, resetAt: hour(offset) });
const answer = (rateLimit: RateLimit | null = null, attempt = 1) => ({ attempt, rateLimit });

test('with nothing known, nothing limits', () => {
	const budget = createRequestBudget();
	expect(budget.left(now)).toBe(Infinity);
	expect(budget.stoppedBy(now)).toBeNull();
	expect(budget.resetAt).toBeNull();
});

test('every answer counts, repeated ones too', () => {
	const budget = createRequestBudget({ max: 3 });
	budget.onAnswer(answer());
	budget.onAnswer(answer(null, 2));
	expect([budget.used, budget.left(now), budget.stoppedBy(now)]).toEqual([2, 1, null]);
	budget.onAnswer(answer());
	expect([budget.used, budget.left(now), budget.stoppedBy(now)]).toEqual([3, 0, 'budget']);
});

test('requests at the same time cannot share the last one', () => {
	const budget = createRequestBudget({ max: 2 });
	expect([budget.take(now), budget.take(now), budget.take(now)]).toEqual([true, true, false]);
	expect([budget.used, budget.made]).toEqual([0, 2]);
	budget.onAnswer(answer());
	budget.onAnswer(answer());
	expect([budget.used, budget.left(now), budget.take(now)]).toEqual([2, 0, false]);
});

test('a taken request is not counted again by its answer; its repeats are', () => {
	const budget = createRequestBudget({ max: 5 });
	budget.take(now);
	budget.onAnswer(answer());
	expect(budget.left(now)).toBe(4);
	budget.onAnswer(answer(null, 2));
	expect(budget.left(now)).toBe(3);
});

test("the service's limit stops too, less what is under way and what is kept free", () => {
	const budget = createRequestBudget({ keepFree: 5 });
	budget.onAnswer(answer(limitOf(7)));
	expect(budget.left(now)).toBe(2);
	expect([budget.take(now), budget.take(now), budget.take(now)]).toEqual([true, true, false]);
	expect(budget.stoppedBy(now)).toBe('limit');
	expect(budget.resetAt).toEqual(hour(0));
});

test('when both are used up it is the limit, because only waiting helps', () => {
	const budget = createRequestBudget({ max: 1 });
	budget.onAnswer(answer(limitOf(0)));
	expect(budget.stoppedBy(now)).toBe('limit');
	expect(budget.stoppedBy(hour(0).getTime())).toBe('budget');
});

test('after the reset the limit is unknown again', () => {
	const budget = createRequestBudget();
	budget.onAnswer(answer(limitOf(0)));
	expect(budget.left(hour(0).getTime() - 1)).toBe(0);
	expect(budget.left(hour(0).getTime())).toBe(Infinity);
});

test.each([
	['of one hour the lowest is the latest', [limitOf(8), limitOf(9)], 8],
	['a later hour replaces an earlier one', [limitOf(8), limitOf(90, 1)], 90],
	['an answer of an earlier hour comes too late', [limitOf(90, 1), limitOf(8)], 90],
	['an answer without headers says nothing', [limitOf(8), null], 8],
])('%s', (_, limits, left) => {
	const budget = createRequestBudget();
	for (const limit of limits) budget.onAnswer(answer(limit));
	expect(budget.left(now)).toBe(left);
});
