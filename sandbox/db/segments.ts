import { z } from 'zod/v4';
import { iso } from '../clock.ts';
import { jsonOf } from './columns.ts';
import type { Db } from './open.ts';

/** A stretch of speech; `at` in milliseconds since 1970. */
export interface StoredSegment {
	readonly text: string;
	readonly speaker: string | null;
	readonly at: number;
}

const Segment = z
	.object({ text: z.string(), speaker: z.string().nullable(), timestamp: z.string() })
	.transform(({ timestamp, ...said }) => ({ ...said, at: Date.parse(timestamp) }));

const JsonRow = z.object({ segments: z.string() }).optional();
const Row = z.object({ segments: jsonOf(z.array(Segment)) }).optional();

/** Keeps the segments of a conversation, oldest first. */
export function insertSegments({ sql }: Db, conversationId: string, segments: readonly StoredSegment[]): void {
	const json = JSON.stringify(segments.map(({ text, speaker, at }) => ({ text, speaker, timestamp: iso(at) })));
	sql.run`INSERT INTO transcripts VALUES (${conversationId}, ${json})`;
}

const select = ({ sql }: Db, conversationId: string) =>
	sql.get`SELECT segments FROM transcripts WHERE conversationId = ${conversationId}`;

/** Oldest first. */
export const listSegments = (db: Db, conversationId: string): readonly StoredSegment[] =>
	Row.parse(select(db, conversationId))?.segments ?? [];

/** The segments as the JSON that the API answers with (Resources, Segment). */
export const segmentsAsJson = (db: Db, conversationId: string): string =>
	JsonRow.parse(select(db, conversationId))?.segments ?? '[]';
