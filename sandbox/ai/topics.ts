import type { Sentence } from './sentences.ts';
import { cosine, sumOf, vectorsOf, type Vector } from './similarity.ts';

/** Sentences looked at on either side of a possible border. */
const WINDOW = 10;
const MIN_SENTENCES = 12;

/**
 * Borders between the topics of a meeting: where the words before and after are least alike (TextTiling, Hearst 1997).
 * Gives up to `count` runs of sentences that together are all of them.
 */
export function topicsOf(sentences: readonly Sentence[], count: number): Sentence[][] {
	const vectors = vectorsOf(sentences.map(({ stems }) => stems));
	const depths = depthsOf(cohesionOf(vectors));
	const borders: number[] = [];
	const deepestFirst = depths
		.map((depth, index) => ({ depth, at: index + 1 }))
		.toSorted((a, b) => b.depth - a.depth || a.at - b.at);
	for (const { at } of deepestFirst) {
		if (borders.length >= count - 1) break;
		if ([0, ...borders, sentences.length].every((border) => Math.abs(border - at) >= MIN_SENTENCES))
			borders.push(at);
	}
	const edges = [0, ...borders.toSorted((a, b) => a - b), sentences.length];
	return edges.slice(1).map((end, index) => sentences.slice(edges[index], end));
}

/** How alike the words before and after each gap are. */
const cohesionOf = (vectors: readonly Vector[]): number[] =>
	vectors.slice(1).map((_, index) => {
		const gap = index + 1;
		return cosine(sumOf(vectors.slice(Math.max(0, gap - WINDOW), gap)), sumOf(vectors.slice(gap, gap + WINDOW)));
	});

/** How far each gap lies below the peaks to its left and right. */
function depthsOf(cohesion: readonly number[]): number[] {
	const peakFrom = (start: number, step: number): number => {
		let peak = cohesion[start] ?? 0;
		for (let at = start + step; at >= 0 && at < cohesion.length; at += step) {
			const next = cohesion[at] ?? 0;
			if (next < peak) break;
			peak = next;
		}
		return peak;
	};
	return cohesion.map((value, at) => peakFrom(at, -1) + peakFrom(at, 1) - 2 * value);
}
