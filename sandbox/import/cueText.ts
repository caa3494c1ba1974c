import { labelOf, type Label } from './speakerLabel.ts';

export interface Spoken {
	readonly speaker: string | null;
	readonly text: string;
}

/**
 * The tags and times of WebVTT and SubRip within a text. Whatever else is in angle brackets, is said.
 * `[^<>]` cannot run past another tag, so that the whole is read once, however many brackets are open.
 */
const TAG =
	/<(?:\/?(?:c|i|b|u|ruby|rt)(?:\.[^<>\s]*)?|\/(?:v|lang|font)|(v)(?:[.\s][^<>]*)?|lang(?:\s[\w-]*)?|font(?:\s+\w+=[^<>]*)?|[\d:.,]+)>/gi;
const VOICE = /^<v(?:\.\S*)?\s*([^<>]*)>$/i;
const ENTITIES: Readonly<Record<string, string>> = {
	amp: '&',
	lt: '<',
	gt: '>',
	quot: '"',
	apos: "'",
	'#39': "'",
	nbsp: ' ',
	lrm: '\u200E',
	rlm: '\u200F',
};
const ENTITY = /&(amp|lt|gt|quot|apos|#39|nbsp|lrm|rlm);/g;

/** The voices of a cue in order, markup removed. A voice tag that is not closed before the next one ends there. */
export function voicesOf(text: string): Spoken[] {
	const spoken: { speaker: string | null; text: string }[] = [];
	let speaker: string | null = null;
	let start = 0;
	const say = (end: number): void => {
		const said = decoded(text.slice(start, end));
		const last = spoken.at(-1);
		if (last !== undefined && last.speaker === speaker) last.text += said;
		else spoken.push({ speaker, text: said });
	};
	for (const { 0: tag, 1: name, index } of text.matchAll(TAG)) {
		say(index);
		start = index + tag.length;
		if (name !== undefined || /^<\/v>$/i.test(tag)) speaker = decoded(VOICE.exec(tag)?.[1] ?? '').trim() || null;
	}
	say(text.length);
	return spoken.filter(({ text: said }) => said.trim() !== '');
}

const decoded = (text: string): string => text.replace(ENTITY, (whole, name: string) => ENTITIES[name] ?? whole);

/**
 * A cue without voice tags, its lines given to those named before a colon. `current` speaks until another is named.
 * A name alone in its line speaks what is below it.
 */
export function labelledIn(text: string, isSpeaker: (label: Label) => boolean, current: string | null): Spoken[] {
	const spoken: { speaker: string | null; text: string }[] = [];
	const lines = text.split('\n').map((line) => ({ line, label: speakerAt(line, isSpeaker) }));
	lines.forEach(({ line, label }, index) => {
		const next = lines[index + 1];
		const last = spoken.at(-1);
		const speaks = label !== null && (label.text !== '' || (next !== undefined && next.label === null && next.line.trim() !== ''));
		if (speaks) spoken.push({ speaker: label.speaker, text: label.text });
		else if (last !== undefined) last.text += ` ${line}`;
		else spoken.push({ speaker: current, text: line });
	});
	return spoken;
}

function speakerAt(line: string, isSpeaker: (label: Label) => boolean): Label | null {
	const label = labelOf(line);
	return label !== null && isSpeaker(label) ? label : null;
}
