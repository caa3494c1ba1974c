import type { Segment } from '../api/index.ts';
import { captions } from './captions.ts';
import { escapeMarkdown } from './escape.ts';
import { roleNames } from './people.ts';
import { fieldsOf, linesOf, listOf, oneLine, textOf } from './read.ts';
import { clockIn, elapsedTime, instantOf } from './time.ts';

interface TranscriptOptions {
	/** Joins consecutive lines of one speaker. Lines without a speaker stay apart: they may come from different people. */
	readonly mergeSpeakers?: boolean;
	/** Other names, by the service's `speaker` or by the name shown without them. */
	readonly speakerNames?: Readonly<Record<string, string>>;
	/** Shown for `local`, who is the user. Default `Me`. */
	readonly userName?: string;
	/** When the conversation started, ISO 8601: times count from here. Default: the first segment. */
	readonly startTime?: string;
}

export interface TranscriptTextOptions extends TranscriptOptions {
	/** Before each line: time since the start (default), time of day, or nothing. */
	readonly times?: 'elapsed' | 'clock' | 'none';
	/** IANA name, for the time of day. Default `UTC`. Any other name throws `RangeError`. */
	readonly timeZone?: string;
}

export interface TranscriptLine {
	/** Display name; null when unknown. */
	readonly speaker: string | null;
	/** Trimmed; may have several lines, none of them blank. */
	readonly text: string;
	/** As sent by the service; null when it sent none. */
	readonly timestamp: string | null;
	/** Milliseconds since the start, never negative; a line without a time has that of the line before. */
	readonly startMs: number;
}

/** Display names by `speaker`. A Map, as speakers may be called `constructor`. */
function speakerNames(options: TranscriptOptions): (speaker: unknown) => string | null {
	const roles = new Map([
		['local', oneLine(options.userName) || roleNames.local],
		['remote', roleNames.remote],
	]);
	const renamed = new Map<string, string>();
	for (const [speaker, name] of Object.entries(options.speakerNames ?? {})) {
		if (oneLine(name) !== '') renamed.set(oneLine(speaker), oneLine(name));
	}
	return (speaker) => {
		const key = oneLine(speaker);
		const shown = roles.get(key) ?? key;
		return renamed.get(key) ?? renamed.get(shown) ?? (shown || null);
	};
}

const LINE_BREAK_OR_CONTROL = /[\p{Cc}\u2028\u2029]/u;

function withoutBlankLines(value: unknown): string {
	const text = textOf(value);
	// Nearly every text of a long meeting is a single line, which needs no splitting.
	if (!LINE_BREAK_OR_CONTROL.test(text)) return text.trim();
	return linesOf(text)
		.map((line) => line.trim())
		.filter((line) => line !== '')
		.join('\n');
}

function startOf(segments: readonly unknown[], startTime: unknown): number {
	const given = instantOf(startTime);
	if (given !== null) return given;
	for (const segment of segments) {
		const instant = instantOf(fieldsOf(segment).timestamp);
		if (instant !== null) return instant;
	}
	return 0;
}

function mergedBySpeaker(lines: readonly TranscriptLine[]): TranscriptLine[] {
	const runs: TranscriptLine[][] = [];
	for (const line of lines) {
		const run = runs.at(-1);
		if (run && line.speaker !== null && run[0]?.speaker === line.speaker) run.push(line);
		else runs.push([line]);
	}
	return runs.flatMap(([first, ...others]) =>
		first ? [{ ...first, text: [first, ...others].map(({ text }) => text).join(' ') }] : [],
	);
}

/** The lines of a transcript with names, oldest first; segments without text are left out (Resources, Segment). */
export function transcriptLines(segments: readonly Segment[], options: TranscriptOptions = {}): TranscriptLine[] {
	const received = listOf(segments);
	const nameOf = speakerNames(options);
	const start = startOf(received, options.startTime);
	const lines: TranscriptLine[] = [];
	let startMs = 0;
	for (const segment of received) {
		const fields = fieldsOf(segment);
		const text = withoutBlankLines(fields.text);
		if (text === '') continue;
		const instant = instantOf(fields.timestamp);
		if (instant !== null) startMs = Math.max(0, instant - start);
		lines.push({ speaker: nameOf(fields.speaker), text, timestamp: textOf(fields.timestamp) || null, startMs });
	}
	lines.sort((one, other) => one.startMs - other.startMs);
	return options.mergeSpeakers ? mergedBySpeaker(lines) : lines;
}

function timesOf({ times = 'elapsed', timeZone = 'UTC' }: TranscriptTextOptions): (line: TranscriptLine) => string {
	if (times === 'none') return () => '';
	if (times === 'elapsed') return ({ startMs }) => `[${elapsedTime(startMs)}]`;
	const clock = clockIn(timeZone);
	return ({ timestamp }) => {
		const instant = instantOf(timestamp);
		return instant === null ? '' : `[${clock(instant)}]`;
	};
}

const words = (...parts: readonly string[]): string => parts.filter((part) => part !== '').join(' ');

/** A transcript as plain text: `[00:01:05] Ana: What she said`, one line each. */
export function transcriptText(segments: readonly Segment[], options: TranscriptTextOptions = {}): string {
	const timeOf = timesOf(options);
	return transcriptLines(segments, options)
		.map((line) => `${words(timeOf(line), line.speaker === null ? '' : `${line.speaker}:`, oneLine(line.text))}\n`)
		.join('');
}

/** A transcript as Markdown: `**[00:01:05] Ana:** What she said`, one paragraph for each line. */
export function transcriptMarkdown(segments: readonly Segment[], options: TranscriptTextOptions = {}): string {
	const timeOf = timesOf(options);
	return transcriptLines(segments, options)
		.map((line) => {
			const head = words(timeOf(line), line.speaker === null ? '' : `${escapeMarkdown(line.speaker)}:`);
			return `${words(head === '' ? '' : `**${head}**`, escapeMarkdown(line.text))}\n`;
		})
		.join('\n');
}

/** A transcript as SubRip captions. */
export const transcriptSrt = (segments: readonly Segment[], options: TranscriptOptions = {}): string =>
	captions(transcriptLines(segments, options), 'srt');

/** A transcript as WebVTT captions with voice tags. */
export const transcriptVtt = (segments: readonly Segment[], options: TranscriptOptions = {}): string =>
	captions(transcriptLines(segments, options), 'vtt');

/** Transcript formats by name, and what a file of each is called. */
export const transcriptFormats = {
	text: { write: transcriptText, extension: 'txt', mimeType: 'text/plain' },
	markdown: { write: transcriptMarkdown, extension: 'md', mimeType: 'text/markdown' },
	srt: { write: transcriptSrt, extension: 'srt', mimeType: 'application/x-subrip' },
	vtt: { write: transcriptVtt, extension: 'vtt', mimeType: 'text/vtt' },
} as const;
