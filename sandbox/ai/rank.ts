import Graph from 'graphology';
import pagerank from 'graphology-metrics/centrality/pagerank.js';
import { cosine, type Vector } from './similarity.ts';

/** A stem in more texts than this joins none: comparing each with each would take minutes, and it says little. */
const COMMON = 80;
/** Sentences less alike than this are not joined. */
const ALIKE = 0.1;

/**
 * How central each text is: PageRank over the graph of texts joined by their likeness (TextRank, Mihalcea and Tarau
 * 2004; LexRank, Erkan and Radev 2004). The shares sum to 1.
 */
export function textRank(vectors: readonly Vector[]): number[] {
	const graph = new Graph({ type: 'undirected' });
	vectors.forEach((_, index) => graph.addNode(index));
	const holders = new Map<string, number[]>();
	const holdersOf = (stem: string): readonly number[] => {
		const held = holders.get(stem) ?? [];
		return held.length > COMMON ? [] : held;
	};
	vectors.forEach((vector, index) => {
		const neighbours = new Set([...vector.keys()].flatMap((stem) => holdersOf(stem)));
		for (const other of neighbours) {
			const weight = cosine(vector, vectors[other] ?? new Map());
			if (weight >= ALIKE) graph.addEdge(index, other, { weight });
		}
		for (const stem of vector.keys()) {
			const held = holders.get(stem);
			if (held === undefined) holders.set(stem, [index]);
			else held.push(index);
		}
	});
	if (graph.order === 0) return [];
	const shares = pagerank(graph, { getEdgeWeight: 'weight', maxIterations: 200, tolerance: 1e-6 });
	return vectors.map((_, index) => shares[String(index)] ?? 0);
}
