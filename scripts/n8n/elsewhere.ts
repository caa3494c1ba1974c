import { setTimeout as wait } from 'node:timers/promises';
import { UserError } from '../../packages/rehearsal/terminal.ts';
import type { Host } from './host.ts';
import { OWNER, RestError, type N8n, type Owner } from './n8nApi.ts';

/** An n8n that was started by someone else, such as one in a container that shares this machine’s network. */
export interface Elsewhere {
	readonly url: string;
	/** The owner of that n8n. Created if there is none yet. */
	readonly owner: Owner;
}

/** The n8n that `N8N_URL` names, with `N8N_EMAIL` and `N8N_PASSWORD` of its owner; null without it. @throws UserError if it is not a URL. */
export function n8nElsewhere({ N8N_URL, N8N_EMAIL, N8N_PASSWORD }: NodeJS.ProcessEnv = process.env): Elsewhere | null {
	if (!N8N_URL) return null;
	const url = URL.parse(N8N_URL);
	if (!url || !/^https?:$/.test(url.protocol)) throw new UserError('N8N_URL is not the address of an n8n, such as http://localhost:5678');
	return { url: url.href.replace(/\/$/, ''), owner: { ...OWNER, ...(N8N_EMAIL && { email: N8N_EMAIL }), ...(N8N_PASSWORD && { password: N8N_PASSWORD }) } };
}

const ASK_MS = 1000;
const PATIENCE_MS = 60_000;

/** Waits until n8n is ready. It keeps running when this program ends. @throws UserError if it does not answer within a minute. */
export async function joinHost({ url }: Elsewhere, signal?: AbortSignal): Promise<Pick<Host, 'ended' | 'stop' | 'url'>> {
	for (let waited = 0; waited < PATIENCE_MS; waited += ASK_MS) {
		const answer = await fetch(`${url}/healthz/readiness`, { signal: AbortSignal.timeout(PATIENCE_MS) }).catch(() => null);
		if (answer?.ok) return { url, ended: new Promise(() => {}), stop: async () => {} };
		await wait(ASK_MS, undefined, { signal });
	}
	throw new UserError(`No n8n answers at ${url} (N8N_URL).`);
}

/** Signs in. @throws UserError if the login is refused, or if the package is not installed there, which cannot be done from here. */
export async function signInElsewhere(n8n: Pick<N8n, 'credentialTypes' | 'signIn'>, { url }: Elsewhere): Promise<void> {
	await n8n.signIn().catch((error: unknown) => {
		if (!(error instanceof RestError && error.status === 401)) throw error;
		throw new UserError(`The n8n at ${url} refused the login. Set N8N_EMAIL and N8N_PASSWORD to its owner’s.`);
	});
	if ((await n8n.credentialTypes()).some(({ name }) => name === 'meetingAssistantApi')) return;
	throw new UserError(`The n8n at ${url} does not have this package. docker/README.md says how to add it.`);
}
