import { iso } from '../clock.ts';
import { transcriptJson } from '../db/segments.ts';
import { decode, parseMeeting } from '../import/index.ts';
import { counted, cutTo } from '../text.ts';
import type { Transcript, TranscriptFile } from './jobs.ts';

/** Reads a file as a transcript, in the form in which transcripts are stored. @throws ImportError */
export async function transcriptOf({ text, filename, startedAt: given, now, me }: TranscriptFile): Promise<Transcript> {
	const decoded = typeof text === 'string' ? { text, notes: [] } : decode(text);
	const { title, startedAt: written, unclearDate, segments, leftOut, notes } = await parseMeeting(decoded.text, filename, me);
	const durationMs = segments.reduce((latest, { endMs }) => Math.max(latest, endMs), 0);
	// A recording that exists is of a meeting that is over.
	const startedAt = given ?? written ?? now - durationMs;
	const reason = unclearDate === null ? 'No date was recognized in the file' : `The date “${unclearDate}” can be read in two ways`;
	const dated = given === undefined && written === null ? [`${reason}: dated ${iso(startedAt).slice(0, 10)}, as if it had just ended. Set a start time to change that.`] : [];
	const early = startedAt > now ? [`The meeting is dated ${iso(startedAt).slice(0, 10)}, which is in the future. If that is wrong, delete it and import it with a start time.`] : [];
	const speakers = new Set(segments.flatMap(({ speaker }) => speaker ?? []));
	return {
		title,
		startedAt,
		transcript: transcriptJson(segments.map(({ startMs, ...said }) => ({ ...said, at: startedAt + startMs }))),
		segmentCount: segments.length,
		durationMs,
		participants: [...speakers],
		notes: [...decoded.notes, ...leftOutNote(leftOut), ...notes, ...dated, ...early],
	};
}

/** Enough to recognize what was left out. */
const [MOST_QUOTED, QUOTED_LENGTH] = [5, 60];

function leftOutNote(leftOut: readonly string[]): string[] {
	if (leftOut.length === 0) return [];
	const quoted = leftOut.slice(0, MOST_QUOTED).map((part) => `“${cutTo(QUOTED_LENGTH, part.slice(0, 2 * QUOTED_LENGTH))}”`);
	const more = leftOut.length > MOST_QUOTED ? ', …' : '.';
	const parts = counted(leftOut.length, 'part of the file is', 'parts of the file are');
	return [`${parts} not speech, and left out: ${quoted.join(', ')}${more}`];
}
