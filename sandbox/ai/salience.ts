import { textRank } from './rank.ts';
import type { Sentence } from './sentences.ts';
import { vectorsOf, type Vector } from './similarity.ts';
import { styleOf } from './style.ts';

/** A sentence that can stand alone in notes. */
export interface Candidate {
	readonly sentence: Sentence;
	readonly vector: Vector;
	/** How central it is, 0 to 1. */
	readonly rank: number;
	/** How well it reads as a note, 0 to 1. */
	readonly style: number;
	/** How much it speaks of what the meeting keeps coming back to. */
	readonly topicality: number;
}

const MIN_WORDS = 5;
const MAX_WORDS = 60;
const MIN_STEMS = 2;

/** The sentences of a meeting that can stand alone, each with what speaks for it. */
export function candidatesAmong(sentences: readonly Sentence[]): Candidate[] {
	const fit = sentences.filter(standsAlone);
	const vectors = vectorsOf(fit.map(({ stems }) => stems));
	const ranks = textRank(vectors);
	const most = Math.max(...ranks);
	const said = countsOf(sentences);
	return fit.map((sentence, index) => ({
		sentence,
		vector: vectors[index] ?? new Map(),
		rank: (ranks[index] ?? 0) / most,
		style: styleOf(sentence),
		topicality: topicalityOf(sentence, said),
	}));
}

const standsAlone = ({ text, words, stems }: Sentence): boolean =>
	words >= MIN_WORDS && words <= MAX_WORDS && stems.length >= MIN_STEMS && /[.!]$/.test(text);

function countsOf(sentences: readonly Sentence[]): ReadonlyMap<string, number> {
	const counts = new Map<string, number>();
	for (const { stems } of sentences) for (const stem of stems) counts.set(stem, (counts.get(stem) ?? 0) + 1);
	return counts;
}

const topicalityOf = ({ stems, words }: Sentence, said: ReadonlyMap<string, number>): number =>
	[...new Set(stems)].reduce((sum, stem) => sum + Math.log(1 + (said.get(stem) ?? 0)), 0) / Math.sqrt(words);
