import type { IncomingMessage, ServerResponse } from 'node:http';
import { explainFailure } from '../../src/triggers/index.ts';
import { Refusal } from '../../src/words/index.ts';
import type { Red } from './nodeRed.ts';
import { terms } from './terms.ts';

const hostOf = (origin: string): string | undefined => (URL.canParse(origin) ? new URL(origin).host : undefined);

/**
 * Whether a request comes from the editor, or from a program, but not from a page of another site in the same browser:
 * without `adminAuth`, such a page needs no password either.
 */
function isFromEditor({ headers }: IncomingMessage): boolean {
	const { host, origin, 'content-type': type = '', 'sec-fetch-site': site, 'x-forwarded-host': forwarded = '' } = headers;
	// Any page may submit a form. JSON takes a preflight, which Node-RED does not answer.
	if (!/^application\/json\b/i.test(type)) return false;
	// Set by the browser itself, except for http:// in a private network.
	if (site !== undefined) return site === 'same-origin';
	if (origin === undefined) return true;
	const [proxied] = String(forwarded).split(',');
	return [host, proxied?.trim()].includes(hostOf(origin));
}

/** A route for the editor, which shows people why it fails. */
export function editorRoute(red: Red, path: string, work: (request: IncomingMessage) => Promise<object>): void {
	// Whoever may write flows can send the key anywhere anyway.
	red.httpAdmin.post(path, red.auth.needsPermission('flows.write'), (request: IncomingMessage, response: ServerResponse) => {
		const answer = (status: number, body: object): void => {
			response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
		};
		const fail = (status: number, error: unknown): void => answer(status, { message: explainFailure(error, terms)?.message ?? 'Something unexpected happened.' });
		if (!isFromEditor(request)) {
			const next = 'Behind a reverse proxy, let it pass on the Host header';
			return fail(403, new Refusal('The request did not come from the editor of this Node-RED', next, { code: 'not_the_editor' }));
		}
		void work(request).then(
			(body) => answer(200, body),
			(error: unknown) => fail(400, error),
		);
	});
}
