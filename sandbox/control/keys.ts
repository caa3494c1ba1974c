import { z } from 'zod/v4';
import { createKey, hashKey } from '../accounts.ts';
import { iso, isoOrNull } from '../clock.ts';
import { keysEnding, listKeys, revokeKey } from '../db/keys.ts';
import { SandboxError } from '../errors.ts';
import { control, listed, namedUser, owner } from './control.ts';
import { enter } from './entry.ts';

const ShownKey = z.object({ lastFour: z.string(), toolServerOnly: z.boolean(), createdAt: z.string(), revokedAt: z.string().nullable() });

export const keys = {
	list: control({
		method: 'GET',
		path: '/sandbox/keys',
		summary: 'List a user’s API keys by their last four characters',
		command: 'key list',
		input: z.strictObject({ user: owner('keys') }),
		output: z.array(ShownKey),
		run: (service, { user }) =>
			listKeys(service.db, namedUser(service, user).id).map(({ lastFour, toolServerOnly, createdAt, revokedAt }) => ({
				lastFour,
				toolServerOnly,
				createdAt: iso(createdAt),
				revokedAt: isoOrNull(revokedAt),
			})),
		shown: (rows) =>
			listed(
				rows,
				{
					'ENDS IN': ({ lastFour }) => lastFour,
					FOR: ({ toolServerOnly }) => (toolServerOnly ? 'tool server' : 'API'),
					CREATED: ({ createdAt }) => createdAt,
					STATE: ({ revokedAt }) => (revokedAt === null ? 'active' : `revoked ${revokedAt}`),
				},
				'No API keys. Create one with `key create`.',
			),
	}),
	create: control({
		method: 'POST',
		path: '/sandbox/keys',
		summary: 'Create an API key. It is shown once, and only its hash is stored',
		command: 'key create',
		input: z.strictObject({
			user: owner('key'),
			toolServerOnly: enter(z.boolean().default(false), {
				kind: 'flag',
				help: 'a key of the tool-server integration, which the API refuses',
			}),
		}),
		output: z.object({ key: z.string(), user: z.string() }),
		run: (service, { user, toolServerOnly }) => {
			const { id, email } = namedUser(service, user);
			return { key: createKey(service, id, { toolServerOnly }), user: email };
		},
		shown: ({ key, user }) => ({ text: `Created an API key for ${user}.`, secret: key }),
	}),
	revoke: control({
		method: 'POST',
		path: '/sandbox/keys/revoke',
		summary: 'Revoke an API key, given in full or by its last four characters',
		command: 'key revoke <key>',
		input: z.strictObject({
			user: owner('key'),
			key: enter(z.string().min(1), { kind: 'text', help: 'the full key, or its last four characters' }),
		}),
		output: z.object({ lastFour: z.string(), revoked: z.literal(true) }),
		run: (service, { user, key }) => {
			const lastFour = key.slice(-4);
			const hashes = key.length === 4 ? keysEnding(service.db, namedUser(service, user).id, key) : [hashKey(key)];
			const [hash] = hashes;
			if (hashes.length > 1) throw new SandboxError('input', `Several keys end in ${key}. Give the whole key.`);
			if (hash === undefined || !revokeKey(service.db, hash, service.now())) {
				throw new SandboxError('notFound', 'There is no such active key. `key list` shows the last four characters of each.');
			}
			return { lastFour, revoked: true as const };
		},
		shown: ({ lastFour }) => `Revoked the key ending in ${lastFour}.`,
	}),
};
