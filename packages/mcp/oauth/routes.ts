import { createHash } from 'node:crypto';
import { getOAuthProtectedResourceMetadataUrl, type OAuthMetadata, OAuthError, OAuthErrorCode, oauthMetadataResponse } from '@modelcontextprotocol/server';
import * as z from 'zod/v4';
import { call, CallFailure, tools } from '../../../src/agents/index.ts';
import { API_KEY_FORMAT } from '../../../src/api/index.ts';
import { jsonIn } from '../../../src/format/index.ts';
import { isKey } from '../../../src/transport/index.ts';
import { hostOf, type Settings } from '../call.ts';
import { type Client, clientWith, mayReturnTo, register } from './clients.ts';
import { describedAt, documentReader, isDocumentUrl, type ReadDocument } from './documents.ts';
import { firstUses, limitTries } from '../limits.ts';
import { consentPage, problemPage, type Refused, returnPage } from './page.ts';
import { createSeal, lifetimes } from './seal.ts';

/** The only scope: everything that the server was started with. */
const SCOPE = 'meetings';

/** Bytes of a request. */
export const MAX_BODY = 65_536;

const WINDOW_MS = 600_000;
/** Keys that do not work, from one address within the window. */
const MAX_KEYS = 10;
/** Documents that an address may have read within the window. */
const MAX_DOCUMENTS = 30;

const paths = { authorize: '/authorize', token: '/token', register: '/register' } as const;

export interface OAuthOptions {
	/** Seal what apps are given. At least 32 bytes each: the first one seals, all of them open. */
	readonly secrets: readonly string[];
	readonly now?: () => number;
	readonly readDocument?: ReadDocument;
}

interface Place {
	/** The origin under which clients reach the server. */
	readonly origin: string;
	/** Path of the MCP endpoint on this origin. */
	readonly path: string;
	/** The server’s settings for the owner of a key. */
	readonly settingsFor: (apiKey: string) => Settings;
}

export interface OAuth {
	/** Whether a path has to do with signing in. */
	readonly has: (path?: string) => boolean;
	readonly respond: (request: Request, address: string) => Promise<Response>;
	/** The API key in a bearer token: the token itself if it is a key, empty if it is not valid. */
	readonly keyFrom: (bearer: string) => Promise<string>;
	/** What a challenge adds for clients that can sign in. */
	readonly challenge: string;
}

/** The parameters if each occurs only once, as the specification requires; otherwise null. */
function parametersIn(all: URLSearchParams): Readonly<Record<string, string>> | null {
	const entries = [...all].filter(([, value]) => value !== '');
	const parameters = new Map(entries);
	return parameters.size === entries.length ? Object.fromEntries(parameters) : null;
}

async function formOf(request: Request): Promise<Readonly<Record<string, string>> | null> {
	const isForm = request.headers.get('content-type')?.toLowerCase().startsWith('application/x-www-form-urlencoded');
	return isForm ? parametersIn(new URLSearchParams(await request.text())) : null;
}

const State = z.string().max(4000).optional();

const Asked = z.object({
	response_type: z.literal('code'),
	code_challenge: z.string().regex(/^[\w-]{43}$/),
	code_challenge_method: z.literal('S256'),
});

const Requested = z.object({ client: z.object({ id: z.string(), name: z.string(), isDocument: z.boolean() }), redirect_uri: z.string(), state: State, challenge: z.string() });
const Coded = z.object({ client: z.string(), redirect_uri: z.string(), challenge: z.string(), key: z.string() });
const Granted = z.object({ client: z.string(), key: z.string() });

const TokenRequest = z.object({
	grant_type: z.string(),
	client_id: z.string(),
	code: z.string().default(''),
	code_verifier: z.string().default(''),
	redirect_uri: z.string().optional(),
	refresh_token: z.string().default(''),
	resource: z.string().optional(),
});

/** The digest that serves as the challenge of a verifier, and as the short form of an app’s ID in tokens. */
const digestOf = (text: string): string => createHash('sha256').update(text).digest('base64url');

const json = (content: object, status = 200): Response => Response.json(content, { status, headers: { 'Cache-Control': 'no-store', Pragma: 'no-cache' } });

const refused = (code: OAuthErrorCode, message: string): never => {
	throw new OAuthError(code, message);
};

