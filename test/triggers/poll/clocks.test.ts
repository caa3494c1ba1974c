import fc from 'fast-check';
import type { ConversationState } from '../../../src/triggers/poll/conversations.ts';
import { createService, type Order } from './service.ts';
import { createPoller, type PollerOptions } from './poller.ts';

const START = Date.parse('2026-11-02T10:05:00Z');
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const YEAR = 365 * DAY;

/** A trigger on an account with a history, with control over all clocks. */
function begin({ order = 'newest', old = 150, oldFrom = HOUR, ...options }: PollerOptions & { order?: Order; old?: number; oldFrom?: number } = {}) {
	const model = createService(order);
	for (let index = 0; index < old; index += 1) model.add(`old-${index}`, START - oldFrom - index * 6 * HOUR);
	const poller = createPoller(model, options);
	const expected: string[] = [];
	let now = START;
	/** How far the host's clock and the service's are from the time that meetings have. */
	let host = 0;
	let service: number | null = 0;
	model.reset(() => (service === null ? null : (Math.floor((now + service) / HOUR) + 1) * HOUR));
	return {
		model,
		told: poller.told,
		expected,
		state: poller.state,
		restart: poller.restart,
		set: (clocks: { host?: number; service?: number | null }) => {
			host = clocks.host ?? host;
			if (clocks.service !== undefined) service = clocks.service;
		},
		record(count = 1) {
			for (let index = 0; index < count; index += 1) {
				const id = `new-${expected.length}`;
				model.add(id, now + index, now + index + 1);
				expected.push(`created:${id}`);
			}
		},
		async poll(times = 1, max = 10) {
			let requests = 0;
			for (let polls = 0; polls < times; polls += 1) {
				now += MINUTE;
				requests = await poller.poll(now + host, max);
			}
			return requests;
		},
	};
}

const resets = [-3 * YEAR, -2 * DAY, -2 * HOUR, 2 * DAY, 3 * YEAR, 1000 * YEAR];

describe.each([HOUR, 8 * DAY])('a reset that is odd repeats and loses nothing, where the last meeting began %d ms ago:', (oldFrom) => {
	test.each(resets.flatMap((by) => [[by, 1], [by, 20]]))('by %d ms in the answers of %d polls', async (by, polls) => {
		const trigger = begin({ oldFrom });
		await trigger.poll(3);
		trigger.set({ service: by });
		await trigger.poll(polls);
		trigger.record(2);
		await trigger.poll(polls);
		trigger.set({ service: 0 });
		trigger.record(70);
		await trigger.poll(10);
		trigger.record();
		expect(Math.min(await trigger.poll(2), await trigger.poll())).toBe(1);
		expect(trigger.told.toSorted()).toEqual(trigger.expected.toSorted());
	});

	test.each(resets)('by %d ms in the first answer: from when it is right again', async (by) => {
		const trigger = begin({ oldFrom });
		trigger.set({ service: by });
		await trigger.poll(1, 2);
		trigger.set({ service: 0 });
		await trigger.poll(30, 2);
		trigger.record(2);
		expect(Math.min(await trigger.poll(2), await trigger.poll())).toBe(1);
		expect(trigger.told.toSorted()).toEqual(trigger.expected.toSorted());
	});
});

test.each([[-2 * HOUR, -2 * HOUR], [-2 * HOUR, 0], [-10 * YEAR, -10 * YEAR], [-10 * YEAR, 0], [10 * YEAR, 10 * YEAR], [0, -2 * HOUR]])(
	'clocks that are set, the host’s by %d ms and the service’s by %d ms, while meetings keep their times',
	async (host, service) => {
		const trigger = begin({ old: 5 });
		await trigger.poll(3);
		trigger.record(3);
		await trigger.poll(3);
		trigger.set({ host, service });
		for (let round = 0; round < 3; round += 1) {
			trigger.record(70);
			await trigger.poll(10);
		}
		trigger.set({ host: 0, service: 0 });
		trigger.record(3);
		await trigger.poll(10);
		expect(trigger.told.toSorted()).toEqual(trigger.expected.toSorted());
	},
);

describe.each([null, 0])('a trigger that started while the host’s clock was years wrong (service’s: %p)', (service) => {
	test.each([3 * YEAR, 10 * DAY])('%d ms ahead: reports what comes after the clock is right again, and nothing from before', async (host) => {
		const trigger = begin();
		trigger.set({ host, service });
		await trigger.poll();
		trigger.set({ host: 0 });
		await trigger.poll(2);
		trigger.restart();
		trigger.record(5);
		await trigger.poll(2);
		expect(trigger.told.toSorted()).toEqual(trigger.expected.toSorted());
	});
});

