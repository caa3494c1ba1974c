import { oneLine } from '../text.ts';

const HEADER = /^WEBVTT[\s:–-]/;
const HEADER_TITLE = /^title\s*[:=]/i;
const NOTE = /^NOTE\s/;
const KEY_VALUE = /^\w+:/;

/** The title a WebVTT file gives itself: in its header, or in a note before the first cue. */
export function titleOfVtt(lines: readonly string[]): string | null {
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

/** A file name as words: `weekly-sync.vtt` is `Weekly sync`. Null when nothing is left. */
export function titleOfFilename(filename: string): string | null {
	const base = filename.replace(/^.*[\\/]/, '').replace(/\.[a-z0-9]{1,5}$/i, '');
	const words = oneLine(base.replace(/[-_.]+/g, ' '));
	return words === '' ? null : words.charAt(0).toUpperCase() + words.slice(1);
}
