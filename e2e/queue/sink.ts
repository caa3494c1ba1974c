import { text } from 'node:stream/consumers';
import { startLocalServer } from '../localServer.ts';

/** Where workflows hand in what they were started with: it counts how often each text came. `open`: before, it answers nothing. */
export async function startSink(open: Promise<void> = Promise.resolve()) {
	const received = new Map<string, number>();
	/** Whose answer has got through. */
	const answered = new Set<string>();
	const { url, stop } = await startLocalServer(async (request, response) => {
		const body = await text(request);
		received.set(body, (received.get(body) ?? 0) + 1);
		await open;
		response.once('finish', () => answered.add(body)).end('{}');
	});
	return {
		received,
		answered,
		/** The node that hands in the conversation's id. */
		node: {
			type: 'n8n-nodes-base.httpRequest',
			typeVersion: 4.2,
			parameters: {
				method: 'POST',
				url,
				sendBody: true,
				contentType: 'raw',
				rawContentType: 'text/plain',
				body: '={{ $json.conversationId }}',
				options: {},
			},
		},
		stop,
	};
}
