import { stemmer } from 'stemmer';

/** Scripts without spaces between words. Each letter counts as a word, so a query is found wherever a word begins. */
const UNSPACED = ['Han', 'Hiragana', 'Katakana', 'Thai', 'Lao', 'Khmer', 'Myanmar'].map((script) => `\\p{Script=${script}}`).join('');
const letter = `(?![${UNSPACED}])[\\p{L}\\p{M}\\p{N}]`;
const WORD = new RegExp(`[${UNSPACED}]\\p{M}*|(?:${letter})+(?:['’](?:${letter})+)*`, 'gu');

const PLAIN = /^[a-z0-9]+$/i;

/** Ignores case, accents and compatibility forms. Marks that make another letter, as in Hindi or Japanese, stay. */
function foldWord(word: string): string {
	if (PLAIN.test(word)) return word.toLowerCase();
	const base = word
		.normalize('NFKD')
		.replace(/[\u0300-\u036f]/g, '')
		.normalize('NFC');
	return base.toLowerCase().replaceAll('’', "'");
}

/** No word of any language is longer, and the stemmer’s patterns take long for some that are. */
const MAX_STEMMED = 40;
const HAS_DIGIT = /\d/;

/** English stems: “prices” and “pricing” share one. In other languages, endings are removed only where they look English. */
export const stemOf = (word: string): string => (word.length > MAX_STEMMED || HAS_DIGIT.test(word) ? word : stemmer(word.replace(/'s$/, '')));

export interface Word {
	/** Folded. */
	readonly word: string;
	/** Where it begins and ends in the text. */
	readonly start: number;
	readonly end: number;
}

export const wordsIn = (text: string): Word[] =>
	Array.from(text.matchAll(WORD), ({ 0: word, index }) => ({ word: foldWord(word), start: index, end: index + word.length }));

/**
 * Words that say nothing about the subject, in a topic and in a question. In a question, more words count as such: “call” does not
 * mean a call center.
 */
const silent = {
	topic: 'a about an and at by das der die for from in of on or our the to und with',
	question:
		'all any are be call calls can conversation conversations did do does had has have how i is it last me meeting meetings my said say talk talked tell that their they this was we were what when where which who why you your',
};
const silentIn = {
	topic: new Set(silent.topic.split(' ')),
	question: new Set(`${silent.topic} ${silent.question}`.split(' ')),
};

/** The words worth looking for, of some folded words; all of them if none says anything. */
export function tellingOf(words: readonly string[], of: keyof typeof silentIn): readonly string[] {
	const telling = words.filter((word) => !silentIn[of].has(word));
	return telling.length > 0 ? telling : words;
}
