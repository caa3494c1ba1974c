import type { Sentence } from '../meeting/sentence.ts';

/** A sentence that makes sense in notes, with a score for how well it sums up the meeting. */
interface Candidate {
	readonly sentence: Sentence;
	readonly stems: ReadonlySet<string>;
	readonly weight: number;
}

/** Minimum, ideal and maximum number of words in a sentence. */
const [MIN_WORDS, GOOD_WORDS, MAX_WORDS] = [6, 18, 60];
/** Signs of thinking aloud: half words, restarts, fillers. */
const MUDDLE = /…|--| [-–] |\b(\w+),? \1\b|\b(?:u+h+m*|u+m+|e+r+m*|hmm+|you know|I mean|sort of|kind of|like,|gonna|äh+m*)\b|\b[b-hj-z]\b/giu;
const CHAT = /\b(?:I|you|me|my|your|I'm|I've|I'd|I'll|you're|it's|that's|don't)\b/gi;
const JOINING = /\b(?:the|of|to|and|a|for|in|der|die|das|und|für)\b/gi;
/** Courtesies, and talk about the talk itself. */
const COURTESY = /\b(?:thank you|thanks|good (?:morning|afternoon)|welcome|any questions?|next slide|hear me|over to you|move on|go ahead|point of order|guten (?:morgen|tag)|danke)\b/i;
const count = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0;
/**
 * The sentences that can stand alone, scored by how much they say about the meeting's recurring subjects.
 * @param isAnswered whether a question counts, since it is quoted with its answer
 */
export function candidatesAmong(sentences: readonly Sentence[], minWords = MIN_WORDS, isAnswered = (_one: Sentence): boolean => false): Candidate[] {
	const all = sentences.map((sentence) => ({ sentence, stems: new Set(sentence.stems) }));
	const said = new Map<string, number>();
	for (const { stems } of all) for (const stem of stems) said.set(stem, (said.get(stem) ?? 0) + 1);
	return all.flatMap((one) => {
		const { stems, sentence: { text, words } } = one;
		if (words < minWords || words > MAX_WORDS || stems.size < 2 || (one.sentence.isQuestion && !isAnswered(one.sentence)) || (words < GOOD_WORDS && COURTESY.test(text))) return [];
		const topicality = [...stems].reduce((sum, stem) => sum + Math.log(1 + (said.get(stem) ?? 0)), 0) / Math.sqrt(words);
		const style = Math.min(1, words / GOOD_WORDS) * Math.min(1, 0.4 + count(text, JOINING) / words);
		const loss = 1 + 0.35 * count(text, CHAT) + 0.3 * count(text, MUDDLE);
		return [{ ...one, weight: ((topicality * style) / loss) * (COURTESY.test(text) ? 0.3 : 1) }];
	});
}

/** How much weight a sentence loses if it only repeats another. */
const VARIETY = 0.7;

/**
 * The best and least redundant sentences, verbatim, up to a number of words (maximal marginal relevance).
 * @param crowding how much weight a sentence keeps beside another that was taken
 */
export function selected(candidates: readonly Candidate[], maxWords: number, crowding = (_one: Sentence, _taken: Sentence): number => 1): Sentence[] {
	const left = new Map(candidates.map((one) => [one, { likeness: 0, room: 1 }]));
	const taken: Sentence[] = [];
	let words = 0;
	const worth = ([{ weight }, { likeness, room }]: readonly [Candidate, { readonly likeness: number; readonly room: number }]): number => weight * (1 - VARIETY * likeness) * room;
	while (left.size > 0) {
		const [best] = [...left].reduce((a, b) => (worth(b) > worth(a) ? b : a));
		left.delete(best);
		if (words + best.sentence.words > maxWords && taken.length > 0) break;
		words += best.sentence.words;
		taken.push(best.sentence);
		for (const [one, { likeness, room }] of left) left.set(one, { likeness: Math.max(likeness, overlap(one.stems, best.stems)), room: room * crowding(one.sentence, best.sentence) });
	}
	return taken.toSorted((a, b) => a.index - b.index);
}

const overlap = (a: ReadonlySet<string>, b: ReadonlySet<string>): number => [...a].filter((stem) => b.has(stem)).length / Math.sqrt(a.size * b.size);

/** Notes grow with the meeting, between these bounds. */
const [LEAST, WORDS_PER_SENTENCE, MOST] = [70, 0.6, 150];
/** The start of a meeting tends to say what it is about. */
const [OPENING_SHARE, OPENING_BONUS] = [1 / 12, 0.6];
/** Points that are as good as each other spread over the meeting. */
const [STRETCH_SHARE, CROWDED] = [1 / 12, 0.95];

/** The main points of a meeting, quoted. `elsewhere`: sentences that the notes already contain. */
export function mainPoints(sentences: readonly Sentence[], elsewhere: ReadonlySet<Sentence>): string[] {
	const weighed = candidatesAmong(sentences.filter((sentence) => !elsewhere.has(sentence) && !sentence.is('promise')));
	const opening = (index: number): number => 1 + OPENING_BONUS * Math.exp(-index / (sentences.length * OPENING_SHARE));
	const budget = Math.min(MOST, Math.max(LEAST, sentences.length * WORDS_PER_SENTENCE));
	const isNear = (one: Sentence, taken: Sentence): boolean => Math.abs(one.index - taken.index) < sentences.length * STRETCH_SHARE;
	return selected(weighed.map((one) => ({ ...one, weight: one.weight * opening(one.sentence.index) })), budget, (...two) => (isNear(...two) ? CROWDED : 1)).map(({ quoted }) => quoted);
}
