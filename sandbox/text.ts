/** Text for comparing without regard to case, in any script. */
export const fold = (text: string): string => text.normalize('NFKC').toLowerCase();

/** At most this many characters, as people count them. */
export function cutTo(max: number, text: string): string {
	const characters = [...text];
	return characters.length <= max ? text : `${characters.slice(0, max - 1).join('')}…`;
}

/** Text on one line, with runs of whitespace collapsed. */
export const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** A word that goes with a number: “key” or “keys”. */
export const plural = (count: number, one: string, more = `${one}s`): string => (count === 1 ? one : more);

/** How long a meeting was: “6 minutes”, and below a minute “45 seconds”. */
export const lengthOf = (seconds: number): string => (Math.round(seconds) < 60 ? counted(Math.round(seconds), 'second') : counted(Math.round(seconds / 60), 'minute'));

/** “1 meeting”, “2 meetings”. After a downgrade the number left may be negative, which is shown as none. */
export const counted = (count: number, one: string, more = `${one}s`): string => `${Math.max(0, count)} ${plural(count, one, more)}`;

/** Scripts that write no spaces between words. */
const UNSPACED = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u;
const words = new Intl.Segmenter('en', { granularity: 'word' });

/** The words of a text, without punctuation. */
export const wordsOf = (text: string): string[] =>
	(text.match(/[\p{L}\p{N}\p{M}]+(?:['’-][\p{L}\p{N}\p{M}]+)*/gu) ?? []).flatMap((word) => (UNSPACED.test(word) ? [...words.segment(word)].map(({ segment }) => segment) : [word]));

/** How many words somebody says. A sign between spaces takes time, too. */
export const spokenWords = (text: string): number => (UNSPACED.test(text) ? wordsOf(text) : text.split(' ')).length;
