import type { RunOutcome } from '../../../src/triggers/poll/outbox.ts';
import { type PollHost, pollOnce, type PollParameters, withOutcomes } from '../../../src/triggers/poll/poll.ts';
import { wantedOf } from './poller.ts';
import { createService } from './service.ts';

const START = Date.parse('2026-11-02T10:00:00Z');
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const SOON = 'meeting.starting_soon';

/** A trigger whose host stores what it is told to, in one process until it restarts. */
function begin(chosen: Partial<PollParameters> = {}) {
	const model = createService('newest');
	const wanted: PollParameters = { ...wantedOf(['created']), handOver: 'together', ...chosen };
	let stored: unknown;
	let session = { id: 'one', startedAt: START - HOUR };
	const outcomes = new Map<string, RunOutcome>();
	return {
		model,
		outcomes,
		store: (value: unknown) => void (stored = value),
		stored: () => stored,
		restart: (id: string, at: number) => void (session = { id, startedAt: at }),
		/** `which`: the memory that the host stores, before or after passing items on. */
		async poll(at: number, which: 'before' | 'after' = 'after', more: Partial<PollHost> = {}) {
			const host: PollHost = { ...model.host(at), maxRequests: 10, stored, session: { id: session.id, ageMs: at - session.startedAt }, source: 's', outcomeOf: (key) => outcomes.get(key), ...more };
			const polled = await pollOnce(wanted, host);
			stored = JSON.parse(JSON.stringify(polled.memory[which]));
			return { ...polled, keys: polled.due.map(({ dedupeKey }) => dedupeKey) };
		},
	};
}

test('together: what is handed on is forgotten, and takes no room', async () => {
	const trigger = begin();
	expect(await trigger.poll(START)).toMatchObject({ keys: [], isUpToDate: true, isOnHold: false, isFull: false, warnings: [], missing: [], passing: null, isQuiet: false, error: null });
	for (let count = 0; count < 600; count += 1) trigger.model.add(`c${count}`, START + 1000 + count);
	const { keys, onTheirWay, isFull } = await trigger.poll(START + MINUTE);
	expect(keys).toHaveLength(600);
	expect({ onTheirWay, isFull }).toEqual({ onTheirWay: 0, isFull: false });
	expect((await trigger.poll(START + 2 * MINUTE)).keys).toEqual([]);
});

test('together, with a head start for others: what waits is kept, and what is handed on is not', async () => {
	const trigger = begin({ headStartMinutes: 2 });
	await trigger.poll(START);
	trigger.model.add('a', START + 1000);
	expect(await trigger.poll(START + MINUTE)).toMatchObject({ keys: [], onTheirWay: 1 });
	expect(await trigger.poll(START + 2 * MINUTE)).toMatchObject({ keys: [], onTheirWay: 1 });
	expect(await trigger.poll(START + 3 * MINUTE)).toMatchObject({ keys: ['conversation.created:a'], onTheirWay: 0 });
});

test('a backlog that waits for others is taken in as far as there is room', async () => {
	const trigger = begin({ headStartMinutes: 60 });
	await trigger.poll(START);
	for (let count = 0; count < 600; count += 1) trigger.model.add(`c${count}`, START + 1000 + count);
	expect(await trigger.poll(START + MINUTE)).toMatchObject({ onTheirWay: 500, isUpToDate: false });
});

test('one by one: each is kept until its run has ended, at most 200 at once', async () => {
	const trigger = begin({ handOver: 'oneByOne' });
	await trigger.poll(START);
	for (let count = 0; count < 250; count += 1) trigger.model.add(`c${count}`, START + 1000 + count);
	const first = await trigger.poll(START + MINUTE, 'before');
	expect(first).toMatchObject({ onTheirWay: 250, isFull: true, isUpToDate: false, outcomesOf: [] });
	expect(first.keys).toHaveLength(200);
	expect((await trigger.poll(START + 2 * MINUTE, 'before')).keys).toEqual([]);
	for (const key of first.keys.slice(0, 60)) trigger.outcomes.set(key, 'ended');
	const second = await trigger.poll(START + 3 * MINUTE, 'before');
	expect(second).toMatchObject({ onTheirWay: 190, isFull: false, isUpToDate: true, outcomesOf: first.keys.slice(0, 60) });
	expect(second.keys).toHaveLength(50);
});

