import { MOSTLY } from './names.ts';
import type { TextLine } from './textLine.ts';

const NARROWEST = 40;

/** Where a text was wrapped. */
export interface Wrapping {
	/** Whether the line above was full: the next word would have made it longer than (nearly) all others. */
	readonly isFull: (line: TextLine) => boolean;
	/** Whether the line above was cut in the middle of a sentence, which this line continues. */
	readonly isCut: (line: TextLine) => boolean;
	/** Whether lines are paragraphs, since most end a sentence. One that goes on in small letters is part of the line above. */
	readonly areParagraphs: boolean;
}

export const endsSentence = ({ text }: TextLine): boolean => /[.!?…。！？]["'”’)]*$/.test(text);

/**
 * Finds out whether a text was wrapped: nearly all of its lines without a name then follow full ones, and half of the sentences that are cut go
 * on without a name. In other texts, people decided where lines begin.
 */
export function wrappingOf(lines: readonly TextLine[]): Wrapping {
	const lengths = lines.map(({ text }) => text.length).toSorted((a, b) => b - a);
	// Long addresses are not wrapped.
	const width = lengths[Math.floor(lengths.length * 0.02)] ?? 0;
	const pairs = lines.flatMap((line, index) => {
		const before = lines[index - 1];
		return before === undefined || line.afterGap || line.time !== null || line.header !== null ? [] : [{ line, before }];
	});
	const full = pairs.filter(({ line, before }) => before.text.length + 1 + line.text.search(/\s|$/) > width);
	const cut = full.filter(({ before }) => !endsSentence(before));
	const unnamed = pairs.filter(({ line, before }) => line.label === null && before.header === null && !before.isClock && before.label?.text !== '');
	const goOn = (found: typeof pairs): number => found.filter(({ line }) => line.label === null).length;
	const isWrapped = width >= NARROWEST && cut.length > 2 && goOn(full) >= unnamed.length * MOSTLY && goOn(cut) * 2 >= cut.length;
	const isIn = (found: typeof pairs): ((line: TextLine) => boolean) => {
		const wrapped = new Set(isWrapped ? found.map(({ line }) => line) : []);
		return (line) => wrapped.has(line);
	};
	const areParagraphs = !isWrapped && pairs.length > 3 && pairs.filter(({ before }) => endsSentence(before)).length * 2 >= pairs.length;
	return { isFull: isIn(full), isCut: isIn(cut), areParagraphs };
}
