import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';

type Take = (request: IncomingMessage, rawBody: Buffer, response: ServerResponse) => Promise<void>;

/** Where the service on this machine delivers events. */
export interface WebhookServer {
	readonly url: string;
	readonly port: number;
	/** Takes deliveries to a path. Errors are answered with 500. */
	readonly listen: (path: string, take: Take) => void;
	readonly stop: () => Promise<void>;
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
	const chunks: Buffer[] = [];
	for await (const chunk of request) chunks.push(chunk);
	return Buffer.concat(chunks);
}

/** n8n's webhook server on a free port of this machine. */
export async function startWebhookServer(): Promise<WebhookServer> {
	const takers = new Map<string, Take>();
	const server = createServer((request, response) => {
		const take = takers.get(new URL(request.url ?? '/', 'http://127.0.0.1').pathname);
		if (!take) return void response.writeHead(404).end();
		bodyOf(request)
			.then((rawBody) => take(request, rawBody, response))
			.catch(() => void response.writeHead(500).end());
	});
	await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
	const address = server.address();
	if (address === null || typeof address === 'string') throw new Error('The webhook server has no port');
	return {
		url: `http://127.0.0.1:${address.port}`,
		port: address.port,
		listen: (path, take) => void takers.set(path, take),
		async stop() {
			server.closeAllConnections();
			await new Promise<void>((resolve) => void server.close(() => resolve()));
		},
	};
}

/** The parts of express's request and response that the trigger uses. */
export const asExpress = (request: IncomingMessage, rawBody: Buffer, response: ServerResponse) => ({
	httpRequest: Object.assign(Object.create(request), {
		header: (name: string) => request.headers[name.toLowerCase()],
		rawBody,
		body: {},
	}),
	httpResponse: Object.assign(Object.create(response), {
		status(code: number) {
			response.statusCode = code;
			return this;
		},
		json: (body: unknown) => void response.end(JSON.stringify(body)),
		once: (event: string, listener: () => void) => void response.once(event, listener),
	}),
});
