import type { TranscriptLine } from '../../format/index.ts';
import { refuseInput } from '../../client/index.ts';
import { stemOf, wordsIn } from './words.ts';

/** What to find: words in any order, near each other. */
export type Query = readonly Term[];

/** Words that follow each other. */
type Term = readonly ((word: string) => boolean)[];

/** Words of a query must be this close together: about a quarter of a minute of speech. */
export const SPAN_WORDS = 40;

const MAX_TERMS = 20;
const PART = /["“”„«»]([^"“”„«»]*)["“”„«»]|[^\s"“”„«»]+/gu;

/** Words, `"a phrase"` as it was said, and `word*` for any ending. @throws ClientError `invalidInput` for what would not be found as it was meant */
export function parseQuery(text: string): Query {
	const parts = [...text.matchAll(PART)];
	if (parts.length > MAX_TERMS) refuseInput('query', `it has more than ${MAX_TERMS} words and phrases`);
	const terms = parts.map(([part, phrase]): Term => {
		const words = wordsIn(phrase ?? part).map(({ word }) => word);
		const last = words.length - 1;
		return words.map((wanted, index) => {
			if (phrase !== undefined) return (word) => word === wanted;
			if (index === last && part.endsWith('*')) return (word) => word.startsWith(wanted);
			const stem = stemOf(wanted);
			// Stemming takes long, and never changes how a word begins.
			return (word) => word === wanted || (word[0] === wanted[0] && stemOf(word) === stem);
		});
	});
	const filled = terms.filter(({ length }) => length > 0);
	return filled.length > 0 ? filled : refuseInput('query', 'enter a word to search for');
}

/** The words of a transcript in a row, each with its line. */
interface Stream {
	/** Each different word once. */
	readonly vocabulary: readonly string[];
	/** By position: the index of the word in the vocabulary. */
	readonly ids: readonly number[];
	readonly lines: readonly number[];
	readonly starts: readonly number[];
}

function streamOf(lines: readonly TranscriptLine[]): Stream {
	const known = new Map<string, number>();
	const stream = { ids: new Array<number>(), lines: new Array<number>(), starts: new Array<number>() };
	for (const [line, { text }] of lines.entries()) {
		for (const { word, start } of wordsIn(text)) {
			const id = known.get(word) ?? known.size;
			known.set(word, id);
			stream.ids.push(id);
			stream.lines.push(line);
			stream.starts.push(start);
		}
	}
	return { ...stream, vocabulary: [...known.keys()] };
}

interface Found {
	/** Position of the first word, and after the last. */
	readonly start: number;
	readonly end: number;
	readonly term: number;
}

function occurrences({ vocabulary, ids, lines }: Stream, term: Term, index: number, isSpoken: (line: number) => boolean): Found[] {
	const fits = term.map((matches) => vocabulary.map(matches));
	const found: Found[] = [];
	for (let start = 0; start + term.length <= ids.length; start++) {
		const isHere = fits.every((fit, offset) => fit[ids[start + offset] ?? -1] && isSpoken(lines[start + offset] ?? -1));
		if (isHere) found.push({ start, end: start + term.length, term: index });
	}
	return found;
}

/** The shortest stretches that have every term, none overlapping another. */
function stretches(stream: Stream, query: Query, isSpoken: (line: number) => boolean): { readonly start: number; readonly end: number }[] {
	const all = query.flatMap((term, index) => occurrences(stream, term, index, isSpoken)).toSorted((a, b) => a.end - b.end || a.start - b.start);
	const found: { start: number; end: number }[] = [];
	const latest = new Map<number, Found>();
	for (const one of all) {
		latest.set(one.term, one);
		if (latest.size < query.length) continue;
		const start = Math.min(...[...latest.values()].map((each) => each.start));
		if (one.end - start > SPAN_WORDS + 2 * query.length) continue;
		found.push({ start, end: one.end });
		latest.clear();
	}
	return found;
}

/** Lines of a transcript. `startsAt`: where the first matching word is in the first line. */
export interface Passage {
	readonly firstLine: number;
	readonly lastLine: number;
	readonly startsAt: number;
}

/** Where a transcript has all terms of a query near each other, in its order. `isSpoken`: whether a line counts. */
export function passagesIn(lines: readonly TranscriptLine[], query: Query, isSpoken: (line: TranscriptLine) => boolean): Passage[] {
	const stream = streamOf(lines);
	const counts = lines.map(isSpoken);
	const passages: Passage[] = [];
	for (const { start, end } of stretches(stream, query, (line) => counts[line] ?? false)) {
		const [firstLine = 0, lastLine = 0] = [stream.lines[start], stream.lines[end - 1]];
		const before = passages.at(-1);
		if (before && before.lastLine >= firstLine) passages[passages.length - 1] = { ...before, lastLine };
		else passages.push({ firstLine, lastLine, startsAt: stream.starts[start] ?? 0 });
	}
	return passages;
}

/** An excerpt of at most that many characters around a position in a text, cut between words. */
export function excerpt(text: string, around: number, maxLength: number): string {
	if (text.length <= maxLength) return text;
	const from = Math.max(0, Math.min(around - Math.floor(maxLength / 3), text.length - maxLength));
	const cut = text.slice(from, from + maxLength);
	const begun = from === 0 ? cut : `…${cut.replace(/^\S{0,30}\s/, '')}`;
	return from + maxLength >= text.length ? begun : `${begun.replace(/\s\S{0,30}$/, '')}…`;
}
