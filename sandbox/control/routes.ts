import type { Context } from 'hono';
import { readJson } from '../http/body.ts';
import { loopbackOnly } from '../http/loopbackOnly.ts';
import { type App, routerPath } from '../http/router.ts';
import type { Service } from '../service.ts';
import { allControls } from './index.ts';

/** Enough for the transcript of a long day in any format. */
const MAX_BODY_BYTES = 50_000_000;

/** Adds the controls, for this machine only. They need no key, and neither limits nor faults apply to them. */
export function controlRoutes(app: App, service: Service): void {
	app.use('/sandbox/*', loopbackOnly);
	for (const { method, path, perform } of allControls) {
		app.on(method, routerPath(path), async (context) => context.json({ data: await perform(service, await inputOf(context)) }));
	}
}

async function inputOf({ req }: Context): Promise<unknown> {
	const hasBody = req.method !== 'GET' && req.method !== 'DELETE';
	const body = hasBody ? await readJson(req.raw, MAX_BODY_BYTES) : {};
	const isObject = typeof body === 'object' && body !== null && !Array.isArray(body);
	return isObject ? { ...body, ...req.query(), ...req.param() } : body;
}
