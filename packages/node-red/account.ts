import type { IncomingMessage } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import * as z from 'zod/v4';
import { DEFAULT_HEADER_PREFIX } from '../../src/api/index.ts';
import { accountOf, type Account } from '../../src/limits/index.ts';
import { createClient, type Client, type ClientOptions } from '../../src/client/index.ts';
import { chosenTimeZone, simpleProfile } from '../../src/format/index.ts';
import type { Picks } from '../../src/forms/index.ts';
import { profileTimezone } from '../../src/meetings/index.ts';
import { searchPicks } from '../../src/operations/index.ts';
import { fetchTransport, isKey } from '../../src/transport/index.ts';
import { notAKey, Refusal } from '../../src/words/index.ts';
import { editorRoute } from './editorRoute.ts';
import type { Node, Red } from './nodeRed.ts';
import { assertSet, fromEnvironment } from './values.ts';

export const text = z.string().trim().catch('');

const Config = z.object({
	id: text,
	baseUrl: text,
	allowHttp: z.unknown().transform((value) => value === true || value === 'true'),
	publicUrl: text.transform((url) => url.replace(/(?<!\/)\/+$/, '')),
	headerPrefix: z.string().trim().min(1).catch(DEFAULT_HEADER_PREFIX),
});
type Settings = z.output<typeof Config>;

const Secret = z.object({ apiKey: text }).catch({ apiKey: '' });

type Connecting = Partial<ClientOptions> & { readonly signal?: AbortSignal | undefined };

/** What other nodes get from an account: everything but the key. */
export interface AccountNode extends Settings {
	/** What is known about the service's limits, shared by all nodes that use this address and key. */
	readonly account: Account;
	/** A client that neither waits nor repeats unless given patience: a list is opened again, and a poll comes again. Throws `ClientError`. */
	readonly connect: (options?: Connecting) => Client;
	/** IANA name of the zone that somebody chose for the machine, or else of that in the user’s profile. */
	readonly timezone: () => Promise<string>;
}

export const sleepUntil =
	(signal?: AbortSignal) =>
	(ms: number): Promise<void> =>
		wait(ms, undefined, signal && { signal });

/** The sender of a delivery waits for 10 seconds. */
const PROFILE_MS = 5000;

function accountNodeOf(settings: Settings, apiKey: string): AccountNode {
	const account = accountOf(settings.baseUrl, apiKey);
	const connect: AccountNode['connect'] = ({ signal, ...options } = {}) => {
		if (!isKey(apiKey)) throw notAKey('Create one in the desktop app under Settings, API keys, and enter it in the account node');
		return createClient({
			baseUrl: settings.baseUrl,
			allowHttp: settings.allowHttp,
			transport: fetchTransport({ apiKey, ...(signal && { signal }) }),
			sleep: sleepUntil(signal),
			patienceMs: 0,
			userAgent: 'node-red-meeting-assistant',
			around: account.begin().around,
			...options,
		});
	};
	const timezone = async (): Promise<string> => chosenTimeZone() ?? (await profileTimezone(account, () => connect({ timeoutMs: PROFILE_MS }).user.profile()));
	return { ...settings, account, connect, timezone };
}

/** Kept by node, not on it: Node-RED hands out nodes, and anyone can read their properties. */
const accounts = new WeakMap<object, AccountNode>();
const keys = new WeakMap<AccountNode, string>();

/** Whether two accounts have the same base URL and key. */
export const isSameAccount = (one: AccountNode, other: AccountNode): boolean => one.baseUrl === other.baseUrl && keys.get(one) === keys.get(other);

/** Throws `Refusal` when no account was chosen, or it cannot be used. */
export function findAccount({ nodes }: Red, id: string): AccountNode {
	const node = nodes.getNode(id);
	const account = node && accounts.get(node);
	if (!account) throw new Refusal('No account is selected', 'Select an account in the node and deploy', { code: 'no_account' });
	assertSet(account.baseUrl, keys.get(account) ?? '');
	return account;
}

/** What the editor sends for a password that it was never told. */
const UNCHANGED = '__PWRD__';

const Tested = z.object({ body: Config.extend({ apiKey: text }) });
const picked = ['calendarEvent', 'contact', 'conversation', 'webhook'] as const satisfies readonly Picks[];
const Searched = z.object({ body: z.object({ account: text, picks: z.enum(picked), filter: text }) });

const TEST_MS = 15_000;

async function test(red: Red, request: IncomingMessage): Promise<object> {
	const { body } = Tested.parse(request);
	const node = red.nodes.getNode(body.id);
	const { apiKey, ...settings } = Tested.shape.body.parse(await fromEnvironment(red, node ?? {}, body));
	const saved = node && accounts.get(node);
	const key = apiKey === UNCHANGED ? ((saved && keys.get(saved)) ?? '') : apiKey;
	assertSet(settings.baseUrl, key);
	// First refuses an address that cannot be used, without sending anything.
	const client = accountNodeOf(settings, key).connect({ timeoutMs: TEST_MS });
	if (apiKey === UNCHANGED && saved && saved.baseUrl !== settings.baseUrl) {
		const next = 'To test another base URL, enter the key again';
		throw new Refusal('The saved API key is sent only to the base URL that it was saved with', next, { code: 'other_base_url' });
	}
	const profile = simpleProfile((await client.user.profile()).data);
	if (profile.email === null && profile.plan === null) {
		throw new Refusal('Something answers at the base URL, but it is not the meeting assistant', 'Check the base URL', { code: 'not_the_service' });
	}
	return { message: `Connected${profile.email ? ` as ${profile.email}` : ''}${profile.plan ? `, plan ${profile.plan}` : ''}.` };
}

async function search(red: Red, request: IncomingMessage): Promise<object> {
	const { account, picks, filter } = Searched.parse(request).body;
	const { connect, timezone } = findAccount(red, account);
	return await searchPicks(connect({ timeoutMs: TEST_MS }), picks, { filter, now: Date.now(), timezone: await timezone() });
}

export function registerAccount(red: Red): void {
	red.nodes.registerType(
		'meeting-assistant-account',
		function (this: Node, config) {
			red.nodes.createNode(this, config);
			const { apiKey } = Secret.parse(this.credentials);
			const account = accountNodeOf(Config.parse(config), apiKey);
			accounts.set(this, account);
			keys.set(account, apiKey);
		},
		{ credentials: { apiKey: { type: 'password' } } },
	);
	editorRoute(red, '/meeting-assistant/test', (request) => test(red, request));
	editorRoute(red, '/meeting-assistant/picks', (request) => search(red, request));
}
