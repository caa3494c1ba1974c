import { api } from '../../api/index.ts';
import { transcriptLines } from '../../format/index.ts';
import type { Meeting } from '../meetings.ts';
import type { Run } from '../run.ts';
import type { TranscriptLine } from '../../format/transcript.ts';

/** One request, or none if the run keeps transcripts and has this one. Throws `RunStopped` or `ClientError`. */
export async function readTranscript(run: Run, { conversationId, segmentCount }: Pick<Meeting, 'conversationId' | 'segmentCount'>): Promise<readonly TranscriptLine[]> {
	const key = segmentCount === null ? null : `${conversationId} ${segmentCount}`;
	const kept = key === null ? undefined : await run.transcripts?.get(key);
	if (kept) return kept;
	const { data } = await run.get(api.transcript.get, { id: conversationId });
	const lines = transcriptLines(data.segments);
	if (key !== null) await run.transcripts?.set(key, lines);
	return lines;
}
