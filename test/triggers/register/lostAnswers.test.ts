import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { register } from '../../../src/triggers/register/lifecycle.ts';
import { createClient } from '../../../src/client/index.ts';
import { axiosTransport } from '../../../src/transport/axios.ts';
import { startService, type Service } from '../../nodes/trigger/account.ts';
import { hostOf } from './registering.ts';

let service: Service;
beforeAll(async () => void (service = await startService()));
afterAll(() => service.sandbox.stop());

interface Answer {
	readonly status: number;
	readonly type: string;
	readonly body: string;
}

/** A proxy that passes everything on, but loses the answer to the registration. */
async function losing(answer: Answer | 'reset') {
	const proxy = createServer(async (request, response) => {
		const chunks: Buffer[] = [];
		for await (const chunk of request) chunks.push(chunk);
		const { method = 'GET', url = '', headers } = request;
		const passed = await fetch(service.sandbox.url + url, {
			method,
			headers: { 'authorization': headers.authorization ?? '', 'content-type': 'application/json' },
			...(chunks.length > 0 && { body: Buffer.concat(chunks) }),
		});
		const body = await passed.text();
		if (method !== 'POST') return void response.writeHead(passed.status, { 'content-type': 'application/json' }).end(body);
		if (answer === 'reset') return void request.socket.destroy();
		response.writeHead(answer.status, { 'content-type': answer.type }).end(answer.body);
	});
	await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
	const { port } = proxy.address() as AddressInfo;
	return {
		url: `http://127.0.0.1:${port}`,
		stop: () => new Promise<void>((resolve) => {
			proxy.closeAllConnections();
			proxy.close(() => resolve());
		}),
	};
}

const json = (status: number, code: string): Answer => ({ status, type: 'application/json', body: JSON.stringify({ error: { code, message: 'x' } }) });
const html = (status: number): Answer => ({ status, type: 'text/html', body: '<h1>Sorry</h1>' });

const lost: Readonly<Record<string, Answer | 'reset'>> = {
	'a reset': 'reset',
	'the service’s own 500': json(500, 'internal_error'),
	'a proxy’s 502': html(502),
	'a proxy’s 429': html(429),
	'a proxy’s 429 in JSON': json(429, 'too_many_requests'),
	'a proxy’s 403': html(403),
	'a proxy’s 408 in JSON': json(408, 'timeout'),
	'a redirect': html(302),
	'a page': html(200),
	'an answer that was cut short': { status: 200, type: 'application/json', body: '{"data":{"id":"wh_' },
	'an answer without a secret': { status: 200, type: 'application/json', body: '{"data":{}}' },
};

test.each(Object.entries(lost))('a registration whose answer is lost to %s leaves no webhook behind', async (_, answer) => {
	const account = service.account('enterprise');
	const proxy = await losing(answer);
	try {
		const client = createClient({ baseUrl: proxy.url, transport: axiosTransport({ apiKey: account.apiKey }), sleep: async () => {} });
		const { port, held } = hostOf(client, service.sandbox.url);
		await expect(register(port)).rejects.toThrow();
		expect(await account.webhooks()).toEqual([]);
		expect(held()).toBeUndefined();
	} finally {
		await proxy.stop();
	}
});
