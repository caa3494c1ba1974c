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

/** Words of a question that say nothing about what was talked about. */
const SILENT: ReadonlySet<string> = new Set(
	'a about all an and any are at be by call calls can conversation conversations did do does for from had has have how i in is it last me meeting meetings my of on or our said say talk talked tell that the their they this to was we were what when where which who why with you your'.split(' '),
);

/** Of the words of a question or topic, folded, those to look for; all of them if none says anything. */
export function tellingOf(words: readonly string[]): readonly string[] {
	const telling = words.filter((word) => !SILENT.has(word));
	return telling.length > 0 ? telling : words;
}
