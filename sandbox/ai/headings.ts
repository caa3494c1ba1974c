import { anyOf } from './anyOf.ts';
import type { Token } from './language.ts';
import type { Sentence } from './sentences.ts';

const PHRASE_WORDS = 3;
/** Nouns that name nothing. */
const EMPTY = anyOf('things?|stuff|lots?|bits?|kinds?|sorts?|ways?|right|everything|something|anything');

/** What a topic is called: the noun phrases it has more of than the rest of the meeting, as they were said. */
export function headingOf(topic: readonly Sentence[], all: readonly Sentence[]): string {
	const here = phrasesIn(topic);
	const everywhere = phrasesIn(all);
	const best = [...here]
		.map(([key, { text, count }]) => ({
			text,
			key,
			repeated: count > 1 ? 1 : 0,
			weight: count * ((count * key.split(' ').length) / (everywhere.get(key)?.count ?? count)),
		}))
		.toSorted((a, b) => b.repeated - a.repeated || b.weight - a.weight || a.key.localeCompare(b.key));
	const [first, ...others] = best;
	if (first === undefined) return topic[0]?.name ?? '';
	const second = others.find(({ key }) => !key.split(' ').some((stem) => first.key.split(' ').includes(stem)));
	const heading = second === undefined ? first.text : `${first.text}, ${second.text}`;
	return heading.charAt(0).toUpperCase() + heading.slice(1);
}

interface Phrase {
	readonly text: string;
	count: number;
}

/** Runs of adjectives and nouns that end in a noun, by their stems. */
function phrasesIn(sentences: readonly Sentence[]): Map<string, Phrase> {
	const phrases = new Map<string, Phrase>();
	for (const { tokens } of sentences) {
		for (const run of runsOf(tokens)) {
			const key = run.map(({ stem }) => stem).join(' ');
			const known = phrases.get(key);
			if (known === undefined) phrases.set(key, { text: run.map(({ text }) => text).join(' '), count: 1 });
			else known.count += 1;
		}
	}
	return phrases;
}

function runsOf(tokens: readonly Token[]): Token[][] {
	const runs: Token[][] = [];
	let run: Token[] = [];
	const close = (): void => {
		while (run.length > 0 && !isNoun(run.at(-1))) run = run.slice(0, -1);
		if (run.length > 0) runs.push(run.slice(-PHRASE_WORDS));
		run = [];
	};
	for (const token of tokens) {
		if (
			token.isWord &&
			token.isContent &&
			token.text.length > 2 &&
			!EMPTY.test(token.text) &&
			(isNoun(token) || token.pos === 'ADJ')
		)
			run.push(token);
		else close();
	}
	close();
	return runs;
}

const isNoun = (token: Token | undefined): boolean => token?.pos === 'NOUN' || token?.pos === 'PROPN';
