import cryptoJs from 'crypto-js';
import { ClientError, expressHandler, fetchHandler, honoHandler, memoryReplays, nodeHandler, signDelivery, verify } from '../../packages/client/webhooks.ts';

const SECRET = 'whsec_one';
const NOW = Date.parse('2026-03-02T09:15:00Z');
const now = () => NOW;
const delivery = (data: object = { conversationId: 'c1' }, event = 'conversation.created') =>
	JSON.stringify({ event, data, timestamp: new Date(NOW).toISOString() });
// Signed by another implementation than the one that verifies.
const sign = (body: string, secret = SECRET) => ({ 'X-Svc-Signature': cryptoJs.HmacSHA256(body, secret).toString() });

const reasonOf = async (work: Promise<unknown>) => {
	try {
		await work;
	} catch (error) {
		if (error instanceof ClientError && error.problem.kind === 'refused') return error.problem.code;
		throw error;
	}
	return null;
};

describe('verify', () => {
	const body = delivery();

	test('returns the event, with the key that polling would give it', async () => {
		expect(await verify(body, sign(body), SECRET, { now })).toEqual({
			event: 'conversation.created',
			data: { conversationId: 'c1' },
			timestamp: '2026-03-02T09:15:00.000Z',
			dedupeKey: 'conversation.created:c1',
		});
	});

	test.each([
		['bytes', Buffer.from(body), sign(body)],
		['an ArrayBuffer', new TextEncoder().encode(body).buffer, sign(body)],
		['a DataView of a part', new DataView(new TextEncoder().encode(`xx${body}yy`).buffer, 2, Buffer.byteLength(body)), sign(body)],
		['words of two bytes', new Uint16Array(new TextEncoder().encode(body.length % 2 ? `${body} ` : body).buffer), sign(body.length % 2 ? `${body} ` : body)],
		['headers in lower case', body, { 'x-svc-signature': sign(body)['X-Svc-Signature'] }],
		['headers of Node, several of one name', body, { 'x-svc-signature': [sign(body)['X-Svc-Signature']] }],
		['headers of Fetch', body, new Headers(sign(body))],
	])('takes %s', async (_, rawBody, headers) => {
		expect((await verify(rawBody, headers, SECRET, { now })).event).toBe('conversation.created');
	});

	test('takes every secret in force, while one is being rotated', async () => {
		expect((await verify(body, sign(body, 'old'), [SECRET, 'old'], { now })).event).toBe('conversation.created');
		expect(await reasonOf(verify(body, sign(body, 'other'), [SECRET, 'old'], { now }))).toBe('signature');
	});

	test.each([
		['no signature', body, {}, 'signature'],
		['a signature of another body', body, sign(`${body} `), 'signature'],
		['no JSON', 'no', sign('no'), 'unreadable'],
	])('refuses %s', async (_, rawBody, headers, reason) => {
		expect(await reasonOf(verify(rawBody, headers, SECRET, { now }))).toBe(reason);
	});

	test('refuses what is older than allowed, or from the future', async () => {
		const at = (ms: number, maxAgeSeconds?: number) => reasonOf(verify(body, sign(body), SECRET, { now: () => NOW + ms, maxAgeSeconds }));
		expect(await Promise.all([at(300_000), at(300_001), at(-300_001), at(300_001, 0), at(2000, 1)])).toEqual([null, 'stale', 'stale', null, 'stale']);
	});

	test('an unknown event passes', async () => {
		const other = delivery({ conversationId: 'c1' }, 'conversation.starred');
		expect(await verify(other, sign(other), SECRET, { now })).toMatchObject({ event: 'conversation.starred', data: { conversationId: 'c1' } });
	});

	test.each([`${SECRET}\n`, ` ${SECRET}`, `${SECRET}\r\n`, `\t${SECRET} `])('takes the secret %j without the blanks at its ends', async (secret) => {
		expect((await verify(body, sign(body), secret, { now })).event).toBe('conversation.created');
		expect((await verify(body, sign(body), ['old', secret], { now })).event).toBe('conversation.created');
		const signed = await signDelivery({ event: 'webhook.test', data: { message: 'x' } }, secret);
		expect((await verify(signed.body, signed.headers, SECRET)).event).toBe('webhook.test');
	});

	test('a Blob is read by the program, which can wait for it', async () => {
		await expect(Reflect.apply(verify, null, [new Blob([body]), sign(body), SECRET])).rejects.toThrow('such as `await request.arrayBuffer()`');
	});

	test.each([[''], [[]], [['']], [' \n']])('a missing secret (%j) is a mistake of the program', async (secret) => {
		await expect(verify(body, sign(body, ''), secret, { now })).rejects.toMatchObject({ name: 'ClientError', problem: { kind: 'invalidInput', field: 'secret' } });
	});

	test('so is a parsed body', async () => {
		await expect(Reflect.apply(verify, null, [JSON.parse(body), sign(body), SECRET])).rejects.toThrow('Pass the body as it came');
	});
});

