import type { KeyPointsContent } from './ai.ts';
import { headingOf } from './headings.ts';
import { blemishesIn, isReadable } from './readable.ts';
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
/** A line that only thinks aloud is no point at all; one that reads badly counts less. */
const MUDDLED = 2.4;
const BLEMISH = 0.15;
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
	const points = selected(weighed, budget);
	const topics = topicsOf(sentences, Math.min(MAX_TOPICS, Math.ceil(sentences.length / SENTENCES_PER_TOPIC)));
	return named(
		topics.map((topic) => {
			const own = new Set(topic);
			const chosen = points.filter((point) => own.has(point));
			return { heading: headingOf(chosen, topic, sentences), points: chosen };
		}),
	);
}

interface Part {
	readonly heading: string | null;
	readonly points: readonly Sentence[];
}

/** The points that no topic has a name for, then each topic with a name. */
function named(parts: readonly Part[]): KeyPointsContent['sections'] {
	const sections = new Map<string, readonly Sentence[]>();
	const unnamedFirst = parts.toSorted((a, b) => Number(a.heading !== null) - Number(b.heading !== null));
	for (const { heading, points } of fromReadable(unnamedFirst)) {
		const name = heading ?? PLAIN_HEADING;
		// A topic that comes back (`Touch screen` after `Face plates and touch screen`) is one section.
		const title = [...sections.keys()].find((known) => known.toLowerCase().includes(name.toLowerCase())) ?? name;
		if (points.length > 0) sections.set(title, [...(sections.get(title) ?? []), ...points]);
	}
	return [...sections].map(([heading, points]) => ({ heading, points: points.map(({ text }) => text) }));
}

/** Nobody reads on behind a first point that is no sentence: one that reads well comes before it. */
function fromReadable(parts: readonly Part[]): readonly Part[] {
	const isGood = ({ text, tokens }: Sentence): boolean => isReadable(text, tokens);
	const start = parts.find(({ points }) => points.some(isGood));
	const first = start?.points.find(isGood);
	if (start === undefined || first === undefined) return parts;
	const opening = { ...start, points: [first, ...start.points.filter((point) => point !== first)] };
	return [opening, ...parts.filter((part) => part !== start)];
}

function weightOf({ sentence, rank, style, topicality }: Candidate, length: number): number {
	const blemishes = blemishesIn(sentence.text, sentence.tokens);
	const opening = 1 + OPENING_BONUS * Math.exp(-sentence.index / (length * OPENING_SHARE));
	const clean = blemishes > MUDDLED ? 0 : 1 / (1 + BLEMISH * blemishes);
	return topicality * (0.3 + Math.sqrt(rank)) * style * opening * clean;
}
