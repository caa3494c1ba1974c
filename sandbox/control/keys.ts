import { z } from 'zod/v4';
import { createKey, hashKey } from '../accounts.ts';
import { iso, isoOrNull } from '../clock.ts';
import { keysEnding, listKeys, revokeKey } from '../db/keys.ts';
import { SandboxError } from '../errors.ts';
import { control, namedUser, UserRef } from './control.ts';

export const keys = {
	list: control({
		method: 'GET',
		path: '/sandbox/keys',
		summary: 'List a user’s API keys, without the keys themselves',
		input: z.strictObject({ user: UserRef }),
		output: z.array(
			z.object({
				lastFour: z.string(),
				toolServerOnly: z.boolean(),
				createdAt: z.string(),
				revokedAt: z.string().nullable(),
			}),
		),
		run: (service, { user }) =>
			listKeys(service.db, namedUser(service, user).id).map(({ lastFour, toolServerOnly, createdAt, revokedAt }) => ({
				lastFour,
				toolServerOnly,
				createdAt: iso(createdAt),
				revokedAt: isoOrNull(revokedAt),
			})),
	}),
	create: control({
		method: 'POST',
		path: '/sandbox/keys',
		summary: 'Create an API key. It is shown only once',
		input: z.strictObject({ user: UserRef, toolServerOnly: z.boolean().default(false) }),
		output: z.object({ key: z.string(), user: z.string() }),
		run: (service, { user, toolServerOnly }) => {
			const { id, email } = namedUser(service, user);
			return { key: createKey(service, id, { toolServerOnly }), user: email };
		},
	}),
	revoke: control({
		method: 'POST',
		path: '/sandbox/keys/revoke',
		summary: 'Revoke an API key, given in full or by its last four characters',
		input: z.strictObject({ user: UserRef, key: z.string().min(4) }),
		output: z.object({ lastFour: z.string(), revoked: z.literal(true) }),
		run: (service, { user, key }) => {
			const lastFour = key.slice(-4);
			const hashes = key.length === 4 ? keysEnding(service.db, namedUser(service, user).id, key) : [hashKey(key)];
			const [hash] = hashes;
			if (hashes.length > 1) throw new SandboxError('input', `Several keys end in ${key}. Give the whole key.`);
			if (hash === undefined || !revokeKey(service.db, hash, service.now())) {
				throw new SandboxError('notFound', `There is no active key ending in ${lastFour}.`);
			}
			return { lastFour, revoked: true as const };
		},
	}),
};
