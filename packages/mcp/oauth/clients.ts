import { OAuthError, OAuthErrorCode } from '@modelcontextprotocol/server';
import * as z from 'zod/v4';
import { oneLine } from '../../../src/format/index.ts';
import type { Seal } from './seal.ts';

/** An app that may be connected. */
export interface Client {
	readonly id: string;
	/** The name it gives itself, which nobody has verified. */
	readonly name: string;
	readonly redirectUris: readonly string[];
	/** Whether its ID is the address of a document that describes it. */
	readonly isDocument: boolean;
}

const MAX_NAME = 60;

/** A name without characters that hide or reverse the text next to them. */
export const nameFrom = (given: unknown): string => oneLine(typeof given === 'string' ? given.replace(/\p{C}/gu, '') : '').slice(0, MAX_NAME);

const LOOPBACK: ReadonlySet<string> = new Set(['127.0.0.1', '[::1]', 'localhost']);

/** Where an app may receive its code: over TLS, or in a program of the person’s own machine. */
export function isRedirectUri(text: string): boolean {
	if (!URL.canParse(text) || text.includes('#')) return false;
	const url = new URL(text);
	if (url.username !== '' || url.password !== '') return false;
	return url.protocol === 'https:' || (url.protocol === 'http:' && LOOPBACK.has(url.hostname));
}

const withoutPort = (uri: string): string => {
	const url = new URL(uri);
	url.port = '';
	return url.href;
};

/**
 * Whether an app may receive its code at an address: exactly as registered, except for the port on the person’s machine,
 * which a document cannot know (RFC 8252, 7.3).
 */
export function mayReturnTo({ redirectUris, isDocument }: Client, uri: string): boolean {
	if (redirectUris.includes(uri)) return true;
	const isLoopback = isDocument && isRedirectUri(uri) && new URL(uri).protocol === 'http:';
	return isLoopback && redirectUris.some((one) => withoutPort(one) === withoutPort(uri));
}

const Registered = z.object({ redirect_uris: z.array(z.string()), client_name: z.string() });

const redirectUris = z.array(z.string().max(1000).refine(isRedirectUri)).min(1).max(5);

/** Other metadata is allowed and ignored (RFC 7591, 2). */
const Registration = z.looseObject({ redirect_uris: redirectUris, client_name: z.unknown() });

const refused = (code: OAuthErrorCode, message: string): never => {
	throw new OAuthError(code, message);
};

/** Registers an app without storing it: its ID is what was registered, sealed. @throws OAuthError */
export async function register(seal: Seal, metadata: unknown, now: number): Promise<object> {
	const { data } = Registration.safeParse(metadata);
	if (!data) return refused(OAuthErrorCode.InvalidRedirectUri, 'redirect_uris must be one to five addresses with https, or with http on the loopback interface, without a fragment');
	const registered = { redirect_uris: data.redirect_uris, client_name: nameFrom(data.client_name) };
	return {
		...registered,
		client_id: await seal.close('client', registered),
		client_id_issued_at: Math.floor(now / 1000),
		token_endpoint_auth_method: 'none',
		grant_types: ['authorization_code', 'refresh_token'],
		response_types: ['code'],
	};
}

/** The app with an ID; null if it is not registered here. */
export async function clientWith(seal: Seal, id: string): Promise<Client | null> {
	const opened = await seal.open('client', id, Registered);
	return opened && { id, name: opened.content.client_name, redirectUris: opened.content.redirect_uris, isDocument: false };
}
