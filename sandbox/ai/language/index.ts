import { stemmer } from 'stemmer';
import { english } from './english.ts';
import { german } from './german.ts';
import type { Kind, Language } from './language.ts';

export type { Kind };

const languages: readonly Language[] = [english, german];

/** Sentences this short may be in any language: `In Ordnung.` */
const MAX_UNSURE = 2;
/** The first match for a kind of sentence: in its language, or in any if it is too short to tell. */
export function matchOf(kind: Kind, text: string): RegExpExecArray | null {
	const own = text.split(' ').length > MAX_UNSURE ? languageOf(text) : null;
	return (own === null ? languages : [own]).reduce<RegExpExecArray | null>((found, language) => found ?? language[kind].exec(text.replaceAll('’', "'")), null);
}

export const isA = (kind: Kind, text: string): boolean => matchOf(kind, text) !== null;

const plain = (text: string): string => text.toLowerCase().replaceAll('’', "'");
export const wordsOf = (text: string): string[] => text.match(/[\p{L}\p{N}]+(?:['’-][\p{L}\p{N}]+)*/gu) ?? [];
export const countWords = (text: string): number => wordsOf(text).length;

/** Ordinary speech has at least this share of function words. */
const FUNCTION_WORDS = 0.15;

/** The language of a sentence; null if none is recognized. */
export function languageOf(text: string): Language | null {
	const words = wordsOf(plain(text));
	const counts = languages.map(({ stopWords }) => words.filter((word) => stopWords.has(word)).length);
	const most = Math.max(...counts);
	return most < Math.max(1, words.length * FUNCTION_WORDS) ? null : (languages[counts.indexOf(most)] ?? null);
}

/** No word of any language is longer. */
const MAX_WORD = 40;

export const isFunctionWord = (word: string): boolean => languages.some(({ stopWords }) => stopWords.has(plain(word)));

/** The stems of the words that carry meaning. */
export const stemsOf = (text: string): string[] =>
	wordsOf(plain(text)).flatMap((word) => (word.length < 2 || word.length > MAX_WORD || isFunctionWord(word) ? [] : stemmer(word.replace(/'s$/, ''))));
