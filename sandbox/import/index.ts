import { oneLine } from '../text.ts';
import { segmentsOfCaptions } from './captions.ts';
import { NO_TEXT } from './encoding.ts';
import { meetingOfJson } from './json.ts';
import { ImportError, type ParsedMeeting, type ReadMeeting } from './parsedMeeting.ts';
import { meetingOfPlain } from './plain.ts';
import { cast } from './roles.ts';
import { DAY_MS } from '../clock.ts';

type Lines = readonly string[];

interface Reader {
	/** Whether the first two lines that are not empty show this format. */
	readonly starts: (first: string, second: string) => boolean;
	/** Decides the format if the first lines show none. */
	readonly extension: string;
	/** @throws ImportError */
	readonly read: (lines: Lines) => ReadMeeting;
}

const SBV_TIMES = /^(\d{1,3}:\d{2}:\d{2}\.\d{1,3}),(\d{1,3}:\d{2}:\d{2}\.\d{1,3})$/;
function webVtt(lines: Lines): ReadMeeting {
	const title = titleOfVtt(lines);
	const { segments, leftOut } = segmentsOfCaptions(lines, 'vtt');
	return { title, segments, leftOut: leftOut.filter((comment) => comment !== '' && oneLine(comment.replace(HEADER_TITLE, '')) !== title) };
}

const subRip = (lines: Lines): ReadMeeting => ({ title: null, ...segmentsOfCaptions(lines, 'srt') });

/** Every format that can be read, most specific first. Plain text comes last. */
const readers: readonly Reader[] = [
	{ starts: (first) => /^WEBVTT(\s|$)/.test(first), extension: 'vtt', read: webVtt },
	{ starts: (first) => /^\s*\{|^\s*\[\s*(\{|\]|$)/.test(first), extension: 'json', read: meetingOfJson },
	{ starts: (first, second) => /^\d+$/.test(first) && second.includes('-->'), extension: 'srt', read: subRip },
	{ starts: (first) => SBV_TIMES.test(first), extension: 'sbv', read: (lines) => subRip(lines.map((line) => line.replace(SBV_TIMES, '$1 --> $2'))) },
];
const text: Reader = { starts: () => false, extension: 'txt', read: meetingOfPlain };

/** The reader of a file: decided by its first lines or, if that is not enough, by its extension. */
function readerOf(lines: Lines, filename: string): Reader {
	const [first = '', second = ''] = lines.filter((line) => line !== '');
	const extension = /\.([a-z0-9]+)$/i.exec(filename)?.[1]?.toLowerCase();
	return readers.find(({ starts }) => starts(first, second)) ?? readers.find((reader) => reader.extension === extension) ?? text;
}

const LINE_BREAK = /\r\n|\r|\n/;
/** Never found in text: NUL and other control characters, and the replacement for undecodable bytes. */
const BINARY = /(?![\t\n\r\f])\p{Cc}|\uFFFD/u;

/** A web page, such as a sign-in form saved instead of the file behind it, or a document of a word processor. */
const OTHER_FORMAT = /^\uFEFF?\s*(?:<!doctype html|<html[\s>]|\{\\rtf)/i;

/** The lines of a text file, without trailing blanks and byte order mark. @throws ImportError if the file is empty or binary */
function linesOf(text: string): string[] {
	const lines = text
		.replace(/^\uFEFF/, '')
		.split(LINE_BREAK)
		.map((line) => line.trimEnd());
	const broken = OTHER_FORMAT.test(text) ? 0 : lines.findIndex((line) => BINARY.test(line));
	if (broken >= 0) throw new ImportError(broken + 1, NO_TEXT);
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

export { decode } from './encoding.ts';
export { ImportError, type ParsedMeeting, type ParsedSegment } from './parsedMeeting.ts';

/**
 * Reads a transcript in any of the formats in the tables of readers and of JSON shapes. The content decides which. The
 * filename matters only if the content is ambiguous, and as a title if the file has none.
 * @param me the speaker who is the user, if the file names one
 * @throws ImportError with the line of a part that cannot be read: a file is read in full or not at all.
 */
export async function parseMeeting(content: string, filename: string, me?: string): Promise<ParsedMeeting> {
	const lines = linesOf(content);
	const { title, segments, leftOut } = readerOf(lines, filename).read(lines);
	if (segments.length === 0)
		throw new ImportError(1, 'nobody speaks in this file; export the transcript again');
	if (segments.some(({ endMs }) => endMs > LONGEST_MS)) {
		throw new ImportError(1, 'this meeting would last longer than a week; correct its times, or split the file');
	}
	const spoken = cast(segments.toSorted((a, b) => a.startMs - b.startMs), me);
	return { title: title ?? titleOfFilename(filename), ...spoken, leftOut };
}

const LONGEST_MS = 7 * DAY_MS;
