import { type Label, labelOf } from './speakerLabel.ts';

/** Only this many characters at the start of a line are searched. */
const START = 160;
const TIME = '(\\d{1,3}:\\d{1,2}(?::\\d{1,2})?(?:[.,]\\d{1,9})?)';
const RANGE = `${TIME}(?:\\s*-->\\s*[\\d:.,]+)?`;
/** A time before the name (`[00:01:02] Anna: …`) or after it (`Anna (00:01:02): …`). */
const TIME_FIRST = new RegExp(`^(?:[-–•*>]\\s*)?(?:[[(]${RANGE}[\\])]|${RANGE}(?![\\d:]))\\s*[-–]?\\s*`);
const TIME_BEHIND = new RegExp(`^([^:：()[\\]]+)[[(]${TIME}[\\])]\\s*(?=[:：])`);
const CLOCK = new RegExp(`^@?[[(]?${RANGE}[\\])]?\\s*-?$`);
/** A name and a time alone on a line: `Anna  0:12`, `[Anna] 10:02:11`, `Anna | 00:12`, `@0:12 - Anna (Acme)`. */
const NAME_TIME = new RegExp(`^(\\S.{0,80}?)(?:\\s+|\\s*[-–—|·,]\\s*|(?=[[(]))[[(]?${TIME}[\\])]?\\s*[:：]?$`);
const TIME_NAME = new RegExp(`^@?[[(]?${RANGE}[\\])]?\\s*(?:[-–—|·]\\s*)?(\\S.{0,80})$`);
const HEADING = /^#{1,6}(?:\s|$)/;
const DECORATION = /^[\s#*_>]+|(?<![\s*_])[\s*_]+$/g;
const TRANSCRIPT = /^(?:[^\p{L}\d]*(?:full |meeting )?transcript(?:ion)?\s*[:：]?|\S.*\s[-–—]\s*transcript)$/iu;
/** What exporters and meeting programs write between and below what is said. */
const NO_SPEECH = [
	/^transcribed by https?:\/\/otter\.ai/i,
	/^transcription ended after \d/i,
	/^this editable transcript was computer generated/i,
	/^(?:action item|screen sharing|highlight): .*\swatch: https?:\/\//i,
	/^\S.{0,80} (?:started|stopped) (?:the )?(?:transcription|recording)\.?$/i,
];

/** A line of a text transcript that is not empty, and what it may be. */
export interface TextLine {
	/** Counted from 1. */
	readonly number: number;
	readonly text: string;
	readonly afterGap: boolean;
	readonly beforeGap: boolean;
	readonly isHeading: boolean;
	/** `Transcript`, above what is said. */
	readonly isTranscriptHeading: boolean;
	/** Written by the program, said by nobody. */
	readonly isNoSpeech: boolean;
	/** `Anna: hello`, without its time. */
	readonly label: Label | null;
	/** The name, if the line has nothing else but perhaps a time. */
	readonly name: string | null;
	/** As written; null if there is none before or after the name. */
	readonly time: string | null;
	/** What follows the time at the start of the line; null if there is no such time. Empty if the line is only a time. */
	readonly afterTime: string | null;
}

/** The lines of a text that are not empty. */
export const textLinesOf = (written: readonly string[]): TextLine[] =>
	written.flatMap((text, index) => (text === '' ? [] : [textLine(text, index, written)]));

function textLine(written: string, index: number, all: readonly string[]): TextLine {
	const text = written.trimStart();
	const start = text.slice(0, START);
	const isHeading = HEADING.test(start);
	const plain = text.length < START ? text.replace(DECORATION, '') : '';
	const clock = CLOCK.exec(plain);
	const first = isHeading ? null : TIME_FIRST.exec(start);
	const behind = isHeading || first !== null ? null : TIME_BEHIND.exec(start);
	const found = first ?? behind;
	const bare = found === null ? text : (behind?.[1] ?? '') + text.slice(found[0].length);
	const label = isHeading ? null : labelOf(bare);
	const header = clock === null ? headerIn(plain) : null;
	const time = clock?.[1] ?? header?.time ?? (behind === null ? (first?.[1] ?? first?.[2]) : behind[2]) ?? null;
	return {
		number: index + 1,
		text,
		afterGap: index === 0 || all[index - 1] === '',
		beforeGap: (all[index + 1] ?? '') === '',
		isHeading,
		isTranscriptHeading: plain !== '' && TRANSCRIPT.test(plain),
		isNoSpeech: NO_SPEECH.some((pattern) => pattern.test(plain)),
		label,
		name: header?.name ?? (clock === null && time === null ? nameIn(plain) : null),
		time,
		afterTime: clock !== null ? '' : first === null ? null : text.slice(first[0].length),
	};
}

function headerIn(plain: string): { name: string; time: string } | null {
	const behind = NAME_TIME.exec(plain);
	const first = behind === null ? TIME_NAME.exec(plain) : null;
	const [, name, time] = behind ?? [undefined, first?.[2], first?.[1]];
	const speaker = name === undefined ? null : nameIn(name);
	return speaker === null || time === undefined ? null : { name: speaker, time };
}

/** A name alone, perhaps with a company in brackets behind it. */
function nameIn(text: string): string | null {
	if (/[.:：,]$/.test(text)) return null;
	const label = labelOf(`${text.replace(/(\S)\s*\([^()]*\)$/, '$1')}:`);
	if (label === null || label.text !== '' || label.likeness !== 'sure') return null;
	return text.replace(/^\[([^[\]]*)\]$/, '$1');
}
