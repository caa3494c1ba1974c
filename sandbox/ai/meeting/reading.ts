import { wordsOf } from '../../text.ts';
import type { Meeting } from '../ai.ts';
import { type Language, languageOf, languages, matchIn, plain } from '../language/index.ts';
import { nameOf, participantsOf } from './people.ts';
import { Sentence } from './sentence.ts';

/** A meeting as all rules read it. */
export interface Reading {
	readonly sentences: readonly Sentence[];
	/** Everyone who spoke, in the order they first speak. */
	readonly people: readonly string[];
	/** The meeting's; null if it is not recognized. Single sentences may be in another. */
	readonly language: Language | null;
}

/** If fewer segments than this end a sentence, the transcript has no punctuation, so each segment counts as a sentence. */
const ENDING_SHARE = 0.2;
const ENDED = /[.?!…。？！؟۔।]["'”’)」]*$/;
/** Abbreviations, and German ordinals: their full stop ends no sentence. */
const GOES_ON =
	/(?:^|[\s(])(?:\p{Ll}|\p{L}\. ?\p{L}|Mr|Mrs|Ms|Dr|Prof|St|vs|approx|Nr|bzw|ca|usw|ggf|Inc|Jan|Feb|Aug|Sept?|Oct|Okt|Nov|Dec|Dez|(?:den|dem|der|die|das|am|vom|zum|bis|ab|im|und|seit|\p{L}+tag,|Mittwoch,) \d{1,2})(?<!\b[ap]\.?m|\bi)\.\s*$/u;
/** Longer stretches without a full stop are noise rather than a sentence, so they are neither read nor quoted. */
const MAX_SENTENCE = 600;
/** Where a list goes on that is written in one line: `- Tom: send the offer - Priya de Vries: call the printer`. */
const NEXT_LISTED = /\s(?=[-–•*] (?:\[[ xX]?\] )?(?:\p{L}[\p{L}.'’-]{0,40} ){0,3}\p{Lu}[\p{L}.'’-]{1,40}: )/gu;
const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' });

/** Reads a meeting: its sentences in order, as said except for white space. */
export function readingOf(meeting: Meeting): Reading {
	const sentences: Sentence[] = [];
	const turns = turnsOf(meeting).map(({ name, text }) => ({ name, said: sentencesOf(text) }));
	const language = languageOf(turns.flatMap(({ said }) => said).flatMap((text) => wordsOf(plain(text).toLowerCase())));
	turns.forEach(({ name, said }, turn) => {
		for (const text of said) sentences.push(new Sentence({ name, turn, text }, sentences, { start: meeting.startTime, language }));
	});
	return { sentences, people: participantsOf(meeting), language };
}

export function sentencesOf(text: string): string[] {
	const sentences: string[] = [];
	let open = '';
	for (const { segment } of segmenter.segment(text.replace(NEXT_LISTED, '\n'))) {
		open += segment;
		if (open.length < MAX_SENTENCE && !segment.endsWith('\n') && GOES_ON.test(open.slice(-20))) continue;
		sentences.push(open.trim());
		open = '';
	}
	return [...sentences, open.trim()].filter((sentence) => sentence !== '' && sentence.length <= MAX_SENTENCE);
}

interface Turn {
	readonly name: string;
	readonly text: string;
}

/**
 * What each person said until somebody else spoke. A sentence goes on after somebody else’s sign of listening only in small letters:
 * a turn that starts like a sentence is one, since people who type leave out full stops.
 */
function turnsOf(meeting: Meeting): readonly Turn[] {
	const said = meeting.segments.flatMap(({ text, speaker }) => (/\S/.test(text) ? { name: nameOf(speaker, meeting), text: text.trim().replace(/\s+/g, ' ') } : []));
	const hasFullStops = said.filter(({ text }) => ENDED.test(text.slice(-5))).length >= said.length * ENDING_SHARE;
	const isOpen = (text: string): boolean => hasFullStops && (!ENDED.test(text.slice(-5)) || GOES_ON.test(text.slice(-20)));
	const turns: { readonly name: string; text: string }[] = [];
	// Whether the last turn ended where somebody else’s sentence went on, and whether it may have ended with an answer.
	let [isInterrupted, isAnswered] = [false, false];
	for (const { name, text } of said) {
		const [before, last] = [turns.at(-2), turns.at(-1)];
		if (last?.name === name && name !== '') last.text += `${isOpen(last.text) && !isInterrupted && (!isAnswered || GOES_ON_SMALL.test(text)) ? ' ' : '\n'}${text}`;
		else if (last !== undefined && before?.name === name && isOpen(before.text) && isListening(last.text) && GOES_ON_SMALL.test(text)) before.text += ` ${text}`;
		else turns.push({ name, text });
		[isInterrupted, isAnswered] = [turns.at(-1)?.name !== name, isAnswer(text)];
	}
	return turns;
}

/** Whether a segment agrees to something and says no more. */
const isAnswer = (text: string): boolean => text.length < 20 && wordsOf(text).length < 3 && matchIn(languages, 'yes', plain(text)) !== null;

/** Whether somebody only shows that they are listening, which answers nothing. */
const isListening = (text: string): boolean => text.length < 20 && wordsOf(text).length < 3 && wordsOf(text).every((word) => LISTENS.test(word));
const LISTENS = /^(?:m+|mm-?hm+|uh-?huh|hm+|right|yes|yeah|yep|ok|okay|sure|ja|genau|klar)$/i;
const GOES_ON_SMALL = /^\p{Ll}/u;
