import { LIST, problemOf, startFaultySandbox } from './support/faultySandbox.ts';

let at: Awaited<ReturnType<typeof startFaultySandbox>>;
beforeEach(async () => void (at = await startFaultySandbox()));
afterEach(() => at.stop());

const FAULT = 'x-sandbox-fault';
const titles = async () => (await at.client.conversations.list()).data.map(({ title }) => title);
const timed = async (work: () => Promise<unknown>) => {
	const start = performance.now();
	await work();
	return performance.now() - start;
};

describe('slow answers', () => {
	test('slow-first-byte: the status comes late', async () => {
		at.fault({ kind: 'slow-first-byte', delayMs: 150, count: 1 });
		expect(await timed(() => at.get())).toBeGreaterThanOrEqual(145);
		at.fault({ kind: 'slow-first-byte', delayMs: 5000 });
		expect(await problemOf(at.impatient.conversations.list())).toMatchObject({ kind: 'noAnswer', reason: 'timeout' });
	});

	test('slow-body: the status comes immediately, the rest in pieces, complete in the end', async () => {
		at.fault({ kind: 'slow-body', delayMs: 1500, count: 1 });
		let answer: Response | undefined;
		expect(await timed(async () => (answer = await at.get()))).toBeLessThan(1000);
		expect(await timed(async () => expect(await answer?.json()).toHaveProperty('data'))).toBeGreaterThan(400);
		at.fault({ kind: 'slow-body', delayMs: 5000 });
		expect(await problemOf(at.impatient.conversations.list())).toMatchObject({ kind: 'noAnswer', reason: 'timeout' });
	});
});

test('truncated-json: a complete HTTP answer with incomplete JSON', async () => {
	at.fault({ kind: 'truncated-json', count: 1 });
	const answer = await at.get();
	expect([answer.status, answer.headers.get('Content-Type')]).toEqual([200, 'application/json']);
	const text = await answer.text();
	expect(text).toMatch(/^\{"data"/);
	expect(() => JSON.parse(text)).toThrow();
	at.fault({ kind: 'truncated-json', count: 1 });
	expect(await titles()).toEqual(['Lisbon office']);
	at.fault({ kind: 'truncated-json', count: 1 });
	expect(await problemOf(at.client.email.draft({ id: at.id }))).toMatchObject({ kind: 'unexpectedAnswer', outcomeUnknown: true, creditAtRisk: true });
});

test('wrong-content-type: the JSON is complete but labelled as text, and the client reads it', async () => {
	at.fault({ kind: 'wrong-content-type' });
	const answer = await at.get();
	expect(answer.headers.get('Content-Type')).toBe('text/plain');
	expect(await answer.json()).toHaveProperty('pagination');
	expect(await titles()).toEqual(['Lisbon office']);
});

test('redirect to another origin: the client does not send the key there', async () => {
	const { elsewhere } = at;
	at.fault({ kind: 'redirect', location: elsewhere.url });
	const answer = await at.get(`${LIST}?limit=3`);
	expect([answer.status, answer.headers.get('Location')]).toEqual([307, new URL(`${LIST}?limit=3`, elsewhere.url).href]);
	expect(await problemOf(at.client.conversations.list())).toMatchObject({ kind: 'unexpectedAnswer', status: 307 });
	expect(elsewhere.received).toEqual([]);
});

test('clock-skew: date and reset come from another clock', async () => {
	at.fault({ kind: 'clock-skew', skewMs: -600_000 });
	const { status, headers } = await at.get();
	expect([status, headers.get(FAULT)]).toEqual([200, 'clock-skew']);
	expect(headers.get('Date')).toBe('Mon, 02 Mar 2026 09:05:00 GMT');
	expect(headers.get('X-RateLimit-Reset')).toBe(String(Date.parse('2026-03-02T09:50:00Z') / 1000));
	expect(await titles()).toEqual(['Lisbon office']);
});

test('faults distort errors too, but not the share page and the controls', async () => {
	at.fault({ kind: 'truncated-json' });
	const unknown = await at.get(`${LIST}/none/transcript`);
	expect([unknown.status, unknown.headers.get(FAULT)]).toEqual([404, 'truncated-json']);
	expect((await fetch(`${at.sandbox.url}/sandbox/clock`)).headers.has(FAULT)).toBe(false);
});

test('stopping does not wait for a slow answer', async () => {
	at.fault({ kind: 'slow-first-byte', delayMs: 60_000 });
	const asked = at.get();
	asked.catch(() => {});
	await new Promise((resolve) => setTimeout(resolve, 50));
	expect(await timed(() => at.stop())).toBeLessThan(2000);
	await expect(asked).rejects.toThrow();
	at = await startFaultySandbox();
});
