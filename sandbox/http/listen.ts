import ipaddr from 'ipaddr.js';
import { createServer, maxHeaderSize, type Server } from 'node:http';
import { isIP } from 'node:net';
import type { Duplex } from 'node:stream';
import { messageOf, SandboxError } from '../errors.ts';

/** Host of a URL as an address or a name: without the brackets of IPv6 and the dot that ends a full name. */
export const hostOf = (url: URL): string => url.hostname.replace(/^\[|\]$|\.$/g, '');

/** Whether a host (a name, or an address without brackets) can only mean this machine. */
export const isLoopback = (host: string): boolean =>
	host === 'localhost' || (isIP(host) !== 0 && ipaddr.process(host).range() === 'loopback');

export const LAST_PORT = 65_535;
export const isPort = (port: number): boolean => Number.isInteger(port) && port >= 0 && port <= LAST_PORT;

/**
 * Opens the port before anything else is created. Requests are answered once a listener is added.
 * @throws SandboxError `address`
 */
export async function listen(host: string, port: number, allowRemote: boolean): Promise<Server> {
	if (!allowRemote && !isLoopback(host)) {
		throw new SandboxError(
			'address',
			`Other machines can reach ${host}. Use 127.0.0.1, or allow remote access explicitly.`,
		);
	}
	if (!isPort(port)) {
		throw new SandboxError('address', `Port ${port} does not exist. Choose a port from 0 to ${LAST_PORT}; 0 means any free one.`);
	}
	// A program that was busy for Node's five seconds would send its next request into a closed connection.
	// Without its Host, Node would answer a request with an empty 400; the listener refuses it as the API does.
	const server = createServer({ keepAliveTimeout: 65_000, requireHostHeader: false }).on('clientError', refuseUnreadable);
	await new Promise<void>((resolve, reject) => {
		server.once('error', (error) =>
			reject(new SandboxError('address', problem(error, host, port), { cause: error })),
		);
		server.listen(port, host, resolve);
	});
	return server;
}

/** Answers what Node cannot read in the API's one shape (Errors). By default, the answer would be empty. */
function refuseUnreadable({ code }: NodeJS.ErrnoException, socket: Duplex): void {
	const message = code === 'HPE_HEADER_OVERFLOW' ? `request: its address and headers must not be larger than ${maxHeaderSize} bytes` : 'request: is not valid HTTP';
	const body = JSON.stringify({ error: { code: 'validation_error', message } });
	const head = ['HTTP/1.1 400 Bad Request', 'Connection: close', 'Content-Type: application/json', `Content-Length: ${body.length}`];
	if (socket.writable) socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
	else socket.destroy();
}

function problem(error: NodeJS.ErrnoException, host: string, port: number): string {
	if (error.code === 'EADDRINUSE')
		return `Port ${port} on ${host} is in use. Choose another port, or 0 for any free one.`;
	if (error.code === 'EACCES') return `Port ${port} requires elevated privileges. Choose a port above 1023.`;
	return `Cannot listen on ${host}:${port}: ${messageOf(error)}.`;
}

/** The address of a listening server. */
export function urlOf(server: Server): string {
	const address = server.address();
	if (address === null || typeof address === 'string')
		throw new SandboxError('address', 'The server is not listening.');
	const host = address.family === 'IPv6' ? `[${address.address}]` : address.address;
	return `http://${host}:${address.port}`;
}

/** The address at which this machine reaches a server that listens on all its addresses. */
export const reachable = (url: string): string => url.replace('//0.0.0.0', '//127.0.0.1').replace('//[::]', '//[::1]');

/** Stops listening and ends every connection. */
export async function close(server: Server): Promise<void> {
	const closed = new Promise((resolve) => server.close(resolve));
	server.closeAllConnections();
	await closed;
}
