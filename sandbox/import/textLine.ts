import type { PlainLine } from './markdown.ts';
import { DAY_MS } from '../clock.ts';
import { fold } from '../text.ts';
import { dayOf, isDayFirst } from './dates.ts';
import { type Label, labelOf, labelReader, likenessOf, MOSTLY } from './names.ts';
import { clockMs, clockOfDayMs, isSpelled, TIME_LIKE } from './times.ts';

/** Only this many characters at the start of a line are searched. */
const START = 200;
const MONTH = '(?:jan|ene|feb|fe[vb]|fév|m[aä]r|mrz|a[bpv]r|ma[iy]|juin|juil|ju[nl]|a[gu][og]|ao[uû]|se[pt]|o[ck]t|out|nov|d[eé][cz]|dic)\\p{L}{0,8}\\.?';
const NUMBERS = '\\d{1,4}[-./]\\d{1,2}[-./]\\d{1,4}';
const DATE = `(?:${NUMBERS},?[T\\s]\\s?|(?:today|yesterday) at\\s)`;
/** With the name of its month. Alone on a line, it is rather when the meeting was. */
const NAMED = `(?:\\d{1,2}\\.?[\\s-](?:de\\s)?${MONTH},?[\\s-](?:de\\s)?20\\d\\d|${MONTH}\\s\\d{1,2},?\\s20\\d\\d),?\\s\\s?`;
/** Within brackets, where no name follows, less than a whole date is one too. */
const WEEKDAY = '(?:mon|tues?|wed|thu|thurs|fri|sat|sun|(?:mon|tues|wednes|thurs|fri|satur|sun)day|(?:mon|diens|donners|frei|sams|sonn)tag|mittwoch|lunes|martes|miércoles|jueves|viernes|lundi|mardi|mercredi|jeudi|vendredi|samedi)\\.?';
const DAY = `(?:(?:\\p{L}{2,3}\\.?,\\s|${WEEKDAY},?\\s)?(?:${NUMBERS}|\\d{1,2}/\\d{1,2}|\\d{1,2}\\.\\d{1,2}\\.|\\d{1,2}\\.?[\\s-](?:de\\s)?${MONTH}(?:,?[\\s-](?:de\\s)?(?:20)?\\d\\d)?|${MONTH}\\s\\d{1,2}(?:,?\\s20\\d\\d)?)|${WEEKDAY}|today|yesterday|heute|gestern|hoy|ayer|aujourd['’]hui|hier|hoje|ontem)`;
const TIME = '(?:\\d{1,2}\\s?h\\s?\\d\\d|-?(?:\\d{1,3}:)?\\d{1,3}:(?:[0-5]?\\d|60)(?!\\d)(?:[.,]\\d{1,9}|[:;]\\d{2,3})?(?:\\s?[AaPp]\\.?[Mm](?![\\p{L}])\\.?|\\s?Uhr|Z)?)(?![\\p{L}\\d])';
const LIKE_TIME = new RegExp(`(?<=^|[\\s[(<{|@])${TIME_LIKE}`, 'gu');
const SPAN = `(${TIME})(?: ?(?:-{1,2}>|[-–—→]|to) ?${TIME})?`;
const RANGE = `(?:${DATE})?${SPAN}`;
/** In brackets, with a date on either side. */
const STAMP = ` ?(?:${DAY},?(?:T|\\s(?:[-–|]\\s|(?:at|um|à|a las|às)\\s)?))?${SPAN}(?:\\s(?:UTC|GMT|CES?T))?(?:,?\\s(?:[-–|]\\s)?${DAY})? ?`;
const OF_DAY = new RegExp(DAY, 'iu');
const IS_DAY = new RegExp(`^(?=.*\\d)${DAY}$`, 'iu');
/** `[Ada 0:01] Hello`, `[0:01 Ada] Hello`, `Ada [0:01] Hello`. */
const NAME_WITHIN = new RegExp(`^(?:\\[(?:(\\S[^\\]:]{0,80}?),?\\s(${TIME})|(${TIME})\\s([^\\]:]{0,80}\\S))\\]|(\\S[^[(:]{0,80}?)\\s[[(](${TIME})[\\])])(?=\\s*\\S)`, 'iu');

