import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod/v4';
import { DEFAULT_HEADER_PREFIX } from '../../src/api/index.ts';
import { createClient, type Client, type ClientOptions } from '../../src/client/index.ts';
import { explainFailure } from '../../src/events/failures.ts';
import { simpleProfile } from '../../src/format/profile.ts';
import type { Picks } from '../../src/operations/field.ts';
import { searchPicks } from '../../src/operations/picks.ts';
import { fetchTransport } from '../../src/transport/fetch.ts';
import { isKey } from '../../src/transport/index.ts';
import { Refusal } from '../../src/words/errors.ts';
import type { Node, Red } from './nodeRed.ts';
import { terms } from './terms.ts';

export const text = z.string().trim().catch('');

const Config = z.object({
	id: text,
	baseUrl: text,
	allowHttp: z.unknown().transform((value) => value === true || value === 'true'),
	publicUrl: text.transform((url) => url.replace(/\/+$/, '')),
	headerPrefix: z.string().trim().min(1).catch(DEFAULT_HEADER_PREFIX),
});
type Settings = z.output<typeof Config>;

const Secret = z.object({ apiKey: text }).catch({ apiKey: '' });

type Connecting = Partial<ClientOptions> & { readonly signal?: AbortSignal | undefined };

/** What the other nodes get of an account: everything but the key. */
export interface Account extends Settings {
	/** A client that neither waits nor repeats unless given patience. Throws `ClientError`. */
	readonly connect: (options?: Connecting) => Client;
}

export const sleepUntil =
	(signal?: AbortSignal) =>
	(ms: number): Promise<void> =>
		wait(ms, undefined, signal && { signal });

const accountOf = (settings: Settings, apiKey: string): Account => ({
	...settings,
	connect: ({ signal, ...options } = {}) => {
		if (!isKey(apiKey)) {
			const next = 'Create one in the desktop app under Settings, API keys, and enter it in the account node';
			throw new Refusal('The API key is empty or contains characters that no key has', next, { code: 'not_a_key' });
		}
		return createClient({
			baseUrl: settings.baseUrl,
			allowHttp: settings.allowHttp,
			transport: fetchTransport({ apiKey, ...(signal && { signal }) }),
			sleep: sleepUntil(signal),
			patienceMs: 0,
			userAgent: 'node-red-meeting-assistant',
			...options,
		});
	},
});

/** By the node that holds it: Node-RED hands out nodes, and anybody can read what is written on them. */
const accounts = new WeakMap<object, Account>();
const keys = new WeakMap<Account, string>();

/** Whether two lead to the same data, as far as can be told from here. */
export const isSameAccount = (one: Account, other: Account): boolean => one.baseUrl === other.baseUrl && keys.get(one) === keys.get(other);

/** Throws `Refusal` when no account was chosen. */
export function findAccount({ nodes }: Red, id: string): Account {
	const node = nodes.getNode(id);
	const account = node && accounts.get(node);
	if (account) return account;
	throw new Refusal('No account is selected', 'Select an account in the node and deploy', { code: 'no_account' });
}

/** What the editor sends instead of a password that it was never told. */
const UNCHANGED = '__PWRD__';

const Tested = z.object({ body: Config.extend({ apiKey: text }) });
const picked = ['calendarEvent', 'contact', 'conversation', 'person', 'webhook'] as const satisfies readonly Picks[];
const Searched = z.object({ query: z.object({ account: text, picks: z.enum(picked), filter: text }) });

const TEST_MS = 15_000;

async function test(red: Red, request: IncomingMessage): Promise<object> {
	const { apiKey, ...settings } = Tested.parse(request).body;
	const node = red.nodes.getNode(settings.id);
	const saved = node && accounts.get(node);
	const key = apiKey === UNCHANGED ? ((saved && keys.get(saved)) ?? '') : apiKey;
	const profile = simpleProfile((await accountOf(settings, key).connect({ timeoutMs: TEST_MS }).user.profile()).data);
	if (profile.email === null && profile.plan === null) {
		throw new Refusal('Something answers at the base URL, but it is not the meeting assistant', 'Check the base URL', { code: 'not_the_service' });
	}
	return { message: `Connected${profile.email ? ` as ${profile.email}` : ''}${profile.plan ? `, plan ${profile.plan}` : ''}.` };
}

async function search(red: Red, request: IncomingMessage): Promise<object> {
	const { account, picks, filter } = Searched.parse(request).query;
	return await searchPicks(findAccount(red, account).connect({ timeoutMs: TEST_MS }), picks, { filter, now: Date.now() });
}

/** A route for the editor: what it fails with is shown to the person there. */
const route =
	(red: Red, work: (red: Red, request: IncomingMessage) => Promise<object>) =>
	async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
		const answer = (status: number, body: object): void => {
			response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
		};
		await work(red, request).then(
			(body) => answer(200, body),
			(error: unknown) => answer(400, { message: explainFailure(error, terms)?.message ?? 'Something unexpected happened.' }),
		);
	};

export function registerAccount(red: Red): void {
	red.nodes.registerType(
		'meeting-assistant-account',
		function (this: Node, config) {
			red.nodes.createNode(this, config);
			const { apiKey } = Secret.parse(this.credentials);
			const account = accountOf(Config.parse(config), apiKey);
			accounts.set(this, account);
			keys.set(account, apiKey);
		},
		{ credentials: { apiKey: { type: 'password' } } },
	);
	// Whoever may write flows can send the key anywhere anyway.
	red.httpAdmin.post('/meeting-assistant/test', red.auth.needsPermission('flows.write'), route(red, test));
	red.httpAdmin.get('/meeting-assistant/picks', red.auth.needsPermission('flows.write'), route(red, search));
}
