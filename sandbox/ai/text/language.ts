import model from 'wink-eng-lite-web-model';
import winkNLP from 'wink-nlp';
import { stemmer } from 'stemmer';

// The package's types omit a parameter of `out`.
declare module 'wink-nlp' {
	interface ItsHelpers {
		lemma(index: number, token: unknown, cache: unknown, addons: unknown): string;
	}
}

const nlp = winkNLP(model, ['sbd', 'pos']);
const { its } = nlp;

/** The sentences of a text, as written. */
export const sentencesOf = (text: string): string[] => nlp.readDoc(text).sentences().out();

export interface Token {
	readonly text: string;
	readonly stem: string;
	readonly lemma: string;
	/** Part of speech, as the Universal Dependencies name it. */
	readonly pos: string;
	readonly isWord: boolean;
	/** Whether it is in the lexicon. Names and word fragments are not. */
	readonly isKnown: boolean;
	/** Whether it has meaning of its own, unlike `the`, `of`, `very`. */
	readonly isContent: boolean;
}

/** The lexicon's words are numbered first, so the number of an unknown word shows where the lexicon ends. */
const [LEXICON_END = 0] = nlp.readDoc('zzqxv').tokens().out(its.uniqueId);

export function tokensOf(text: string): Token[] {
	const tokens = nlp.readDoc(text).tokens();
	const normal = tokens.out(its.normal);
	const kinds = tokens.out(its.type);
	const parts = tokens.out(its.pos);
	const lemmas = tokens.out(its.lemma);
	const ids = tokens.out(its.uniqueId);
	const stops = tokens.out(its.stopWordFlag);
	return tokens.out().map((word, index) => ({
		text: word,
		stem: stemmer(normal[index] ?? word),
		lemma: lemmas[index] ?? word,
		pos: parts[index] ?? 'X',
		isKnown: Number(ids[index]) < Number(LEXICON_END),
		isWord: kinds[index] === 'word' || kinds[index] === 'number',
		isContent: kinds[index] !== 'punctuation' && !stops[index] && word.length > 1,
	}));
}

/** The stems of the words that have meaning of their own. */
export const stemsOf = (text: string): string[] =>
	tokensOf(text)
		.filter(({ isContent }) => isContent)
		.map(({ stem }) => stem);

/** A verb whose form is neither the plain one, nor `-s`, nor `-ing`. */
export function isPast({ text, lemma }: Token): boolean {
	const word = text.toLowerCase();
	return word !== lemma && !/(?:s|ing|'\w+)$/.test(word) && !/^(?:am|are|be|'m|'re)$/.test(word);
}

/** Phrases, themselves patterns separated by `|`, as the source of one pattern. */
export const oneOf = (...lines: readonly string[]): string => `(?:${lines.join('|')})`;

/** A pattern for any of some phrases, as whole words and in any case. */
export const anyOf = (...lines: readonly string[]): RegExp => new RegExp(`\\b${oneOf(...lines)}\\b`, 'i');

/** The same, for all of them in a text. */
export const allOf = (...lines: readonly string[]): RegExp => new RegExp(anyOf(...lines), 'gi');
