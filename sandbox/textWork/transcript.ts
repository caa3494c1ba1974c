import { transcriptJson } from '../db/segments.ts';
import { parseMeeting } from '../import/index.ts';
import type { Transcript, TranscriptFile } from './jobs.ts';

/** Reads a file as a transcript, in the form in which transcripts are stored. @throws ImportError */
export async function transcriptOf({ text, filename, startedAt }: TranscriptFile): Promise<Transcript> {
	const { title, segments } = await parseMeeting(text, filename);
	const speakers = new Set(segments.flatMap(({ speaker }) => speaker ?? []));
	return {
		title,
		transcript: transcriptJson(segments.map(({ startMs, ...said }) => ({ ...said, at: startedAt + startMs }))),
		segmentCount: segments.length,
		durationMs: segments.reduce((latest, { endMs }) => Math.max(latest, endMs), 0),
		participants: [...speakers],
	};
}
