import { createServer, type RequestListener } from 'node:http';
import { LOOPBACK } from '../scripts/n8n/ports.ts';

/** An HTTP server on a free port of this machine. */
export async function startLocalServer(listener: RequestListener) {
	const server = createServer(listener);
	await new Promise<void>((resolve) => server.listen(0, LOOPBACK, resolve));
	const address = server.address();
	if (address === null || typeof address === 'string') throw new Error('The server has no port');
	return {
		url: `http://${LOOPBACK}:${address.port}`,
		/** Ends what is still under way. */
		stop: () =>
			new Promise<void>((resolve) => {
				server.close(() => resolve());
				server.closeAllConnections();
			}),
	};
}
