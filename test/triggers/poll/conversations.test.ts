import { ClientError, type Problem } from '../../../src/client/index.ts';
import { askForResult, type ConversationState, missingHint, pollConversations, startConversations } from '../../../src/triggers/poll/conversations.ts';
import { passOf } from '../../../src/triggers/poll/window.ts';
import type { ItemRoom } from '../../../src/triggers/poll/outbox.ts';
import type { Round } from '../../../src/triggers/poll/round.ts';
import { otherTerms as terms } from '../hosts.ts';
import { createService } from './service.ts';
import { createPoller, wantedOf } from './poller.ts';

const START = Date.parse('2026-11-02T10:00:00Z');
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const risk = { outcomeUnknown: false, creditAtRisk: false };
const refused = (status: number): Problem => ({ kind: 'api', status, code: 'x', message: 'No', ...risk });
const limited: Problem = { kind: 'rateLimited', status: 429, retryAfterMs: null, resetAt: null, limit: null, message: 'Later', ...risk };
const reserved: Problem = { kind: 'requestsReserved', remaining: 5, reserved: 5, resetAt: null } as never;
const invalid: Problem = { kind: 'invalidInput', field: 'id', reason: 'it must not be empty' };

test('a trigger starts a week back, or as far as it is to report', () => {
	const begun = (now: number, recentHours: number | null) => {
		const { listing } = startConversations(now, recentHours);
		return { since: passOf(listing, now).since, recentFrom: listing.recentFrom };
	};
	expect(begun(START, null)).toEqual({ since: START - 7 * DAY, recentFrom: null });
	expect(begun(START, 8 * 24)).toEqual({ since: START - 8 * DAY, recentFrom: START - 8 * DAY });
	expect(begun(START, 1)).toEqual({ since: START - 7 * DAY, recentFrom: START - HOUR });
	expect(begun(HOUR, 2)).toEqual({ since: 0, recentFrom: 0 });
});

describe('results are waited for', () => {
	const entries = (state: ConversationState | null) => state?.awaited.map(({ id, kind, isOld }) => `${id} ${kind}${isOld ? ' old' : ''}`);

	test('of what is new or has just ended, and of nothing older', async () => {
		const model = createService('newest');
		const poller = createPoller(model, { results: ['keyPoints', 'feedback'] });
		model.add('older', START - 3 * HOUR);
		model.add('just', START - HOUR);
		await poller.poll(START, 1);
		expect(entries(poller.state())).toEqual(['just keyPoints old', 'just feedback old']);
		model.add('new', START + 1);
		await poller.poll(START + MINUTE, 1);
		expect(entries(poller.state())).toEqual(['just keyPoints old', 'just feedback old', 'new keyPoints', 'new feedback']);
	});

	test('once each, when another kind is chosen, and not when none is any more', async () => {
		const model = createService('newest');
		const poller = createPoller(model, { results: ['keyPoints'] });
		model.add('older', START - 3 * HOUR);
		model.add('just', START - HOUR);
		await poller.poll(START, 1);
		poller.choose({ results: ['keyPoints', 'feedback'] });
		await poller.poll(START + MINUTE / 2, 1);
		expect(entries(poller.state())).toEqual(['just keyPoints old', 'just feedback old']);
		await poller.poll(START + MINUTE / 2 + 1, 1);
		expect(entries(poller.state())).toEqual(['just keyPoints old', 'just feedback old']);
		poller.choose({ results: ['feedback'] });
		await poller.poll(START + MINUTE, 1);
		expect(entries(poller.state())).toEqual(['just feedback old']);
		poller.choose({ results: ['keyPoints', 'feedback'] });
		await poller.poll(START + 2 * MINUTE, 1);
		expect(entries(poller.state())).toEqual(['just feedback old', 'just keyPoints old']);
	});
});

test('a kind that was chosen is waited for once, although its page is read again', async () => {
	const model = createService('oldest');
	const poller = createPoller(model, { created: true });
	model.add('just', START - HOUR);
	await poller.poll(START);
	for (let count = 0; count < 150; count += 1) model.add(`new${count}`, START + 1 + count);
	poller.choose({ created: true, results: ['keyPoints', 'feedback'] });
	for (const removed of ['new50', 'new51', 'new52']) {
		await poller.poll(START + MINUTE, 1);
		model.remove(removed);
	}
	const ofJust = poller.state()?.awaited.filter(({ id }) => id === 'just').map(({ kind, isOld }) => [kind, isOld]);
	expect(ofJust).toEqual([['keyPoints', true], ['feedback', true]]);
	expect(poller.state()?.results).toEqual([]);
});

test('a result that was found is not waited for again', async () => {
	const model = createService('newest');
	const poller = createPoller(model, { results: ['keyPoints'] });
	model.add('just', START - HOUR);
	model.finish('keypoints', 'just');
	for (const minutes of [0, 1, 2]) await poller.poll(START + minutes * MINUTE);
	expect(poller.state()?.awaited).toEqual([]);
	expect(model.requests.filter((url) => url.includes('keypoints'))).toHaveLength(1);
});

