import { z } from 'zod/v4';
import { Count, Flag, flag } from './columns.ts';
import type { Db } from './open.ts';
import { UserRow } from './users.ts';

const KeyRow = z.object({
	userId: z.string(),
	lastFour: z.string(),
	toolServerOnly: Flag,
	createdAt: z.int(),
	revokedAt: z.int().nullable(),
});
export type StoredKey = z.output<typeof KeyRow>;

const KeyWithUser = UserRow.extend({ toolServerOnly: Flag }).optional();
const Keys = KeyRow.array();

export function insertKey({ sql }: Db, key: { hash: string } & StoredKey): void {
	sql.run`INSERT INTO keys (hash, userId, lastFour, toolServerOnly, createdAt, revokedAt)
		VALUES (${key.hash}, ${key.userId}, ${key.lastFour}, ${flag(key.toolServerOnly)},
			${key.createdAt}, ${key.revokedAt})`;
}

/** The user of an active key. */
export function findKey({ sql }: Db, hash: string) {
	return KeyWithUser.parse(
		sql.get`SELECT users.*, keys.toolServerOnly FROM keys JOIN users ON users.id = keys.userId
			WHERE keys.hash = ${hash} AND keys.revokedAt IS NULL`,
	);
}

export function countKeys({ sql }: Db, userId: string): number {
	return Count.parse(sql.get`SELECT count(*) AS count FROM keys WHERE userId = ${userId} AND revokedAt IS NULL`);
}

/** The keys of a user, oldest first. */
export const listKeys = ({ sql }: Db, userId: string): StoredKey[] => Keys.parse(sql.all`SELECT * FROM keys WHERE userId = ${userId} ORDER BY createdAt`);

/** Hashes of the user's active keys that end in these characters. */
export function keysEnding({ sql }: Db, userId: string, lastFour: string): string[] {
	return z
		.array(z.object({ hash: z.string() }).transform((row) => row.hash))
		.parse(
			sql.all`SELECT hash FROM keys WHERE userId = ${userId} AND lastFour = ${lastFour} AND revokedAt IS NULL`,
		);
}

/** Returns whether the key was active. */
export function revokeKey({ sql }: Db, hash: string, now: number): boolean {
	return sql.run`UPDATE keys SET revokedAt = ${now} WHERE hash = ${hash} AND revokedAt IS NULL`.changes === 1;
}
