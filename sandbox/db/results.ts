import { z } from 'zod/v4';
import { jsonColumn } from './columns.ts';
import type { Db } from './open.ts';

const resultKinds = ['keypoints', 'feedback'] as const;
export type ResultKind = (typeof resultKinds)[number];

const Kinds = z.array(z.object({ kind: z.enum(resultKinds) }).transform((row) => row.kind));

/**
 * A saved result of the AI with the time it was generated; undefined if there is none. Create the schema once: creating it takes longer than reading
 * with it.
 */
export const resultRow = <S extends z.ZodType>(shape: S) => z.object({ body: jsonColumn(shape), createdAt: z.int() }).optional();

export const findResult = <T>({ sql }: Db, conversationId: string, kind: ResultKind, row: z.ZodType<T>): T =>
	row.parse(sql.get`SELECT body, createdAt FROM results WHERE conversationId = ${conversationId} AND kind = ${kind}`);

export function saveResult({ sql }: Db, conversationId: string, kind: ResultKind, body: object, now: number): void {
	sql.run`INSERT INTO results VALUES (${conversationId}, ${kind}, ${JSON.stringify(body)}, ${now})
		ON CONFLICT (conversationId, kind) DO UPDATE SET body = excluded.body, createdAt = excluded.createdAt`;
}

/** The kinds of results saved for a conversation. */
export const savedKinds = ({ sql }: Db, conversationId: string): ResultKind[] =>
	Kinds.parse(sql.all`SELECT kind FROM results WHERE conversationId = ${conversationId} ORDER BY kind DESC`);