describe('asking for a result', () => {
	const ask = (problem: Problem) => {
		const fail = () => Promise.reject(new ClientError(problem));
		return askForResult({ keyPoints: { get: fail }, feedback: { get: fail } } as never, { id: 'a', kind: 'keyPoints' }, null);
	};

	test.each([refused(400), refused(404), invalid])('finds none if the service refuses this one: %j', async (problem) => {
		expect(await ask(problem)).toBeNull();
	});

	test.each([refused(401), refused(403), refused(500), limited, reserved, { kind: 'unexpectedAnswer', status: 404, contentType: 'text/html', ...risk } as Problem])('fails otherwise: %j', async (problem) => {
		await expect(ask(problem)).rejects.toMatchObject({ problem });
	});

	test('fails as its client does', async () => {
		const broken = new TypeError('x is not a function');
		await expect(askForResult({ feedback: { get: () => Promise.reject(broken) } } as never, { id: 'a', kind: 'feedback' }, null)).rejects.toBe(broken);
	});
});

describe('a poll that asks for results', () => {
	/** A service whose list is empty, and whose results are these by ID. */
	async function poll(ids: readonly string[], answer: (id: string) => object, { room = null, mayAsk = async () => true, listed = [] }: { room?: ItemRoom | null; mayAsk?: Round['mayAsk']; listed?: readonly object[] } = {}) {
		const asked: string[] = [];
		const client = {
			conversations: { list: async () => ({ data: listed, pagination: { total: listed.length + 1, limit: 100, offset: 0 } }) },
			keyPoints: { get: async ({ id }: { id: string }) => (asked.push(id), answer(id)) },
		};
		const round = { client, terms, now: () => START, mayAsk, hourEnd: () => null, random: () => 0 } as unknown as Round;
		const before = { ...startConversations(START), results: ['keyPoints'] as const, awaited: ids.map((id) => ({ id, kind: 'keyPoints' as const, tries: 0, nextAt: START, isOld: false })) };
		const polled = await pollConversations(before, wantedOf(['keyPoints']), round, room);
		return { ...polled, asked, tries: polled.state?.awaited.map(({ id, tries }) => `${id} ${tries}`) };
	}
	const failing = (problem: Problem) => () => {
		throw new ClientError(problem);
	};

	test.each<Problem>([limited, reserved])('does not count a limit as a failure: %j', async (problem) => {
		const { tries, asked, error } = await poll(['a', 'b'], failing(problem));
		expect([tries, asked]).toEqual([['a 0', 'b 0'], ['a']]);
		expect(error === null).toBe(problem.kind === 'requestsReserved');
	});

	test('puts off one that fails, so that the others have their turn', async () => {
		const { tries, asked, error } = await poll(['a', 'b'], failing(refused(500)));
		expect([tries, asked]).toEqual([['a 1', 'b 0'], ['a']]);
		expect(error).toMatchObject({ problem: { status: 500 } });
	});

	test('finds as many as there is room for', async () => {
		const data = () => ({ data: { id: 'x' } });
		expect((await poll(['a', 'b'], data)).items.map(({ conversationId }) => conversationId)).toEqual(['a', 'b']);
		let left = 1;
		const room = { isLeft: () => left > 0, take: () => void (left -= 1) };
		expect(await poll(['a', 'b'], data, { room })).toMatchObject({ items: [{ conversationId: 'a' }], tries: ['b 0'] });
		expect(await poll(['a', 'b'], data, { room: { isLeft: () => false, take: () => {} } })).toMatchObject({ items: [], asked: [] });
	});

	test('asks for nothing from a recording without a transcript', async () => {
		const silent = { id: 'a', title: 'A', startTime: new Date(START).toISOString(), endTime: null, segmentCount: 0 };
		expect(await poll(['a', 'b'], () => ({ data: { id: 'x' } }), { listed: [silent] })).toMatchObject({ asked: ['b'] });
	});

	test('reads a page of the list first, and leaves a request to what is due before it reads the next', async () => {
		const spares: (number | undefined)[] = [];
		const page = Array.from({ length: 100 }, (_, index) => ({ id: `c${index}`, title: '', startTime: new Date(START - index).toISOString(), endTime: null, segmentCount: 1 }));
		const mayAsk = async (spare?: number) => {
			spares.push(spare);
			return spares.length < 2;
		};
		await poll(['a'], () => ({ data: { id: 'x' } }), { listed: [...page, ...page], mayAsk });
		expect(spares.slice(0, 2)).toEqual([0, 1]);
	});
});

test.each([['keyPoints', 'No key points of conversation c1 after 48 hours'], ['feedback', 'No feedback of conversation c1 after 48 hours']] as const)('%s that never appeared are named', (kind, words) => {
	expect(missingHint({ id: 'c1', kind }, terms)).toContain(words);
});
