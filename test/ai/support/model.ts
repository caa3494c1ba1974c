import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { z } from 'zod/v4';

/** What the model says next: content, or a whole HTTP answer. Without one it stays silent. */
export type Turn = string | { readonly status: number; readonly body?: string; readonly location?: string };

const Asked = z.object({
	model: z.string(),
	messages: z.array(z.object({ role: z.string(), content: z.string() })),
	response_format: z
		.object({ type: z.string(), json_schema: z.object({ strict: z.boolean(), schema: z.looseObject({}) }) })
		.optional(),
});

/** A service on loopback that speaks OpenAI's protocol and answers as scripted. */
export async function startModel(turns: readonly Turn[]) {
	const rest = [...turns];
	const asked: { path: string; headers: IncomingHttpHeaders; body: z.output<typeof Asked> }[] = [];
	const server = createServer(async (request, response) => {
		const chunks: Buffer[] = [];
		for await (const chunk of request) chunks.push(Buffer.from(chunk));
		const body = Asked.parse(JSON.parse(Buffer.concat(chunks).toString('utf8')));
		asked.push({ path: request.url ?? '', headers: request.headers, body });
		const turn = rest.shift();
		if (turn === undefined) return;
		if (typeof turn !== 'string') {
			response.writeHead(turn.status, { ...(turn.location !== undefined && { Location: turn.location }) }).end(turn.body);
			return;
		}
		const completion = {
			id: 'chatcmpl-1',
			object: 'chat.completion',
			choices: [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content: turn } }],
			usage: { total_tokens: 7 },
		};
		response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(completion));
	});
	// Keeps a failing test from hanging the run.
	server.unref();
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const address: AddressInfo | string | null = server.address();
	const port = address === null || typeof address === 'string' ? 0 : address.port;
	return {
		url: `http://127.0.0.1:${port}/v1`,
		asked,
		/** All texts of the request with this number. */
		text: (index: number) => asked[index]?.body.messages.map(({ content }) => content).join('\n') ?? '',
		stop: async () => {
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
		},
	};
}
