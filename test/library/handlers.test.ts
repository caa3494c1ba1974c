import { createServer, type RequestListener } from 'node:http';
import { connect as connectSocket, type AddressInfo } from 'node:net';
import { serve } from '@hono/node-server';
import cryptoJs from 'crypto-js';
import express from 'express';
import { Hono } from 'hono';
import { expressHandler, fetchHandler, honoHandler, nodeHandler, type HandlerOptions, type WebhookEvent } from '../../packages/client/webhooks.ts';
import { asPolled, createPoller, memoryStore, type NewEvent } from '../../packages/client/polling.ts';
import { startService, type Service } from './service.ts';

const SECRET = 'whsec_one';
const NOW = Date.parse('2026-03-02T09:15:00Z');
const now = () => NOW;
const delivery = (data: object = { conversationId: 'c1' }, event = 'conversation.created') =>
	JSON.stringify({ event, data, timestamp: new Date(NOW).toISOString() });
// Signed by another implementation than the one that verifies.
const sign = (body: string, secret = SECRET) => ({ 'X-Svc-Signature': cryptoJs.HmacSHA256(body, secret).toString() });

/** A server on loopback that handles deliveries. */
async function listening(listener: RequestListener) {
	const server = createServer(listener);
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const { port } = server.address() as AddressInfo;
	return {
		url: `http://127.0.0.1:${port}/webhook`,
		stop: async () => {
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
		},
	};
}

type Host = (options: HandlerOptions) => ReturnType<typeof listening>;

const onHono: Host = async (options) => {
	const app = new Hono();
	app.post('/webhook', honoHandler(options));
	let server: ReturnType<typeof serve> | undefined;
	const port = await new Promise<number>((resolve) => {
		server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, (info) => resolve(info.port));
	});
	return { url: `http://127.0.0.1:${port}/webhook`, stop: () => new Promise<void>((resolve) => void server?.close(() => resolve())) };
};

const onFetch: Host = async (options) => {
	let server: ReturnType<typeof serve> | undefined;
	const port = await new Promise<number>((resolve) => {
		server = serve({ fetch: fetchHandler(options), port: 0, hostname: '127.0.0.1' }, (info) => resolve(info.port));
	});
	return { url: `http://127.0.0.1:${port}/webhook`, stop: () => new Promise<void>((resolve) => void server?.close(() => resolve())) };
};

const hosts: Readonly<Record<string, Host>> = {
	'Node’s http': (options) => listening(nodeHandler(options)),
	Express: (options) => listening(express().post('/webhook', expressHandler(options))),
	'Express with express.raw()': (options) => listening(express().use(express.raw({ type: '*/*' })).post('/webhook', expressHandler(options))),
	Hono: onHono,
	Fetch: onFetch,
};

const post = async (url: string, body: string, headers: Record<string, string> = sign(body)) =>
	(await fetch(url, { method: 'POST', body, headers: { 'Content-Type': 'application/json', ...headers } })).status;

