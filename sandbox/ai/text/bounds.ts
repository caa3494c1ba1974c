import type { Meeting } from '../ai.ts';

/** Longer than a word of any language: an address, a number or noise. */
const MAX_WORD = 60;
const MAX_GAP = 20;
/** A longer line is read in parts. */
const MAX_LINE = 4000;
const MAX_QUERY = 2000;
const OUT_OF_BOUNDS = new RegExp(`\\S{${MAX_WORD + 1},}|\\s{${MAX_GAP + 1},}`, 'gu');
/** Marks an omission. Text that contains it is never quoted. */
export const GAP = '…';

/** The meeting with bounded words and lines: the cost of patterns and language models grows fast with both. */
export function bounded(meeting: Meeting): Meeting {
	const segments = meeting.segments.flatMap((segment) =>
		partsOf(boundedWords(segment.text), MAX_LINE).map((text) => ({ ...segment, text })),
	);
	return { ...meeting, segments };
}

export const boundedQuery = (query: string): string => boundedWords(query.slice(0, MAX_QUERY));

/** A text in parts of at most this many characters, split between words. The words must be bounded. */
export function partsOf(text: string, most: number): string[] {
	const parts: string[] = [];
	let rest = text;
	while (rest.length > most) {
		const space = rest.lastIndexOf(' ', most);
		const end = space > 0 ? space : most;
		parts.push(rest.slice(0, end));
		rest = rest.slice(end);
	}
	return [...parts, rest];
}

const boundedWords = (text: string): string => text.replace(OUT_OF_BOUNDS, ` ${GAP} `);
