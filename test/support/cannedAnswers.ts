import { rateLimitHeaders } from '../../src/api/index.ts';
import { scriptedServer, type Beside, type Scripted } from './scriptedServer.ts';

const headers = {
	[rateLimitHeaders.limit]: '1000',
	[rateLimitHeaders.remaining]: '900',
	[rateLimitHeaders.reset]: '4102444800',
};

const isWhole = (answer: object): answer is Exclude<Scripted, string> => 'status' in answer;

/** Runs something against canned answers (bodies of a 200, or whole answers), and records its requests. */
export async function withAnswers<R extends object>(script: readonly object[], run: (credential: { baseUrl: string; apiKey: string }) => Promise<R>, beside?: Beside): Promise<R & { asked: string[] }> {
	const server = await scriptedServer(script.map((answer): Scripted => (isWhole(answer) ? answer : { status: 200, headers, body: answer })), beside);
	try {
		const done = await run({ baseUrl: server.url, apiKey: 'svc_test' });
		return { ...done, asked: server.seen.map(({ method, url }) => `${method} ${url.replace(/^\/api\/v\d+/, '')}`) };
	} finally {
		await server.stop();
	}
}
