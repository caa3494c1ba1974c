import type { KeyPointsContent } from './ai.ts';
import { headingOf } from './headings.ts';
import { candidatesAmong, type Candidate } from './salience.ts';
import { selected } from './selection.ts';
import type { Sentence } from './sentences.ts';
import { topicsOf } from './topics.ts';

/** Notes grow with the meeting, between these bounds. */
const MIN_WORDS = 70;
const MAX_WORDS = 150;
const WORDS_PER_SENTENCE = 0.6;
const SENTENCES_PER_TOPIC = 60;
const MAX_TOPICS = 5;
/** The start of a meeting says what it is about. */
const OPENING_SHARE = 1 / 12;
const OPENING_BONUS = 0.6;

/** The main points of a meeting by topic, in order. `elsewhere` are sentences the notes already hold. */
export function sectionsOf(
	sentences: readonly Sentence[],
	elsewhere: ReadonlySet<Sentence>,
): KeyPointsContent['sections'] {
	const budget = Math.min(MAX_WORDS, Math.max(MIN_WORDS, sentences.length * WORDS_PER_SENTENCE));
	const weighed = candidatesAmong(sentences)
		.filter(({ sentence }) => !elsewhere.has(sentence))
		.map((candidate) => ({ ...candidate, weight: weightOf(candidate, sentences.length) }));
	const points = selected(weighed, budget);
	const topics = topicsOf(sentences, Math.min(MAX_TOPICS, Math.ceil(sentences.length / SENTENCES_PER_TOPIC)));
	return topics.flatMap((topic) => {
		const own = new Set(topic);
		const said = points.filter((point) => own.has(point)).map(({ text }) => text);
		return said.length === 0 ? [] : [{ heading: headingOf(topic, sentences), points: said }];
	});
}

function weightOf({ sentence, rank, style, topicality }: Candidate, length: number): number {
	const opening = 1 + OPENING_BONUS * Math.exp(-sentence.index / (length * OPENING_SHARE));
	return topicality * (0.3 + Math.sqrt(rank)) * style * opening;
}
