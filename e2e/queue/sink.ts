import { once } from 'node:events';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { LOOPBACK } from '../../scripts/n8n/ports.ts';

/** Where workflows hand in what they were started with: it counts how often each text came. */
export async function startSink() {
	const received = new Map<string, number>();
	const server = createServer((request, response) => {
		void text(request).then((body) => {
			received.set(body, (received.get(body) ?? 0) + 1);
			response.end('{}');
		});
	}).listen(0, LOOPBACK);
	await once(server, 'listening');
	const address = server.address();
	const port = typeof address === 'object' && address ? address.port : 0;
	return {
		received,
		/** The node that hands in the conversation's id. */
		node: {
			type: 'n8n-nodes-base.httpRequest',
			typeVersion: 4.2,
			parameters: {
				method: 'POST',
				url: `http://${LOOPBACK}:${port}/`,
				sendBody: true,
				contentType: 'raw',
				rawContentType: 'text/plain',
				body: '={{ $json.conversationId }}',
				options: {},
			},
		},
		async stop() {
			server.closeAllConnections();
			server.close();
			await once(server, 'close');
		},
	};
}
