import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import { settableClock } from '../../../sandbox/index.ts';
import { api } from '../../../src/api/index.ts';
import { createTrigger } from './trigger.ts';

const START = '2026-11-02T10:05:00Z';
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** n8n's clock, which may be wrong; and the time that really passes. */
const clock = settableClock(START);
let uptime = 0;
/** The service's clock, which is right. */
let serviceTime = 0;

function pass(ms: number): void {
	clock.advance(ms);
	uptime += ms;
	serviceTime += ms;
}

beforeEach(() => {
	clock.set(START);
	serviceTime = Date.parse(START);
	jest.spyOn(Date, 'now').mockImplementation(clock.now);
	jest.spyOn(performance, 'now').mockImplementation(() => uptime);
});

const stops: (() => Promise<void>)[] = [];
afterEach(async () => {
	for (const stop of stops.splice(0)) await stop();
	jest.restoreAllMocks();
});

async function serve(answer: (request: IncomingMessage, response: ServerResponse) => void): Promise<string> {
	const server = createServer(answer);
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	stops.push(() => new Promise((resolve) => {
		server.closeAllConnections();
		server.close(() => resolve());
	}));
	const address: AddressInfo | string | null = server.address();
	return `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
}

interface Listed {
	readonly id: string;
	readonly startTime: string;
	readonly endTime?: string;
	readonly title?: string;
}

/** A service that lists what it is given, newest first, and can withhold an answer. */
async function startLister() {
	const conversations: Listed[] = [];
	let requests = 0;
	let gate: Promise<void> | null = null;
	let arrived: () => void = () => {};
	const list = ({ searchParams }: URL) => {
		const since = Date.parse(searchParams.get('since') ?? '1970-01-01T00:00:00Z');
		const [limit, offset] = [Number(searchParams.get('limit')), Number(searchParams.get('offset'))];
		const matching = conversations
			.filter(({ startTime }) => Date.parse(startTime) > since)
			.sort((a, b) => Date.parse(b.startTime) - Date.parse(a.startTime));
		return { data: matching.slice(offset, offset + limit), pagination: { total: matching.length, limit, offset } };
	};
	const url = await serve(async (request, response) => {
		requests += 1;
		const target = new URL(request.url ?? '', 'http://localhost');
		const body = target.pathname === api.conversations.list.path ? list(target) : { error: { code: 'not_found', message: 'None' } };
		const held = gate;
		gate = null;
		arrived();
		await held;
		response.writeHead('error' in body ? 404 : 200, {
			'content-type': 'application/json',
			...{ 'x-ratelimit-limit': '5000', 'x-ratelimit-remaining': '4999' },
			'x-ratelimit-reset': String(Math.ceil(serviceTime / HOUR) * 3600),
		});
		response.end(JSON.stringify(body));
	});
	return {
		credential: { baseUrl: url, apiKey: `svc_${'1'.repeat(32)}` },
		requests: () => requests,
		/** Withholds the next answer. `arrived` resolves when the request has arrived. */
		hold() {
			let release: () => void = () => {};
			gate = new Promise((resolve) => (release = resolve));
			return { arrived: new Promise<void>((resolve) => (arrived = resolve)), release: () => release() };
		},
		record(id: string, ageMs = 10 * MINUTE, title = id) {
			const [start, end] = [serviceTime - ageMs, serviceTime - ageMs + MINUTE];
			conversations.push({ id, title, startTime: new Date(start).toISOString(), endTime: new Date(end).toISOString() });
		},
		add: (conversation: Listed) => void conversations.push(conversation),
	};
}

const events = ['conversation.created'];
const idsOf = (items: IDataObject[] | null) => items?.map(({ conversationId }) => conversationId) ?? [];

describe('a poll that does not end', () => {
	test('is abandoned after two minutes with a log entry, and overwrites nothing if it ends later', async () => {
		const lister = await startLister();
		const trigger = await createTrigger({ credential: lister.credential, parameters: { events } });
		await trigger.activate();
		lister.record('one');
		const held = lister.hold();
		const stuck = trigger.poll();
		await held.arrived;
		const before = lister.requests();
		expect(await trigger.poll()).toBeNull();
		pass(2 * MINUTE - 1);
		expect(await trigger.poll()).toBeNull();
		expect(lister.requests()).toBe(before);

		pass(1);
		expect(idsOf(await trigger.poll())).toEqual(['one']);
		expect(trigger.logs.join()).toContain('did not end within two minutes');
		lister.record('two');
		expect(idsOf(await trigger.poll())).toEqual(['two']);
		const memory = trigger.memory();
		held.release();
		expect(await stuck).toBeNull();
		expect(trigger.memory()).toBe(memory);
		expect(trigger.logs.join()).toContain('A poll ended too late');
		expect(await trigger.poll()).toBeNull();
	});

	test('is abandoned just as soon when the clock is set back meanwhile', async () => {
		const lister = await startLister();
		const trigger = await createTrigger({ credential: lister.credential, parameters: { events } });
		await trigger.activate();
		const held = lister.hold();
		const stuck = trigger.poll();
		await held.arrived;
		lister.record('one');
		clock.advance(-5 * HOUR);
		expect(await trigger.poll()).toBeNull();
		pass(2 * MINUTE);
		expect(idsOf(await trigger.poll())).toEqual(['one']);
		held.release();
		expect(await stuck).toBeNull();
	});

	test('no longer counts once the workflow was published again', async () => {
		const lister = await startLister();
		const trigger = await createTrigger({ credential: lister.credential, parameters: { events } });
		await trigger.activate();
		lister.record('one');
		const held = lister.hold();
		const old = trigger.poll();
		await held.arrived;
		expect(idsOf(await trigger.activate())).toEqual(['one']);
		held.release();
		expect(await old).toBeNull();
		expect(await trigger.poll()).toBeNull();
	});

	test.each([
		['an answer that trickles in', (response: ServerResponse) => {
			response.writeHead(200, { 'content-type': 'application/json' });
			const timer = setInterval(() => response.write(' '), 20);
			response.on('close', () => clearInterval(timer));
		}],
		['an answer that switches protocols', (response: ServerResponse) => {
			response.socket?.write('HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: nothing\r\n\r\n');
		}],
		['no answer', () => {}],
	])('%s: n8n has it back when its time is over', async (_, answer) => {
		const baseUrl = await serve((_request, response) => answer(response));
		const credential = { baseUrl, apiKey: `svc_${'1'.repeat(32)}` };
		const trigger = await createTrigger({ credential, parameters: { events: [...events, 'meeting.starting_soon'] }, pollBudgetMs: 200 });
		expect(await trigger.activate()).toBeNull();
		expect(trigger.memory()).toContain('"failures":1');
	});
});

describe('executions', () => {
	const parameters = { events, options: { repeatAfterRestart: true } };

	test('that hang do not keep others from starting for good', async () => {
		const holds: AbortController[] = [];
		const realTimeout = AbortSignal.timeout.bind(AbortSignal);
		jest.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
			if (ms !== 5 * MINUTE) return realTimeout(ms);
			holds.push(new AbortController());
			return holds.at(-1)?.signal ?? realTimeout(ms);
		});
		const lister = await startLister();
		const trigger = await createTrigger({ credential: lister.credential, parameters });
		await trigger.activate();
		for (let index = 0; index < 7; index += 1) lister.record(`c${index}`);
		await trigger.poll();
		expect(trigger.executions).toHaveLength(5);
		for (const hold of holds.splice(0)) hold.abort();
		await new Promise(setImmediate);
		expect(trigger.executions).toHaveLength(7);
		// Their outcomes still count.
		for (const done of trigger.executions) done.resolve(undefined);
		await new Promise(setImmediate);
		expect(await trigger.poll()).toBeNull();
		expect(trigger.memory()).toContain('"outbox":[]');
	});

	test('that ended while a poll was stuck are remembered', async () => {
		const lister = await startLister();
		const trigger = await createTrigger({ credential: lister.credential, parameters });
		await trigger.activate();
		lister.record('one');
		await trigger.poll();
		for (const done of trigger.executions) done.resolve(undefined);
		await new Promise(setImmediate);
		const held = lister.hold();
		const stuck = trigger.poll();
		await held.arrived;
		pass(2 * MINUTE);
		await trigger.poll();
		held.release();
		await stuck;
		expect(trigger.memory()).toContain('"outbox":[]');
	});

	test('for very many new conversations keep the memory small, and each arrives once', async () => {
		const lister = await startLister();
		const trigger = await createTrigger({ credential: lister.credential, parameters: { events, options: { repeatAfterRestart: true, maxRequests: 100 } } });
		await trigger.activate();
		const COUNT = Number(process.env['CONVERSATIONS'] ?? 300);
		for (let index = 0; index < COUNT; index += 1) lister.record(`c${index}`, COUNT - index, 'x'.repeat(COUNT > 300 ? 900 : 10_000));
		const seen: unknown[] = [];
		let largest = 0;
		for (let polls = 0; polls < COUNT && seen.length < COUNT; polls += 1) {
			pass(MINUTE);
			seen.push(...idsOf(await trigger.poll()));
			largest = Math.max(largest, trigger.memory().length);
			while (trigger.executions.length > 0) {
				const before = trigger.emitted.length;
				for (const done of trigger.executions.splice(0)) done.resolve(undefined);
				await new Promise(setImmediate);
				seen.push(...idsOf(trigger.emitted.slice(before)));
			}
		}
		expect(seen).toHaveLength(COUNT);
		expect(new Set(seen).size).toBe(COUNT);
		// n8n's document contains the memory twice: under the node's name and under its ID.
		expect(largest).toBeLessThan(2 * (1_000_000 + 300_000));
		if (process.env['CONVERSATIONS']) console.log({ COUNT, largest });
	}, 300_000);

	test('are mentioned in the log when polling waits for them', async () => {
		const lister = await startLister();
		const trigger = await createTrigger({ credential: lister.credential, parameters });
		await trigger.activate();
		for (let index = 0; index < 40; index += 1) lister.record(`c${index}`, 1000 + index, 'x'.repeat(50_000));
		await trigger.poll();
		const before = lister.requests();
		await trigger.poll();
		expect(lister.requests()).toBe(before);
		expect(trigger.logs.join()).toContain('Polling pauses while');
	});
});

describe('a clock that is set', () => {
	test.each([-5 * HOUR, 5 * HOUR, -400 * DAY])('by %d ms holds no event up', async (ms) => {
		const lister = await startLister();
		const parameters = { events, options: { leaveMinutes: 2 } };
		const trigger = await createTrigger({ credential: lister.credential, parameters });
		await trigger.activate();
		pass(5 * MINUTE);
		lister.record('one');
		expect(await trigger.poll()).toBeNull();
		clock.advance(ms);
		const told = [...idsOf(await trigger.poll())];
		pass(2 * MINUTE);
		told.push(...idsOf(await trigger.poll()));
		expect(told).toEqual(['one']);
	});

	test('does not hold up what an earlier process had started', async () => {
		const lister = await startLister();
		const parameters = { events, options: { repeatAfterRestart: true } };
		const trigger = await createTrigger({ credential: lister.credential, parameters });
		await trigger.activate();
		lister.record('one');
		await trigger.poll();
		const saved = trigger.saved().replaceAll(/"session":"[^"]*"/g, '"session":"another"');
		const again = await createTrigger({ credential: lister.credential, parameters, saved });
		clock.advance(-5 * HOUR);
		pass(2 * MINUTE);
		expect(idsOf(await again.poll())).toEqual(['one']);
	});

	test('was far ahead when the workflow was published: everything later is found, and nothing earlier', async () => {
		const lister = await startLister();
		lister.record('before', 3 * HOUR);
		clock.advance(30 * DAY);
		const trigger = await createTrigger({ credential: lister.credential, parameters: { events } });
		await trigger.activate();
		lister.record('during', 0);
		clock.advance(-30 * DAY);
		pass(HOUR);
		const told = idsOf(await trigger.poll());
		pass(HOUR);
		lister.record('after', 0);
		expect([...told, ...idsOf(await trigger.poll())]).toEqual(['during', 'after']);
	});

	test('was far behind when the workflow was published: what existed before is not new', async () => {
		const lister = await startLister();
		for (let index = 0; index < 700; index += 1) lister.record(`before ${index}`, DAY + index);
		clock.set('1971-01-01T00:00:00Z');
		const trigger = await createTrigger({ credential: lister.credential, parameters: { events, options: { maxRequests: 3 } } });
		await trigger.activate();
		clock.set(new Date(serviceTime).toISOString());
		const told: unknown[] = [];
		for (let polls = 0; polls < 12; polls += 1) {
			pass(MINUTE);
			told.push(...idsOf(await trigger.poll()));
		}
		lister.record('after', 0);
		pass(MINUTE);
		expect([...told, ...idsOf(await trigger.poll())]).toEqual(['after']);
	});

	test('to long ago for a while repeats nothing', async () => {
		const lister = await startLister();
		const trigger = await createTrigger({ credential: lister.credential, parameters: { events } });
		lister.record('before', 3 * DAY);
		await trigger.activate();
		clock.set('1971-01-01T00:00:00Z');
		expect(await trigger.poll()).toBeNull();
		clock.set(new Date(serviceTime).toISOString());
		expect(await trigger.poll()).toBeNull();
	});
});

describe('what is stored', () => {
	const stored = (source: string) => ({
		session: '5f0c1b52-5ac5-4a9c-8f1e-5b1a3f1f2a11',
		state: {
			source,
			conversations: {
				listing: {
					...{ begun: null, recentFrom: null, anchor: 1793008800000, newest: null, passes: 4, pass: null },
					seen: [{ id: 'settled', start: 1793008800000, pass: 3 }],
				},
				awaited: [{ id: 'one', kind: 'keyPoints', tries: 2, nextAt: 1793613600000, isOld: false }],
				results: null,
			},
			meetings: null,
			pause: { until: 0, failures: 0, gap: 0 },
		},
		outbox: [
			{ item: { event: 'conversation.created', dedupeKey: 'conversation.created:kept', conversationId: 'kept', data: {} }, dueAt: 1793613600000, emitted: null },
			{ item: { event: 'conversation.created', dedupeKey: 'conversation.created:again', conversationId: 'again', data: {} }, dueAt: 1793613600000, emitted: { session: '5f0c1b52-5ac5-4a9c-8f1e-5b1a3f1f2a11', times: 1 } },
		],
	});
	const asSaved = (polling: unknown) => JSON.stringify({ 'node:Meetings': { polling }, global: { 'polling 1': { name: 'Meetings', stored: polling } } });
	const parameters = { events, options: { repeatAfterRestart: true } };

	test('is read after a restart', async () => {
		const lister = await startLister();
		lister.record('settled', 8 * DAY);
		const saved = asSaved(stored(`1 ${lister.credential.baseUrl}`));
		const trigger = await createTrigger({ credential: lister.credential, parameters, saved });
		uptime += 2 * MINUTE;
		lister.record('new');
		expect(idsOf(await trigger.activate()).toSorted()).toEqual(['again', 'kept', 'new']);
		expect(trigger.logs).toEqual([]);
	});

	test('and cannot be read is logged before everything starts over', async () => {
		const lister = await startLister();
		lister.record('before', 3 * HOUR);
		const trigger = await createTrigger({ credential: lister.credential, parameters, saved: asSaved({ version: 2 }) });
		expect(await trigger.activate()).toBeNull();
		expect(trigger.logs.join()).toContain('could not be read. It starts anew');
		expect(await trigger.poll()).toBeNull();
		expect(trigger.logs).toHaveLength(1);
	});

	test('survives a conversation at the end of time', async () => {
		const lister = await startLister();
		const trigger = await createTrigger({ credential: lister.credential, parameters: { events } });
		await trigger.activate();
		lister.add({ id: 'far', startTime: '9999-12-31T23:59:59Z' });
		lister.record('one');
		expect(idsOf(await trigger.poll()).toSorted()).toEqual(['far', 'one']);
		const again = await createTrigger({ credential: lister.credential, parameters: { events }, saved: trigger.saved() });
		lister.record('two');
		expect(idsOf(await again.activate())).toEqual(['two']);
		expect(again.logs).toEqual([]);
	});

	test('may be anything', async () => {
		const lister = await startLister();
		await fc.assert(
			fc.asyncProperty(fc.jsonValue(), fc.constantFrom('', 'state', 'outbox', 'session'), async (value, place) => {
				const whole = stored(`1 ${lister.credential.baseUrl}`);
				const saved = asSaved(place === '' ? value : { ...whole, [place]: value });
				const trigger = await createTrigger({ credential: lister.credential, parameters: { events }, saved });
				await trigger.activate();
				await trigger.poll();
			}),
			{ numRuns: 60 },
		);
	});

	test('with a pause until the end of time stops nothing', async () => {
		const lister = await startLister();
		const whole = stored(`1 ${lister.credential.baseUrl}`);
		const state = { ...whole.state, pause: { until: Date.parse('9999-12-31T23:59:59Z'), failures: 2 ** 50, gap: 0 } };
		const trigger = await createTrigger({ credential: lister.credential, parameters: { events }, saved: asSaved({ ...whole, state, outbox: [] }) });
		lister.record('new');
		expect(idsOf(await trigger.activate())).toEqual(['new']);
	});
});

test('the same conversation twice on a page is reported once', async () => {
	const lister = await startLister();
	const trigger = await createTrigger({ credential: lister.credential, parameters: { events } });
	await trigger.activate();
	lister.record('one');
	lister.record('one');
	expect(idsOf(await trigger.poll())).toEqual(['one']);
});
