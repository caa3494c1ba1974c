import type { HttpBindings } from '@hono/node-server';
import { Hono, type Context } from 'hono';
import { controlRoutes } from '../control/routes.ts';
import { PARALLEL } from '../faults/faults.ts';
import { faulty, touched } from '../faults/faulty.ts';
import { routes } from '../handlers/index.ts';
import { takeRequest } from '../limits/requests.ts';
import { openApiRoutes } from '../openapi/routes.ts';
import { consoleRoutes } from '../pages/console/routes.ts';
import { logged } from '../pages/requests/logged.ts';
import { shareRoutes } from '../pages/share/routes.ts';
import type { Service } from '../service.ts';
import { errorAnswer } from './answer.ts';
import { ApiError } from './apiError.ts';
import { authenticate } from './auth.ts';
import { readJson } from './body.ts';
import type { RawInput } from './input.ts';
import { jsonOf } from './jsonText.ts';
import { routerPath } from './routerPath.ts';

export type App = Hono<{ Bindings: HttpBindings }>;

/** The whole service as one HTTP application: the routes of the table with their document, the pages, and the controls. */
export function createApp(service: Service): App {
	const app: App = new Hono();
	for (const { endpoint, answer } of routes) {
		const handle = async (context: Context) => {
			const user = authenticate(service.db, context.req.header('Authorization'));
			const headers = takeRequest(service, user);
			const raw = await readInput(context, endpoint.body !== undefined);
			const parallel = service.faults.nextIsParallel(endpoint, context.req.path);
			const body = await answer(raw, { service, user, origin: new URL(context.req.url).origin, parallel });
			const whole = context.body(jsonOf(body), 200, { 'Content-Type': 'application/json', ...headers });
			return parallel ? touched(whole, PARALLEL) : whole;
		};
		app.on(endpoint.method, routerPath(endpoint.path), logged(service, faulty(service, endpoint, handle)));
	}
	openApiRoutes(app);
	shareRoutes(app, service);
	consoleRoutes(app, service);
	controlRoutes(app, service);
	app.notFound(
		logged(service, async ({ req }) => {
			throw new ApiError('not_found', `There is nothing at ${req.method} ${req.path}.`);
		}),
	);
	app.onError((error) => errorAnswer(error, service.onError));
	return app;
}

const readInput = async ({ req }: Context, takesBody: boolean): Promise<RawInput> => ({
	params: req.param(),
	query: req.query(),
	body: takesBody ? await readJson(req.raw) : {},
});
