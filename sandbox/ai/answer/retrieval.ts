import MiniSearch from 'minisearch';
import type { Sentence } from '../text/sentences.ts';

/** Sentences on either side of a hit that are assumed to be on the same topic. */
const NEIGHBOURS = 3;
/** Shorter sentences are replies (`No problem.`), whatever they say. */
const HIT_WORDS = 4;
/** Over how many sentences a passage on one topic fades out; fewer in a short meeting. */
const STRETCH = 20;
const STRETCH_SHARE = 0.1;
/** Weight of a sentence near the passage but not near a hit. */
const WITHIN_STRETCH = 0.3;

/**
 * Relevance of sentences to the stems, by index: BM25 of each sentence and its neighbours within the most relevant
 * passage. Other sentences are left out.
 */
export function nearness(stems: readonly string[], sentences: readonly Sentence[]): ReadonlyMap<number, number> {
	const hits = hitsFor(stems, sentences);
	const near = spread(hits, NEIGHBOURS, (distance) => 1 / (1 + distance));
	const reach = Math.min(STRETCH, sentences.length * STRETCH_SHARE);
	const stretch = spread(hits, Math.ceil(3 * reach), (distance) => Math.exp(-((distance / reach) ** 2) / 2));
	return new Map([...stretch].map(([index, weight]) => [index, ((near.get(index) ?? 0) + WITHIN_STRETCH) * weight]));
}

/** BM25 of the sentences that contain any of the stems. */
function hitsFor(stems: readonly string[], sentences: readonly Sentence[]): ReadonlyMap<number, number> {
	const index = new MiniSearch<Sentence>({
		idField: 'index',
		fields: ['stems'],
		extractField: (sentence, field) => (field === 'index' ? String(sentence.index) : sentence.stems.join(' ')),
		tokenize: (text) => text.split(' '),
		processTerm: (term) => term,
	});
	index.addAll(sentences.filter(({ words }) => words >= HIT_WORDS));
	return new Map(index.search(stems.join(' ')).map(({ id, score }) => [Number(id), score]));
}

/** Weights spread to neighbouring sentences, then scaled to a maximum of 1. */
function spread(
	weights: ReadonlyMap<number, number>,
	reach: number,
	fade: (distance: number) => number,
): ReadonlyMap<number, number> {
	const sums = new Map<number, number>();
	for (const [index, weight] of weights) {
		for (let offset = -reach; offset <= reach; offset += 1) {
			sums.set(index + offset, (sums.get(index + offset) ?? 0) + weight * fade(Math.abs(offset)));
		}
	}
	const most = [...sums.values()].reduce((a, b) => Math.max(a, b), 0);
	return new Map([...sums].map(([index, sum]) => [index, sum / most]));
}

/** If the question's words do not occur, or never close together, the meeting was about something else. */
const IN_MEETING = 0.55;
const TOGETHER = 0.34;

/** Whether the meeting covers the topic. The weights of its stems sum to 1. */
export function speaksOf(weights: ReadonlyMap<string, number>, sentences: readonly Sentence[]): boolean {
	const shareOf = (stems: ReadonlySet<string>): number =>
		[...weights].reduce((sum, [stem, weight]) => sum + (stems.has(stem) ? weight : 0), 0);
	const held = sentences.map(({ stems }) => stems.filter((stem) => weights.has(stem)));
	return (
		shareOf(new Set(held.flat())) >= IN_MEETING &&
		held.some((own, at) => {
			const near = held.slice(Math.max(0, at - NEIGHBOURS), at + NEIGHBOURS + 1);
			return own.length > 0 && shareOf(new Set(near.flat())) >= TOGETHER;
		})
	);
}
