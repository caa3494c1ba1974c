import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createClient, type ClientOptions } from '../../../src/client/index.ts';
import { axiosTransport } from '../../../src/transport/axios.ts';
import { NOW } from './account.ts';

export interface Reply {
	readonly status?: number;
	readonly headers?: Record<string, string>;
	readonly body: unknown;
	/** Resolves when the answer may be sent. */
	readonly after?: Promise<unknown>;
}

export const problem = (status: number, code: string): Reply => ({ status, body: { error: { code, message: code } } });
export const keyPointsReply = (keypoints: unknown): Reply => ({ body: { data: { id: 'x', keypoints } } });
export const listReply = (data: unknown[], total = data.length): Reply => ({
	body: { data, pagination: { total, limit: 100, offset: 0 } },
});
export const meetings = (count: number) =>
	Array.from({ length: count }, (_, index) => ({
		id: `c${index}`,
		title: `Meeting ${index}`,
		startTime: new Date(Date.parse(NOW) - (index + 1) * 60_000).toISOString(),
	}));

const running = new Set<Server>();

/** For `afterEach`: a failing test must not leave a server behind. */
export async function stopServices(): Promise<void> {
	for (const server of running) {
		server.closeAllConnections();
		await new Promise<void>((resolve) => server.close(() => resolve()));
	}
	running.clear();
}

/** For answers that the sandbox never gives: a real HTTP server whose answers are a function of the URL. */
export async function service(
	answer: (url: URL) => Reply,
	limits: Pick<ClientOptions, 'around'> = {},
	signal = new AbortController().signal,
) {
	const sent: string[] = [];
	const load = { now: 0, peak: 0 };
	const server = createServer(async ({ url = '' }, response) => {
		sent.push(url);
		load.peak = Math.max(load.peak, ++load.now);
		const { status = 200, headers = {}, body, after } = answer(new URL(url, 'http://service'));
		await (after ?? new Promise((resolve) => setImmediate(resolve)));
		load.now -= 1;
		response.writeHead(status, { 'content-type': 'application/json', ...headers });
		response.end(JSON.stringify(body));
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const { port } = server.address() as AddressInfo;
	const client = createClient({
		baseUrl: `http://127.0.0.1:${port}`,
		transport: axiosTransport({ apiKey: 'k', signal }),
		patienceMs: 0,
		sleep: async () => {},
		now: () => Date.parse(NOW),
		...limits,
	});
	running.add(server);
	return { client, sent, load, now: () => Date.parse(NOW) };
}
