import type { Meeting } from '../ai.ts';
import { nameOf } from '../people.ts';

/** About 30,000 tokens: what most models take, with room for the answer. */
const MAX_CHARACTERS = 120_000;
const MAX_LINE = 10_000;

/** A meeting as a model reads it. */
export interface Material {
	readonly text: string;
	/** Segments the model sees. */
	readonly segments: number;
}

/** Writes a meeting down for a model, each segment in one line under its number, from 0. */
export function materialOf(meeting: Meeting): Material {
	const lines = meeting.segments.map(({ speaker, text }, index) =>
		`${index} ${nameOf(speaker, meeting)}: ${text.replace(/\s+/g, ' ')}`.slice(0, MAX_LINE),
	);
	const { kept, segments } = withinBounds(lines);
	const heading = `Meeting: ${meeting.title}\nStart: ${meeting.startTime}\nThe user: ${meeting.userName}`;
	return { text: `${heading}\n\n<transcript>\n${kept.join('\n')}\n</transcript>`, segments };
}

/** A meeting that is too long loses its middle: what it is about is said first, what follows from it last. */
function withinBounds(lines: readonly string[]) {
	if (lines.join('\n').length <= MAX_CHARACTERS) return { kept: lines, segments: lines.length };
	const head = fitting(lines, MAX_CHARACTERS / 2);
	const tail = fitting(lines.toReversed(), MAX_CHARACTERS / 2);
	const segments = head.length + tail.length;
	const gap = `[${lines.length - segments} lines left out]`;
	return { kept: [...head, gap, ...tail.toReversed()], segments };
}

/** The first lines that fit into so many characters. */
function fitting(lines: readonly string[], characters: number): readonly string[] {
	let left = characters;
	const tooMany = lines.findIndex((line) => (left -= line.length + 1) < 0);
	return tooMany < 0 ? lines : lines.slice(0, tooMany);
}
