import { Hono, type Context } from 'hono';
import { controlRoutes } from './control/routes.ts';
import { withFaults } from './faults/withFaults.ts';
import { takeRequest } from './limits.ts';
import { openApiRoutes } from './openapi/document.ts';
import { consoleRoutes } from './pages/console/routes.ts';
import { shareRoutes } from './pages/share/routes.ts';
import { routes } from './resources/index.ts';
import type { Service } from './service.ts';
import { answerOf, errorAnswer } from './http/answer.ts';
import { ApiError } from './http/apiError.ts';
import { authenticate } from './auth.ts';
import { readJson } from './http/body.ts';
import { dateOf } from './http/headers.ts';
import type { RawInput } from './http/input.ts';
import { withLog } from './http/requestLog.ts';
import { type App, routerPath } from './http/router.ts';

/** The whole service as one HTTP application: the API with its OpenAPI document, the pages, and the controls. */
export function createApp(service: Service): App {
	const app: App = new Hono();
	// Every answer has the time of the service, refusals too, unless a fault has set another.
	app.use(async (context, next) => {
		await next();
		if (!context.res.headers.has('Date')) context.header('Date', dateOf(service.now()));
	});
	for (const { endpoint, answer } of routes) {
		const handle = async (context: Context) => {
			const user = authenticate(service.db, context.req.header('Authorization'));
			const headers = takeRequest(service, user);
			const raw = await readInput(context, endpoint.body !== undefined);
			return answerOf(await answer(raw, { service, user }), headers);
		};
		app.on(endpoint.method, routerPath(endpoint.path), withLog(service, withFaults(service, endpoint, handle)));
	}
	openApiRoutes(app);
	shareRoutes(app, service);
	consoleRoutes(app, service);
	controlRoutes(app, service);
	app.notFound(
		withLog(service, async ({ req }) => {
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
