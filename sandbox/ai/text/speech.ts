import { oneOf } from './language.ts';

/** Sounds that are not words. */
const SOUND = "(?<![\\p{L}'-])(?:u+h+m*|u+m+|e+r+m*|m+h*m+|h+m+|mm-?hmm+|uh-huh|huh)(?![\\p{L}'-])";
/** Filler words when set off by commas. */
const ASIDE = '(?:you know|i mean|like|sort of|kind of|i guess|you see|basically|actually|literally)';
const SET_OFF = new RegExp(`,\\s*(?:${SOUND}|${ASIDE})(?:,\\s*(?:${SOUND}|${ASIDE}))*,\\s*`, 'giu');
const SOUNDS = new RegExp(`${SOUND}[,.…]*\\s*`, 'giu');
const ASIDE_FIRST = new RegExp(`^${ASIDE},\\s*`, 'iu');
/** Speech recognisers write it in lower case. */
const LOWER_I = /(?<![\p{L}\p{N}.'])i(?=['\s,])/gu;
/** One to four words said twice in a row, or again after a filler. */
const STUTTER =
	/(?<![\p{L}\p{N}'])((?:[\p{L}']{1,30} ){0,3}[\p{L}']{1,30})(?:[,.…]*\s+(?:(?:you know|i mean|like),? )?\1(?![\p{L}\p{N}']))+/giu;
/** The start of a word that is then completed (`th this`): letters that are not a word by themselves. */
const FALSE_START = /(?<![\p{L}\p{N}'])([bcdfghjklmnpqrstvwxz]{1,3}|y)[,.…-]*\s+(?=\1\p{L})/gu;
/** Words that only open a turn. */
const OPENER = oneOf(
	'so|well|okay|ok|yeah|yep|yes|right|alright|all right|and|but|now|oh|anyway|then',
	'cool|great|sure|perfect|good|excellent|thanks|hmm',
);
const OPENERS = new RegExp(`^(?:${OPENER}[,.!;:…\\s]+)+(?=\\S+\\s+\\S+)`, 'i');
/** Letters said one by one, as some transcripts write them (`L_C_D_`). */
const SPELLED = /(?<![\p{L}\p{N}])(?:\p{Lu}_)+/gu;
const SENTENCE_START = /(?:^|[.?!]\s+)\p{Ll}/gu;
const AGREEMENT = oneOf(
	'ok|okay|yeah|yep|yes|no|right|sure|alright|exactly|absolutely|true|good|cool|great',
	"oh|mm|hmm|mhm|huh|uh|um|thanks|thank|you|i|see|it|is|that's",
);
const AGREEMENT_ONLY = new RegExp(`^${AGREEMENT}$`, 'i');

/** Speech without sounds, asides and stutter. The remaining words keep their order. */
export function fluent(speech: string): string {
	const smooth = speech
		.replaceAll('’', "'")
		.replace(/\s+/g, ' ')
		.replace(SPELLED, (letters) => letters.replaceAll('_', ''))
		.replace(LOWER_I, 'I')
		.replace(SET_OFF, ' ')
		.replace(SOUNDS, '')
		.replace(ASIDE_FIRST, '')
		.replace(FALSE_START, '')
		.replace(STUTTER, '$1')
		.replace(STUTTER, '$1')
		.replace(/\s+([,.?!;:])/g, '$1')
		.replace(/,(?=[,.?!])/g, '')
		.replace(/^[\s,.;:…-]+/, '')
		.replace(/\s+/g, ' ')
		.trim();
	return smooth.replace(SENTENCE_START, (start) => start.toUpperCase());
}

/** A sentence without the words that only start a turn (`So, okay, …`). */
export function withoutOpeners(sentence: string): string {
	const rest = sentence.replace(OPENERS, '');
	return rest.charAt(0).toUpperCase() + rest.slice(1);
}

export const wordsOf = (text: string): string[] => text.match(/[\p{L}\p{N}][\p{L}\p{N}'’-]*/gu) ?? [];

export const countWords = (text: string): number => wordsOf(text).length;

/** Whether a turn only shows that someone is listening (`Mm-hmm.`, `Yeah, right.`). */
export const isBackchannel = (text: string): boolean => {
	const words = wordsOf(text.replace(SOUNDS, ''));
	return words.length < 5 && words.every((word) => AGREEMENT_ONLY.test(word));
};