test('until handled: all at once, and what was handled leaves the memory', async () => {
	const trigger = begin({ handOver: 'untilHandled' });
	await trigger.poll(START);
	for (const id of ['a', 'b', 'c']) trigger.model.add(id, START + 1000);
	const { keys, memoryWithout } = await trigger.poll(START + MINUTE);
	expect(keys).toEqual(['conversation.created:a', 'conversation.created:b', 'conversation.created:c']);
	trigger.store(memoryWithout(new Set(['conversation.created:a', 'conversation.created:c'])));
	trigger.restart('two', START);
	expect((await trigger.poll(START + 10 * MINUTE)).keys).toEqual(['conversation.created:b']);
});

test('nothing is looked for while too much is in progress', async () => {
	const trigger = begin({ handOver: 'oneByOne' });
	await trigger.poll(START);
	for (let count = 0; count < 600; count += 1) trigger.model.add(`c${count}`, START + 1000 + count);
	await trigger.poll(START + MINUTE, 'before');
	const requests = trigger.model.requests.length;
	expect(await trigger.poll(START + 2 * MINUTE, 'before')).toMatchObject({ isOnHold: true, isUpToDate: false, onTheirWay: 500 });
	expect(trigger.model.requests).toHaveLength(requests);
});

test('a run that ended the process five times is given up, and named', async () => {
	const trigger = begin({ handOver: 'oneByOne' });
	await trigger.poll(START);
	trigger.model.add('a', START + 1000);
	for (let times = 1; times <= 5; times += 1) {
		const at = START + times * HOUR;
		trigger.restart(`process ${times}`, at - 10 * MINUTE);
		expect(await trigger.poll(at, 'before')).toMatchObject({ keys: ['conversation.created:a'], warnings: [] });
	}
	trigger.restart('process 6', START + 5 * HOUR);
	expect(await trigger.poll(START + 6 * HOUR, 'before')).toMatchObject({ keys: [], onTheirWay: 0, warnings: ['conversation.created:a was given up: Acme Flows stopped every time before the recipe had finished'] });
});

test('a run that was stopped on purpose does not count, and one that was lost does', async () => {
	const trigger = begin({ handOver: 'oneByOne' });
	await trigger.poll(START);
	trigger.model.add('a', START + 1000);
	await trigger.poll(START + MINUTE, 'before');
	for (let times = 0; times < 9; times += 1) {
		trigger.outcomes.set('conversation.created:a', 'stopped');
		expect((await trigger.poll(START + (2 + times) * MINUTE, 'before')).keys).toEqual(['conversation.created:a']);
	}
	trigger.outcomes.set('conversation.created:a', 'lost');
	const kept = [];
	for (let times = 0; times < 6; times += 1) kept.push((await trigger.poll(START + (20 + times) * MINUTE, 'before')).keys.length);
	expect(kept).toEqual([1, 1, 1, 1, 0, 0]);
});

test('results that never appeared are named', async () => {
	const trigger = begin(wantedOf(['keyPoints']));
	await trigger.poll(START);
	trigger.model.add('a', START + 1000);
	let polled = await trigger.poll(START + MINUTE);
	for (let minutes = 5; polled.warnings.length === 0 && minutes < 60 * 60; minutes += 5) polled = await trigger.poll(START + minutes * MINUTE);
	expect(polled).toMatchObject({ warnings: [expect.stringContaining('No key points of conversation a')], missing: [{ id: 'a', kind: 'keyPoints' }], due: [] });
});

