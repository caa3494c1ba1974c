import { createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startHost, type Host, type Trigger } from './host.ts';

let host: Host;
beforeAll(async () => {
	host = await startHost();
});
afterAll(() => host.stop());

const stops: (() => Promise<void>)[] = [];
afterEach(async () => {
	jest.restoreAllMocks();
	for (const stop of stops.splice(0)) await stop();
});

interface Kept {
	readonly id: string;
	readonly url: string;
	readonly secret: string;
}

interface OddOptions {
	/** Returns a webhook as it appears in the list. */
	readonly shown?: (kept: Kept) => unknown;
	/** The content of the answer to a registration. */
	readonly told?: (kept: Kept) => unknown;
	/** The plan's limit. */
	readonly places?: number;
	readonly deleteStatus?: number;
}

/** A service with webhooks that differs from the sandbox wherever the description leaves room. */
async function startOdd({ shown = (kept) => kept, told = (kept) => kept, places = 3, deleteStatus = 200 }: OddOptions = {}) {
	let webhooks: Kept[] = [];
	let registered = 0;
	let gate: Promise<void> | null = null;
	let arrived: () => void = () => {};
	const seen: string[] = [];
	const server = createServer(async (request, response) => {
		const chunks: Buffer[] = [];
		for await (const chunk of request) chunks.push(chunk);
		const body = JSON.parse(Buffer.concat(chunks).toString() || '{}');
		const answer = (status: number, value: unknown): void => {
			response.writeHead(status, { 'content-type': 'application/json' });
			response.end(JSON.stringify(value));
		};
		seen.push(request.method ?? '');
		const error = (code: string) => ({ error: { code, message: code } });
		if (request.url?.startsWith('/api/v1/user')) return answer(200, { data: { subscription: { tier: 'professional' } } });
		switch (request.method) {
			case 'GET':
				return answer(200, { data: webhooks.map(shown) });
			case 'POST': {
				if (webhooks.length >= places) return answer(403, error('forbidden'));
				registered += 1;
				const kept = { id: `wh_${registered}`, url: body.url, secret: `secret ${registered}` };
				webhooks.push(kept);
				const held = gate;
				gate = null;
				arrived();
				await held;
				return answer(201, { data: told(kept) });
			}
			default: {
				if (deleteStatus !== 200) return answer(deleteStatus, error('internal_error'));
				const found = webhooks.some(({ id }) => id === body.id);
				webhooks = webhooks.filter(({ id }) => id !== body.id);
				return answer(found ? 200 : 404, found ? { data: { id: body.id, deleted: true } } : error('not_found'));
			}
		}
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	stops.push(() => new Promise((resolve) => {
		server.closeAllConnections();
		server.close(() => resolve());
	}));
	const address: AddressInfo | string | null = server.address();
	const credential = { baseUrl: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`, apiKey: `svc_${'2'.repeat(32)}` };
	return {
		seen,
		credential,
		webhooks: () => webhooks,
		put: (kept: Kept) => void webhooks.push(kept),
		/** Withholds the answer to the next registration. `arrived` resolves when the request has arrived. */
		hold() {
			let release: () => void = () => {};
			gate = new Promise((resolve) => (release = resolve));
			return { arrived: new Promise<void>((resolve) => (arrived = resolve)), release: () => release() };
		},
	};
}

const held = (trigger: Trigger): { id?: string; secret?: string } => {
	const text = JSON.stringify(trigger.staticData());
	return { id: /"id":"([^"]+)"/.exec(text)?.[1] ?? '', secret: /"secret":"([^"]+)"/.exec(text)?.[1] ?? '' };
};

const spellings: [string, (url: string) => string | undefined][] = [
	['as it was given', (url) => url],
	['with a slash at the end', (url) => `${url}/`],
	['with the scheme in upper case', (url) => url.replace('http://', 'HTTP://')],
	['with a fragment', (url) => `${url}#`],
	['not at all', () => undefined],
	['with its path hidden', (url) => `${new URL(url).origin}/…`],
];

test.each(spellings)('a service that lists addresses %s has one webhook however often it is published, and none afterwards', async (_, spell) => {
	const odd = await startOdd({ shown: ({ id, url }) => ({ id, url: spell(url) }) });
	const trigger = host.trigger({ credential: odd.credential });
	for (let times = 0; times < 4; times += 1) {
		await trigger.activate();
		expect(odd.webhooks()).toHaveLength(1);
		await trigger.hook('create');
		expect(odd.webhooks().map(({ id }) => id)).toEqual([held(trigger).id]);
	}
	await trigger.deactivate();
	expect(odd.webhooks()).toEqual([]);
});

test.each(spellings.slice(0, 4))('a webhook whose registration was lost is removed when it is listed %s', async (_, spell) => {
	const odd = await startOdd({ shown: ({ id, url }) => ({ id, url: spell(url) }) });
	const trigger = host.trigger({ credential: odd.credential });
	odd.put({ id: 'lost', url: trigger.url, secret: 'unknown' });
	await trigger.activate();
	expect(odd.webhooks().map(({ id }) => id)).toEqual(['wh_1']);
	odd.put({ id: 'lost again', url: trigger.url, secret: 'unknown' });
	await trigger.deactivate();
	expect(odd.webhooks()).toEqual([]);
});

describe('when the service gives no secret', () => {
	test('and the list shows only IDs, the webhook is removed by the ID of the answer', async () => {
		const odd = await startOdd({ shown: ({ id }) => ({ id }), told: ({ id }) => ({ id }) });
		odd.put({ id: 'foreign', url: 'https://hooks.example.com', secret: '' });
		const trigger = host.trigger({ credential: odd.credential });
		await expect(trigger.hook('create')).rejects.toThrow(/signing secret.*The webhook was removed again/);
		expect(odd.webhooks().map(({ id }) => id)).toEqual(['foreign']);
	});

	test.each([
		['it cannot be deleted', { deleteStatus: 500, told: ({ id }: Kept) => ({ id }) }, /may still be at the service as wh_1\. Find it/],
		['no ID is given either', { told: () => ({}) }, /may still be at the service\. Find it/],
	])('and %s, the error says so', async (_, options, words) => {
		const odd = await startOdd({ shown: ({ id }) => ({ id }), ...options });
		const trigger = host.trigger({ credential: odd.credential });
		await expect(trigger.hook('create')).rejects.toThrow(words);
	});

	test('and no ID, the webhook is found by its address', async () => {
		const odd = await startOdd({ told: () => ({}) });
		const trigger = host.trigger({ credential: odd.credential });
		await expect(trigger.hook('create')).rejects.toThrow(/The webhook was removed again/);
		expect(odd.webhooks()).toEqual([]);
	});
});

test('a nonsensical list breaks nothing, and other triggers’ webhooks stay', async () => {
	const nonsense = [null, 7, [], {}, { id: '' }, { id: null }, { id: {} }, { id: 'a', url: 7 }, { id: 'b', url: 'http://[' }, { id: 'c', events: 'x', url: null }, { id: 12 }];
	const odd = await startOdd({ places: 99, shown: ({ id, url }) => (id.startsWith('n') ? nonsense[Number(id.slice(1))] : { id, url, events: [7], createdAt: 7 }) });
	nonsense.forEach((_, index) => odd.put({ id: `n${index}`, url: '', secret: '' }));
	const trigger = host.trigger({ credential: odd.credential });
	await trigger.activate();
	await trigger.activate();
	expect(odd.webhooks().filter(({ id }) => id.startsWith('wh_'))).toHaveLength(1);
	await trigger.deactivate();
	expect(odd.webhooks()).toHaveLength(nonsense.length);
});

test('with another account, a webhook that happens to have the same ID stays', async () => {
	const first = await startOdd();
	const trigger = host.trigger({ credential: first.credential });
	await trigger.activate();
	const second = await startOdd();
	second.put({ id: held(trigger).id ?? '', url: 'https://hooks.example.com/somebody-else', secret: '' });
	const moved = host.trigger({ ...trigger.identity, credential: second.credential, staticData: trigger.staticData() });
	await moved.activate();
	expect(second.webhooks().map(({ url }) => url?.replace('?usedBy=workflow', ''))).toEqual(['https://hooks.example.com/somebody-else', moved.url]);
});

test('a stored registration is taken over after a restart', async () => {
	const odd = await startOdd();
	const trigger = host.trigger({ credential: odd.credential });
	const { workflowId } = trigger.identity;
	odd.put({ id: 'wh_old', url: trigger.url, secret: 'old secret' });
	const registration = { id: 'wh_old', secret: 'old secret', url: trigger.url, workflowId, registeredAt: 1793613600000 };
	const updated = host.trigger({ ...trigger.identity, credential: odd.credential, staticData: { 'node:Trigger': { registration } } });
	expect(await updated.hook('checkExists')).toBe(true);
	await updated.hook('delete');
	expect(odd.webhooks()).toEqual([]);
});

test('a wrong signature while the workflow is being published does not cost the new webhook', async () => {
	const odd = await startOdd();
	const trigger = host.trigger({ credential: odd.credential });
	await trigger.activate();
	const gate = odd.hold();
	const publishing = trigger.hook('create');
	await gate.arrived;
	// The service delivers at once, before anyone here knows the secret.
	const wrong = fetch(trigger.url, { method: 'POST', body: '{}', headers: { 'x-svc-signature': 'wrong' } });
	await new Promise((resolve) => setTimeout(resolve, 50));
	gate.release();
	await publishing;
	expect((await wrong).status).toBe(401);
	await trigger.settled();
	expect(odd.webhooks()).toEqual([expect.objectContaining(held(trigger))]);
	await trigger.deactivate();
});

test.each([
	['the service’s clock is ahead by hours', 5 * 3_600_000, 0],
	['n8n’s clock is set back by hours', 0, -5 * 3_600_000],
])('%s: a mismatched webhook is replaced nonetheless', async (_, aheadMs, setMs) => {
	const real = Date.now;
	let offset = 0;
	jest.spyOn(Date, 'now').mockImplementation(() => real() + offset);
	const createdAt = new Date(real() + aheadMs - 60_000).toISOString();
	const odd = await startOdd({ shown: ({ id, url }) => ({ id, url, createdAt }) });
	const trigger = host.trigger({ credential: odd.credential });
	await trigger.activate();
	const deliverWrong = async (): Promise<void> => {
		await fetch(trigger.url, { method: 'POST', body: '{}', headers: { 'x-svc-signature': 'wrong' } });
		await trigger.settled();
	};
	await deliverWrong();
	const [own] = odd.webhooks();
	odd.put({ id: 'other', url: trigger.url, secret: 'of another process' });
	offset += setMs;
	// Checked, found to be too new by the service's clock, and checked again.
	for (const ms of [0, 11 * 60_000, 30_001]) {
		offset += ms;
		await deliverWrong();
	}
	expect(odd.webhooks().map(({ id }) => id)).not.toContain('other');
	expect(odd.webhooks()).toHaveLength(1);
	expect(odd.webhooks()).not.toContain(own);
	await trigger.deactivate();
});

describe('a delivery that n8n could not accept', () => {
	const post = async (trigger: Trigger, body: string) => {
		const signature = createHmac('sha256', held(trigger).secret ?? '').update(body).digest('hex');
		return (await fetch(trigger.url, { method: 'POST', body, headers: { 'x-svc-signature': signature } })).status;
	};
	const active = async () => {
		const odd = await startOdd();
		const trigger = host.trigger({ credential: odd.credential });
		await trigger.activate();
		return trigger;
	};
	const body = JSON.stringify({ event: 'conversation.created', data: { conversationId: 'c1' }, timestamp: new Date().toISOString() });

	test('is accepted when its sender retries, once', async () => {
		const trigger = await active();
		trigger.failNext();
		expect(await post(trigger, body)).toBe(500);
		expect(trigger.started).toEqual([]);
		expect(await post(trigger, body)).toBe(200);
		expect(await post(trigger, body)).toBe(200);
		expect(trigger.started).toHaveLength(1);
	});

	test('without a time, the same status comes again later', async () => {
		const now = jest.spyOn(Date, 'now');
		const start = Date.parse('2026-11-02T10:00:00Z');
		const trigger = await active();
		const statuses = [];
		for (const [minute, status] of ['Draft', 'Final', 'Final', 'Draft'].map((text, index) => [index * 6, text] as const)) {
			now.mockReturnValue(start + minute * 60_000);
			statuses.push(await post(trigger, JSON.stringify({ event: 'conversation.created', data: { conversationId: 'c1', status } })));
		}
		expect(statuses).toEqual([200, 200, 200, 200]);
		expect(trigger.started).toHaveLength(4);
	});
});
