import { ClientError } from '../../../src/client/index.ts';
import { ANSWER_MS, beginRound, endOfPoll, type RoundHost } from '../../../src/triggers/poll/round.ts';
import { createService } from './service.ts';

const START = Date.parse('2026-11-02T10:00:00Z');

/** A round on a clock of its own. */
function begin(more: Partial<RoundHost> = {}) {
	const model = createService('newest');
	let now = START;
	let signal: AbortSignal | undefined;
	const host = model.host(START);
	const round = beginRound({ ...host, maxRequests: 3, now: () => now, ...more, connect: (connecting) => ((signal = connecting.signal), host.connect(connecting)) });
	return { model, round, signal: () => signal, advance: (ms: number) => void (now += ms) };
}

test('may ask as often as it is allowed to, and knows that it was cut', async () => {
	const { round } = begin();
	for (let count = 0; count < 3; count += 1) {
		expect([await round.mayAsk(), round.isCut()]).toEqual([true, false]);
		await round.client.conversations.list({});
	}
	expect([await round.mayAsk(), round.isCut()]).toEqual([false, true]);
});

test('may not ask for what it is to leave', async () => {
	const { round } = begin();
	expect([await round.mayAsk(2), await round.mayAsk(3)]).toEqual([true, false]);
});

test('asks nothing when an answer might come too late', async () => {
	const maxMs = 45_000;
	const inTime = begin({ maxMs });
	inTime.advance(maxMs - ANSWER_MS);
	expect(await inTime.round.mayAsk()).toBe(true);
	inTime.advance(1);
	expect([await inTime.round.mayAsk(), inTime.round.isCut()]).toEqual([false, true]);
});

test('may ask at once, even if it is given no time for an answer', async () => {
	expect(await begin({ maxMs: ANSWER_MS }).round.mayAsk()).toBe(true);
});

test('ends when the host stops, or when its time is over', async () => {
	const host = new AbortController();
	const stopped = begin({ signal: host.signal });
	expect(stopped.signal()?.aborted).toBe(false);
	host.abort();
	expect(stopped.signal()?.aborted).toBe(true);
	const late = begin({ signal: new AbortController().signal, maxMs: 5 });
	await new Promise((resolve) => setTimeout(resolve, 20));
	expect(late.signal()?.aborted).toBe(true);
});

test('a failure is not a cut', async () => {
	const { model, round } = begin();
	model.intervene(() => 'fail');
	await expect(round.client.conversations.list({})).rejects.toThrow(ClientError);
	expect(round.isCut()).toBe(false);
});

test('requests that others reserved end a poll without an error, and nothing else does', () => {
	const reserved = new ClientError({ kind: 'requestsReserved', remaining: 5, reserved: 5, resetAt: null } as never);
	const failed = new ClientError({ kind: 'noAnswer', reason: 'reset', outcomeUnknown: false, creditAtRisk: false });
	expect([endOfPoll(reserved), endOfPoll(failed), endOfPoll('x')]).toEqual([null, failed, 'x']);
});

test('knows the hour by its answers', async () => {
	const { model, round } = begin();
	model.reset(() => START + 1_800_000, 11);
	expect([round.hourEnd(), round.rateLimit()]).toEqual([null, null]);
	await round.client.conversations.list({});
	expect([round.hourEnd(), round.rateLimit()]).toEqual([START + 1_800_000, { limit: 5000, remaining: 11, resetAt: new Date(START + 1_800_000) }]);
});
