import { allOf, anyOf } from './anyOf.ts';;
import type { Sentence } from './sentences.ts';

const GOOD_WORDS = 18;
/** Talk about the talk itself. */
const ABOUT_ITSELF = anyOf(
	'thank you|thanks|good (?:morning|afternoon)|welcome|any questions?|next slide|can you hear',
	'over to you|move on|go ahead|point of order',
);
/** Words of two people talking, which notes do without. */
const CHATTY = allOf("I|you|me|my|your|I'm|I've|I'd|I'll|you're|it's|that's|don't");
/** Words that join nouns: many of them where something is described or laid down. */
const JOINING = /\b(?:the|of|to|and|a|for|in)\b/gi;

const count = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0;

/** How much a spoken sentence reads like a line of notes, from 0 to 1. */
export function styleOf({ text, words }: Pick<Sentence, 'text' | 'words'>): number {
	const length = Math.min(1, words / GOOD_WORDS);
	const descriptive = Math.min(1, 0.4 + count(text, JOINING) / words);
	const matter = 1 / (1 + 0.35 * count(text, CHATTY));
	return length * descriptive * matter * (ABOUT_ITSELF.test(text) ? 0.3 : 1);
}
