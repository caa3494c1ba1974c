import { stemmer } from 'stemmer';
import model from 'wink-eng-lite-web-model';
import winkNLP from 'wink-nlp';

const nlp = winkNLP(model, ['sbd', 'pos']);
const { its } = nlp;

/** The sentences of a text, as written. */
export const sentencesOf = (text: string): string[] => nlp.readDoc(text).sentences().out();

export interface Token {
	readonly text: string;
	readonly stem: string;
	/** Part of speech, as the Universal Dependencies name it. */
	readonly pos: string;
	readonly isWord: boolean;
	/** Says something by itself: not `the`, `of`, `very`. */
	readonly isContent: boolean;
}

export function tokensOf(text: string): Token[] {
	const tokens = nlp.readDoc(text).tokens();
	const normal = tokens.out(its.normal);
	const kinds = tokens.out(its.type);
	const parts = tokens.out(its.pos);
	const stops = tokens.out(its.stopWordFlag);
	return tokens.out().map((word, index) => ({
		text: word,
		stem: stemmer(normal[index] ?? word),
		pos: parts[index] ?? 'X',
		isWord: kinds[index] === 'word' || kinds[index] === 'number',
		isContent: kinds[index] !== 'punctuation' && !stops[index] && word.length > 1,
	}));
}

/** The stems of the words that say something. */
export const stemsOf = (text: string): string[] =>
	tokensOf(text)
		.filter(({ isContent }) => isContent)
		.map(({ stem }) => stem);
