import { hkdfSync, randomUUID } from 'node:crypto';
import { EncryptJWT, errors, jwtDecrypt } from 'jose';
import type * as z from 'zod/v4';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../src/api/index.ts';

/** The kinds of sealed data, each with how long it is valid. A client stays registered. */
export const lifetimes = {
	client: null,
	request: 10 * MINUTE_MS,
	code: MINUTE_MS,
	access: HOUR_MS,
	refresh: 30 * DAY_MS,
} as const;

export type Kind = keyof typeof lifetimes;

export interface SealOptions {
	/** At least 32 bytes each. The first one seals, all of them open. */
	readonly secrets: readonly string[];
	/** The origin of the server. */
	readonly issuer: string;
	/** The address of MCP on it. */
	readonly resource: string;
	readonly now: () => number;
}

export interface Opened<T> {
	readonly content: T;
	/** Unlike the sealed text, which can be written in several ways, it cannot be changed. */
	readonly id: string;
	readonly endsAt: number;
}

export interface Seal {
	readonly close: (kind: Kind, content: object) => Promise<string>;
	/** Null for anything invalid: of another kind or server, changed, or expired. */
	readonly open: <T>(kind: Kind, sealed: string, schema: z.ZodType<T>) => Promise<Opened<T> | null>;
}

const ALGORITHM = { alg: 'dir', enc: 'A256GCM' } as const;

/**
 * Hands out what the server has to remember to those who will bring it back: encrypted and authenticated, so that they can
 * neither read nor change it. Nothing is stored, so nothing can be stolen from a store.
 */
export function createSeal({ secrets, issuer, resource, now }: SealOptions): Seal {
	const keys = secrets.map((secret) => new Uint8Array(hkdfSync('sha256', secret, '', 'meeting-assistant-mcp', 32)));
	const [first] = keys;
	if (!first) throw new TypeError('A secret is needed to seal tokens');
	return {
		close: async (kind, content) => {
			const token = new EncryptJWT({ ...content }).setProtectedHeader({ ...ALGORITHM, typ: `${kind}+jwt` }).setIssuer(issuer).setAudience(resource).setJti(randomUUID());
			const lifetime = lifetimes[kind];
			if (lifetime !== null) token.setExpirationTime(new Date(now() + lifetime));
			return await token.encrypt(first);
		},
		open: async (kind, sealed, schema) => {
			for (const key of keys) {
				try {
					const { payload } = await jwtDecrypt(sealed, key, {
						...{ issuer, audience: resource, typ: `${kind}+jwt`, currentDate: new Date(now()) },
						keyManagementAlgorithms: [ALGORITHM.alg],
						contentEncryptionAlgorithms: [ALGORITHM.enc],
						requiredClaims: lifetimes[kind] === null ? ['jti'] : ['jti', 'exp'],
					});
					const { data } = schema.safeParse(payload);
					return data === undefined ? null : { content: data, id: payload.jti ?? '', endsAt: (payload.exp ?? Infinity) * 1000 };
				} catch (error) {
					if (!(error instanceof errors.JOSEError)) throw error;
				}
			}
			return null;
		},
	};
}
