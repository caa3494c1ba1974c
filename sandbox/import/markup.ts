import { decodeHTMLStrict } from 'entities';

/** Part of a caption by one voice. The speaker is null if it has no name. */
export interface Spoken {
	readonly speaker: string | null;
	readonly text: string;
}

/**
 * The tags and times of WebVTT and SubRip within a text. Anything else in angle brackets is speech. `[^<>]` stops at
 * another tag, so that the text is read only once, however many brackets are open.
 */
const TAG = /<\/?(?:c|i|b|u|s|ruby|rt|em|strong)(?:\.[^<>\s]*)?>|<\/?(?:v|lang|font|span|p|div)(?:[.\s][^<>]*)?>|<(br)\s?\/?>|<\d[\d:.]+>|<v\s(?=[^<>]*(?:<|$))|<\/[a-z]{1,4}(?=[\s<]|$)/gi;

/** The voices of a caption in order, without markup. A voice that is not closed ends at the next one. Words after half a tag have no known speaker. */
export function voicesOf(written: string): Spoken[] {
	const text = withoutOverrides(written);
	const spoken: { speaker: string | null; text: string }[] = [];
	let speaker: string | null = null;
	let start = 0;
	const say = (end: number, more = ''): void => {
		const said = decodeHTMLStrict(text.slice(start, end)) + more;
		const last = spoken.at(-1);
		if (last !== undefined && last.speaker === speaker) last.text += said;
		else spoken.push({ speaker, text: said });
	};
	for (const { 0: tag, 1: lineBreak, index } of text.matchAll(TAG)) {
		say(index, lineBreak === undefined ? '' : '\n');
		start = index + tag.length;
		if (/<\/?v\b/i.test(tag)) speaker = decodeHTMLStrict(/^\S+\s([^>]*)>/.exec(tag)?.[1] ?? '') || null;
	}
	say(text.length);
	return spoken.filter(({ text: said }) => said.trim() !== '');
}

/** The overrides and line breaks of Sub Station Alpha, which SubRip files made from it keep: `{\an8}`, `Yes\Nplease`. */
export function withoutOverrides(text: string): string {
	const plain = text.replace(/\{\\[^{}]*\}/g, '');
	// Paths have backslashes too.
	return /\b[a-z]:\\/i.test(plain) ? plain : plain.replace(/(?<=\S)\\N/g, '\n');
}

/** A text of paragraphs with tags, as oTranscribe has it, as lines with gaps between. Other texts stay as they are. */
export const textOfPage = (text: string): string =>
	/^<(?:p|div|span)[\s>]/i.test(text) ? decodeHTMLStrict(text.replace(/<\/(?:p|div)>/gi, '\n\n').replace(/<br\s?\/?>/gi, '\n').replace(/<\/span>/gi, ' ').replace(/<(?:p|div|span)(?:\s[^<>]*)?>/gi, '')) : text;
