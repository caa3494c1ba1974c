import { rateLimitHeaders } from '../../src/api/index.ts';
import { scriptedServer, type Scripted } from '../support/scriptedServer.ts';
import { runNode, type NodeOptions } from './engine.ts';

const isWhole = (answer: object): answer is Exclude<Scripted, string> => 'status' in answer;

/** Runs the node against canned answers (bodies of a 200, or whole answers), and records its requests. */
export async function againstScript(script: readonly object[], options: Omit<NodeOptions, 'credential'>) {
	const answers = script.map((answer): Scripted => (isWhole(answer) ? answer : { status: 200, headers, body: answer }));
	const server = await scriptedServer(answers);
	try {
		const run = await runNode({ credential: { baseUrl: server.url, apiKey: 'svc_test' }, ...options });
		return { ...run, asked: server.seen.map(({ method, url }) => `${method} ${url.replace(/^\/api\/v\d+/, '')}`) };
	} finally {
		await server.stop();
	}
}

const headers = {
	[rateLimitHeaders.limit]: '1000',
	[rateLimitHeaders.remaining]: '900',
	[rateLimitHeaders.reset]: '4102444800',
};
