import { lookup } from 'node:dns';
import { once } from 'node:events';
import { request, type RequestOptions } from 'node:https';
import { BlockList, isIP } from 'node:net';
import * as z from 'zod/v4';
import { jsonIn } from '../../../src/format/index.ts';
import { type Client, isRedirectUri, nameFrom } from './clients.ts';

const listOf = (family: 'ipv4' | 'ipv6', ranges: readonly string[]): BlockList => {
	const list = new BlockList();
	for (const range of ranges) {
		const [start = '', prefix] = range.split('/');
		list.addSubnet(start, Number(prefix), family);
	}
	return list;
};

/** What IANA’s registries of special-purpose addresses hold. */
const SPECIAL_IPV4 = listOf('ipv4', [
	...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12', '192.0.0.0/24', '192.0.2.0/24', '192.88.99.0/24'],
	...['192.168.0.0/16', '198.18.0.0/15', '198.51.100.0/24', '203.0.113.0/24', '224.0.0.0/3'],
]);
const GLOBAL_IPV6 = listOf('ipv6', ['2000::/3']);
const SPECIAL_IPV6 = listOf('ipv6', ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20']);

export const isPublic = (address: string): boolean =>
	isIP(address) === 4 ? !SPECIAL_IPV4.check(address) : GLOBAL_IPV6.check(address, 'ipv6') && !SPECIAL_IPV6.check(address, 'ipv6');

/** Whether a client ID is the address of a document that describes the app. IDs are compared as text, so only one spelling is accepted. */
export function isDocumentUrl(id: string): boolean {
	if (!URL.canParse(id) || id.length > 500) return false;
	const { protocol, hostname, pathname, port, username, password, hash, href } = new URL(id);
	const isPlain = username === '' && password === '' && hash === '' && href === id && port === '';
	return protocol === 'https:' && isPlain && pathname !== '/' && isIP(hostname.replace(/^\[|\]$/g, '')) === 0;
}

const MAX_BYTES = 10_000;
const TIMEOUT_MS = 5000;

/** Returns the text at an address; null if it cannot be read. */
export type ReadDocument = (url: string) => Promise<string | null>;

interface ReadingOptions extends Pick<RequestOptions, 'ca'> {
	/** Whether an address may be connected to. */
	readonly mayConnect?: (address: string) => boolean;
}

/** Anybody can name any address here, so nothing in a private network is read, redirects are not followed, and an answer is short. */
export function documentReader({ mayConnect = isPublic, ca }: ReadingOptions = {}): ReadDocument {
	// Checks the address at the time of connecting, so that the name cannot resolve to another one meanwhile.
	const guarded: NonNullable<RequestOptions['lookup']> = (name, options, found) =>
		lookup(name, { ...options, all: true }, (error, addresses) => {
			const [first] = addresses ?? [];
			if (error || !first || !addresses.every(({ address }) => mayConnect(address))) return found(error ?? new Error('Not a public address'), '', 0);
			return options.all ? found(null, addresses) : found(null, first.address, first.family);
		});
	return async (url) => {
		const asked = request(url, { lookup: guarded, agent: false, ca, headers: { Accept: 'application/json' }, signal: AbortSignal.timeout(TIMEOUT_MS) });
		try {
			asked.end();
			const [answer] = await once(asked, 'response');
			if (answer.statusCode !== 200) return null;
			const chunks: Buffer[] = [];
			let bytes = 0;
			for await (const chunk of answer) {
				bytes += chunk.length;
				if (bytes > MAX_BYTES) return null;
				chunks.push(chunk);
			}
			return Buffer.concat(chunks).toString('utf8');
		} catch {
			return null;
		} finally {
			// Its errors no longer matter.
			asked.on('error', () => {});
			asked.destroy();
		}
	};
}

const Document = z.looseObject({ client_id: z.string(), client_name: z.unknown(), redirect_uris: z.array(z.string()) });

/** The app that a document describes; null if it does not describe itself. */
export async function describedAt(id: string, read: ReadDocument): Promise<Client | null> {
	const { data } = Document.safeParse(jsonIn((await read(id)) ?? ''));
	return data?.client_id === id ? { id, name: nameFrom(data.client_name), redirectUris: data.redirect_uris.filter(isRedirectUri), isDocument: true } : null;
}
