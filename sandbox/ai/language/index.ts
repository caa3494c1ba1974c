import { stemmer } from 'stemmer';
import { english } from './english.ts';
import { german } from './german.ts';
import type { Kind, Language } from './language.ts';

export { english, german };
export type { Kind, Language };

export const languages: readonly Language[] = [english, german];

/** Replaces curly apostrophes by straight ones, which all patterns use. */
export const plain = (text: string): string => text.replaceAll('’', "'");

/** The first match for a kind of sentence in one of these languages. */
export const matchIn = (among: readonly Language[], kind: Kind, text: string): RegExpExecArray | null =>
	among.reduce<RegExpExecArray | null>((found, language) => found ?? language[kind].exec(text), null);

/** Ordinary speech has at least this share of function words. */
const FUNCTION_WORDS = 0.15;

/** The language of the words of a sentence, in small letters; null if none is recognized. */
export function languageOf(words: readonly string[]): Language | null {
	const counts = languages.map(({ stopWords }) => words.filter((word) => stopWords.has(word)).length);
	const most = Math.max(...counts);
	return most < Math.max(1, words.length * FUNCTION_WORDS) ? null : (languages[counts.indexOf(most)] ?? null);
}

/** No word of any language is longer. */
const MAX_WORD = 40;

/** Endings of German verbs, nouns and adjectives: `schickt`, `schicke` and `schicken` are the same. */
const GERMAN_ENDING = /(?<=.{3})(?:e[nmrst]?|st|[tns])$/;

const unaccented = (word: string): string => word.normalize('NFD').replace(/\p{M}/gu, '').replaceAll('ß', 'ss');

/** The stems of the words that carry meaning, of words in small letters. */
export function stemsOf(words: readonly string[], language: Language | null): string[] {
	const stem = language === german ? (word: string) => unaccented(word).replace(GERMAN_ENDING, '') : stemmer;
	return words.flatMap((word) => (word.length < 2 || word.length > MAX_WORD || languages.some(({ stopWords }) => stopWords.has(word)) ? [] : stem(word.replace(/'s$/, ''))));
}