describe.each(Object.entries(hosts))('%s', (_, start) => {
	let service: Service;
	beforeAll(async () => void (service = await startService()));
	afterAll(() => service.sandbox.stop());

	test('gets what the service delivers', async () => {
		const events: WebhookEvent[] = [];
		let secret = '';
		const host = await start({ secret: () => secret, onEvent: (event) => void events.push(event) });
		const { data } = await service.client.webhooks.register({ url: host.url, events: ['conversation.created'] });
		secret = data.secret;
		expect((await service.client.webhooks.test({ id: data.id })).data.statusCode).toBe(200);
		const conversationId = await service.addMeeting('Lisbon');
		await service.sandbox.settled();
		expect(events).toMatchObject([{ event: 'webhook.test' }, { event: 'conversation.created', data: { conversationId } }]);
		await host.stop();
	});

	test('and a poller can share one function: action items have the same keys', async () => {
		const handled: (NewEvent | WebhookEvent)[] = [];
		let secret = '';
		const onEvent = async (event: WebhookEvent) => void handled.push(...(await asPolled(service.client, event)));
		const host = await start({ secret: () => secret, onEvent });
		const { data } = await service.client.webhooks.register({ url: host.url, events: ['conversation.created', 'conversation.action_items.ready'] });
		secret = data.secret;
		const events = ['conversation.action_items.ready'] as const;
		const poller = createPoller({ client: service.client, store: memoryStore(), events, recentHours: 1 });
		const id = await service.addMeeting('Porto', true);
		await service.sandbox.settled();
		const polled: NewEvent[] = [];
		await poller.poll((event) => void (event.conversationId === id && polled.push(event)));
		expect(polled.length).toBeGreaterThan(1);
		expect(handled).toMatchObject([{ event: 'conversation.created' }, ...polled]);
		await host.stop();
	});

	test('answers 401, 400, 413 and 500 without calling onEvent more than once', async () => {
		const events: WebhookEvent[] = [];
		const errors: unknown[] = [];
		const refused: string[] = [];
		const options: HandlerOptions = {
			...{ secret: SECRET, now, maxBodyBytes: 1000 },
			onRefused: ({ problem }) => void refused.push(problem.kind === 'refused' ? problem.code : problem.kind),
			onError: (error) => void errors.push(error),
			onEvent: (event) => {
				events.push(event);
				throw new Error('not now');
			},
		};
		const host = await start(options);
		const large = delivery({ text: 'x'.repeat(2000) });
		const answers = [
			await post(host.url, delivery(), {}),
			await post(host.url, 'no'),
			await post(host.url, large),
			await post(host.url, delivery()),
		];
		expect(answers).toEqual([401, 400, 413, 500]);
		expect([events.length, errors.length, refused]).toEqual([1, 1, ['signature', 'unreadable']]);
		await host.stop();
	});
});

test.each(['Node’s http', 'Express', 'Hono', 'Fetch'])('%s: what is not signed is refused before its body arrives, and its connection ends', async (name) => {
	const host = await hosts[name]?.({ secret: SECRET, onEvent: () => {} });
	const sender = connectSocket(Number(new URL(host?.url ?? '').port), '127.0.0.1');
	sender.write('POST /webhook HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{"event"');
	let answer = '';
	for await (const chunk of sender) answer += String(chunk);
	expect(answer).toMatch(/^HTTP\/1\.1 401 [^]*The signature is missing or wrong/);
	await host?.stop();
});

describe('A sender that hangs up in the middle of the body', () => {
	test('gets 400 from a handler for Fetch, and is not the program’s mistake', async () => {
		const errors: unknown[] = [];
		const handle = fetchHandler({ secret: SECRET, onEvent: () => {}, onError: (error) => void errors.push(error) });
		const body = new ReadableStream({
			start: (stream) => stream.enqueue(Buffer.from('{"event"')),
			pull: (stream) => stream.error(new Error('ECONNRESET')),
		});
		const request = new Request('https://example.com', { method: 'POST', body, headers: sign('x'), ...{ duplex: 'half' } });
		expect([(await handle(request)).status, errors]).toEqual([400, []]);
	});

	test('is not the program’s mistake in Node either', async () => {
		const errors: unknown[] = [];
		const handle = nodeHandler({ secret: SECRET, onEvent: () => {}, onError: (error) => void errors.push(error) });
		let answered = (_status: number): void => {};
		const status = new Promise<number>((resolve) => (answered = resolve));
		const host = await listening((request, response) => {
			request.once('data', () => sender.destroy());
			void handle(request, response).then(() => answered(response.statusCode));
		});
		const sender = connectSocket(Number(new URL(host.url).port), '127.0.0.1');
		sender.write(`POST /webhook HTTP/1.1\r\nHost: x\r\nX-Svc-Signature: ${sign('x')['X-Svc-Signature']}\r\nContent-Length: 100\r\n\r\n{"event"`);
		expect([await status, errors]).toEqual([400, []]);
		await host.stop();
	});
});

