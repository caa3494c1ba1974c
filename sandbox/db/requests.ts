import { Count } from './columns.ts';
import type { Db } from './open.ts';

/** Undefined when nothing was counted. */
const Counted = Count.optional();

/** Counts a request of `hour` (hours since 1970). Returns the count with it; undefined when `limit` was reached. */
export function countRequest({ sql }: Db, userId: string, hour: number, limit: number): number | undefined {
	return Counted.parse(
		sql.get`INSERT INTO requestCounts (userId, hour, count) VALUES (${userId}, ${hour}, 1)
			ON CONFLICT (userId) DO UPDATE SET count = iif(hour = excluded.hour, count + 1, 1), hour = excluded.hour
			WHERE hour <> excluded.hour OR count < ${limit}
			RETURNING count`,
	);
}
