import { MAX_AWAITED, schedule } from '../../../src/triggers/poll/conversations.ts';
import { createService } from './service.ts';
import { createPoller, stored } from './poller.ts';

const START = Date.parse('2026-11-02T10:00:00Z');
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

const many = (count: number) => Array.from({ length: count }, (_, index) => index);

test('a poll takes one request when nothing is new, however much there is', async () => {
	const model = createService('newest');
	for (const index of many(60)) model.add(`old-${index}`, START - index * HOUR);
	const poller = createPoller(model);
	for (const minute of many(100)) expect(await poller.poll(START + minute * MINUTE)).toBe(1);
	expect(poller.told).toEqual([]);
});

test('ten at once take one request, in order of their start', async () => {
	const model = createService('arbitrary');
	const poller = createPoller(model);
	await poller.poll(START);
	for (const index of many(10)) model.add(`${9 - index}`, START + index);
	expect(await poller.poll(START + MINUTE)).toBe(1);
	expect(poller.told).toEqual(many(10).map((index) => `created:${9 - index}`));
	expect(await poller.poll(START + 2 * MINUTE)).toBe(1);
});

test('after a rush, too, the next poll takes one request', async () => {
	const model = createService('newest');
	const poller = createPoller(model);
	await poller.poll(START);
	for (const index of many(150)) model.add(`c-${index}`, START + index);
	expect(await poller.poll(START + MINUTE)).toBe(2);
	expect(await poller.poll(START + 2 * MINUTE)).toBe(1);
	expect(poller.told).toHaveLength(150);
});

test.each([['newest', 10_000], ['oldest', 2000], ['arbitrary', 2000]] as const)('with %s first, %d at once are spread over polls', async (order, count) => {
	const model = createService(order);
	const poller = createPoller(model);
	await poller.poll(START);
	for (const index of many(count)) model.add(`c-${index}`, START + index * 1000);
	let total = 0;
	let largest = 0;
	let polls = 0;
	for (let requests = 0, now = START + 3 * HOUR; requests !== 1; polls += 1) {
		requests = await poller.poll((now += MINUTE), 10);
		expect(requests).toBeLessThanOrEqual(10);
		total += requests;
		largest = Math.max(largest, stored(poller.state()).length);
		poller.restart();
	}
	expect(poller.told).toHaveLength(count);
	expect(new Set(poller.told).size).toBe(count);
	// Pages of 100 that share one element with the one before, read twice, and the poll that finds nothing.
	const most = Math.ceil((count - 1) / 99) + 1;
	expect(total).toBeLessThanOrEqual(most);
	expect(polls).toBeLessThanOrEqual(Math.ceil(most / 10) + 2);
	expect(largest / count).toBeLessThan(60);
	model.add('weeks later', START + 60 * 24 * HOUR);
	for (let polls = 0; polls < 30; polls += 1) await poller.poll(START + 60 * 24 * HOUR + polls * MINUTE, 300);
	expect(stored(poller.state()).length).toBeLessThan(1000);
}, 60_000);

test.each(['newest', 'oldest', 'arbitrary'] as const)('1,200 at once, as many at a time as there is room for, %s first', async (order) => {
	const model = createService(order);
	const poller = createPoller(model, { results: ['keyPoints'] });
	await poller.poll(START);
	for (const index of many(1200)) model.add(`c-${index}`, START + index * 1000);
	for (let polls = 0; poller.told.length < 1200 && polls < 100; polls += 1) {
		await poller.poll(START + 3 * HOUR + polls * MINUTE, 100, 37);
		poller.restart();
		if (polls % 10 === 0) model.conversations.forEach((_, id) => model.finish('keypoints', id));
	}
	expect(new Set(poller.told).size).toBe(poller.told.length);
	expect(poller.told.length).toBeGreaterThanOrEqual(1200);
}, 60_000);

test('a recording without a transcript takes no further requests, and its results are not missing', async () => {
	const model = createService('newest');
	const poller = createPoller(model, { results: ['keyPoints', 'feedback'] });
	await poller.poll(START);
	model.add('failed', START, START + 1000, 0);
	model.add('slow', START, START + 1000, 0);
	const polls = [MINUTE, ...schedule.map((after) => MINUTE + after)];
	for (const after of polls.slice(0, 6)) expect(await poller.poll(START + after)).toBe(1);
	model.add('slow', START, START + 1000, 12);
	model.finish('keypoints', 'slow');
	for (const after of polls.slice(6)) await poller.poll(START + after);
	expect(poller.told).toEqual(['created:failed', 'created:slow', 'keyPoints:slow']);
	expect(poller.givenUp).toEqual(['feedback:slow']);
	expect(model.requests.filter((url) => url.includes('failed'))).toEqual([]);
	expect(poller.state()?.awaited).toEqual([]);
});

test('what existed before the trigger is not reported, and a late arrival that began before it is', async () => {
	const model = createService('newest');
	model.add('before', START - 2 * HOUR, START - HOUR);
	const poller = createPoller(model);
	await poller.poll(START);
	model.add('late', START - 26 * HOUR, START - 25 * HOUR);
	await poller.poll(START + MINUTE);
	expect(poller.told).toEqual(['created:late']);
});

