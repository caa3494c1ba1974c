import type { PlainLine } from './markdown.ts';
import { DAY_MS } from '../clock.ts';
import { fold } from '../text.ts';
import { chatLine, EDITED, isChatEvent } from './chats.ts';
import { dayOf, isDate, isDayFirst } from './dates.ts';
import { type Label, labelOf, labelReader, likenessOf, MOSTLY, undressedName } from './names.ts';
import { clockMs, clockOfDayMs, isSpelled, TIME_LIKE } from './times.ts';

const pattern = (written: string): RegExp => new RegExp(written, 'iu');
const MONTH = '(?:jan|ene|feb|fe[vb]|fév|m[aä]r|mrz|a[bpv]r|ma[iy]|juin|juil|ju[nl]|a[gu][og]|ao[uû]|se[pt]|o[ck]t|out|nov|d[eé][cz]|dic)\\p{L}{0,8}\\.?';
const NUMBERS = '\\d{1,4}[-./]\\d{1,2}[-./]\\d{1,4}';
const DATE = `(?:${NUMBERS},?[T\\s]\\s?|(?:today|yesterday) at\\s)`;
/** With the name of its month. Alone on a line, it is rather when the meeting was. */
const NAMED = `(?:\\d{1,2}\\.?[\\s-](?:de\\s)?${MONTH},?[\\s-](?:de\\s)?20\\d\\d|${MONTH}\\s\\d{1,2},?\\s20\\d\\d),?\\s\\s?`;
/** Within brackets, where no name follows, less than a whole date is one too. */
const WEEKDAY = '(?:mon|tues?|wed|thu|thurs|fri|sat|sun|(?:mon|tues|wednes|thurs|fri|satur|sun)day|(?:mon|diens|donners|frei|sams|sonn)tag|mittwoch|lunes|martes|miércoles|jueves|viernes|lundi|mardi|mercredi|jeudi|vendredi|samedi)\\.?';
const DAY = `(?:(?:\\p{L}{2,3}\\.?,\\s|${WEEKDAY},?\\s)?(?:${NUMBERS}|\\d{1,2}/\\d{1,2}|\\d{1,2}\\.\\d{1,2}\\.|\\d{1,2}\\.?[\\s-](?:de\\s)?${MONTH}(?:,?[\\s-](?:de\\s)?(?:20)?\\d\\d)?|${MONTH}\\s\\d{1,2}(?:,?\\s20\\d\\d)?)|${WEEKDAY}|today|yesterday|heute|gestern|hoy|ayer|aujourd['’]hui|hier|hoje|ontem)`;
const TIME = '(?:\\d{1,2}\\s?h\\s?\\d\\d|\\d{1,5}\\.\\d\\ds|-?(?:\\d{1,3}:)?\\d{1,3}:(?:[0-5]?\\d|60)(?!\\d)(?:[.,]\\d{1,9}|[:;]\\d{2,3})?(?:\\s?[AaPp]\\.?[Mm](?![\\p{L}])\\.?|\\s?Uhr|Z|[+-]\\d\\d:\\d\\d)?)(?![\\p{L}\\d])';
const LIKE_TIME = pattern(`(?<=^|[\\s[(<{|@])${TIME_LIKE}`);
const SPAN = `(${TIME})(?: ?(?:-{1,2}>|[-–—→]|to) ?${TIME})?`;
const RANGE = `(?:${DATE})?${SPAN}`;
/** In brackets, with a date on either side. */
const STAMP = ` ?(?:${DAY},?(?:T|\\s(?:[-–|]\\s|(?:at|um|à|a las|às)\\s)?))?${SPAN}(?:\\s(?:UTC|GMT|CES?T))?(?:,?\\s(?:[-–|]\\s)?${DAY})? ?`;
const OF_DAY = pattern(DAY);
const IS_DAY = pattern(`^(?=.*\\d)${DAY}$`);
/** `[Ada 0:01] Hello`, `[0:01 Ada] Hello`, `Ada [0:01] Hello`. */
const NAME_WITHIN = pattern(`^(?:\\[(?:(\\S[^\\]:]{0,80}?)(?:,|\\s[-–—|·])?\\s(${TIME})|(${TIME})(?:,|\\s[-–—|·])?\\s([^\\]:]{0,80}\\S))\\]|(\\S[^[(:]{0,80}?)\\s[[(](${TIME})[\\])])(?=\\s*\\S)`);

