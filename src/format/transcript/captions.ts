import type { Segment } from '../../api/index.ts';
import { escapeMarkup } from '../escape.ts';
import { elapsedWithMs } from '../time.ts';
import { transcriptLines, type TranscriptLine } from './lines.ts';
import type { TranscriptOptions } from './options.ts';

/** How long the last caption stays: the service says when speech begins, never when it ends. */
export const CHARACTERS_READ_PER_SECOND = 15;
const SHORTEST_MS = 1000;

const readingMs = (text: string): number =>
	Math.max(SHORTEST_MS, Math.round((text.length / CHARACTERS_READ_PER_SECOND) * 1000));

/** Each line ends when a later one starts, the last by reading speed. Lines that start together end together. */
function endsOf(lines: readonly TranscriptLine[]): number[] {
	const ends: number[] = [];
	let later: number | null = null;
	let following = Infinity;
	for (const { startMs, text } of lines.toReversed()) {
		if (following > startMs && following !== Infinity) later = following;
		ends.push(later ?? startMs + readingMs(text));
		following = startMs;
	}
	return ends.reverse();
}

interface Style {
	readonly separator: ',' | '.';
	readonly opening: string;
	readonly number: (index: number) => string;
	readonly body: (line: TranscriptLine) => readonly string[];
}

/** One list of parts joined once: a string for each caption would hold all of a long transcript a second time. */
function captions(segments: readonly Segment[], options: TranscriptOptions, style: Style): string {
	const lines = transcriptLines(segments, options);
	const ends = endsOf(lines);
	const parts = [style.opening];
	lines.forEach((line, index) => {
		const start = elapsedWithMs(line.startMs, style.separator);
		const end = elapsedWithMs(ends[index] ?? line.startMs, style.separator);
		parts.push(
			style.number(index),
			start,
			' --> ',
			end,
			'\n',
			...style.body(line),
			index < lines.length - 1 ? '\n\n' : '\n',
		);
	});
	return parts.join('');
}

const srt: Style = {
	separator: ',',
	opening: '',
	number: (index) => `${index + 1}\n`,
	// SubRip has no escapes: an arrow inside a text would be read as a new caption's times.
	body: ({ speaker, text }) =>
		(speaker === null ? [text] : [speaker, ': ', text]).map((part) => part.replaceAll('-->', '→')),
};

const vtt: Style = {
	separator: '.',
	opening: 'WEBVTT\n',
	// Captions have no numbers here: this is the empty line between the opening and the first.
	number: (index) => (index === 0 ? '\n' : ''),
	body: ({ speaker, text }) =>
		speaker === null ? [escapeMarkup(text)] : ['<v ', escapeMarkup(speaker), '>', escapeMarkup(text), '</v>'],
};

/**
 * A transcript as SubRip. Times count from the conversation's start, else from the first segment. A caption ends when
 * the next one starts, the last one by reading speed.
 */
export const transcriptSrt = (segments: readonly Segment[], options: TranscriptOptions = {}): string =>
	captions(segments, options, srt);

/** A transcript as WebVTT with voice tags; times as in SubRip. */
export const transcriptVtt = (segments: readonly Segment[], options: TranscriptOptions = {}): string =>
	captions(segments, options, vtt);
