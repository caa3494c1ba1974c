import { anyOf } from './anyOf.ts';
import { phrasesIn } from './phrases.ts';
import type { Sentence } from './sentences.ts';
import { wordsOf } from './speech.ts';

/** Nouns that every meeting has, and that by themselves tell nothing about one. */
const EVERYWHERE = anyOf(
	'meetings?|minutes?|hours?|days?|weeks?|months?|years?|times?|mornings?|today|tomorrow|moment|dates?',
	'cents?|per cent|percent|course|millions?|thousands?|people|person|guys?|everybody|members?|chair|numbers?|names?|points?|questions?|answers?|ideas?|options?|problems?',
	'issues?|parts?|sides?|cases?|examples?|reasons?|sense|facts?|mind|word|words|steps?|discussions?|coming|going',
	'mr|mrs|ms|dr|sir|madam|one|ones|two|three|end|start|top|bottom|rest|middle',
);
const ONLY_EVERYWHERE = new RegExp(`^${EVERYWHERE.source}$`, 'i');
/** A phrase said this often is what a topic is about; several words that go together need less. */
const OFTEN = 4;
const OFTEN_TOGETHER = 2;

/**
 * What the points of a topic are about: the noun phrases in them that the topic keeps coming back to, more than the
 * rest of the meeting, as they were said. Null when nothing stands out.
 */
export function headingOf(
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
