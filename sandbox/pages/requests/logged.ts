import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type { Context } from 'hono';
import { API_KEY_FORMAT, rateLimitHeaders } from '../../../src/api/index.ts';
import { FAULT_HEADER } from '../../faults/faulty.ts';
import { errorAnswer } from '../../server/answer.ts';
import type { Service } from '../../service.ts';

const LONGEST_PATH = 300;
const KEYS = /svc_[0-9a-f]{28}(?=[0-9a-f]{4})/gi;
const [ALREADY_SENT = ''] = RESPONSE_ALREADY_SENT.headers.keys();

/** Lets a handler answer, its errors too, and writes down what a developer wants to see of it. */
export const logged =
	<C extends Context>({ requests, now, onError }: Service, handle: (context: C) => Promise<Response>) =>
	async (context: C): Promise<Response> => {
		const started = performance.now();
		const answer = await handle(context).catch((error: unknown) => errorAnswer(error, onError));
		const { req } = context;
		requests.add({
			at: now(),
			method: req.method,
			path: pathOf(req.url),
			status: answer.headers.has(ALREADY_SENT) ? null : answer.status,
			keyEnd: keyEnd(req.header('Authorization')),
			remaining: answer.headers.get(rateLimitHeaders.remaining),
			limit: answer.headers.get(rateLimitHeaders.limit),
			fault: answer.headers.get(FAULT_HEADER),
			durationMs: Math.round(performance.now() - started),
		});
		return answer;
	};

/** Path and query of a URL. A key that was put there by mistake is not kept either. */
function pathOf(url: string): string {
	const target = url.slice(url.indexOf('/', url.indexOf('//') + 2)).replace(KEYS, 'svc_…');
	return target.length > LONGEST_PATH ? `${target.slice(0, LONGEST_PATH)}…` : target;
}

function keyEnd(authorization: string | undefined): string | null {
	const key = authorization?.split(' ').at(-1);
	return key !== undefined && API_KEY_FORMAT.test(key) ? key.slice(-4) : null;
}
