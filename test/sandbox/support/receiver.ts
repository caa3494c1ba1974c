import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Received {
	readonly headers: IncomingHttpHeaders;
	readonly body: string;
}

type Answer = (response: ServerResponse, received: Received) => void;

const ok: Answer = (response) => void response.writeHead(200).end();

/** An endpoint for deliveries on loopback. It keeps what it gets and answers with `answer`. */
export async function startReceiver(answer: Answer = ok) {
	const received: Received[] = [];
	const server = createServer((request, response) => {
		const chunks: Buffer[] = [];
		request.on('data', (chunk: Buffer) => chunks.push(chunk));
		request.on('end', () => {
			const one = { headers: request.headers, body: Buffer.concat(chunks).toString('utf8') };
			received.push(one);
			answer(response, one);
		});
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const address = server.address();
	return {
		url: `http://127.0.0.1:${isTcp(address) ? address.port : 0}/hook`,
		received,
		events: () => received.map(({ headers }) => headers['x-svc-event']),
		stop: async () => {
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
		},
	};
}

const isTcp = (address: AddressInfo | string | null): address is AddressInfo =>
	typeof address === 'object' && address !== null;
