import { createServer, type AddressInfo, type Socket } from 'node:net';

/** Behavior of a service that an HTTP library would not allow. Gets the socket once the request has arrived. */
export type Behavior = (socket: Socket) => void;

const json = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n';

/** Sends something again and again, until nobody listens. */
const repeatedly = (socket: Socket, text: string): void => {
	const timer = setInterval(() => socket.write(text), 10);
	socket.on('close', () => clearInterval(timer));
};

export const hostile = {
	'switching protocols': (socket) =>
		socket.write('HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n'),
	'a body that trickles': (socket) => {
		socket.write(`${json}transfer-encoding: chunked\r\n\r\n`);
		repeatedly(socket, '1\r\n \r\n');
	},
	'headers that never end': (socket) => {
		socket.write(json);
		repeatedly(socket, 'x-more: 1\r\n');
	},
	'a body shorter than announced': (socket) => socket.write(`${json}content-length: 100\r\n\r\n{"data":{}}`),
} satisfies Record<string, Behavior>;

/** A server on loopback that does as told, once for each request, and knows which connections are still open. */
export async function rawServer(behavior: Behavior) {
	const open = new Set<Socket>();
	let requests = 0;
	const server = createServer((socket) => {
		open.add(socket);
		socket.on('close', () => open.delete(socket));
		socket.on('error', () => {});
		socket.once('data', () => {
			requests += 1;
			behavior(socket);
		});
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const { port } = server.address() as AddressInfo;
	return {
		url: `http://127.0.0.1:${port}`,
		requests: () => requests,
		/** Resolves once the other side has closed every connection. */
		async allClosed(): Promise<void> {
			while (open.size > 0) await new Promise((resolve) => setTimeout(resolve, 5));
		},
		stop: () =>
			new Promise<void>((resolve) => {
				for (const socket of open) socket.destroy();
				server.close(() => resolve());
			}),
	};
}
