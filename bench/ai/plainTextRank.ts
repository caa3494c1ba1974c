import Graph from 'graphology';
import pagerank from 'graphology-metrics/centrality/pagerank.js';
import { stemsOf } from '../../sandbox/ai/text/language.ts';

/**
 * TextRank as published (Mihalcea and Tarau 2004): sentences joined by the content words they share, over the sum of
 * the logarithms of their lengths. Every pair is compared.
 */
export function plainTextRank(sentences: readonly string[]): number[] {
	const words = sentences.map((sentence) => new Set(stemsOf(sentence)));
	const graph = new Graph({ type: 'undirected' });
	words.forEach((own, index) => {
		graph.addNode(index);
		for (let other = 0; other < index; other += 1) {
			const shared = sharedBy(own, words[other] ?? new Set());
			const lengths = Math.log(own.size) + Math.log(words[other]?.size ?? 0);
			if (shared > 0 && lengths > 0) graph.addEdge(index, other, { weight: shared / lengths });
		}
	});
	const ranks = pagerank(graph, { getEdgeWeight: 'weight', maxIterations: 200, tolerance: 1e-6 });
	return sentences.map((_, index) => ranks[String(index)] ?? 0);
}

const sharedBy = (a: ReadonlySet<string>, b: ReadonlySet<string>): number =>
	[...a].filter((word) => b.has(word)).length;
