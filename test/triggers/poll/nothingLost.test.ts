import fc from 'fast-check';
import { createService, type Order } from './service.ts';
import { createPoller } from './poller.ts';

const START = Date.parse('2026-11-02T10:00:00Z');
const MINUTE = 60_000;

const orders = fc.constantFrom<Order>('newest', 'oldest', 'arbitrary');

/** How far back, counted in conversations, one that appears late may have begun: within the overlap of 60. */
const LATE_RANK = 58;

const step = fc.oneof(
	{ weight: 4, arbitrary: fc.record({ type: fc.constant('add' as const), count: fc.integer({ min: 1, max: 8 }) }) },
	{ weight: 1, arbitrary: fc.record({ type: fc.constant('add' as const), count: fc.integer({ min: 80, max: 330 }) }) },
	{ weight: 3, arbitrary: fc.record({ type: fc.constant('late' as const), rank: fc.nat(LATE_RANK) }) },
	{ weight: 1, arbitrary: fc.record({ type: fc.constant('remove' as const), pick: fc.nat() }) },
	{ weight: 6, arbitrary: fc.record({ type: fc.constant('poll' as const), max: fc.integer({ min: 1, max: 6 }), room: fc.option(fc.integer({ min: 0, max: 150 }), { nil: Infinity }) }) },
	{ weight: 1, arbitrary: fc.constant({ type: 'restart' as const }) },
	{ weight: 1, arbitrary: fc.record({ type: fc.constant('clock' as const), by: fc.integer({ min: -300, max: 600 }) }) },
);

const pickFrom = <T>(items: readonly T[], pick: number): T | undefined => items[pick % Math.max(1, items.length)];

test.each(['newest', 'oldest', 'arbitrary'] as const)('as many conversations as fit a page may have the same start, and arrive in two polls (listed %s first)', async (order) => {
	const model = createService(order);
	const poller = createPoller(model);
	await poller.poll(START);
	for (let index = 0; index < 100; index += 1) {
		model.add(`m${index}`, START + MINUTE);
		if (index === 69) for (const minute of [5, 6]) await poller.poll(START + minute * MINUTE);
	}
	await poller.poll(START + 10 * MINUTE);
	expect(new Set(poller.told).size).toBe(100);
	expect(await poller.poll(START + 15 * MINUTE)).toBe(1);
});

test('each conversation is reported exactly once, in any order of arrival, with restarts, faults and shifting pages', async () => {
	await fc.assert(
		fc.asyncProperty(orders, fc.array(step, { minLength: 5, maxLength: 40 }), fc.infiniteStream(fc.nat(99)), async (order, steps, dice) => {
			const model = createService(order);
			for (let index = 0; index < 5; index += 1) model.add(`old-${index}`, START - (index + 3) * 60 * MINUTE);
			const poller = createPoller(model);
			let now = START;
			/** How far n8n's clock is from the service's. */
			let apart = 0;
			let serial = 0;
			const expected = new Set<string>();
			const removed = new Set<string>();
			await poller.poll(now);

			const add = (start: number): void => {
				// The arbitrary order sorts by the start of the name.
				const id = `${(dice.next().value ?? 0) % 10}-${serial++}`;
				model.add(id, start);
				expected.add(`created:${id}`);
			};
			const ranked = () => [...model.conversations.values()].sort((a, b) => b.start - a.start);
			const addLate = (rank: number): void => add((ranked()[rank]?.start ?? START - 60 * MINUTE) + 1);
			const remove = (pick: number): void => {
				const victim = pickFrom([...model.conversations.keys()], pick);
				if (victim === undefined) return;
				model.remove(victim);
				removed.add(`created:${victim}`);
			};
			const busy = () => {
				const roll = dice.next().value ?? 0;
				if (roll < 4) add(now);
				if (roll >= 4 && roll < 6) addLate(roll);
				if (roll >= 6 && roll < 10) remove(roll * 31);
				return roll >= 95 ? ('fail' as const) : ('answer' as const);
			};
			for (const current of steps) {
				now += MINUTE;
				if (current.type === 'add') for (let index = 0; index < current.count; index += 1) add(now + index);
				if (current.type === 'late') addLate(current.rank);
				if (current.type === 'remove') remove(current.pick);
				if (current.type === 'restart') poller.restart();
				if (current.type === 'clock') apart += current.by * MINUTE;
				model.intervene(busy);
				if (current.type === 'poll') await poller.poll(now + apart, current.max, current.room);
			}
			model.intervene(() => 'answer');
			const requests: number[] = [];
			for (let quiet = 0; quiet < 30; quiet += 1) requests.push(await poller.poll((now += MINUTE) + Math.max(0, apart), 6));

			expect(poller.told.length).toBe(new Set(poller.told).size);
			const told = new Set(poller.told);
			expect([...expected].filter((key) => !told.has(key) && !removed.has(key))).toEqual([]);
			expect([...told].filter((key) => !expected.has(key))).toEqual([]);
			// One in twelve passes lists the whole week.
			const twelve = requests.slice(-12).reduce((sum, one) => sum + one, 0);
			expect(twelve).toBeLessThanOrEqual(11 + Math.ceil((model.conversations.size + 1) / 99));
		}),
		{ numRuns: Number(process.env.RUNS ?? 60) },
	);
}, 120_000);
