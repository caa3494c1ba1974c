import { createGate } from '../../nodes/MeetingAssistant/gate.ts';
import { OutOfRequests } from '../../nodes/MeetingAssistant/refusal.ts';
import { api } from '../../src/api/index.ts';
import { ClientError, type RateLimit } from '../../src/client/index.ts';

/** A gate on a clock of its own, before a service that counts down and answers at once. */
function setUp({ max, keepFree, patienceMs = 0 }: { max?: number; keepFree?: number; patienceMs?: number } = {}) {
	let time = 1_000_000;
	const slept: number[] = [];
	const gate = createGate({
		max,
		keepFree,
		patienceMs,
		now: () => time,
		sleep: async (ms) => {
			slept.push(ms);
			time += ms;
		},
	});
	let remaining = 3;
	let sent = 0;
	const resetAt = new Date(1_060_000);
	const ask = async () => {
		await gate.around(async () => {
			sent += 1;
			if (time >= resetAt.getTime()) remaining = 4;
			remaining -= 1;
		});
		const next = time >= resetAt.getTime() ? new Date(4_660_000) : resetAt;
		const rateLimit: RateLimit = { limit: 100, remaining, resetAt: next };
		gate.saw({ endpoint: api.user.profile, status: 200, rateLimit, attempt: 1, drift: [] });
	};
	return { gate, ask, slept, sent: () => sent };
}

test('a used-up hour is not asked again: it fails with when to go on', async () => {
	const { ask, sent } = setUp();
	for (let count = 0; count < 3; count++) await ask();
	for (let count = 0; count < 5; count++) {
		await expect(ask()).rejects.toMatchObject({
			problem: { kind: 'rateLimited', retryAfterMs: 60_000, resetAt: new Date(1_060_000), limit: 100 },
		});
	}
	expect(sent()).toBe(3);
});

test('within the patience it waits for the next hour, and sends nothing to be refused', async () => {
	const { ask, slept, sent } = setUp({ patienceMs: 60_000 });
	for (let count = 0; count < 4; count++) await ask();
	expect(slept).toEqual([60_000]);
	expect(sent()).toBe(4);
});

test('requests are left to others', async () => {
	const { ask, sent } = setUp({ keepFree: 1 });
	await ask();
	await ask();
	await expect(ask()).rejects.toThrow(OutOfRequests);
	expect(sent()).toBe(2);
});

test('a run makes no more requests than it may, repeated ones included', async () => {
	const { ask, sent } = setUp({ max: 2 });
	await ask();
	await ask();
	await expect(ask()).rejects.toMatchObject({ details: { code: 'request_budget_used', retryAfterSeconds: 0 } });
	expect(sent()).toBe(2);
});

test('requests under way share what is left', async () => {
	const { gate } = setUp({ max: 3 });
	const send = () => gate.around(() => new Promise(() => {}));
	for (let count = 0; count < 3; count++) void send();
	await expect(send()).rejects.toThrow(OutOfRequests);
});

test('a refusal without rate-limit headers closes the gate too', async () => {
	const { gate, ask, sent } = setUp();
	const resetAt = new Date(1_030_000);
	const message = 'x';
	gate.failed(new ClientError({ kind: 'rateLimited', status: 429, retryAfterMs: 30_000, resetAt, limit: null, message, creditAtRisk: false }));
	await expect(ask()).rejects.toMatchObject({ problem: { retryAfterMs: 30_000 } });
	expect(sent()).toBe(0);
});

test('answers that overtake each other do not hide what is left', () => {
	const { gate } = setUp();
	const resetAt = new Date(1_060_000);
	for (const remaining of [8, 9]) {
		gate.saw({ endpoint: api.user.profile, status: 200, rateLimit: { limit: 100, remaining, resetAt }, attempt: 1, drift: [] });
	}
	expect(gate.budget.rateLimit).toMatchObject({ remaining: 8 });
});

test('a busy AI closes nothing', async () => {
	const { gate, ask } = setUp();
	gate.failed(
		new ClientError({ kind: 'rateLimited', status: 429, retryAfterMs: null, resetAt: null, limit: null, message: 'x', creditAtRisk: false }),
	);
	await ask();
});
