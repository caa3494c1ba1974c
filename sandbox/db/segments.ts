import { z } from 'zod/v4';
import type { Db } from './open.ts';

const SegmentRow = z.object({ text: z.string(), speaker: z.string().nullable(), at: z.int() });
export type StoredSegment = z.output<typeof SegmentRow>;

export function insertSegments({ sql }: Db, conversationId: string, segments: readonly StoredSegment[]): void {
	for (const [position, { text, speaker, at }] of segments.entries()) {
		sql.run`INSERT INTO segments VALUES (${conversationId}, ${position}, ${text}, ${speaker}, ${at})`;
	}
}

/** Oldest first. */
export function listSegments({ sql }: Db, conversationId: string): StoredSegment[] {
	return SegmentRow.array().parse(
		sql.all`SELECT text, speaker, at FROM segments WHERE conversationId = ${conversationId} ORDER BY position`,
	);
}
