import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';
import type { Endpoint } from '../../src/api/index.ts';
import { errorAnswer } from '../server/answer.ts';
import { authenticate } from '../server/auth.ts';
import type { Service } from '../service.ts';
import { inject } from './inject.ts';
import type { Rule } from './rule.ts';

/** Tells on every answer which fault was injected. */
export const FAULT_HEADER = 'X-Sandbox-Fault';

/** The answer, saying so. More than one fault may have touched it. */
export function touched(answer: Response, kind: Rule['kind']): Response {
	answer.headers.append(FAULT_HEADER, kind);
	return answer;
}

type Handler = (context: Context<{ Bindings: HttpBindings }>) => Promise<Response>;

/** Puts faults between an endpoint and whoever calls it. */
export const faulty =
	({ faults, db, now, onError }: Service, endpoint: Endpoint, handle: Handler): Handler =>
	async (context) => {
		const { req, env } = context;
		const rule = faults.next(endpoint, req.path);
		if (rule === undefined) return handle(context);
		const url = new URL(req.url);
		const answer = await inject(rule, {
			target: url.pathname + url.search,
			now,
			caller: () => authenticate(db, req.header('Authorization')),
			process: () => handle(context).catch((error: unknown) => errorAnswer(error, onError)),
			reset: () => void env.outgoing.socket?.resetAndDestroy(),
		});
		return touched(answer, rule.kind);
	};
