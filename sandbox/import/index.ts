import { segmentsOfCaptions } from './captions.ts';
import { formatOf, type Format } from './format.ts';
import { ImportError } from './importError.ts';
import { meetingOfJson } from './json.ts';
import type { ParsedMeeting } from './parsedMeeting.ts';
import { meetingOfPlain } from './plain.ts';
import { linesOf } from './text.ts';
import { titleOfFilename, titleOfVtt } from './title.ts';

export { ImportError } from './importError.ts';
export type { ParsedMeeting, ParsedSegment } from './parsedMeeting.ts';

/**
 * Reads a transcript: WebVTT (voice tags or `Name: text`), SubRip, plain `Name: text` lines, or JSON segments.
 * The content tells which; the filename only where it does not, and as a title where the file has none.
 * Throws `ImportError` with the line when any part cannot be read: a file is taken whole or not at all.
 */
export async function parseMeeting(text: string, filename: string): Promise<ParsedMeeting> {
	const lines = linesOf(text);
	const { title, segments } = readers[formatOf(lines, filename)](lines);
	if (segments.length === 0)
		throw new ImportError(1, 'nobody says anything in this file; export the transcript again');
	if (segments.some(({ endMs }) => endMs > LONGEST_MS)) {
		throw new ImportError(1, 'this meeting would last longer than a week; correct its times, or split the file');
	}
	return {
		title: title ?? titleOfFilename(filename),
		segments: segments.toSorted((a, b) => a.startMs - b.startMs),
	};
}

const LONGEST_MS = 7 * 24 * 3_600_000;

type Reader = (lines: readonly string[]) => ParsedMeeting;

const readers: Readonly<Record<Format, Reader>> = {
	vtt: (lines) => ({ title: titleOfVtt(lines), segments: segmentsOfCaptions(lines, 'vtt') }),
	srt: (lines) => ({ title: null, segments: segmentsOfCaptions(lines, 'srt') }),
	plain: meetingOfPlain,
	json: meetingOfJson,
};