/** Why a key does not work, for the person who entered it; null if it works. One request. */
async function problemOf(key: string, settings: Settings, signal: AbortSignal): Promise<Refused | null> {
	const profile = tools.get('user_get_profile');
	if (!profile) throw new Error('There is no profile to read');
	const wrong = { status: 400, text: 'The service does not accept this key. Copy the whole key. If you no longer have it, create a new one.' };
	if (!isKey(key)) return wrong;
	try {
		await call(hostOf(settings), profile, {}, { signal });
		return null;
	} catch (error) {
		if (!(error instanceof CallFailure)) throw error;
		const { httpCode } = error.details;
		return httpCode === 401 || httpCode === 403 ? wrong : { status: 503, text: 'The key could not be checked, because the service did not answer as expected. Try again in a minute.' };
	}
}

/**
 * Signs people in, so that apps which cannot send a key can connect: OAuth 2.1 with PKCE, where the server is its own
 * authorization server. The key that a person enters is sealed into what the app gets. Nothing is stored.
 */
export function createOAuth({ secrets, now = Date.now, readDocument = documentReader() }: OAuthOptions, { origin, path, settingsFor }: Place): OAuth {
	const resource = `${origin}${path}`;
	const seal = createSeal({ secrets, issuer: origin, resource, now });
	const isFirstCode = firstUses(now);
	const isFirstRefresh = firstUses(now);
	const keyTries = limitTries({ most: MAX_KEYS, withinMs: WINDOW_MS, now });
	const documentTries = limitTries({ most: MAX_DOCUMENTS, withinMs: WINDOW_MS, now });
	const oauthMetadata: OAuthMetadata = {
		issuer: origin,
		authorization_endpoint: `${origin}${paths.authorize}`,
		token_endpoint: `${origin}${paths.token}`,
		registration_endpoint: `${origin}${paths.register}`,
		scopes_supported: [SCOPE],
		response_types_supported: ['code'],
		response_modes_supported: ['query'],
		grant_types_supported: ['authorization_code', 'refresh_token'],
		token_endpoint_auth_methods_supported: ['none'],
		code_challenge_methods_supported: ['S256'],
		authorization_response_iss_parameter_supported: true,
		client_id_metadata_document_supported: true,
	};
	const documents = { oauthMetadata, resourceServerUrl: new URL(resource), scopesSupported: [SCOPE], resourceName: 'Meeting Assistant' };
	const isOther = (given: string | undefined): boolean => given !== undefined && given.replace(/\/$/, '') !== resource;

	/** The address that returns an answer to the app. */
	const answerAt = (redirectUri: string, state: string | undefined, answer: Readonly<Record<string, string>>): string => {
		const url = new URL(redirectUri);
		for (const [name, value] of Object.entries({ ...answer, ...(state !== undefined && { state }), iss: origin })) url.searchParams.set(name, value);
		return url.href;
	};

	const clientOf = async (id: string, address: string): Promise<Client | null> => {
		if (!isDocumentUrl(id)) return await clientWith(seal, id);
		return documentTries.take(address) ? await describedAt(id, readDocument) : null;
	};

	const showConsent = async (given: Readonly<Record<string, string>> | null, address: string): Promise<Response> => {
		const client = given?.['client_id'] === undefined ? null : await clientOf(given['client_id'], address);
		if (!given || !client) return problemPage(400, 'The app that sent you here is not known to this server, or no longer. Remove the connection in the app, and add it again.');
		const redirectUri = given['redirect_uri'];
		if (redirectUri === undefined || !mayReturnTo(client, redirectUri)) {
			return problemPage(400, 'The app that sent you here wants the answer at an address that it did not register. Do not go on unless you know why.');
		}
		const state = State.safeParse(given['state']);
		const back = (error: OAuthErrorCode): string => answerAt(redirectUri, state.data, { error });
		if (isOther(given['resource'])) return problemPage(400, 'The app asked for another server than this one.', answerAt(redirectUri, state.data, { error: 'invalid_target' }));
		const asked = Asked.safeParse(given);
		if (!asked.success || !state.success) return problemPage(400, 'This server does not support what the app asked for. It takes authorization codes with PKCE (S256) only.', back(OAuthErrorCode.InvalidRequest));
		const request = await seal.close('request', { client, redirect_uri: redirectUri, state: state.data, challenge: asked.data.code_challenge });
		return consentPage({ client, redirectUri, request, cancel: back(OAuthErrorCode.AccessDenied), settings: settingsFor('') });
	};

	const takeKey = async (form: Readonly<Record<string, string>> | null, address: string, signal: AbortSignal): Promise<Response> => {
		const request = form?.['request'] ?? '';
		const opened = await seal.open('request', request, Requested);
		if (!opened) return problemPage(400, 'This page is too old. Go back to the app and connect again.');
		const { client, redirect_uri, state, challenge } = opened.content;
		const key = (form?.['key'] ?? '').trim();
		const again = (refusal: Refused): Response =>
			consentPage({ client, redirectUri: redirect_uri, request, cancel: answerAt(redirect_uri, state, { error: OAuthErrorCode.AccessDenied }), settings: settingsFor(''), refusal });
		if (!keyTries.take(address)) return again({ status: 429, text: 'Too many keys from your address did not work. Try again in ten minutes.', headers: { 'Retry-After': String(WINDOW_MS / 1000) } });
		const problem = await problemOf(key, settingsFor(key), signal);
		if (problem) return again(problem);
		keyTries.giveBack(address);
		return returnPage(answerAt(redirect_uri, state, { code: await seal.close('code', { client: digestOf(client.id), redirect_uri, challenge, key }) }));
	};

	const tokensFor = async ({ client, key }: z.output<typeof Granted>): Promise<Response> => {
		const [access, refresh] = await Promise.all([seal.close('access', { client, key }), seal.close('refresh', { client, key })]);
		return json({ access_token: access, token_type: 'Bearer', expires_in: lifetimes.access / 1000, refresh_token: refresh, scope: SCOPE });
	};

	const giveTokens = async (form: Readonly<Record<string, string>> | null): Promise<Response> => {
		const { data } = TokenRequest.safeParse(form);
		if (!data) return refused(OAuthErrorCode.InvalidRequest, 'grant_type and client_id are required, each parameter once, as application/x-www-form-urlencoded');
		if (!isDocumentUrl(data.client_id) && !(await clientWith(seal, data.client_id))) refused(OAuthErrorCode.InvalidClient, 'The client is not registered');
		if (isOther(data.resource)) return json({ error: 'invalid_target', error_description: 'There is no such resource here' }, 400);
		const client = digestOf(data.client_id);
		if (data.grant_type === 'authorization_code') {
			const opened = await seal.open('code', data.code, Coded);
			const isRight = opened?.content.client === client && (data.redirect_uri ?? opened.content.redirect_uri) === opened.content.redirect_uri && digestOf(data.code_verifier) === opened.content.challenge;
			if (!opened || !isRight || !isFirstCode(opened.id, opened.endsAt)) return refused(OAuthErrorCode.InvalidGrant, 'The code is not valid');
			return await tokensFor(opened.content);
		}
		if (data.grant_type !== 'refresh_token') return refused(OAuthErrorCode.UnsupportedGrantType, 'grant_type must be authorization_code or refresh_token');
		const opened = await seal.open('refresh', data.refresh_token, Granted);
		if (opened?.content.client !== client || !isFirstRefresh(opened.id, opened.endsAt)) return refused(OAuthErrorCode.InvalidGrant, 'The refresh token is not valid');
		return await tokensFor(opened.content);
	};

	type Route = (request: Request, address: string) => Promise<Response>;
	const routes: ReadonlyMap<string, ReadonlyMap<string, Route>> = new Map([
		[
			paths.authorize,
			new Map<string, Route>([
				['GET', (request, address) => showConsent(parametersIn(new URL(request.url).searchParams), address)],
				['POST', async (request, address) => await takeKey(await formOf(request), address, request.signal)],
			]),
		],
		[paths.token, new Map<string, Route>([['POST', async (request) => await giveTokens(await formOf(request))]])],
		[paths.register, new Map<string, Route>([['POST', async (request) => json(await register(seal, jsonIn(await request.text()), now()), 201)]])],
	]);

	return {
		challenge: `, resource_metadata="${getOAuthProtectedResourceMetadataUrl(documents.resourceServerUrl)}", scope="${SCOPE}"`,
		keyFrom: async (bearer) => (API_KEY_FORMAT.test(bearer) ? bearer : ((await seal.open('access', bearer, Granted))?.content.key ?? '')),
		has: (path = '') => routes.has(path) || path.startsWith('/.well-known/oauth-'),
		respond: async (request, address) => {
			const { pathname } = new URL(request.url);
			const route = routes.get(pathname);
			if (!route) return oauthMetadataResponse(request, documents) ?? new Response(null, { status: 404 });
			const respond = route.get(request.method);
			if (!respond) return new Response(null, { status: 405, headers: { Allow: [...route.keys()].join(', ') } });
			try {
				return await respond(request, address);
			} catch (error) {
				if (!(error instanceof OAuthError)) throw error;
				return json(error.toResponseObject(), error.code === OAuthErrorCode.InvalidClient ? 401 : 400);
			}
		},
	};
}
