import type { Context } from 'hono';
import type { ErrorCode } from '../../src/api/index.ts';
import { SandboxError, type SandboxErrorKind } from '../errors.ts';
import { ImportError } from '../import/index.ts';
import { errorAnswer } from '../server/answer.ts';
import { ApiError } from '../server/apiError.ts';
import { readJson } from '../server/body.ts';
import { loopbackOnly } from '../server/loopbackOnly.ts';
import { type App, routerPath } from '../server/router.ts';
import type { Service } from '../service.ts';
import type { Control } from './control.ts';
import { controls } from './index.ts';

const codes: Readonly<Record<SandboxErrorKind, ErrorCode>> = {
	input: 'validation_error',
	notFound: 'not_found',
	planLimit: 'forbidden',
	address: 'internal_error',
	database: 'internal_error',
	stopped: 'internal_error',
};

/** An error of a control in the shape of the API's errors. */
function controlError(error: unknown, report: (error: unknown) => void): Response {
	if (error instanceof ImportError) return errorAnswer(new ApiError('validation_error', error.message), report);
	if (error instanceof SandboxError) return errorAnswer(new ApiError(codes[error.kind], error.message), report);
	return errorAnswer(error, report);
}

/** Enough for the transcript of a long day in any format. */
const MAX_BODY_BYTES = 50_000_000;

const all: readonly Control[] = Object.values(controls).flatMap((group): Control[] => Object.values(group));

/** Adds the controls, for this machine only. They need no key, and neither limits nor faults apply to them. */
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
