import type { Segment } from '../../api/index.ts';
import { fieldsOf, linesOf, listOf, oneLine, textOf } from '../read.ts';
import { instantOf } from '../time.ts';
import type { TranscriptOptions } from './options.ts';
import { speakerNames } from './speakers.ts';

export interface TranscriptLine {
	/** Name to show; null when unknown. */
	readonly speaker: string | null;
	/** Trimmed; may have several lines, none of them blank. */
	readonly text: string;
	/** As the service sent it; null when it sent none. */
	readonly timestamp: string | null;
	/** Milliseconds since the start, never negative; that of the line before when the service sent no time. */
	readonly startMs: number;
}

const UNUSUAL = /[\p{Cc}\u2028\u2029]/u;

function withoutBlankLines(value: unknown): string {
	const text = textOf(value);
	// Nearly every text of a long meeting is one line already, and need not be taken apart.
	if (!UNUSUAL.test(text)) return text.trim();
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

function merged(lines: readonly TranscriptLine[]): TranscriptLine[] {
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
	const joined = options.mergeSpeakers ? merged(lines) : lines;
	const unknown = oneLine(options.unknownName);
	return unknown === '' ? joined : joined.map((line) => ({ ...line, speaker: line.speaker ?? unknown }));
}
