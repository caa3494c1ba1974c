import Graph from 'graphology';
import pagerank from 'graphology-metrics/centrality/pagerank.js';
import { allOf, anyOf } from '../text/language.ts';
import type { Sentence } from '../text/sentences.ts';
import { cosine, type Vector, vectorsOf } from './similarity.ts';

/** Stems in more texts than this are ignored: comparing all pairs would take minutes and reveal little. */
const COMMON = 80;
/** Sentences less similar than this are not linked. */
const ALIKE = 0.1;

/**
 * How central each text is: PageRank over the graph of texts linked by similarity (TextRank, Mihalcea and Tarau
 * 2004; LexRank, Erkan and Radev 2004). The shares sum to 1.
 */
function textRank(vectors: readonly Vector[]): number[] {
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

const GOOD_WORDS = 18;
/** Talk about the talk itself. */
const ABOUT_ITSELF = anyOf(
	'thank you|thanks|good (?:morning|afternoon)|welcome|any questions?|next slide|can you hear',
	'over to you|move on|go ahead|point of order',
);
/** Conversational words, which notes do without. */
const CHATTY = allOf("I|you|me|my|your|I'm|I've|I'd|I'll|you're|it's|that's|don't");
/** Words that link nouns. Descriptions and decisions have many of them. */
const JOINING = /\b(?:the|of|to|and|a|for|in)\b/gi;

const count = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0;

/** How much a spoken sentence reads like a line of notes, from 0 to 1. */
function styleOf({ text, words }: Pick<Sentence, 'text' | 'words'>): number {
	const length = Math.min(1, words / GOOD_WORDS);
	const descriptive = Math.min(1, 0.4 + count(text, JOINING) / words);
	const matter = 1 / (1 + 0.35 * count(text, CHATTY));
	return length * descriptive * matter * (ABOUT_ITSELF.test(text) ? 0.3 : 1);
}

/** A sentence that can stand alone in notes. */
export interface Candidate {
	readonly sentence: Sentence;
	readonly vector: Vector;
	/** How central it is, 0 to 1. */
	readonly rank: number;
	/** How well it reads as a note, 0 to 1. */
	readonly style: number;
	/** How much it is about the recurring subjects of the meeting. */
	readonly topicality: number;
}

const MIN_WORDS = 5;
const MAX_WORDS = 60;
const MIN_STEMS = 2;
/** Ranking compares sentences in pairs, so more of them would take too long. */
const MOST_RANKED = 3000;

/** The sentences of a meeting that can stand alone, with their scores. */
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

/** The most promising sentences of a very long meeting, in order. */
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
