import { oneLine } from '../text.ts';
import { segmentsOfCaptions } from './captions.ts';
import { meetingOfJson } from './json.ts';
import { ImportError, type ParsedMeeting } from './parsedMeeting.ts';
import { meetingOfPlain } from './plain.ts';

type Format = 'vtt' | 'srt' | 'json' | 'plain';

const TIMING = /-->/;
const CUE_NUMBER = /^\d+$/;
const EXTENSION = /\.(vtt|srt|json|txt)$/i;
const BY_EXTENSION: Readonly<Record<string, Format>> = { vtt: 'vtt', srt: 'srt', json: 'json', txt: 'plain' };

/** The format of a file: decided by its first line or, if that is not enough, by its extension. */
function formatOf(lines: readonly string[], filename: string): Format {
	const [first = '', second = ''] = lines.filter((line) => line !== '');
	if (/^WEBVTT(\s|$)/.test(first)) return 'vtt';
	if (/^\s*\{|^\s*\[\s*(\{|\]|$)/.test(first)) return 'json';
	if (CUE_NUMBER.test(first) && TIMING.test(second)) return 'srt';
	const extension = EXTENSION.exec(filename)?.[1]?.toLowerCase() ?? '';
	return BY_EXTENSION[extension] ?? (TIMING.test(first) ? 'srt' : 'plain');
}

const LINE_BREAK = /\r\n|\r|\n/;
/** Never in UTF-8 text: NUL and other control characters, and the replacement for undecodable bytes. */
const BINARY = /(?![\t\n\r\f])\p{Cc}|\uFFFD/u;

/** The lines of a text file, without trailing blanks and byte order mark. @throws ImportError if the file is empty or binary */
function linesOf(text: string): string[] {
	const lines = text
		.replace(/^\uFEFF/, '')
		.split(LINE_BREAK)
		.map((line) => line.trimEnd());
	const broken = lines.findIndex((line) => BINARY.test(line));
	if (broken >= 0) {
		throw new ImportError(
			broken + 1,
			'this is not UTF-8 text; export the transcript as WebVTT, SRT, JSON or plain text',
		);
	}
	if (lines.every((line) => line === '')) {
		throw new ImportError(1, 'the file is empty; export the transcript again');
	}
	return lines;
}

const HEADER = /^WEBVTT[\s:–-]/;
const HEADER_TITLE = /^title\s*[:=]/i;
const NOTE = /^NOTE\s/;
const KEY_VALUE = /^\w+:/;

/** The title of a WebVTT file, from its header or from a note before the first cue. */
function titleOfVtt(lines: readonly string[]): string | null {
	const [first = '', ...rest] = lines;
	const header = HEADER.test(first) ? oneLine(first.slice('WEBVTT'.length).replace(/^[\s:–-]+/, '')) : '';
	if (header !== '') return header;
	const top = rest.slice(0, rest.findIndex((line) => line.includes('-->')));
	const named = top.find((line) => HEADER_TITLE.test(line));
	if (named !== undefined) return oneLine(named.replace(HEADER_TITLE, '')) || null;
	const notes = top.filter((line) => NOTE.test(line)).map((line) => oneLine(line.slice('NOTE'.length)));
	const titles = notes.map((note) => oneLine(note.replace(HEADER_TITLE, '')));
	return titles.find((note) => note !== '' && !KEY_VALUE.test(note)) ?? null;
}

/** A file name as a title: `weekly-sync.vtt` becomes `Weekly sync`. Null if nothing is left. */
function titleOfFilename(filename: string): string | null {
	const base = filename.replace(/^.*[\\/]/, '').replace(/\.[a-z0-9]{1,5}$/i, '');
	const words = oneLine(base.replace(/[-_.]+/g, ' '));
	return words === '' ? null : words.charAt(0).toUpperCase() + words.slice(1);
}

export { ImportError, type ParsedMeeting, type ParsedSegment } from './parsedMeeting.ts';

/**
 * Reads a transcript: WebVTT (voice tags or `Name: text`), SubRip, plain `Name: text` lines, or JSON segments.
 * The content decides which. The filename matters only if the content is ambiguous, and as a title if the file has none.
 * @throws ImportError with the line of a part that cannot be read: a file is read in full or not at all.
 */
export async function parseMeeting(text: string, filename: string): Promise<ParsedMeeting> {
	const lines = linesOf(text);
	const { title, segments } = readers[formatOf(lines, filename)](lines);
	if (segments.length === 0)
		throw new ImportError(1, 'nobody speaks in this file; export the transcript again');
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