test('signDelivery signs what another implementation would, under the names of the service’s headers', async () => {
	const { body, headers } = await signDelivery({ event: 'conversation.shared', data: { conversationId: 'c1', shareUrl: 'https://x.example' } }, SECRET);
	expect(headers).toEqual({ ...sign(body), 'Content-Type': 'application/json', 'X-Svc-Event': 'conversation.shared' });
	expect(await verify(body, headers, SECRET)).toMatchObject({ event: 'conversation.shared', data: { shareUrl: 'https://x.example' } });
	const old = await signDelivery({ event: 'webhook.test', data: { message: 'x' }, timestamp: new Date(0) }, SECRET, { headerPrefix: 'X-Own' });
	expect(await reasonOf(verify(old.body, old.headers, SECRET, { headerPrefix: 'X-Own' }))).toBe('stale');
});

describe('Replays', () => {
	const ask = async (handle: (request: Request) => Promise<Response>, body = delivery()) =>
		(await handle(new Request('https://example.com', { method: 'POST', body, headers: sign(body) }))).status;

	test('the same delivery counts once, and again after it failed', async () => {
		let fails = true;
		let calls = 0;
		const handle = fetchHandler({
			...{ secret: SECRET, now, onError: () => {} },
			onEvent: () => {
				calls += 1;
				if (fails) throw new Error('not now');
			},
		});
		expect(await ask(handle)).toBe(500);
		fails = false;
		expect([await ask(handle), await ask(handle), calls]).toEqual([200, 200, 2]);
	});

	test('one that is still being processed is refused for now', async () => {
		const [begun, done] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
		const handle = fetchHandler({ secret: SECRET, now, onEvent: () => (begun.resolve(), done.promise) });
		const first = ask(handle);
		await begun.promise;
		expect(await ask(handle)).toBe(503);
		done.resolve();
		expect([await first, await ask(handle)]).toEqual([200, 200]);
	});

	test('another store is asked, for as long as a replay would be accepted', async () => {
		const asked: unknown[] = [];
		const replays = {
			begin: async (key: string, ttlMs: number) => {
				asked.push(['begin', key.length, ttlMs]);
				return 'new' as const;
			},
			end: async (key: string, isAccepted: boolean, ttlMs: number) => void asked.push(['end', key.length, isAccepted, ttlMs]),
		};
		await ask(fetchHandler({ secret: SECRET, now, replays, onEvent: () => {} }));
		expect(asked).toEqual([['begin', 64, 60_000], ['end', 64, true, 600_000]]);
	});

	test('memory forgets the oldest, and expired ones', () => {
		let time = 0;
		const replays = memoryReplays(2, () => time);
		expect([replays.begin('a', 10), replays.begin('a', 10)]).toEqual(['new', 'pending']);
		replays.end('a', true, 100);
		time = 99;
		expect(replays.begin('a', 10)).toBe('done');
		time = 101;
		expect(replays.begin('a', 10)).toBe('new');
		replays.begin('b', 1000);
		replays.begin('c', 1000);
		expect(replays.begin('a', 10)).toBe('new');
	});
});

describe('Called by plain JavaScript', () => {
	const handler = { secret: SECRET, onEvent: () => {} };
	test.each<[string, unknown, RegExp]>([
		['nothing', undefined, /options/],
		['no onEvent', { secret: SECRET }, /onEvent: it is missing/],
		['an onEvent that is no function', { ...handler, onEvent: 5 }, /onEvent: it must be a function/],
		['a store without methods', { ...handler, replays: {} }, /replays: .*begin/],
		['an age that would accept any', { ...handler, maxAgeSeconds: NaN }, /maxAgeSeconds/],
	])('a handler with %s is not made', (_, options, message) => {
		for (const make of [expressHandler, fetchHandler, honoHandler, nodeHandler]) {
			expect(() => Reflect.apply(make, null, [options])).toThrow(message);
			expect(() => Reflect.apply(make, null, [options])).toThrow(ClientError);
		}
	});

	test('verify says what is missing', async () => {
		await expect(Reflect.apply(verify, null, ['{}'])).rejects.toThrow(/headers/);
		await expect(Reflect.apply(verify, null, ['{}', {}, SECRET, null])).rejects.toThrow(/options/);
		expect(() => Reflect.apply(memoryReplays, null, ['many'])).toThrow(/capacity/);
	});
});
