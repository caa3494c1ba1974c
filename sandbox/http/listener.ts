import type { RequestListener } from 'node:http';
import { getRequestListener, type Http2Bindings, type HttpBindings, RequestError } from '@hono/node-server';
import { errorAnswer } from './answer.ts';
import { invalid } from './apiError.ts';
import type { App } from './router.ts';

/**
 * Connects the application to a server. Each request is read to its end before it is answered, even if its body is not
 * needed: otherwise the adapter closes the connection while the sender is still writing, and the sender sees a reset
 * instead of the answer. Node ends requests that take too long (`server.requestTimeout`).
 */
export const listenerOf = (app: App, overrideGlobalObjects: boolean): RequestListener =>
	getRequestListener(
		async (request, env) => {
			const answer = await app.fetch(request, env);
			await readToEnd(env);
			return answer;
		},
		{ overrideGlobalObjects, errorHandler: (error) => errorAnswer(error instanceof RequestError ? invalid('request', `is not valid HTTP (${error.message})`) : error, () => {}) },
	);

async function readToEnd({ incoming }: HttpBindings | Http2Bindings): Promise<void> {
	if (incoming.complete || incoming.destroyed) return;
	const { promise, resolve } = Promise.withResolvers<void>();
	// A sender that disconnects needs no answer.
	for (const end of ['end', 'close', 'error']) incoming.once(end, () => resolve());
	incoming.resume();
	await promise;
}
