import type { Meeting } from '../ai.ts';
import { partsOf } from './bounds.ts';
import { sentencesOf, type Token, tokensOf } from './language.ts';
import { nameOf } from './people.ts';
import { countWords, fluent, isBackchannel, withoutOpeners } from './speech.ts';

/** A spoken sentence. */
export interface Sentence {
	/** Without fillers and openers, for reading. */
	readonly text: string;
	readonly name: string;
	readonly index: number;
	/** The turn it belongs to; sentences of one turn were said without interruption. */
	readonly turn: number;
	/** Index of the segment its turn starts in. */
	readonly segment: number;
	readonly tokens: readonly Token[];
	readonly stems: readonly string[];
	readonly words: number;
}

interface Turn {
	readonly name: string;
	readonly segment: number;
	text: string;
}

/** If fewer segments than this end a sentence, the transcript has no full stops, and each segment is read as a sentence. */
const ENDING_SHARE = 0.2;
const ENDED = /[.?!…]["')]*\s*$/;
/** Max characters of a sentence. Longer speech is not joined any further. */
const REACH = 600;
/** Longer turns and sentences are read in parts, so that the work stays proportional to their length. */
const MAX_TURN = 10_000;
const MAX_SENTENCE = 1000;

/** The sentences of a meeting in order. Consecutive segments of one speaker are read together. */
export function sentencesIn(meeting: Meeting): Sentence[] {
	return turnsOf(meeting)
		.flatMap(({ name, segment, text }, turn) =>
			sentencesOf(fluent(text))
				.flatMap((said) => partsOf(said, MAX_SENTENCE))
				.map((said) => ({ name, segment, turn, said })),
		)
		.map(({ said, ...place }, index) => {
			const text = withoutOpeners(said.trim());
			const tokens = tokensOf(text);
			const stems = tokens.filter(({ isContent }) => isContent).map(({ stem }) => stem);
			return { ...place, index, text, tokens, stems, words: countWords(text) };
		});
}

function turnsOf(meeting: Meeting): Turn[] {
	const spoken = meeting.segments
		.map((said, segment) => ({ ...said, segment }))
		.filter(({ text }) => !isBackchannel(text));
	const divided = spoken.filter(({ text }) => ENDED.test(text)).length >= spoken.length * ENDING_SHARE;
	const turns: Turn[] = [];
	for (const { speaker, text, segment } of spoken) {
		const name = nameOf(speaker, meeting);
		const last = turns.at(-1);
		if (!divided) turns.push({ name, segment, text: ENDED.test(text) ? text : `${text}.` });
		else if (last !== undefined && last.name === name && continues(last.text)) last.text += ` ${text}`;
		else turns.push({ name, segment, text });
	}
	return turns;
}

const continues = (text: string): boolean =>
	text.length < REACH || (text.length < MAX_TURN && /[.?!…]/.test(text.slice(-REACH)));
