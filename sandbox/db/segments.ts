import { z } from 'zod/v4';
import { iso } from '../clock.ts';
import { jsonColumn } from './columns.ts';
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

const Ends = z.object({ first: z.string().nullable(), last: z.string().nullable() });
const JsonRow = z.object({ segments: z.string() }).optional();
const Row = z.object({ segments: jsonColumn(z.array(Segment)) }).optional();

/** Segments as they are stored, oldest first. */
export const transcriptJson = (segments: readonly StoredSegment[]): string =>
	JSON.stringify(segments.map(({ text, speaker, at }) => ({ text, speaker, timestamp: iso(at) })));

/** Stores the segments of a conversation, as `transcriptJson` writes them. */
export function insertTranscript({ sql }: Db, conversationId: string, json: string): void {
	sql.run`INSERT INTO transcripts VALUES (${conversationId}, ${json})`;
}

const select = ({ sql }: Db, conversationId: string) =>
	sql.get`SELECT segments FROM transcripts WHERE conversationId = ${conversationId}`;

/** Oldest first. */
export const listSegments = (db: Db, conversationId: string): readonly StoredSegment[] =>
	Row.parse(select(db, conversationId))?.segments ?? [];

/** Milliseconds between the first and the last segment. */
export function spokenMs({ sql }: Db, conversationId: string): number {
	const { first, last } = Ends.parse(
		sql.get`SELECT segments ->> '$[0].timestamp' AS first, segments ->> '$[#-1].timestamp' AS last
			FROM transcripts WHERE conversationId = ${conversationId}`,
	);
	return first === null || last === null ? 0 : Date.parse(last) - Date.parse(first);
}

/** The segments as the JSON that the API answers with (Resources, Segment). */
export const segmentsAsJson = (db: Db, conversationId: string): string =>
	JsonRow.parse(select(db, conversationId))?.segments ?? '[]';
