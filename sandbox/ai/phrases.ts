import { anyOf } from './anyOf.ts';
import type { Token } from './language.ts';
import type { Sentence } from './sentences.ts';

const MAX_WORDS = 3;
/** Nouns that name nothing. */
const EMPTY = anyOf('things?|stuff|lots?|bits?|kinds?|sorts?|ways?|right|everything|something|anything|gonna|wanna');
const APOSTROPHE = /['’]/;

/** A run of adjectives and nouns that ends in a noun. */
export interface Phrase {
	/** Its stems. */
	readonly key: string;
	/** As it was said first. */
	readonly text: string;
	readonly words: number;
	/** Whether it is one word that names somebody or something (`Helen`), as far as one can tell. */
	readonly isName: boolean;
	count: number;
}

/** The noun phrases of sentences, by their stems. */
export function phrasesIn(sentences: readonly Sentence[]): Map<string, Phrase> {
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
		if (run.length > 0) runs.push(run.slice(-MAX_WORDS));
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
