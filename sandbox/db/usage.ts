import { Count } from './columns.ts';
import type { Db } from './open.ts';

/** Undefined when nothing was counted. */
const Counted = Count.optional();

/** Counts a request of `hour` (hours since 1970). Returns the new count; undefined if `limit` was already reached. */
export function countRequest({ sql }: Db, userId: string, hour: number, limit: number): number | undefined {
	return Counted.parse(
		sql.get`INSERT INTO requestCounts (userId, hour, count) VALUES (${userId}, ${hour}, 1)
			ON CONFLICT (userId) DO UPDATE SET count = iif(hour = excluded.hour, count + 1, 1), hour = excluded.hour
			WHERE hour <> excluded.hour OR count < ${limit}
			RETURNING count`,
	);
}

/** Credits used since `from` (milliseconds). */
export function countCredits({ sql }: Db, userId: string, from: number): number {
	return Count.parse(sql.get`SELECT count(*) AS count FROM creditUses WHERE userId = ${userId} AND at >= ${from}`);
}

export function insertCredit({ sql }: Db, userId: string, at: number): void {
	sql.run`INSERT INTO creditUses (userId, at) VALUES (${userId}, ${at})`;
}
