import { z } from 'zod/v4';
import { Count } from './columns.ts';
import type { Db } from './open.ts';

const Id = z.object({ id: z.int() }).transform((row) => row.id);

/** Credits used from the time `from` (milliseconds) on. */
export function countCredits({ sql }: Db, userId: string, from: number): number {
	return Count.parse(sql.get`SELECT count(*) AS count FROM creditUses WHERE userId = ${userId} AND at >= ${from}`);
}

export function insertCredit({ sql }: Db, userId: string, at: number): number {
	return Id.parse(sql.get`INSERT INTO creditUses (userId, at) VALUES (${userId}, ${at}) RETURNING id`);
}

export function deleteCredit({ sql }: Db, id: number): void {
	sql.run`DELETE FROM creditUses WHERE id = ${id}`;
}
