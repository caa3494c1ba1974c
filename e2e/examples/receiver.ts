import type { IncomingHttpHeaders } from 'node:http';
import { startLocalServer } from '../localServer.ts';
import { until } from '../until.ts';

interface Received {
	readonly headers: IncomingHttpHeaders;
	readonly body: unknown;
}

/** Another service on this machine, which takes whatever is posted to it. */
export async function startReceiver() {
	const received: Received[] = [];
	/** Answers to give before every answer is 200. */
	const refusals: number[] = [];
	const { url, stop } = await startLocalServer(async (request, response) => {
		const chunks: Buffer[] = await request.toArray();
		received.push({ headers: request.headers, body: JSON.parse(Buffer.concat(chunks).toString()) });
		response.writeHead(refusals.shift() ?? 200, { 'content-type': 'text/plain' }).end('ok');
	});
	return {
		url: `${url}/hook`,
		received,
		refusals,
		/** As soon as there are that many. */
		first: (count: number) => until(`${count} messages`, () => received.length >= count && received),
		stop,
	};
}
