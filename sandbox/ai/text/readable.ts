import { allOf, oneOf, type Token } from './language.ts';

/** What may remain in a line for others to read. */
const READABLE = 0.5;
const SUBJECT = 'i|we|he|she|they';
/** Adjacent words that show the speaker started over: `to we`, `the of`, `was is`. */
const CLASH = allOf(
	`(?:to|the|an?|my|your|our|for|of|with|at|need|want|going|gonna|${SUBJECT}) (?:${SUBJECT})`,
	"(?:the|an|my|your|our|their) (?:the|an?|of|for|to|with|from|and|or|but|is|are|was|were|it|it's|that|this|if|so)(?!-)",
	'a (?:the|an?|of|for|with|from|and|or|but|is|are|was|were|it|that|this)(?!-)',
	'the (?:in|during|on|at) the|some (?:the|a)',
	`(?:you|it) (?:${SUBJECT})`,
	'(?:the|a) (?:apparently|basically|maybe|probably|also|just|like)',
	'(?:of|from|with|for) (?:of|for|with)|(?:of|for) (?:to|in)|(?:at|in) (?:of|with|for)',
	'be (?:be|is|are)',
	'(?:will|can|could|would|should|must|to) (?:is|are|was|were|will|can|could|would|should)',
	"(?:got|has|had|think|means) (?:we're|we've|i've|they're) (?:[a-z']+ing|got)",
	"(?:i'm|we're|you're|they're) (?:is|are|was|were|have|has|do|the the|i'm|we're|we|i)",
	'(by|in|of|for|on|with|to|at) (?:(?:this|the|that) )?\\1',
	"let's (?:\\w+ )?let's|and (?:and|of)|but (?:but|and)|so (?:so|but)|or or",
);
/** Words of thinking aloud. */
const ALOUD = allOf(
	'you know|i mean|(?<!(?:some|any|what|this|that|one|same|a|every|all|different) )(?:sort|kind) of|kinda|(?:or|and) (?:something|whatever|stuff|everything|anything|so on)',
	"whatever|i don't know|let me see|let's see|how do you say|what's it called|blah|or so|stuff",
);
const COLLOQUIAL = allOf("gonna|wanna|gotta|cuz|cos|'cause|ain't|dunno|lemme");
/** Openers of a turn do not belong inside a sentence. */
const STARTED_OVER = /\S,? (?:yeah|yep|okay|oh|ah|eh|hm|alright)(?![\p{L}-])|, well,? /giu;
const BROKEN_OFF = /…|\.\.|--| [-–] |[([{}\])]|^[^"]*"(?:[^"]*"[^"]*")*[^"]*$/g;
/** Two tenses at once. */
const TENSES = allOf('(?:was|were) (?:is|are)|(?:is|are) (?:was|were|is|are)');
/** A new sentence without a full stop before it, or the second half of one. */
const DIVIDED = /\p{Ll} (?:We|He|She|They|It|And|But|So|The|This|That|If|You)\b|^(?:That|Which|Who) (?:we|I|you|he|she|they)\b/gu;
const DANGLING = new RegExp(
	`\\b${oneOf(
		"the|an?|to|of|and|or|with|for|my|your|our|their|is|are|was|were|it's|i|we|but|because|if|i'm|we're|from|very",
		'that|which|than|as|at|by|just|really|like',
	)}[.!?,]*$`,
	'gi',
);
const LETTER = /^[b-hj-z]$/;
const NO_VOWEL = /^[bcdfghjklmnpqrstvwxz]{2,3}$/;
/** Short words that people do say. */
const ABBREVIATION = /^(?:[tp]v|pc|[ck]?m|km|kg|hr|[mg]b|vs|[dm]r|ms|mrs|pm|pdf|css|sql|ssl|cv|pr|crm|tbd|tbc|ps)$/;
/** How many words must recur, and within how many, to count as a repetition. */
const AGAIN: readonly (readonly [count: number, within: number])[] = [
	[2, 4],
	[3, 12],
];

/**
 * Counts the signs of thinking aloud in a sentence: half words, restarts, impossible word pairs, no verb.
 * Speech that reads like writing has none.
 */
export function blemishesIn(text: string, tokens: readonly Token[]): number {
	const count = (pattern: RegExp): number => text.match(pattern)?.length ?? 0;
	const words = tokens.filter(({ isWord }) => isWord);
	return (
		words.filter((word, index) => isHalfWord(word, words.slice(index + 1, index + 3))).length +
		repeatsIn(words) +
		words.filter((word, index) => isSaidAgain(word, words[index + 1])).length +
		count(CLASH) +
		count(ALOUD) +
		count(STARTED_OVER) +
		count(BROKEN_OFF) +
		count(DIVIDED) +
		count(TENSES) * 2 +
		count(DANGLING) +
		count(COLLOQUIAL) / 2 +
		(tokens.some(isVerb) ? 0 : 1)
	);
}

/** Whether a sentence is fit for a text that others read. */
export const isReadable = (text: string, tokens: readonly Token[]): boolean => blemishesIn(text, tokens) <= READABLE;

export const isVerb = ({ pos }: Token): boolean => pos === 'VERB' || pos === 'AUX';

/** `ki` in `one ki kind`, `th` in `th this`. */
function isHalfWord({ text, isKnown }: Token, next: readonly Token[]): boolean {
	if (LETTER.test(text)) return true;
	if (NO_VOWEL.test(text)) return !ABBREVIATION.test(text);
	if (isKnown || !/^\p{Ll}/u.test(text)) return false;
	const begun = text.replace(/-.*/, '');
	return begun.length < 4 || next.some((other) => other.text.startsWith(begun));
}

/** `draw drew` */
const isSaidAgain = (word: Token, next: Token | undefined): boolean =>
	isVerb(word) && next?.pos === word.pos && next.lemma === word.lemma && next.text !== word.text;

function repeatsIn(words: readonly Token[]): number {
	const plain = words.map(({ text }) => text.toLowerCase());
	return AGAIN.reduce((sum, [count, within]) => {
		const seen = new Map<string, number>();
		const again = plain.slice(count - 1).filter((_, index) => {
			const run = plain.slice(index, index + count).join(' ');
			const last = seen.get(run);
			seen.set(run, index);
			return last !== undefined && index - last < within;
		});
		return sum + again.length;
	}, 0);
}
