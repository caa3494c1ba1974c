import type { Meeting } from '../ai.ts';
import { isA, matchOf, wordsOf } from '../language/index.ts';
import { nameOf } from './people.ts';

/** A sentence as it was said. Those of one turn were said without interruption. `name` is empty if the speaker is not known. */
export interface Sentence {
	readonly text: string;
	readonly name: string;
	readonly index: number;
	readonly turn: number;
}

/** If fewer segments end a sentence, the transcript has no full stops, and each segment is a sentence. */
const ENDING_SHARE = 0.2;
const ENDED = /[.?!…]["'”’)]*$/;
/** Abbreviations, and German ordinals: their full stop ends no sentence. */
const GOES_ON =
	/(?:^|[\s(])(?:\p{Ll}|\p{L}\. ?\p{L}|Mr|Mrs|Ms|Dr|Prof|St|vs|approx|Nr|bzw|ca|usw|ggf|Inc|Jan|Feb|Aug|Sept?|Oct|Okt|Nov|Dec|Dez|(?:den|dem|der|die|das|am|vom|zum|bis|ab|im|und|seit) \d{1,2})(?<!\b[ap]\.?m|\bi)\.\s*$/u;
/** Longer stretches without a full stop are noise rather than a sentence, so they are neither read nor quoted. */
const MAX_SENTENCE = 600;
const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' });

/** The sentences of a meeting in order, as said except for white space. */
export const sentencesIn = (meeting: Meeting): Sentence[] =>
	turnsOf(meeting)
		.flatMap(({ name, text }, turn) => sentencesOf(text).map((said) => ({ name, turn, text: said })))
		.map((sentence, index) => ({ ...sentence, index }));

export function sentencesOf(text: string): string[] {
	const sentences: string[] = [];
	let open = '';
	for (const { segment } of segmenter.segment(text)) {
		open += segment;
		if (open.length < MAX_SENTENCE && !segment.endsWith('\n') && GOES_ON.test(open.slice(-20))) continue;
		sentences.push(open.trim());
		open = '';
	}
	return [...sentences, open.trim()].filter((sentence) => sentence !== '' && sentence.length <= MAX_SENTENCE);
}

/** What each person said until somebody else spoke. A word of assent in the middle of a sentence does not interrupt it. */
function turnsOf(meeting: Meeting): readonly Pick<Sentence, 'name' | 'text'>[] {
	const said = meeting.segments.flatMap(({ text, speaker }) => (/\S/.test(text) ? { name: nameOf(speaker, meeting), text: text.trim().replace(/\s+/g, ' ') } : []));
	const hasFullStops = said.filter(({ text }) => ENDED.test(text.slice(-5))).length >= said.length * ENDING_SHARE;
	const isOpen = (text: string): boolean => hasFullStops && !ENDED.test(text.slice(-5));
	const turns: { readonly name: string; text: string }[] = [];
	for (const { name, text } of said) {
		const [before, last] = [turns.at(-2), turns.at(-1)];
		if (last?.name === name && name !== '') last.text += `${isOpen(last.text) ? ' ' : '\n'}${text}`;
		else if (last !== undefined && before?.name === name && isOpen(before.text) && isAssent(last.text)) before.text += ` ${text}`;
		else turns.push({ name, text });
	}
	return turns;
}

const isAssent = (text: string): boolean => text.length < 20 && wordsOf(text).length < 3 && (isA('yes', text) || /^(?:m+|mm-?hm+|uh-?huh|right|hm+)[.,]?$/i.test(text));

/** A sentence with whoever said it. */
export const quoted = ({ name, text }: Sentence): string => (name === '' ? text : `${name}: ${text}`);

/** Sentences that belong together, each turn with whoever said it. */
export const quotedTogether = (said: readonly Sentence[]): string =>
	said.map((one, at) => (said[at - 1]?.turn === one.turn ? ` ${one.text}` : `${at === 0 ? '' : ' – '}${quoted(one)}`)).join('');

/** Whether an answer is a yes to what was asked: it goes on, if at all, about doing it. `Yes, up to ten of them.` gives information. */
export const isYes = ({ text }: Sentence): boolean => isA('yes', text) && !isA('condition', text) && GOES_ON_TO_DO.test(text.slice(matchOf('yes', text)?.[0].length));
const GOES_ON_TO_DO = /^[\s,.!–-]*(?:$|(?:I|I['’](?:ll|d|m|ve)|we|we['’](?:ll|re)|let['’]?s?|give|then|that|so|and|for|with|by|on|tomorrow|today|tonight|this|next|first|right|straight|before|after|consider|leave|my|should|no|not|it['’]s|works|ich|wir|das|bis|morgen|heute|noch|dann|den|die|kein) |(?:today|tomorrow|tonight|morgen|heute)[.!]*$|\p{Lu}\p{L}+[.!]?$)/u;

/** What anybody said in the next turns, as far as it may be an answer. */
export const after = ({ index, turn }: Sentence, sentences: readonly Sentence[]): readonly Sentence[] => sentences.slice(index + 1, index + 13).filter((next) => next.turn <= turn + 4);

/** Whether the next to speak refuses at once, or the speaker takes it back. */
export function isRefused(sentence: Sentence, sentences: readonly Sentence[]): boolean {
	const next = after(sentence, sentences);
	const answers = next.filter(({ turn }) => turn !== sentence.turn).slice(0, 2);
	return [...next.slice(0, 1), ...answers.filter(({ turn }) => turn === answers[0]?.turn)].some(({ text }) => isA('no', text));
}
