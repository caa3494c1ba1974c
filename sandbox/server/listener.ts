import type { RequestListener } from 'node:http';
import { getRequestListener, type Http2Bindings, type HttpBindings } from '@hono/node-server';
import type { App } from './router.ts';

/**
 * Lets the application answer the requests of a server. Each request is read to its end before it is answered, also where
 * nobody wanted its body: otherwise the adapter ends the connection under a sender that still writes, and that sender
 * sees a reset in place of the answer. Node ends requests that go on for too long (`server.requestTimeout`).
 */
export const listenerOf = (app: App, overrideGlobalObjects: boolean): RequestListener =>
	getRequestListener(
		async (request, env) => {
			const answer = await app.fetch(request, env);
			await readToEnd(env);
			return answer;
		},
		{ overrideGlobalObjects },
	);

async function readToEnd({ incoming }: HttpBindings | Http2Bindings): Promise<void> {
	if (incoming.complete || incoming.destroyed) return;
	const { promise, resolve } = Promise.withResolvers<void>();
	// Whoever goes away meanwhile needs no answer.
	for (const end of ['end', 'close', 'error']) incoming.once(end, () => resolve());
	incoming.resume();
	await promise;
}