describe('a temporary failure', () => {
	test('is quiet in the first poll of a process, and after that the first two times', async () => {
		const trigger = begin();
		await trigger.poll(START);
		trigger.model.intervene(() => 'fail');
		const quiet = [];
		for (const minutes of [1, 2, 3, 5, 9]) quiet.push((await trigger.poll(START + minutes * MINUTE)).isQuiet);
		expect(quiet).toEqual([true, true, false, false, false]);
		trigger.restart('two', START);
		expect(await trigger.poll(START + 17 * MINUTE)).toMatchObject({ isQuiet: true, isUpToDate: false, passing: { kind: 'noAnswer' }, error: { problem: { kind: 'noAnswer' } } });
	});

	test('pauses the trigger, which then sends nothing and is not up to date', async () => {
		const trigger = begin();
		trigger.model.intervene(() => 'fail');
		await trigger.poll(START);
		await trigger.poll(START + MINUTE);
		const { waitsUntil } = await trigger.poll(START + 2 * MINUTE);
		expect(waitsUntil).toBe(START + 4 * MINUTE);
		const requests = trigger.model.requests.length;
		expect(await trigger.poll(START + 3 * MINUTE)).toMatchObject({ isUpToDate: false, error: null });
		expect(trigger.model.requests).toHaveLength(requests);
	});

	test('of the conversations is the one that is reported, and meetings are still found', async () => {
		const start = START + 10 * MINUTE;
		const trigger = begin({ events: [...wantedOf(['created']).events, SOON] });
		trigger.model.connectCalendar([{ id: 'm1', summary: 'M', start: { dateTime: new Date(start).toISOString() }, end: { dateTime: new Date(start + HOUR).toISOString() } }]);
		trigger.model.intervene((url) => (url.includes('conversations') ? 'fail' : 'answer'));
		expect(await trigger.poll(START)).toMatchObject({ due: [{ dedupeKey: expect.stringContaining('m1') }], error: { problem: { kind: 'noAnswer' } } });
		trigger.model.intervene((url) => (url.includes('calendar') ? 'fail' : 'answer'));
		expect(await trigger.poll(START + MINUTE)).toMatchObject({ due: [], error: { problem: { kind: 'noAnswer' } } });
	});
});

test('a meeting does not wait for another trigger', async () => {
	const start = START + 10 * MINUTE;
	const trigger = begin({ events: [SOON], headStartMinutes: 5 });
	trigger.model.connectCalendar([{ id: 'm1', summary: 'M', start: { dateTime: new Date(start).toISOString() }, end: { dateTime: new Date(start + HOUR).toISOString() } }]);
	expect(await trigger.poll(START)).toMatchObject({ due: [{ dedupeKey: expect.stringContaining('m1') }], onTheirWay: 0 });
});

test('what is not read in one poll is not up to date', async () => {
	const trigger = begin();
	for (let count = 0; count < 350; count += 1) trigger.model.add(`c${count}`, START - HOUR - count);
	expect((await trigger.poll(START, 'after', { maxRequests: 2 })).isUpToDate).toBe(false);
	expect((await trigger.poll(START + MINUTE, 'after', { maxRequests: 10 })).isUpToDate).toBe(true);
});

test('a state that makes no sense starts anew, and says so; one of another account starts over in silence', async () => {
	const trigger = begin({ handOver: 'oneByOne' });
	trigger.store({ version: 99 });
	expect((await trigger.poll(START)).warnings).toEqual(['The stored state of this trigger could not be read. It starts anew.']);
	trigger.model.add('a', START + 1000);
	expect((await trigger.poll(START + MINUTE, 'before', { source: 'other' })).keys).toEqual([]);
	trigger.model.add('b', START + 2 * MINUTE);
	expect(await trigger.poll(START + 3 * MINUTE, 'before', { source: 'other' })).toMatchObject({ keys: ['conversation.created:b'], warnings: [] });
	expect(await trigger.poll(START + 4 * MINUTE, 'before')).toMatchObject({ keys: [], onTheirWay: 0, warnings: [] });
});

test('outcomes leave the memory at once, if there are any', async () => {
	const trigger = begin({ handOver: 'oneByOne' });
	await trigger.poll(START);
	trigger.model.add('a', START + 1000);
	await trigger.poll(START + MINUTE, 'before');
	const session = { id: 'one', ageMs: HOUR };
	expect(withOutcomes(trigger.stored(), session, () => undefined)).toBeNull();
	expect(withOutcomes('nonsense', session, () => 'ended')).toBeNull();
	const left = withOutcomes(trigger.stored(), session, () => 'ended');
	expect(left).toMatchObject({ session: 'one', state: { conversations: expect.any(Object) }, outbox: [] });
	trigger.store(left);
	trigger.restart('two', START);
	expect(await trigger.poll(START + 10 * MINUTE)).toMatchObject({ keys: [], onTheirWay: 0 });
});
