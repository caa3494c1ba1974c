import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';

export interface Received {
	readonly headers: IncomingHttpHeaders;
	readonly body: string;
}

type Answer = (response: ServerResponse, received: Received) => void;

const ok: Answer = (response) => void response.writeHead(200).end();

interface Certificate {
	readonly private: string;
	readonly cert: string;
}

/** A receiver for deliveries on loopback. It keeps what it receives and answers with `answer`. With a certificate, it uses HTTPS. */
export async function startReceiver(answer: Answer = ok, certificate?: Certificate) {
	const received: Received[] = [];
	const receive = (request: IncomingMessage, response: ServerResponse) => {
		const chunks: Buffer[] = [];
		request.on('data', (chunk: Buffer) => chunks.push(chunk));
		request.on('end', () => {
			const one = { headers: request.headers, body: Buffer.concat(chunks).toString('utf8') };
			received.push(one);
			answer(response, one);
		});
	};
	const server =
		certificate === undefined
			? createServer(receive)
			: createTlsServer({ key: certificate.private, cert: certificate.cert }, receive);
	// Keeps a test that fails before it stops this from hanging the run.
	server.unref();
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const address = server.address();
	return {
		url: `${certificate === undefined ? 'http://127.0.0.1' : 'https://localhost'}:${isTcp(address) ? address.port : 0}/hook`,
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
