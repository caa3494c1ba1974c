import Graph from 'graphology';
import pagerank from 'graphology-metrics/centrality/pagerank.js';
import MiniSearch from 'minisearch';
import type { Meeting } from '../../sandbox/ai/index.ts';
import { isFunctionWord, stemsOf, wordsOf } from '../../sandbox/ai/language/index.ts';
import { sentencesOf } from '../../sandbox/ai/meeting/sentences.ts';

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

/** Another way to write about a meeting, prepared once per meeting. An empty query requests a summary. */
interface Baseline {
	readonly name: string;
	readonly writerFor: (meeting: Meeting) => (query: string, words: number) => string;
}

const wordsIn = (text: string): number => text.split(/\s+/).length;

/** Whole sentences in the given order, the last one cut at the word limit. */
function upTo(sentences: readonly string[], words: number): string {
	return sentences.join(' ').split(/\s+/).slice(0, words).join(' ');
}

const sentencesOfMeeting = ({ segments }: Meeting): string[] => segments.flatMap(({ text }) => sentencesOf(text));

/** The best sentences that fit the word limit, in the order they were said. */
function best(sentences: readonly string[], weights: readonly number[], words: number): string {
	const order = sentences.map((_, index) => index).toSorted((a, b) => (weights[b] ?? 0) - (weights[a] ?? 0) || a - b);
	let used = 0;
	const taken = order.filter((index) => {
		if (used >= words) return false;
		used += wordsIn(sentences[index] ?? '');
		return true;
	});
	return upTo(
		taken.toSorted((a, b) => a - b).flatMap((index) => sentences[index] ?? []),
		words,
	);
}

export const baselines: readonly Baseline[] = [
	{
		name: 'first sentences',
		writerFor: (meeting) => {
			const sentences = sentencesOfMeeting(meeting);
			return (_, words) => upTo(sentences, words);
		},
	},
	{
		name: 'TextRank',
		writerFor: (meeting) => {
			const sentences = sentencesOfMeeting(meeting);
			const ranks = plainTextRank(sentences);
			return (_, words) => best(sentences, ranks, words);
		},
	},
	{
		name: 'BM25',
		writerFor: (meeting) => {
			const sentences = sentencesOfMeeting(meeting);
			const common = commonWords(sentences);
			return (query, words) => best(sentences, bm25(sentences, query || common), words);
		},
	},
];

const QUERY_WORDS = 20;

/** The query for a summary: the meeting's most frequent words. */
function commonWords(sentences: readonly string[]): string {
	const counts = new Map<string, number>();
	for (const word of sentences.flatMap((sentence) => wordsOf(sentence.toLowerCase()))) {
		if (!isFunctionWord(word)) counts.set(word, (counts.get(word) ?? 0) + 1);
	}
	const commonFirst = [...counts].toSorted((a, b) => b[1] - a[1] || a[0].localeCompare(b[0]));
	return commonFirst
		.slice(0, QUERY_WORDS)
		.map(([word]) => word)
		.join(' ');
}

/** BM25 of each sentence for the query. */
function bm25(sentences: readonly string[], query: string): number[] {
	const index = new MiniSearch<{ id: number; text: string }>({ fields: ['text'] });
	index.addAll(sentences.map((text, id) => ({ id, text })));
	const scores = new Map(index.search(query).map(({ id, score }) => [Number(id), score]));
	return sentences.map((_, id) => scores.get(id) ?? 0);
}