/** Lines of a text that has names and times in brackets without a colon, as other programs write them. */
export function withNamesApart(lines: readonly string[]): readonly string[] {
	const found = lines.map((line) => {
		const [whole, first, behind, before, second, third, after] = (TIME_FIRST.test(line.slice(0, START)) ? null : NAME_WITHIN.exec(line.slice(0, START))) ?? [];
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
const TIME_FIRST = new RegExp(`^${BULLET}@?(?:([[(<{])${STAMP}[\\])>}]|(?:[[(<{](?![^\\])>}]*[\\])>}]))?${RANGE}(?![\\d:]))(\\s*)([-–—|·]?)`, 'iu');
const TIME_BEHIND = new RegExp(`^(.{1,100}?)\\s*[[(]${STAMP}[\\])]\\s*(?=[:：])`, 'iu');
const TIME_IN_TEXT = new RegExp(`^(?:[[(]${STAMP}(?:[\\])]|$)|${RANGE}(?=\\t|\\s{2}|$))\\s*`, 'iu');
const CLOCK = new RegExp(`^(?:[-–—|·]\\s)?@?(?:[[(<]${STAMP}[\\])>]|[[(<]? ?${RANGE} ?[\\])>]?)\\s*[-–:]?$`, 'iu');
/** `3 seconds0:03`: copied from a page, the words for screen readers run into the time. */
const SPELLED_BEFORE = /^(?:\d{1,2} hours? )?(?:\d{1,3} minutes? )?\d{1,2} seconds?(?=(?:\d{1,2}:)?\d{1,3}:\d\d$)/;
/** `10:02:11 From Ann Lee to Everyone:` is how Zoom’s chat names who writes. */
const CHAT = /^(\d[\d:]*\s+)From\s+(\S.{0,80}?)(?:\s+to\s+(?:(?:Everyone|Me)\b[^:]{0,40}|[^:]{1,80}\((?:Direct Message|Privately)\)))?(?=\s*:)/;
/** `| Title |`: a table of one cell. */
const BOXED = /^\|([^|]*)\|$/;
/** A name and a time alone on a line: `Anna  0:12`, `[Anna] 10:02:11`, `Anna | 00:12`, `Anna: (0:12)`. */
const NAME_TIME = new RegExp(`^${BULLET}(\\S.{0,100}?)(\\s*[-–—|·,:]\\s*|\\s+|(?=[[(]))(?:([[(<])${STAMP}[\\])>]|([[(<]?)(?:(?<=[,|·–—-]\\s?)${DAY},?\\s(?:at\\s)?|${NAMED})?${RANGE}[\\])>]?)\\s*([:：]?)$`, 'iu');
const TRANSCRIPT = /^(?:[^\p{L}\d]*(?:full |meeting )?transcript(?:ion)?\s*[:：]?|\S.*\s[-–—]\s*transcript)$/iu;
const RULE = /^[\s=\-_*~#•.|+:]{3,}$/;
/** Texts that meeting programs insert into what somebody says. */
const HIGHLIGHTS = [/^(?:action item|screen sharing|highlight): .*\swatch: https?:\/\//i, /^(?:ACTION ITEM|SCREEN SHARING|HIGHLIGHT)(?:\s?[:-]|$)/];
/** Texts that WhatsApp inserts between messages, with a date before them. */
const CHAT_EVENT = new RegExp(`^(?:\\[(?=[^\\]]*\\d:\\d)[^\\]]{4,40}\\]|${DATE}.{4,14}?\\s-)\\s(?:.*(?:end-to-end encrypted|Ende-zu-Ende-verschlüsselt|cifrados? de extremo a extremo|chiffrés? de bout en bout|criptografia de ponta a ponta)|[^:]{1,60} (?:created (?:this )?group|added|removed|left|joined|changed (?:the|this)|hat die Gruppe|hat .{1,60} hinzugefügt|hat den)\\b)`, 'iu');
/** Texts that chats insert in place of a message. */
const OMITTED = new RegExp(`^(?:\\[(?=[^\\]]*\\d:\\d)[^\\]]{4,40}\\]|${DATE}.{4,14}?\\s-)\\s[^:]{1,60}:\\s(?:<[^<>]{3,40}>|(?:image|video|audio|GIF|sticker|document|Contact card) omitted|(?:Bild|Video|Audio|Dokument|Sticker) weggelassen|(?:imagen|video|audio|documento|sticker) omitid[oa]|(?:image|vidéo|audio) (?:absente?|omise?)|This message was deleted|You deleted this message|Diese Nachricht wurde gelöscht|Du hast diese Nachricht gelöscht|(?:Se eliminó este mensaje|Este mensaje fue eliminado|Eliminaste este mensaje)|(?:Ce message a été supprimé|Vous avez supprimé ce message)|(?:Esta mensagem foi apagada|Mensagem apagada))\\.?$`, 'iu');
const EDITED = /\s?<(?:This message was edited|Diese Nachricht wurde bearbeitet|Se editó este mensaje|Ce message a été modifié|Mensagem editada|Esta mensagem foi editada)\.?>$/i;
/** What exporters and meeting programs write between and below what is said. */
const NO_SPEECH = [
	...HIGHLIGHTS,
	CHAT_EVENT,
	OMITTED,
	/^transcribed by https?:\/\/otter\.ai/i,
	/^(?:transcription|transcript|recording|meeting|call) (?:ended|started|stopped|paused|resumed)(?: (?:after|at|by|on)\b.{0,40})?[^\p{L}\d]*$/iu,
	/^page \d{1,4} ?(?:of|\/) ?\d{1,4}$/i,
	/^this editable transcript was computer generated/i,
	/^\S.{0,80} (?:started|stopped) (?:the )?(?:transcription|recording)\.?$/i,
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
	/** The time as it is written, if a date stands beside it. */
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

/** The lines of a text that are not empty. A rule is an empty line. */
export function textLinesOf(written: readonly PlainLine[]): TextLine[] {
	const isGap = (line: PlainLine | undefined): boolean => line === undefined || line.text.trim() === '' || (line.text.length < START && RULE.test(line.text));
	const gaps = written.map(isGap);
	const lines = written.flatMap((line, index) => (gaps[index] ? [] : [textLine(line, gaps[index - 1] ?? true, gaps[index + 1] ?? true)]));
	const read = labelReader(lines.flatMap(({ opening, isClock, isNoSpeech }) => (isClock || isNoSpeech ? [] : [opening])));
	const first = read === labelOf ? lines.length : lines.findIndex(({ opening }) => read(opening) !== null);
	const areClocks = lines.some(({ isClock }) => isClock);
	return onTheirDays(lines).map((line, index) => {
		// In text copied from a page, `3 seconds` repeats the time next to it for screen readers. Elsewhere it is the length of
		// the meeting.
		if (!line.isClock && isSpelled(line.text) && (lines[index - 1]?.isClock || lines[index + 1]?.isClock)) return { ...line, isClock: true, time: clockMs(line.text) };
		if (areClocks && line.mended?.isClock) return { ...line, isClock: true, label: null, header: null };
		return index >= first ? { ...line, label: read(line.opening) } : line;
	});
}

const CLOCKS = /\d{1,3}(?::|\s?h\s?)[\d:.,]*(?:\s?[ap]\.?m\b\.?)?/gi;

/** Times of day count from the first day, so that a chat of several days does not become one. */
function onTheirDays(lines: readonly TextLine[]): readonly TextLine[] {
	const dayFirst = isDayFirst(lines.flatMap(({ stamp }) => stamp ?? []));
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
export const repeats = ({ text }: TextLine, name: string): boolean => text.length < START && fold(text).startsWith(fold(name)) && isSpelled(text.slice(name.length));

function textLine(line: PlainLine, afterGap: boolean, beforeGap: boolean, isMended = false): TextLine {
	const { number, level, boldTo } = line;
	const isHeading = level > 0;
	// Bold text that does not end is not part of a name or time.
	const inner = line.text.trim().replace(BOXED, '$1');
	const text = inner.trim().replace(/^\*\*(?=[[(\p{L}\d])(?!.*\*\*)/u, '').replace(SPELLED_BEFORE, '').replace(CHAT, '$1$2').replace(EDITED, '');
	const start = text.slice(0, START);
	const isShort = text.length < START;
	const plain = isShort ? text.replace(/^[\s#*_>]+|(?<![\s*_])[\s*_]+$/g, '') : '';
	const alone = CLOCK.exec(plain);
	const clock = alone?.[1] ?? alone?.[2];
	const first = clock === undefined ? TIME_FIRST.exec(start) : null;
	const behind = clock === undefined && first === null ? TIME_BEHIND.exec(start) : null;
	const found = first ?? behind;
	const opening = found === null ? text : (behind?.[1] ?? '') + text.slice(found[0].length);
	const bare = clock === undefined && !isHeading ? labelOf(opening) : null;
	const inText = bare === null || found !== null ? null : TIME_IN_TEXT.exec(bare.text.slice(0, START));
	const label = bare === null || inText === null ? bare : { ...bare, text: bare.text.slice(inText[0].length) };
	const header = clock === undefined && isShort ? headerIn(plain) : null;
	const time = clock ?? (first === null ? undefined : (first[2] ?? first[3])) ?? behind?.[2] ?? inText?.[1] ?? inText?.[2];
	const written = (alone ?? found)?.[0].slice(behind?.[1]?.length) ?? '';
	const stamp = [time === undefined ? '' : written, header?.written ?? ''].find((text) => OF_DAY.test(text)) ?? null;
	const likely = isMended || !/\d/.test(start) ? start : start.replace(LIKE_TIME, (token) => (clockMs(token) === null ? '0:00' : token));
	return {
		number,
		text,
		afterGap,
		beforeGap,
		isHeading,
		level,
		isBold: boldTo > 0 && boldTo >= text.length,
		isTranscriptHeading: plain !== '' && TRANSCRIPT.test(plain),
		isNoSpeech: NO_SPEECH.some((pattern) => pattern.test(plain)),
		isHighlight: HIGHLIGHTS.some((pattern) => pattern.test(plain)),
		isChange: /^(?:>{2,}|[–—]\s)/.test(text),
		label,
		isLabelBold: bare !== null && boldTo > 0 && boldTo + 2 >= text.length - bare.text.length,
		header,
		time: time === undefined ? null : timeIn(time, written),
		...{ stamp, day: null },
		isClock: clock !== undefined,
		afterTime: first === null ? null : text.slice(first[0].length).trimStart(),
		opening: first === null ? opening : opening.trimStart(),
		mended: likely === start ? null : textLine({ ...line, text: likely + text.slice(START) }, afterGap, beforeGap, true),
	};
}

/** A time in milliseconds. Beside a date it is one of the day. */
const timeIn = (time: string, written: string): number | null => (OF_DAY.test(written) ? clockOfDayMs(time) : clockMs(time));

function headerIn(plain: string): Header | null {
	const behind = NAME_TIME.exec(plain);
	if (behind !== null && IS_DAY.test(behind[1] ?? '')) return null;
	if (behind !== null) {
		const [, name = '', between = '', open, inside, loose = '', outside = '', colon = ''] = behind;
		const bracket = open ?? loose;
		const sign = between.trim();
		const wide = sign !== '' ? sign : /\t|\s{2}/.test(between) ? 'wide' : '';
		const written = name.replace(/[:：]$/, '');
		const shown = /^\[(.*)\]$/.exec(written)?.[1] ?? /^<(.*)>$/.exec(written)?.[1] ?? written.replace(/^[[<](?=[^\]>]*$)|(?<![*_])[*_]+$/g, '');
		return { name: shown.trim(), time: timeIn(inside ?? outside, plain.slice(name.length)) ?? 0, written: plain.slice(name.length), style: ['behind', wide, bracket, colon, shown === written ? '' : '['].join(), isDistinct: wide !== '' || bracket !== '' || shown !== written };
	}
	const first = TIME_FIRST.exec(plain);
	const name = first === null ? '' : plain.slice(first[0].length).trim();
	if (first === null || name === '' || name.length > 100) return null;
	const [, bracket = '', inside, outside, blank = '', sign = ''] = first;
	const colon = /[:：]$/.exec(name)?.[0] ?? '';
	return { name: name.replace(/[:：]$/, ''), time: timeIn(inside ?? outside ?? '', first[0]) ?? 0, written: first[0], style: ['first', sign, bracket, colon].join(), isDistinct: sign !== '' || colon !== '' || /\t|\s{2}/.test(blank) };
}
