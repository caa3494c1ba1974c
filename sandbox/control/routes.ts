import type { Context } from 'hono';
import type { App } from '../server/app.ts';
import { readJson } from '../server/body.ts';
import { routerPath } from '../server/routerPath.ts';
import type { Service } from '../service.ts';
import type { Control } from './control.ts';
import { controlError } from './controlError.ts';
import { controls } from './index.ts';
import { loopbackOnly } from './loopbackOnly.ts';

/** The transcript of a long day in any format. */
const MAX_BODY_BYTES = 50_000_000;

const all: readonly Control[] = Object.values(controls).flatMap((group): Control[] => Object.values(group));

/** Adds the controls, for this machine alone: no key, no rate limit, no faults. */
export function controlRoutes(app: App, service: Service): void {
	app.use('/sandbox/*', loopbackOnly);
	for (const { method, path, perform } of all) {
		app.on(method, routerPath(path), async (context) => {
			try {
				return context.json({ data: await perform(service, await inputOf(context)) });
			} catch (error) {
				return controlError(error, service.onError);
			}
		});
	}
}

async function inputOf({ req }: Context): Promise<unknown> {
	const hasBody = req.method !== 'GET' && req.method !== 'DELETE';
	const body = hasBody ? await readJson(req.raw, MAX_BODY_BYTES) : {};
	const isObject = typeof body === 'object' && body !== null && !Array.isArray(body);
	return isObject ? { ...body, ...req.query(), ...req.param() } : body;
}