test('a body that was read before is a mistake that a handler for Fetch reports', async () => {
	const body = delivery();
	const request = new Request('https://example.com', { method: 'POST', body, headers: sign(body) });
	await request.json();
	await expect(fetchHandler({ secret: SECRET, now, onEvent: () => {} })(request)).rejects.toThrow('before it could be verified');
});

describe('Failing callbacks lose no answer', () => {
	const body = delivery();
	const request = (headers: Record<string, string>) => new Request('https://example.com', { method: 'POST', body, headers });
	const boom = (): never => {
		throw new Error('the log is full');
	};
	const boomLater = async () => boom();
	let printed: jest.SpyInstance;
	beforeEach(() => void (printed = jest.spyOn(console, 'error').mockImplementation(() => {})));
	afterEach(() => printed.mockRestore());

	test.each([
		['at once', boom],
		['later', boomLater],
	])('onRefused and onError, %s', async (_, fails) => {
		const onError = jest.fn(fails);
		const handle = fetchHandler({ secret: SECRET, now, onEvent: boom, onRefused: fails, onError });
		expect((await handle(request({}))).status).toBe(401);
		expect((await handle(request(sign(body)))).status).toBe(500);
		await new Promise(setImmediate);
		expect(onError).toHaveBeenCalledTimes(2);
		expect(printed).toHaveBeenCalledTimes(2);
	});

	test('onError in a handler for Node, when the body was parsed before', async () => {
		const handle = nodeHandler({ secret: SECRET, onEvent: () => {}, onError: boom });
		const ended: string[] = [];
		const response = { statusCode: 0, setHeader: () => {}, end: (text: string) => void ended.push(text) };
		async function* chunks() {}
		await handle(Object.assign(chunks(), { method: 'POST', headers: {}, body: {} }), response);
		expect([response.statusCode, ended.length]).toEqual([500, 1]);
	});

	test('an event that was handled is accepted, also when that cannot be remembered', async () => {
		const errors: unknown[] = [];
		const replays = { begin: () => 'new' as const, end: boomLater };
		const handle = fetchHandler({ secret: SECRET, now, replays, onEvent: () => {}, onError: (error) => errors.push(error) });
		expect((await handle(request(sign(body)))).status).toBe(200);
		expect(errors.map(String)).toEqual(['Error: the log is full']);
	});

	test('the reason why an event failed is reported, also when its claim cannot be given up', async () => {
		const errors: unknown[] = [];
		const replays = { begin: () => 'new' as const, end: boomLater };
		const onEvent = () => Promise.reject(new Error('the database is down'));
		const handle = fetchHandler({ secret: SECRET, now, replays, onEvent, onError: (error) => errors.push(error) });
		expect((await handle(request(sign(body)))).status).toBe(500);
		expect(errors.map(String).toSorted()).toEqual(['Error: the database is down', 'Error: the log is full']);
	});
});

test('a body that Express has parsed already is a mistake that it reports', async () => {
	const events: WebhookEvent[] = [];
	const errors: unknown[] = [];
	const app = express().use(express.json());
	app.post('/webhook', expressHandler({ secret: SECRET, now, onEvent: (event) => void events.push(event) }));
	app.use((error: unknown, _request: express.Request, response: express.Response, _next: express.NextFunction) => {
		errors.push(error);
		response.sendStatus(500);
	});
	const host = await listening(app);
	expect(await post(host.url, delivery())).toBe(500);
	expect(String(errors)).toContain('before express.json()');
	expect(events).toEqual([]);
	await host.stop();
});

test('a handler without a secret is not made', () => {
	expect(() => nodeHandler({ secret: '', onEvent: () => {} })).toThrow('Invalid secret: it is missing');
});

test('anything but POST is refused', async () => {
	const handle = fetchHandler({ secret: SECRET, onEvent: () => {} });
	expect((await handle(new Request('https://example.com'))).status).toBe(405);
});
