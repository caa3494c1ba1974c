import type { KeyPointsContent } from '../ai.ts';
import { anyOf, type Token } from '../text/language.ts';
import { blemishesIn, isReadable } from '../text/readable.ts';
import type { Sentence } from '../text/sentences.ts';
import { wordsOf } from '../text/speech.ts';
import { type Candidate, candidatesAmong } from './salience.ts';
import { selected } from './selection.ts';
import { cosine, sumOf, type Vector, vectorsOf } from './similarity.ts';

const MAX_PHRASE_WORDS = 3;
/** Nouns that name nothing. */
const EMPTY = anyOf('things?|stuff|lots?|bits?|kinds?|sorts?|ways?|right|everything|something|anything|gonna|wanna');
const APOSTROPHE = /['’]/;

/** A run of adjectives and nouns that ends in a noun. */
interface Phrase {
	/** Its stems. */
	readonly key: string;
	/** As it was said first. */
	readonly text: string;
	readonly words: number;
	/** Whether it is a single word that is probably a name (`Helen`). */
	readonly isName: boolean;
	count: number;
}

/** The noun phrases of sentences, by their stems. */
function phrasesIn(sentences: readonly Sentence[]): Map<string, Phrase> {
	const phrases = new Map<string, Phrase>();
	for (const run of sentences.flatMap(({ tokens }) => runsOf(tokens))) {
		const key = run.map(({ stem }) => stem).join(' ');
		const known = phrases.get(key);
		if (known === undefined) phrases.set(key, { key, ...phraseOf(run), count: 1 });
		else known.count += 1;
	}
	return phrases;
}

const phraseOf = (run: readonly Token[]): Pick<Phrase, 'text' | 'words' | 'isName'> => ({
	text: run.map(({ text }) => text).join(' '),
	words: run.length,
	isName: run.length === 1 && run[0]?.pos === 'PROPN',
});

function runsOf(tokens: readonly Token[]): Token[][] {
	const runs: Token[][] = [];
	let run: Token[] = [];
	const close = (): void => {
		while (run.length > 0 && !isNoun(run.at(-1))) run = run.slice(0, -1);
		if (run.length > 0) runs.push(run.slice(-MAX_PHRASE_WORDS));
		run = [];
	};
	for (const token of tokens) {
		if (isPart(token)) run.push(token);
		else close();
	}
	close();
	return runs;
}

const isPart = (token: Token): boolean =>
	token.isWord &&
	token.isContent &&
	token.text.length > 2 &&
	!EMPTY.test(token.text) &&
	!APOSTROPHE.test(token.text) &&
	(isNoun(token) || token.pos === 'ADJ');

const isNoun = (token: Token | undefined): boolean => token?.pos === 'NOUN' || token?.pos === 'PROPN';

/** Nouns that occur in every meeting and say nothing about it. */
const EVERYWHERE = anyOf(
	'meetings?|minutes?|hours?|days?|weeks?|months?|years?|times?|mornings?|today|tomorrow|moment|dates?',
	'cents?|per cent|percent|course|millions?|thousands?|people|person|guys?|everybody|members?|chair|numbers?|names?|points?|questions?|answers?|ideas?|options?|problems?',
	'issues?|parts?|sides?|cases?|examples?|reasons?|sense|facts?|mind|word|words|steps?|discussions?|coming|going',
	'mr|mrs|ms|dr|sir|madam|one|ones|two|three|end|start|top|bottom|rest|middle',
);
const ONLY_EVERYWHERE = new RegExp(`^${EVERYWHERE.source}$`, 'i');
/** A phrase said this often is a topic's subject. Phrases of several words need fewer. */
const OFTEN = 4;
const OFTEN_TOGETHER = 2;

/**
 * What the points of a topic are about: the noun phrases in them that the topic keeps coming back to, more than the
 * rest of the meeting, as they were said. Null when nothing stands out.
 */
function headingOf(
	points: readonly Sentence[],
	topic: readonly Sentence[],
	all: readonly Sentence[],
): string | null {
	const people = new Set(all.flatMap(({ name }) => wordsOf(name.toLowerCase())));
	const here = phrasesIn(topic);
	const everywhere = phrasesIn(all);
	const [first, ...others] = [...phrasesIn(points).values()]
		.filter(({ text, isName }) => !isName && !ONLY_EVERYWHERE.test(text))
		.filter(({ text }) => !wordsOf(text.toLowerCase()).some((word) => people.has(word)))
		.flatMap(({ key }) => here.get(key) ?? [])
		.filter(({ count, words }) => count >= (words > 1 ? OFTEN_TOGETHER : OFTEN))
		.map((phrase) => ({
			...phrase,
			weight: (phrase.count * phrase.count * phrase.words) / (everywhere.get(phrase.key)?.count ?? phrase.count),
		}))
		.toSorted((a, b) => b.weight - a.weight || a.key.localeCompare(b.key));
	if (first === undefined) return null;
	const stems = first.key.split(' ');
	const second = others.find(({ key }) => !key.split(' ').some((stem) => stems.includes(stem)));
	const heading = second === undefined ? first.text : `${first.text} and ${second.text}`;
	return heading.charAt(0).toUpperCase() + heading.slice(1);
}

/** Sentences looked at on either side of a possible border. */
const WINDOW = 10;
const MIN_SENTENCES = 12;

/**
 * Borders between the topics of a meeting: where the words before and after are least alike (TextTiling, Hearst 1997).
 * Returns up to `count` runs of sentences that together are all of them.
 */
function topicsOf(sentences: readonly Sentence[], count: number): Sentence[][] {
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

/** Notes grow with the meeting, between these bounds. */
const MIN_WORDS = 70;
const MAX_WORDS = 150;
const WORDS_PER_SENTENCE = 0.6;
const SENTENCES_PER_TOPIC = 60;
const MAX_TOPICS = 5;
/** The start of a meeting tends to say what it is about. */
const OPENING_SHARE = 1 / 12;
const OPENING_BONUS = 0.6;
/** A line that only thinks aloud is not a point; one that reads badly counts less. */
const MUDDLED = 2.4;
const BLEMISH = 0.15;
/** Heading of points without a common subject. */
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

/** The points without a named topic, then each named topic. */
function named(parts: readonly Part[]): KeyPointsContent['sections'] {
	const sections = new Map<string, readonly Sentence[]>();
	const unnamedFirst = parts.toSorted((a, b) => Number(a.heading !== null) - Number(b.heading !== null));
	for (const { heading, points } of fromReadable(unnamedFirst)) {
		const name = heading ?? PLAIN_HEADING;
		// A recurring topic (`Touch screen` after `Face plates and touch screen`) is one section.
		const title = [...sections.keys()].find((known) => known.toLowerCase().includes(name.toLowerCase())) ?? name;
		if (points.length > 0) sections.set(title, [...(sections.get(title) ?? []), ...points]);
	}
	return [...sections].map(([heading, points]) => ({ heading, points: points.map(({ text }) => text) }));
}

/** Readers give up at a first point that is not a sentence, so one that reads well comes first. */
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