/** Lines of a text that has names and times in brackets without a colon, as other programs write them. */
export function withNamesApart(lines: readonly string[]): readonly string[] {
	const found = lines.map((line) => {
		const [whole, first, behind, before, second, third, after] = (TIME_FIRST.test(line) ? null : NAME_WITHIN.exec(line)) ?? [];
		const text = whole === undefined ? '' : line.slice(whole.length).trim();
		return /^[\p{L}\d"'“‘«[(¿¡]/u.test(text) ? { name: first ?? second ?? third ?? '', time: behind ?? before ?? after, text } : null;
	});
	const names = found.flatMap((each) => each?.name ?? []);
	const areMost = names.length > 1 && names.length >= lines.filter((line) => line !== '').length * MOSTLY;
	const areNames = new Set(names.map(fold)).size * 2 <= names.length + 1 || names.every((name) => likenessOf(name) === 'name');
	return areMost && areNames ? lines.map((line, index) => (found[index] ? `[${found[index].time}] ${found[index].name}: ${found[index].text}` : line)) : lines;
}

const BULLET = '(?:[-–•*>]\\s+)?';
/** A time before the name (`[00:01:02] Anna: …`) or between the name and the colon (`Anna (00:01:02): …`) or after it (`Anna: [00:01:02] …`). */
const TIME_FIRST = pattern(`^${BULLET}@?(?:([[(<{])${STAMP}[\\])>}]|(?:[[(<{](?![^\\])>}]*[\\])>}]))?${RANGE}(?![\\d:]))(\\s*)([-–—|·]?)`);
const TIME_BEHIND = pattern(`^(.{1,100}?)\\s*[[(]${STAMP}[\\])]\\s*(?=[:：])`);
const TIME_IN_TEXT = pattern(`^(?:[[(]${STAMP}(?:[\\])]|$)|${RANGE}(?=\\t|\\s{2}|$))\\s*`);
/** Sonix marks a time now and then. */
const TIMES_WITHIN = /(?<=\s)\[\d\d:\d\d:\d\d\]\s/g;
const CLOCK = pattern(`^(?:[-–—|·]\\s)?@?(?:[[(<]${STAMP}[\\])>]|[[(<]? ?${RANGE} ?[\\])>]?)\\s*[-–:]?$`);
/** `3 seconds0:03`: copied from a page, the words for screen readers run into the time. */
const SPELLED_BEFORE = /^(?:\d+ (?:hour|minute|second)s? ?)+(?=[\d:]+$)/;
/** `| Title |`: a table of one cell. */
const BOXED = /^\|([^|]*)\|$/;
/** A name and a time alone on a line: `Anna  0:12`, `[Anna] 10:02:11`, `Anna | 00:12`, `Anna: (0:12)`. */
const NAME_TIME = pattern(`^${BULLET}(\\S.{0,100}?)(\\s*[-–—|·,:：]\\s*|\\s+|(?=[[(]))(?:([[(<])${STAMP}[\\])>]|([[(<]?)(?:(?<=[,|·–—-]\\s?)${DAY},?\\s(?:at\\s)?|${NAMED})?${RANGE}[\\])>]?)\\s*([:：–—]?)$`);
const TRANSCRIPT = /(?:^\W*(?:full |meeting )?|\s[-–—]\s)transcript(?:ion)?\s?[:：]?$/i;
const RULE = /^[\s=\-_*~#•.|+:]{3,}$/;
/** Texts that meeting programs insert into what somebody says. */
const HIGHLIGHT = /^(?:ACTION ITEM|SCREEN SHARING|HIGHLIGHT)(?:\s?[:-]|$)/;
/** What exporters and meeting programs write between and below what is said. */
const NO_SPEECH = [
	HIGHLIGHT,
	/^(?:transcribed by (?:https:\/\/otter\.ai|sonix\W*$)|this editable transcript was computer generated|automatically convert your audio files to text with sonix)/i,
	/^(?:transcription|transcript|recording|meeting|call) (?:ended|started|stopped|paused|resumed)(?: (?:after|at|by|on) .{1,40}| \d{1,2}:\d\d.{0,6}|\W*)$/i,
	/^\p{Lu}\S*(?: \S+){0,3} (?:has )?(?:joined|left) (?:the )?(?:meeting|call|chat|conversation)\.?$/u,
	/^\S+(?: \S+){0,4} (?:started|stopped) (?:the )?(?:transcription|recording)\.?$/,
];

/** A line with only a name and a time. */
export interface Header {
	readonly name: string;
	/** In milliseconds. */
	readonly time: number;
	/** What is written beside the name. */
	readonly written: string;
	/** The style of the two. All headers of a file have the same style. */
	readonly style: string;
	/** Whether the style is no coincidence: more than a blank is between the two. */
	readonly isDistinct: boolean;
}

/** A line of a text transcript that is not empty, and what it may be. */
export interface TextLine {
	/** Counted from 1. */
	readonly number: number;
	readonly text: string;
	readonly afterGap: boolean;
	readonly beforeGap: boolean;
	readonly isHeading: boolean;
	/** Of a heading, from 1. */
	readonly level: number;
	/** Whether the whole line is bold. */
	readonly isBold: boolean;
	/** `Transcript`, above what is said. */
	readonly isTranscriptHeading: boolean;
	/** Whether the program wrote it and nobody said it. */
	readonly isNoSpeech: boolean;
	/** Whether the program inserted it into what somebody says, who may continue after it. */
	readonly isHighlight: boolean;
	/** Whether it starts with `>>`, or a dash as in novels, which marks another speaker. */
	readonly isChange: boolean;
	/** `Anna: hello`, without its time. */
	readonly label: Label | null;
	/** Whether the name before the colon is bold. */
	readonly isLabelBold: boolean;
	readonly header: Header | null;
	/** In milliseconds; null if there is none at the start or next to the label. Speech may also end with a time. */
	readonly time: number | null;
	/** The time as it is written, if a date is beside it. */
	readonly stamp: string | null;
	/** When the day of that date began, in milliseconds since 1970; null if there is none, or if it is not a whole date. */
	readonly day: number | null;
	/** Whether the line is only a time. */
	readonly isClock: boolean;
	/** What follows the time at the start of the line; null if there is no such time. */
	readonly afterTime: string | null;
	/** The line without a time at its start, which may begin with a name. */
	readonly opening: string;
	/** The line as it would be if something like a damaged time in it were a time; null if there is nothing like that. */
	readonly mended: TextLine | null;
}

/** A sign alone on a line, which pages show between a name and its time. */
const SIGN = /^\s*[–—|·•]\s*$/;

/** The lines of a text that are not empty. A rule is an empty line. */
export function textLinesOf(all: readonly PlainLine[]): TextLine[] {
	const written = all.filter(({ text }) => !SIGN.test(text));
	const gaps = written.map(({ text }) => text.trim() === '' || RULE.test(text));
	const lines = written.flatMap((line, index) => (gaps[index] ? [] : [textLine(line, gaps[index - 1] !== false, gaps[index + 1] !== false)]));
	const read = labelReader(lines.filter(({ isClock }) => !isClock).map(({ opening }) => opening));
	const first = lines.findIndex(({ opening }) => read(opening) !== null);
	const areClocks = lines.some(({ isClock }) => isClock);
	const hours = lines.filter(({ isClock, text }) => isClock && HOURS.test(text));
	return onTheirDays(lines).map((line, index) => {
		// The only time of day, below the date, is when the meeting was. Times of what is said are several, or have no end.
		if (hours.length === 1 && lines[index] === hours[0] && isDate(lines[index - 1]?.text ?? '')) return { ...line, isClock: false, time: null };
		// In text copied from a page, `3 seconds` repeats the time next to it for screen readers. Elsewhere it is the length of
		// the meeting.
		if (!line.isClock && isSpelled(line.text) && lines[index + 1]?.isClock) return { ...line, isClock: true, time: clockMs(line.text) };
		if (areClocks && line.mended?.isClock) return { ...line, isClock: true, label: null, header: null };
		return read === labelOf || index < first ? line : { ...line, label: read(line.opening) };
	});
}

/** `10:00 – 11:00`, `10:00 AM`, `10 Uhr`, `10:00` */
export const HOURS = /^\d{1,2}(?:[:.]\d\d)?\s?(?:(?<=(?:[1-9]|[12]\d):\d\d)$|(?:[ap]\.?m\b|uhr\b)|(?:[-–—]|to|bis)\s?\d{1,2}[:.]\d\d)/i;

const CLOCKS = /\d{1,3}(?::|\s?h\s?)[\d:.,]*(?:\s?[ap]\.?m\b\.?)?/gi;

/** Times of day count from the first day, so that a chat of several days does not become one. */
function onTheirDays(lines: readonly TextLine[]): readonly TextLine[] {
	const dayFirst = isDayFirst(lines.map(({ stamp }) => stamp ?? ''));
	const days = new Map<string, number | null>();
	let first: number | null = null;
	let day: number | null = null;
	return lines.map((line) => {
		if (line.stamp === null) return line;
		const date = line.stamp.replace(CLOCKS, ' ');
		if (!days.has(date)) days.set(date, dayOf(date, dayFirst));
		day = days.get(date) ?? day;
		first ??= day;
		const sinceFirst = Math.round(((day ?? 0) - (first ?? 0)) / DAY_MS) * DAY_MS;
		return { ...line, day, time: line.time === null ? null : line.time + sinceFirst, header: line.header && { ...line.header, time: line.header.time + sinceFirst } };
	});
}

/** Whether a line repeats a name with its time in words, as pages have it for screen readers: `Ann 3 minutes 5 seconds`. */
export const repeats = ({ text }: TextLine, name: string): boolean => fold(text).startsWith(fold(name)) && isSpelled(text.slice(name.length));

function textLine(line: PlainLine, afterGap: boolean, beforeGap: boolean): TextLine {
	const { number, level, boldTo } = line;
	const isHeading = level > 0;
	// Bold text that does not end is not part of a name or time.
	const text = line.text.trim().replace(BOXED, '$1').trim().replace(/^\*\*/, '').replace(SPELLED_BEFORE, '').replace(EDITED, '');
	const read = chatLine(text);
	const plain = read.replace(/^[\s#*_>]+/, '');
	const alone = CLOCK.exec(plain);
	const clock = alone?.[1] ?? alone?.[2];
	const first = TIME_FIRST.exec(read);
	const behind = first === null ? TIME_BEHIND.exec(read) : null;
	const found = first ?? behind;
	const opening = found === null ? read : ((behind?.[1] ?? '') + read.slice(found[0].length)).trimStart();
	const bare = isHeading ? null : labelOf(opening);
	const inText = bare === null || found !== null ? null : TIME_IN_TEXT.exec(bare.text);
	const label = inText === null ? bare : bare && { ...bare, text: bare.text.slice(inText[0].length).replace(TIMES_WITHIN, '') };
	const header = clock === undefined ? headerIn(plain) : null;
	const time = clock ?? (first === null ? undefined : (first[2] ?? first[3])) ?? behind?.[2] ?? inText?.[1] ?? inText?.[2];
	const written = (alone ?? found)?.[0].slice(behind?.[1]?.length) ?? '';
	const stamp = [written, header?.written ?? ''].find((one) => OF_DAY.test(one)) ?? null;
	const likely = text.replace(LIKE_TIME, (token) => (clockMs(token) === null ? '0:00' : token));
	return {
		number,
		text,
		afterGap,
		beforeGap,
		isHeading,
		level,
		isBold: boldTo >= text.length,
		isTranscriptHeading: TRANSCRIPT.test(plain),
		isNoSpeech: isChatEvent(plain) || NO_SPEECH.some((one) => one.test(plain)),
		isHighlight: HIGHLIGHT.test(plain),
		isChange: /^(?:>>|[–—]\s)/.test(text),
		label,
		isLabelBold: bare !== null && boldTo + 2 >= text.length - bare.text.length,
		header,
		time: time === undefined ? null : timeIn(time, written),
		...{ stamp, day: null },
		isClock: clock !== undefined,
		afterTime: first === null ? null : opening,
		opening,
		mended: likely === text ? null : textLine({ ...line, text: likely }, afterGap, beforeGap),
	};
}

/** A time in milliseconds, without its zone. Beside a date it is one of the day. */
const timeIn = (time: string, written: string): number | null => (OF_DAY.test(written) ? clockOfDayMs : clockMs)(time.replace(/(?:Z|[+-]\d\d:\d\d)$/i, ''));

function headerIn(plain: string): Header | null {
	const behind = NAME_TIME.exec(plain);
	if (behind !== null) {
		const [, name = '', between = '', open, inside, loose, outside = '', colon] = behind;
		if (IS_DAY.test(name)) return null;
		const [shown, written] = [undressedName(name), plain.slice(name.length)];
		const isDistinct = /\S|\t|\s\s/.test([between, open, loose].join('')) || shown !== name;
		return { name: shown, time: timeIn(inside ?? outside, written) ?? 0, written, style: [isDistinct, between.trim(), open, loose, colon].join(), isDistinct };
	}
	const first = TIME_FIRST.exec(plain);
	if (first === null) return null;
	const [written, bracket, inside, outside = '', blank, sign] = first;
	const [name = '', colon] = plain.slice(written.length).trim().split(/([:：])$/);
	return { name, time: timeIn(inside ?? outside, written) ?? 0, written, style: [sign, bracket, colon].join(), isDistinct: /\S|\t|\s\s/.test([blank, sign, colon].join('')) };
}