test('recent conversations are reported when asked for', async () => {
	const model = createService('newest');
	model.add('yesterday', START - 20 * HOUR);
	model.add('last week', START - 100 * HOUR);
	const poller = createPoller(model, { recentHours: 24 });
	await poller.poll(START);
	await poller.poll(START + MINUTE);
	expect(poller.told).toEqual(['created:yesterday']);
});

test('a first poll that fails leaves what ended before it unreported', async () => {
	const model = createService('newest');
	model.add('before', START - 2 * HOUR, START - HOUR);
	const poller = createPoller(model);
	model.intervene(() => 'fail');
	await poller.poll(START);
	model.intervene(() => 'answer');
	model.add('during', START - HOUR, START + MINUTE);
	await poller.poll(START + 2 * MINUTE);
	expect(poller.told).toEqual(['created:during']);
});

test('a result is requested less and less often, and given up after 48 hours', async () => {
	const model = createService('newest');
	const poller = createPoller(model, { created: false, results: ['keyPoints'] });
	await poller.poll(START);
	model.add('a', START + MINUTE);
	let asked: number[] = [];
	for (const minute of many(50 * 60)) {
		const requests = await poller.poll(START + (minute + 2) * MINUTE);
		if (requests > 1) asked = [...asked, minute * MINUTE];
	}
	expect(asked).toEqual(schedule);
	expect(poller.givenUp).toEqual(['keyPoints:a']);
	expect(poller.told).toEqual([]);
});

test('time without polls, or a clock that is set forward, does not use up the requests for a result', async () => {
	const model = createService('newest');
	const poller = createPoller(model, { created: false, results: ['keyPoints'] });
	await poller.poll(START);
	model.add('a', START + MINUTE);
	await poller.poll(START + 2 * MINUTE);
	const later = START + 400 * 24 * HOUR;
	for (const minute of many(60)) await poller.poll(later + minute * MINUTE);
	expect(poller.givenUp).toEqual([]);
	model.finish('keypoints', 'a');
	await poller.poll(later + 3 * HOUR);
	expect(poller.told).toEqual(['keyPoints:a']);
});

test('a result is reported once, when it is available', async () => {
	const model = createService('newest');
	const poller = createPoller(model, { results: ['keyPoints', 'feedback'] });
	await poller.poll(START);
	model.add('a', START + MINUTE);
	await poller.poll(START + 2 * MINUTE);
	model.finish('keypoints', 'a');
	await poller.poll(START + 3 * MINUTE);
	model.finish('feedback', 'a');
	for (const minute of many(60)) await poller.poll(START + (4 + minute) * MINUTE);
	expect(poller.told).toEqual(['created:a', 'keyPoints:a', 'feedback:a']);
	expect(await poller.poll(START + 3 * HOUR)).toBe(1);
});

test('for a call that ended just before the trigger, only later results are reported', async () => {
	const model = createService('newest');
	model.add('ready', START - HOUR, START - MINUTE);
	model.add('pending', START - HOUR, START - MINUTE);
	model.finish('keypoints', 'ready');
	const poller = createPoller(model, { results: ['keyPoints'] });
	await poller.poll(START);
	model.finish('keypoints', 'pending');
	await poller.poll(START + 2 * MINUTE);
	expect(poller.told).toEqual(['keyPoints:pending']);
});

test('a deleted conversation’s results are no longer requested', async () => {
	const model = createService('newest');
	const poller = createPoller(model, { results: ['keyPoints'] });
	await poller.poll(START);
	model.add('a', START + MINUTE);
	await poller.poll(START + 2 * MINUTE);
	model.remove('a');
	for (const minute of many(60)) expect(await poller.poll(START + (3 + minute) * MINUTE)).toBe(1);
});

test('a backlog of results stays bounded, and all of them are reported', async () => {
	const model = createService('newest');
	const poller = createPoller(model, { created: false, results: ['keyPoints'] });
	await poller.poll(START);
	for (const index of many(1500)) {
		model.add(`c-${index}`, START + index);
		model.finish('keypoints', `c-${index}`);
	}
	let now = START + HOUR;
	for (let requests = 0; requests !== 1; ) {
		requests = await poller.poll((now += MINUTE), 20);
		expect(poller.state()?.awaited.length).toBeLessThan(MAX_AWAITED + 100);
	}
	expect(new Set(poller.told).size).toBe(1500);
	expect(poller.told).toHaveLength(1500);
});

test('a result that fails every time does not delay the others', async () => {
	const model = createService('oldest');
	const poller = createPoller(model, { created: false, results: ['keyPoints'] });
	await poller.poll(START);
	model.add('bad', START + 1);
	model.add('good', START + 2);
	model.finish('keypoints', 'good');
	model.intervene((url) => (url.includes('/bad/') ? 'fail' : 'answer'));
	for (const minute of many(3)) await poller.poll(START + (minute + 1) * MINUTE);
	expect(poller.told).toEqual(['keyPoints:good']);
});

test('a clock that was set back does not stop anything', async () => {
	const model = createService('newest');
	const poller = createPoller(model, { results: ['keyPoints'] });
	await poller.poll(START);
	model.add('a', START);
	await poller.poll(START + 2 * MINUTE);
	const back = START - 5 * HOUR;
	model.finish('keypoints', 'a');
	model.add('b', START + MINUTE);
	await poller.poll(back);
	await poller.poll(back + 2 * MINUTE);
	expect(poller.told).toEqual(['created:a', 'created:b', 'keyPoints:a']);
});
