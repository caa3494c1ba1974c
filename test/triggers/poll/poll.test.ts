import { findNew, type Wanted } from '../../../src/triggers/poll/poll.ts';
import { newState } from '../../../src/triggers/poll/stored.ts';
import { createService } from './service.ts';
import { createPoller, happeningIn, wantedOf } from './poller.ts';

const START = Date.parse('2026-11-02T10:00:00Z');
const MINUTE = 60_000;

const created = wantedOf(['created']);

test('a service that keeps failing is polled less and less often, and nothing is lost', async () => {
	const model = createService('newest');
	let { state } = await findNew(newState('s'), created, model.round(START));
	let isDown = true;
	model.intervene(() => (isDown ? 'fail' : 'answer'));
	model.add('during', START + MINUTE);
	const asked: number[] = [];
	for (let minute = 1; minute <= 20; minute += 1) {
		const before = model.requests.length;
		({ state } = await findNew(state, created, model.round(START + minute * MINUTE)));
		if (model.requests.length > before) asked.push(minute);
	}
	expect(asked).toEqual([1, 2, 3, 5, 9, 17]);
	isDown = false;
	const early = await findNew(state, created, model.round(START + 32 * MINUTE));
	expect(early).toEqual({ state, items: [], givenUp: [], unplaced: [], error: null });
	const { items } = await findNew(state, created, model.round(START + 33 * MINUTE));
	expect(items).toMatchObject([{ conversationId: 'during' }]);
});

test('results that nobody chose are not requested', async () => {
	const model = createService('newest');
	const { state } = await findNew(newState('s'), wantedOf([]), model.round(START));
	expect(model.requests).toEqual([]);
	expect(state).toEqual(newState('s'));
});

test('events about conversations that are chosen again start like new ones, and repeat nothing', async () => {
	const model = createService('newest');
	model.connectCalendar([]);
	const told: string[][] = [];
	let state = newState('s');
	const poll = async (minute: number, { events, ...wanted }: Wanted) => {
		const found = await findNew(state, { ...wanted, events: [...events, 'meeting.starting_soon'] }, model.round(START + minute * MINUTE));
		({ state } = found);
		told.push(found.items.map(({ dedupeKey }) => happeningIn(dedupeKey)));
	};
	await poll(0, created);
	model.add('before', START + MINUTE);
	await poll(2, created);
	model.add('meanwhile', START + 3 * MINUTE);
	for (const minute of [4, 60]) await poll(minute, wantedOf([]));
	model.add('running', START + 59 * MINUTE, START + 61 * MINUTE);
	const withResults = wantedOf(['created', 'keyPoints'], { recentHours: 2 });
	await poll(62, withResults);
	model.add('after', START + 63 * MINUTE);
	model.finish('keypoints', 'before');
	await poll(64, withResults);
	expect(told).toEqual([[], ['created:before'], [], [], ['created:running'], ['created:after', 'keyPoints:before']]);
});

describe('Results that are chosen later', () => {
	test.each(['newest', 'oldest'] as const)('are reported for a meeting that has just ended, as by a new trigger, listed %s first', async (order) => {
		const model = createService(order);
		const poller = createPoller(model, { created: true });
		await poller.poll(START);
		for (let number = 0; number < 120; number += 1) model.add(`m${number}`, START + number * 1000);
		model.add('done', START + 5 * MINUTE);
		model.finish('keypoints', 'done');
		while ((await poller.poll(START + 10 * MINUTE)) > 1) poller.restart();
		poller.told.length = 0;
		poller.choose({ created: true, results: ['keyPoints'] });
		const ask = async (minute: number) => {
			await poller.poll(START + minute * MINUTE, 500);
			poller.restart();
		};
		await ask(11);
		model.finish('keypoints', 'm100');
		for (const minute of [13, 15, 20]) await ask(minute);
		expect(poller.told).toEqual(['keyPoints:m100']);
	});

	test('are chosen again after a while', async () => {
		const model = createService('newest');
		const both = { created: true, results: ['keyPoints'] } as const;
		const poller = createPoller(model, both);
		await poller.poll(START);
		poller.choose({ created: true });
		model.add('a', START + MINUTE);
		await poller.poll(START + 2 * MINUTE);
		poller.choose(both);
		await poller.poll(START + 3 * MINUTE);
		model.finish('keypoints', 'a');
		await poller.poll(START + 5 * MINUTE);
		expect(poller.told).toEqual(['created:a', 'keyPoints:a']);
	});
});