test('while the host’s clock stays ahead, the service’s is enough', async () => {
	const trigger = begin();
	trigger.set({ host: 30 * DAY });
	await trigger.poll();
	trigger.record(2);
	await trigger.poll(3);
	expect(trigger.told).toEqual(trigger.expected);
});

test('meetings of a time to come, as the host’s clock has it for a while, do not carry the anchor with them', async () => {
	const trigger = begin({ old: 0 });
	await trigger.poll();
	trigger.set({ host: YEAR });
	for (let index = 0; index < 70; index += 1) trigger.model.add(`ahead-${index}`, START + YEAR + index);
	await trigger.poll(3);
	trigger.set({ host: 0 });
	trigger.record();
	await trigger.poll(2);
	expect(trigger.told).toHaveLength(71);
	expect(trigger.told).toContain('created:new-0');
});

const listingOf = (state: ConversationState | null, change: Partial<ConversationState['listing']>): ConversationState => {
	if (!state) throw new Error('Nothing is known yet');
	return { ...state, listing: { ...state.listing, ...change } };
};

test.each([Date.parse('9999-12-31T23:59:59Z'), START + 30 * DAY])('an anchor of %d ms, which no meeting has carried there, stops nothing', async (anchor) => {
	const model = createService('newest');
	for (let index = 0; index < 300; index += 1) model.add(`old-${index}`, START - (index + 1) * HOUR);
	const poller = createPoller(model);
	await poller.poll(START);
	poller.rewind(listingOf(poller.state(), { anchor }));
	poller.restart();
	await poller.poll(START + MINUTE);
	model.add('new', START + 2 * MINUTE);
	await poller.poll(START + 3 * MINUTE);
	expect(poller.told).toEqual(['created:new']);
});

const apart = fc.constantFrom(0, 0, -3 * YEAR, -2 * DAY, -2 * HOUR, 2 * HOUR, 2 * DAY, 3 * YEAR);
const step = fc.oneof(
	{ weight: 3, arbitrary: fc.record({ type: fc.constant('record' as const), count: fc.constantFrom(1, 3, 70) }) },
	{ weight: 5, arbitrary: fc.record({ type: fc.constant('poll' as const), max: fc.integer({ min: 1, max: 6 }) }) },
	{ weight: 2, arbitrary: fc.record({ type: fc.constant('clocks' as const), host: apart, service: fc.option(apart) }) },
	{ weight: 1, arbitrary: fc.constant({ type: 'restart' as const }) },
);

test('whatever the clocks do, each meeting is reported once and none is lost', async () => {
	await fc.assert(
		fc.asyncProperty(
			fc.constantFrom<Order>('newest', 'oldest', 'arbitrary'),
			fc.constantFrom(0, 5, 150),
			fc.constantFrom(HOUR, 8 * DAY),
			fc.array(step, { minLength: 3, maxLength: 25 }),
			async (order, old, oldFrom, steps) => {
				const trigger = begin({ order, old, oldFrom });
				await trigger.poll();
				for (const current of steps) {
					if (current.type === 'record') trigger.record(current.count);
					if (current.type === 'poll') await trigger.poll(1, current.max);
					if (current.type === 'clocks') trigger.set(current);
					if (current.type === 'restart') trigger.restart();
				}
				trigger.set({ host: 0, service: 0 });
				await trigger.poll(15);
				expect(trigger.told.toSorted()).toEqual(trigger.expected.toSorted());
				// One in twelve passes lists the whole week.
				expect(Math.min(await trigger.poll(), await trigger.poll())).toBe(1);
			},
		),
		{ numRuns: Number(process.env.RUNS ?? 60) },
	);
}, 120_000);

describe('a clock that is behind when the trigger starts', () => {
	test.each([-3 * YEAR, -2 * DAY])('by %d ms does not make the unread rest of the list new', async (host) => {
		const trigger = begin({ old: 250 });
		trigger.set({ host });
		await trigger.poll(1, 1);
		trigger.set({ host: 0 });
		await trigger.poll(4, 1);
		trigger.record(2);
		await trigger.poll(4, 1);
		expect(trigger.told).toEqual(trigger.expected);
	});
});

test('meetings that began after the trigger do not move its start, if the clock is right', async () => {
	const trigger = begin({ old: 150 });
	trigger.record();
	await trigger.poll(1, 1);
	trigger.record(2);
	await trigger.poll(4, 1);
	expect(trigger.told.toSorted()).toEqual(trigger.expected.slice(1));
});
