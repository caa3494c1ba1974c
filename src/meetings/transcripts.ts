import { api } from '../api/index.ts';
import { isNotFound } from '../client/index.ts';
import { type TranscriptLine, transcriptLines } from '../format/index.ts';
import type { Meeting } from './meeting.ts';
import type { Asking } from './task.ts';

type Lines = readonly TranscriptLine[];

/** Keeps transcripts by a key that changes when a transcript grows. A `Map` is one. */
export interface TranscriptStore {
	readonly get: (key: string) => Lines | undefined | Promise<Lines | undefined>;
	readonly set: (key: string, lines: Lines) => unknown;
}

/** About 200 hours of talk. */
const MAX_CHARACTERS = 10_000_000;

const sizeOf = (lines: Lines): number => lines.reduce((sum, { text }) => sum + text.length, 0);

/** Keeps transcripts in memory, and drops the least recently used when others need the space. */
export function transcriptMemory(maxCharacters = MAX_CHARACTERS): TranscriptStore {
	const kept = new Map<string, Lines>();
	let size = 0;
	const drop = (key: string): void => {
		size -= sizeOf(kept.get(key) ?? []);
		kept.delete(key);
	};
	return {
		get: (key) => {
			const lines = kept.get(key);
			if (lines) {
				kept.delete(key);
				kept.set(key, lines);
			}
			return lines;
		},
		set: (key, lines) => {
			drop(key);
			kept.set(key, lines);
			size += sizeOf(lines);
			for (const oldest of kept.keys()) {
				if (size <= maxCharacters) break;
				drop(oldest);
			}
		},
	};
}

/**
 * The lines of a transcript; null if there is none. One request, or none if the store has it. Only the store keeps
 * transcripts, because a run may read hundreds. Throws `Stopped` or `ClientError`.
 */
export async function readTranscript(
	{ get }: Asking,
	store: TranscriptStore | undefined,
	{ conversationId, segmentCount }: Pick<Meeting, 'conversationId' | 'segmentCount'>,
): Promise<Lines | null> {
	const key = segmentCount === null ? null : `${conversationId} ${segmentCount}`;
	const kept = key === null ? undefined : await store?.get(key);
	if (kept) return kept;
	try {
		const { data } = await get(api.transcript.get, { id: conversationId });
		const lines = transcriptLines(data.segments);
		if (key !== null) await store?.set(key, lines);
		return lines;
	} catch (error) {
		if (isNotFound(error)) return null;
		throw error;
	}
}
