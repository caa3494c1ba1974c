import type { Sentence } from '../text/sentences.ts';
import { cosine, type Vector } from './similarity.ts';

interface Weighed {
	readonly sentence: Sentence;
	readonly vector: Vector;
	readonly weight: number;
}

/** How much weight a sentence loses if it only repeats another. */
const VARIETY = 0.7;

/**
 * The most important and least redundant sentences, up to a number of words, in the order they were said
 * (maximal marginal relevance, Carbonell and Goldstein 1998).
 */
export function selected(weighed: readonly Weighed[], maxWords: number): Sentence[] {
	const left = new Map(weighed.map((one) => [one, 0]));
	const taken: Sentence[] = [];
	let words = 0;
	for (let best = bestOf(left); best !== null; best = bestOf(left)) {
		left.delete(best);
		if (words + best.sentence.words > maxWords && taken.length > 0) break;
		words += best.sentence.words;
		taken.push(best.sentence);
		for (const [one, likeness] of left) left.set(one, Math.max(likeness, cosine(one.vector, best.vector)));
	}
	return taken.toSorted((a, b) => a.index - b.index);
}

/** The best remaining sentence, given its similarity to those selected. On a tie, the earlier one. */
function bestOf(left: ReadonlyMap<Weighed, number>): Weighed | null {
	let best: Weighed | null = null;
	let most = 0;
	for (const [one, likeness] of left) {
		const value = one.weight * (1 - VARIETY * likeness);
		if (value > most) [best, most] = [one, value];
	}
	return best;
}
