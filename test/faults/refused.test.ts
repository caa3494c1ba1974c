import { LIST, problemOf, startFaultySandbox } from './support/faultySandbox.ts';

let at: Awaited<ReturnType<typeof startFaultySandbox>>;
beforeEach(async () => void (at = await startFaultySandbox()));
afterEach(() => at.stop());

const FAULT = 'x-sandbox-fault';
const titles = async () => (await at.client.conversations.list()).data.map(({ title }) => title);
const creditsUsed = async () => (await at.client.user.profile()).data.apiUsage.aiGenerations.used;

test('without a fault no answer carries the header', async () => {
	expect((await at.get()).headers.has(FAULT)).toBe(false);
});

describe('rate-limited', () => {
	test('is the 429 of the hourly limit: all headers, until the next full hour', async () => {
		at.fault({ kind: 'rate-limited' });
		const { status, headers } = await at.get();
		expect(status).toBe(429);
		expect(headers.get(FAULT)).toBe('rate-limited');
		expect(headers.get('X-RateLimit-Limit')).toBe('500');
		expect(headers.get('X-RateLimit-Remaining')).toBe('0');
		expect(headers.get('X-RateLimit-Reset')).toBe(String(Date.parse('2026-03-02T10:00:00Z') / 1000));
		expect(headers.get('Retry-After')).toBe(String(45 * 60));
		expect(await problemOf(at.client.conversations.list())).toMatchObject({
			kind: 'rateLimited',
			resetAt: new Date('2026-03-02T10:00:00Z'),
		});
	});

	test('with a short wait the client waits exactly that long and continues', async () => {
		at.fault({ kind: 'rate-limited', retryAfterSeconds: 5, count: 2 });
		expect(await titles()).toEqual(['Lisbon office']);
		expect(at.waits).toEqual([5000, 5000]);
	});

	test('does not count against the hourly limit', async () => {
		at.fault({ kind: 'rate-limited', count: 3 });
		for (let request = 0; request < 3; request += 1) await at.get();
		expect((await at.get()).headers.get('X-RateLimit-Remaining')).toBe('499');
	});

	test('a caller without access gets a 401 first', async () => {
		at.fault({ kind: 'rate-limited' });
		expect((await fetch(at.sandbox.url + LIST)).status).toBe(401);
	});
});

test('provider-busy is a 429 without rate-limit headers, at endpoints that use the AI', async () => {
	at.fault({ kind: 'provider-busy', count: 1 });
	expect((await at.get()).status).toBe(200);
	const busy = await at.user.call('POST', `${LIST}/${at.id}/keypoints`);
	expect(busy).toMatchObject({ status: 429, body: { error: { code: 'rate_limited' } } });
	expect([...busy.headers.keys()].filter((name) => /ratelimit|retry/.test(name))).toEqual([]);
	at.fault({ kind: 'provider-busy', count: 1 });
	expect((await at.client.keyPoints.generate({ id: at.id })).data.cached).toBe(false);
	expect(at.waits).toEqual([1000]);
});

test('ai-limit-exceeded is not retried and costs nothing', async () => {
	at.fault({ kind: 'ai-limit-exceeded' });
	expect((await at.get()).status).toBe(200);
	const answer = await at.user.call('POST', `${LIST}/${at.id}/email`);
	expect(answer).toMatchObject({ status: 429, body: { error: { code: 'ai_limit_exceeded' } } });
	expect(await problemOf(at.client.email.draft({ id: at.id }))).toMatchObject({ kind: 'creditsExhausted' });
	expect(at.injected()).toEqual([2]);
	expect(await creditsUsed()).toBe(0);
});

describe('internal-error', () => {
	test('is a 500 of the documented shape, which the client retries on reads', async () => {
		at.fault({ kind: 'internal-error', count: 1 });
		const answer = await at.get();
		expect([answer.status, answer.headers.get(FAULT)]).toEqual([500, 'internal-error']);
		expect(await answer.json()).toEqual({ error: { code: 'internal_error', message: expect.any(String) } });
		at.fault({ kind: 'internal-error', count: 2 });
		expect(await titles()).toEqual(['Lisbon office']);
	});

	test('before processing nothing has changed', async () => {
		at.fault({ kind: 'internal-error', method: 'PATCH', count: 1 });
		await at.user.call('PATCH', `${LIST}/${at.id}`, { title: 'New' });
		expect(await titles()).toEqual(['Lisbon office']);
	});

	test('after processing the data has changed, and the client says a credit is at risk', async () => {
		at.fault({ kind: 'internal-error', afterProcessing: true, method: 'POST', count: 1 });
		const problem = await problemOf(at.client.question.ask({ id: at.id, query: 'Who orders the router?' }));
		expect(problem).toMatchObject({ kind: 'api', status: 500, outcomeUnknown: true, creditAtRisk: true });
		expect(await creditsUsed()).toBe(1);
	});
});

test('unavailable is a 503 with an HTML page', async () => {
	at.fault({ kind: 'unavailable' });
	const answer = await at.get();
	expect([answer.status, answer.headers.get('Content-Type'), answer.headers.get(FAULT)]).toEqual([
		503,
		'text/html; charset=utf-8',
		'unavailable',
	]);
	expect(await answer.text()).toMatch(/^<!doctype html>/);
	expect(await problemOf(at.client.conversations.list())).toMatchObject({ kind: 'unexpectedAnswer', status: 503 });
});

describe('connection-reset', () => {
	const rename = () => at.user.call('PATCH', `${LIST}/${at.id}`, { title: 'New' });

	test('before processing: no answer, nothing changed', async () => {
		at.fault({ kind: 'connection-reset', method: 'PATCH', count: 1 });
		await expect(rename()).rejects.toMatchObject({ cause: { code: 'ECONNRESET' } });
		expect(await titles()).toEqual(['Lisbon office']);
	});

	test('after processing: no answer, but the data has changed', async () => {
		at.fault({ kind: 'connection-reset', method: 'PATCH', count: 1, afterProcessing: true });
		await expect(rename()).rejects.toMatchObject({ cause: { code: 'ECONNRESET' } });
		expect(await titles()).toEqual(['New']);
	});

	test('the client retries a read, and never a request that costs a credit', async () => {
		at.fault({ kind: 'connection-reset', count: 1 });
		expect(await titles()).toEqual(['Lisbon office']);
		at.fault({ kind: 'connection-reset', afterProcessing: true, count: 1 });
		const problem = await problemOf(at.client.email.draft({ id: at.id }));
		expect(problem).toEqual({ kind: 'noAnswer', reason: 'reset', outcomeUnknown: true, creditAtRisk: true });
		expect(await creditsUsed()).toBe(1);
	});

	test('a lost delete succeeds when it is retried', async () => {
		at.fault({ kind: 'connection-reset', afterProcessing: true, count: 1 });
		expect(await at.client.conversations.delete({ id: at.id })).toMatchObject({ data: { deleted: true } });
		expect(await titles()).toEqual([]);
	});
});
