import { oneLine } from '../text.ts';
import { startOf, titleIn, unclearIn } from './dates.ts';
import { NO_TEXT, refuseOthers } from './encoding.ts';
import { readFormat } from './formats.ts';
import { ImportError, type ParsedMeeting } from './parsedMeeting.ts';
import { cast } from './roles.ts';

/** Word writes a vertical tab for a line break within a paragraph. */
const LINE_BREAK = /\r\n|[\r\n\v]/;
/** Never found in text: control characters, and the replacement for undecodable bytes. */
const BINARY = /(?![\t\n\r\f])\p{Cc}|\uFFFD/u;
const CONTROL = /(?![\t\f])\p{Cc}/gu;
/** A recording of hours may have a few such lines. In a file that is not text, every other line has them. */
const MOST_BINARY = 0.01;

/**
 * Marks that nobody sees: where a word may be broken or must not be, and the direction of writing, which WhatsApp puts before its
 * own texts. Joiners stay, which scripts and emoji need.
 */
const INVISIBLE = /[\u00AD\u200B\u200E\u200F\u202A-\u202E\u2060\u2066-\u2069\uFEFF]/g;
const visible = (text: string): string => text.replace(INVISIBLE, '');

/** The lines of a text file, without trailing blanks and invisible marks. @throws ImportError if the file is empty or binary */
function linesOf(text: string): { readonly lines: readonly string[]; readonly notes: readonly string[] } {
	const lines = visible(text)
		.split(LINE_BREAK)
		.map((line) => line.trimEnd());
	const broken = lines.flatMap((line, index) => (BINARY.test(line.replaceAll('\0', '')) ? [index + 1] : []));
	if (broken[0] !== undefined && broken.length > lines.length * MOST_BINARY) throw new ImportError(broken[0], NO_TEXT);
	// Zeros are in the place of what was not written when a program or a disk failed.
	const zeros = lines.findIndex((line) => line.includes('\0'));
	const first = zeros < 0 ? broken[0] : Math.min(zeros + 1, broken[0] ?? zeros + 1);
	if (lines.every((line) => line.replaceAll('\0', '') === '')) {
		throw new ImportError(1, 'the file is empty; export the transcript again');
	}
	if (first === undefined) return { lines, notes: [] };
	return { lines: lines.map((line) => line.replaceAll('\0', '').replace(CONTROL, ' ').trimEnd()), notes: [`Line ${first}: characters that are not text; they were left out. Compare this place with the original.`] };
}

/** The first times of a file in which nobody speaks for so many minutes may be hours and minutes of a day. */
const [QUIET_MIN, DAY_HOURS] = [5, 24];

/** A note on times such as `09:58`, which are read as minutes and seconds, if the file has its first one so. */
function notOfDay(content: string, startMs: number): readonly string[] {
	const [minutes, seconds] = [Math.floor(startMs / 60_000), String(Math.floor(startMs / 1000) % 60).padStart(2, '0')];
	if (minutes < QUIET_MIN || minutes >= DAY_HOURS || !new RegExp(`(?<![\\d:.])0?${minutes}:${seconds}(?!:?\\d|\\.\\d)`).test(content)) return [];
	return [`The first words are ${minutes} minutes after the start, since ${minutes}:${seconds} is minutes and seconds. If the times are those of a day, write them with seconds: ${minutes}:${seconds}:00.`];
}

/** A file name as a title: `weekly-sync.vtt` becomes `Weekly sync`. Null if nothing is left. */
function titleOfFilename(filename: string): string | null {
	const base = filename.slice(filename.replaceAll('\\', '/').lastIndexOf('/') + 1).replace(/\.\w{1,5}$/, '');
	const words = oneLine(titleIn(base).replace(/[-_.]/g, ' '));
	return words === '' ? null : words.charAt(0).toUpperCase() + words.slice(1);
}

export { decode } from './encoding.ts';
export { ImportError, type ParsedMeeting, type ParsedSegment } from './parsedMeeting.ts';

/**
 * Reads a transcript in three steps: the format (formats.ts), the captions or turns (the readers), and the speakers (cues.ts for
 * captions, layouts.ts for text). Damage is repaired or left out, and noted. The filename matters only if the content is
 * ambiguous, and as a title if the file has none.
 * @param me the speaker who is the user, if the file names one
 * @throws ImportError if the file has nothing to read
 */
export async function parseMeeting(content: string, filename: string, me?: string): Promise<ParsedMeeting> {
	refuseOthers((index) => content.charCodeAt(index));
	const { lines, notes: mended } = linesOf(content);
	const { title, startedAt: written = null, unclearDate = null, segments: read, leftOut, notes } = readFormat(lines, filename);
	// JSON and captions write them as escapes, too.
	const segments = read.map(({ speaker, text, ...times }) => ({ ...times, speaker: speaker && visible(speaker), text: visible(text) }));
	if (segments.length === 0) throw new ImportError(1, 'nobody speaks in this file; export the transcript again');
	const unnamed = segments.every(({ speaker }) => speaker === null) ? ['No speaker was recognized in this file.'] : [];
	const spoken = cast(segments.toSorted((a, b) => a.startMs - b.startMs), me);
	const startedAt = startOf(written, filename);
	const unclear = startedAt === null ? [unclearDate, ...[title ?? '', ...leftOut].map((line) => unclearIn(line))] : [];
	return { title: title ?? titleOfFilename(filename), startedAt, unclearDate: unclear.find((date) => date !== null) ?? null, segments: spoken.segments, leftOut, notes: [...mended, ...notes, ...notOfDay(content, spoken.segments[0]?.startMs ?? 0), ...unnamed, ...spoken.notes] };
}
