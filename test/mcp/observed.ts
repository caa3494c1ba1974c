import { once } from 'node:events';
import { createServer } from 'node:http';
import { text as readText } from 'node:stream/consumers';

/** The service, with a record of every request: its address, and the requests' methods and paths. */
export async function observed(baseUrl: string) {
	const requests: string[] = [];
	const server = createServer(async (incoming, response) => {
		const { method = '', url = '', headers: { authorization = '' } } = incoming;
		requests.push(`${method} ${url}`);
		const headers = { authorization, 'content-type': 'application/json' };
		const body = method === 'GET' || method === 'DELETE' ? {} : { body: await readText(incoming) };
		const answer = await fetch(new URL(url, baseUrl), { method, headers, ...body });
		const passed = [...answer.headers].filter(([name]) => name.startsWith('x-ratelimit') || name === 'content-type' || name === 'retry-after');
		response.writeHead(answer.status, Object.fromEntries(passed)).end(await answer.text());
	}).listen(0, '127.0.0.1');
	await once(server, 'listening');
	const address = server.address();
	return {
		baseUrl: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`,
		requests,
		stop: () => {
			server.closeAllConnections();
			server.close();
		},
	};
}
