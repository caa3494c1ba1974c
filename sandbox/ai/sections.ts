import type { KeyPointsContent } from './ai.ts';
import { headingOf } from './headings.ts';
import { blemishesIn } from './readable.ts';
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
/** Of points that nothing stands out of. */
const PLAIN_HEADING = 'Main points';

/** The main points of a meeting by topic, in order. `elsewhere` are sentences the notes already hold. */
export function sectionsOf(
	sentences: readonly Sentence[],
	elsewhere: ReadonlySet<Sentence>,
): KeyPointsContent['sections'] {
	const budget = Math.min(MAX_WORDS, Math.max(MIN_WORDS, sentences.length * WORDS_PER_SENTENCE));
	const weighed = candidatesAmong(sentences)
		.filter(({ sentence }) => !elsewhere.has(sentence))
		.map((candidate) => ({ ...candidate, weight: weightOf(candidate, sentences.length) }));
	const points = withoutMuddledStart(selected(weighed, budget));
	const topics = topicsOf(sentences, Math.min(MAX_TOPICS, Math.ceil(sentences.length / SENTENCES_PER_TOPIC)));
	return named(
		topics.map((topic) => {
			const own = new Set(topic);
			const chosen = points.filter((point) => own.has(point));
			return { heading: headingOf(chosen, topic, sentences), points: chosen.map(({ text }) => text) };
		}),
	);
}

interface Part {
	readonly heading: string | null;
	readonly points: string[];
}

/** The points that no topic has a name for, then each topic with a name. */
function named(parts: readonly Part[]): KeyPointsContent['sections'] {
	const sections = new Map<string, string[]>();
	const unnamedFirst = parts.toSorted((a, b) => Number(a.heading !== null) - Number(b.heading !== null));
	for (const { heading, points } of unnamedFirst) {
		const name = heading ?? PLAIN_HEADING;
		// A topic that comes back (`Touch screen` after `Face plates and touch screen`) is one section.
		const title = [...sections.keys()].find((known) => known.toLowerCase().includes(name.toLowerCase())) ?? name;
		if (points.length > 0) sections.set(title, [...(sections.get(title) ?? []), ...points]);
	}
	return [...sections].map(([heading, points]) => ({ heading, points }));
}

/** A line that only thinks aloud is no point at all; the first point of a meeting must read well. */
const MUDDLED = 2.4;
const FIRST_MAY = 0.5;
const BLEMISH = 0.15;

function withoutMuddledStart(points: readonly Sentence[]): readonly Sentence[] {
	const start = points.findIndex(({ text, tokens }) => blemishesIn(text, tokens) <= FIRST_MAY);
	return start < 0 ? points : points.slice(start);
}

function weightOf({ sentence, rank, style, topicality }: Candidate, length: number): number {
	const blemishes = blemishesIn(sentence.text, sentence.tokens);
	const opening = 1 + OPENING_BONUS * Math.exp(-sentence.index / (length * OPENING_SHARE));
	const clean = blemishes > MUDDLED ? 0 : 1 / (1 + BLEMISH * blemishes);
	return topicality * (0.3 + Math.sqrt(rank)) * style * opening * clean;
}
