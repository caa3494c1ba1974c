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
/** Ranking compares sentences with each other: more of them than this would keep people waiting. */
const MOST_RANKED = 3000;

/** The sentences of a meeting that can stand alone, each with what speaks for it. */
export function candidatesAmong(sentences: readonly Sentence[]): Candidate[] {
	const said = countsOf(sentences);
	const fit = withinReach(
		sentences.filter(standsAlone).map((sentence) => ({
			sentence,
			style: styleOf(sentence),
			topicality: topicalityOf(sentence, said),
		})),
	);
	const vectors = vectorsOf(fit.map(({ sentence }) => sentence.stems));
	const ranks = textRank(vectors);
	const most = ranks.reduce((a, b) => Math.max(a, b), 0);
	return fit.map((one, index) => ({
		...one,
		vector: vectors[index] ?? new Map(),
		rank: (ranks[index] ?? 0) / most,
	}));
}

/** Of a very long meeting the sentences that promise most, in order. */
function withinReach<T extends Pick<Candidate, 'style' | 'topicality'>>(fit: readonly T[]): readonly T[] {
	if (fit.length <= MOST_RANKED) return fit;
	const promising = fit.toSorted((a, b) => b.style * b.topicality - a.style * a.topicality);
	const kept = new Set(promising.slice(0, MOST_RANKED));
	return fit.filter((one) => kept.has(one));
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
