import type { HttpBindings } from '@hono/node-server';
import { Hono, type Context } from 'hono';
import { controlRoutes } from '../control/routes.ts';
import { faulty } from '../faults/faulty.ts';
import { routes } from '../handlers/index.ts';
import { takeRequest } from '../limits/requests.ts';
import type { Service } from '../service.ts';
import { errorAnswer } from './answer.ts';
import { ApiError } from './apiError.ts';
import { authenticate } from './auth.ts';
import { readJson } from './body.ts';
import type { RawInput } from './input.ts';
import { routerPath } from './routerPath.ts';
import { sharePage } from './sharePage.ts';

export type App = Hono<{ Bindings: HttpBindings }>;

/** The whole service as one HTTP application: the routes of the table, the public share page, and the controls. */
export function createApp(service: Service): App {
	const app: App = new Hono();
	for (const { endpoint, answer } of routes) {
		const handle = async (context: Context) => {
			const user = authenticate(service.db, context.req.header('Authorization'));
			const headers = takeRequest(service, user);
			const raw = await readInput(context, endpoint.body !== undefined);
			const body = await answer(raw, { service, user, origin: new URL(context.req.url).origin });
			return context.body(JSON.stringify(body), 200, { 'Content-Type': 'application/json', ...headers });
		};
		app.on(endpoint.method, routerPath(endpoint.path), faulty(service, endpoint, handle));
	}
	sharePage(app, service);
	controlRoutes(app, service);
	app.notFound((context) => {
		throw new ApiError('not_found', `There is nothing at ${context.req.method} ${context.req.path}.`);
	});
	app.onError((error) => errorAnswer(error, service.onError));
	return app;
}

const readInput = async ({ req }: Context, takesBody: boolean): Promise<RawInput> => ({
	params: req.param(),
	query: req.query(),
	body: takesBody ? await readJson(req.raw) : {},
});
