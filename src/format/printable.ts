import { oneLine, textOf } from './read.ts';

/** Control characters, except those that lay out text, and marks that turn its direction. */
const OBEYED = /[^\P{Cc}\n\t]|[\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;
/** A whole command to the terminal: CSI, then OSC, as for a link or the window's title, then those of two characters. */
const COMMAND = /(?:\u001b\[|\u009b)[0-?]*[ -/]*[@-~]|(?:\u001b\]|\u009d)[^\p{Cc}]*(?:\u0007|\u001b\\|\u009c)|\u001b[ -/]*[0-~]/u;
/** Colors as our programs set them. Others could hide what is written. */
const COLOR = /\u001b\[(?:1|2|22|3[1-6]|39|90)m/;

const anyOf = (...patterns: readonly RegExp[]): RegExp => new RegExp(patterns.map(({ source }) => `(${source})`).join('|'), 'gu');
const FOREIGN = anyOf(COMMAND, OBEYED);
const ALL = anyOf(COLOR, COMMAND, OBEYED);
const EACH = anyOf(OBEYED);

/** Text without anything that a terminal obeys, colors included: one from outside, or all output of a program without colors of its own. */
export const plain = (text: string): string => text.replace(FOREIGN, (_found, command?: string) => (command === undefined ? ' ' : ''));

/**
 * A text as it may be written to a terminal, whatever it quotes: titles, names and files from outside may have commands that
 * move the cursor, change the window or hide text. Programs that set colors pass all their output through this, last of all.
 */
export const printable = (text: string): string => text.replace(ALL, (found, color?: string) => color ?? plain(found));

/** As JSON writes it: “\u202e”, or two of these for one of the characters that take two. */
const codeOf = (character: string): string =>
	character.split('').map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`).join('');

/** JSON for a program or a terminal: characters that JSON leaves unescaped, but a terminal obeys, are escaped. */
export const printableJson = (value: unknown, space?: number | '\t'): string => JSON.stringify(value, null, space).replace(EACH, codeOf);

/** Characters that no reader sees: control characters but blanks and line breaks, and all that Unicode shows as nothing or not as itself. */
const UNSEEN = /[^\P{Cc}\s]|[\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}]/u;
/** Its parts are joined by such characters. */
const EMOJI = /\p{Extended_Pictographic}(?:[\ufe0f\u{1f3fb}-\u{1f3ff}]|\u200d\p{Extended_Pictographic})*/u;
const EMOJI_OR_UNSEEN = new RegExp(`${EMOJI.source}|(${UNSEEN.source})`, 'gu');

/** A text for somebody who decides whether exactly this may be saved or sent: what they would not see is a code, “\u202e”. */
export const visible = (text: string): string =>
	text.replace(EMOJI_OR_UNSEEN, (found, unseen?: string) => (unseen === undefined ? found : codeOf(unseen)));

/** Everything that a reader, or a model, may take for the end of a quotation. */
const DOUBLE_QUOTE = /["“”„‟«»‹›〝〞〟＂]|''|‘‘|’’/gu;

const MAX_QUOTED = 200;

/**
 * Somebody else's text in quotation marks of ours, which it cannot end: it is put on one line, and quotation marks in it become
 * single ones.
 */
export function quoted(value: unknown, max = MAX_QUOTED): string {
	const text = oneLine(plain(textOf(value))).replace(DOUBLE_QUOTE, "'");
	return `“${text.length > max ? `${text.slice(0, max - 1).toWellFormed().trimEnd()}…` : text}”`;
}
