import { Count } from './columns.ts';
import type { Db } from './open.ts';

/** Credits used from the time `from` (milliseconds) on. */
export function countCredits({ sql }: Db, userId: string, from: number): number {
	return Count.parse(sql.get`SELECT count(*) AS count FROM creditUses WHERE userId = ${userId} AND at >= ${from}`);
}

export function insertCredit({ sql }: Db, userId: string, at: number): void {
	sql.run`INSERT INTO creditUses (userId, at) VALUES (${userId}, ${at})`;
}
