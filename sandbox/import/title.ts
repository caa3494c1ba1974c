import { oneLine } from './text.ts';

const HEADER = /^WEBVTT[\s:–-]+(.+)$/;
const NOTE = /^NOTE\s+(?:title:\s*)?(.+)$/i;
const KEY_VALUE = /^\w+:/;

/** The title a WebVTT file gives itself: in its header line, or in a note before the first cue. */
export function titleOfVtt(lines: readonly string[]): string | null {
	const header = HEADER.exec(lines[0] ?? '')?.[1];
	if (header !== undefined) return oneLine(header);
	const firstCue = lines.findIndex((line) => line.includes('-->'));
	const notes = lines.slice(0, firstCue).flatMap((line) => NOTE.exec(line)?.[1] ?? []);
	return notes.map(oneLine).find((note) => !KEY_VALUE.test(note)) ?? null;
}

/** A file name as words: `weekly-sync.vtt` is `Weekly sync`. Null when nothing is left. */
export function titleOfFilename(filename: string): string | null {
	const base = filename.replace(/^.*[\\/]/, '').replace(/\.[a-z0-9]{1,5}$/i, '');
	const words = oneLine(base.replace(/[-_.]+/g, ' '));
	return words === '' ? null : words.charAt(0).toUpperCase() + words.slice(1);
}
