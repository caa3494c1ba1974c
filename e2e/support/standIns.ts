import { json } from 'node:stream/consumers';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { PINNED } from '../../scripts/n8n/folders.ts';
import { startLocalServer } from './localServers.ts';

interface Call {
	/** Method and path, with its query. */
	readonly request: string;
	readonly authorization: string;
	readonly body: unknown;
}

type Answer = (call: Call) => { readonly status?: number; readonly body: object };

const HOSTS = ['slack.com', 'api.hubapi.com', 'api.pipedrive.com', 'api.linear.app'] as const;

/** One local server in place of services of other companies, which tests cannot use. */
export async function startStandIns() {
	const services = new Map<string, Answer>();
	const { url, stop } = await startLocalServer(async (request, response) => {
		const { method, url: path, headers } = request;
		const hasBody = Number(headers['content-length'] ?? 0) > 0 || headers['transfer-encoding'] !== undefined;
		const body: unknown = hasBody ? await json(request) : null;
		const answer = services.get(headers.host ?? '');
		const { status = 200, body: answered } = answer?.({ request: `${method} ${path}`, authorization: headers.authorization ?? '', body }) ?? {
			status: 503,
			body: { message: `No test stands in for ${headers.host}` },
		};
		response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answered));
	});
	return {
		/** Environment variables of n8n. */
		settings: {
			NODE_OPTIONS: `--import ${pathToFileURL(join(PINNED, 'support/redirect.ts')).href}`,
			STAND_IN_URL: url,
			STAND_IN_HOSTS: HOSTS.join(','),
		},
		/** From now on, answers n8n's requests to this host. @returns the requests, oldest first. */
		standInFor(host: (typeof HOSTS)[number], answer: Answer): readonly Call[] {
			const calls: Call[] = [];
			services.set(host, (call) => {
				calls.push(call);
				return answer(call);
			});
			return calls;
		},
		stop,
	};
}
