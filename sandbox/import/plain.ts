import { fold, oneLine } from '../text.ts';
import { isPrivate, withMessages } from './chats.ts';
import { layoutOf, TASKS } from './layouts.ts';
import { atTime, dateOf, dateOfTitle, firstUnclear, isDate, isNoon, momentIn, startInName, titleIn, unclearIn } from './dates.ts';
import { isMarkdown, plainText, withoutMarkdown } from './markdown.ts';
import { MOSTLY, partedAtNames, speakerOf } from './names.ts';
import { withoutPages } from './pages.ts';
import type { ReadMeeting } from './parsedMeeting.ts';
import { createRemarks, type Remarks } from './remarks.ts';
import type { Layout, Start } from './starts.ts';
import { HOURS, type TextLine, textLinesOf, withNamesApart } from './textLine.ts';
import { fromFirst, LONGEST_MS, timed } from './times.ts';

/** Labels of information about the meeting before anyone speaks (`Date: 4 March`). These are not names of speakers. */
const NAMES_MEETING: ReadonlySet<string> = new Set(
	['title', 'subject', 'topic', 'meeting', 'meeting title', 'minutes', 'meeting minutes', 'meeting notes', 'titel', 'thema', 'betreff', 'besprechung', 'título', 'titulo', 'tema', 'asunto', 'reunión', 'titre', 'objet', 'sujet', 'réunion', 'assunto', 'reunião', '会议主题', '会议名称', '会议标题', '主题', '会議名', '議題', '제목'],
);
/** Labels of the time of day, if the date is on another line. */
const OF_DAY: ReadonlySet<string> = new Set(
	['time', 'meeting time', 'start time', 'start', 'uhrzeit', 'zeit', 'beginn', 'startzeit', 'hora', 'hora de inicio', 'inicio', 'heure', 'heure de début', 'début', 'horário', 'início', '时间', '会议时间', '時間'],
);
const ABOUT: ReadonlySet<string> = new Set([
	...NAMES_MEETING,
	...OF_DAY,
	...['date/time', 'date & time', 'date and time', 'end', 'end time',
		'datum/uhrzeit', 'datum und uhrzeit', 'ende', 'endzeit', 'fecha y hora', 'hora de fin', 'date et heure', 'heure de fin', 'data e hora'],
	...['date', 'when', 'where', 'location', 'duration', 'attendees', 'participants', 'present', 'also present', 'in attendance', 'apologies', 'absent', 'meeting date', 'meeting participants', 'organizer', 'recorded', 'host', 'language', 'speakers', 'keywords', 'summary keywords', 'saved on', 'exported', 'exported on'],
	...['datum', 'ort', 'dauer', 'teilnehmer', 'teilnehmende', 'teilnehmerinnen', 'anwesend', 'anwesende', 'sprache', 'protokoll'],
	...['fecha', 'lugar', 'duración', 'participantes', 'asistentes', 'idioma', 'lieu', 'durée', 'présents', 'langue', 'data', 'duração', 'presentes'],
	...['会议日期', '日期', '时长', '地点', '参会人', '参会人员', '与会人员', '主持人', '日時', '日付', '場所', '参加者', '出席者', '일시', '날짜', '장소', '참석자'],
]);
const LONGEST_TITLE = 300;
const TRANSCRIPT_SUFFIX = / [-–—] transcript$/i;
const TRANSCRIPT_PREFIX = /^transcript(?:ion)? ?[:–—-] /i;

/** A pair of HTML tags, or a line break. Half a pair is speech. */
const TAGS = /<(b|i|u|em|strong|small|mark|p|div|span|font)\b[^<>]*>([^<>]*)<\/\1>|<br ?\/?>$/gi;

/** Without tags that are nested up to three deep. */
const withoutTags = (line: string): string => line.replace(TAGS, '$2').replace(TAGS, '$2').replace(TAGS, '$2');

/**
 * A meeting in text or Markdown. Its layout is decided from all lines; a line that names nobody continues the turn above. No word
 * is lost silently: text that nobody says is left out and reported.
 */
export function meetingOfPlain(lines: readonly string[], filename: string): ReadMeeting {
	const bare = withoutNumbers(lines).map(withoutTags);
	const messages = withMessages(bare);
	const written = withNamesApart(withColons(withTimesFirst(messages)));
	const described = isMarkdown(written) || /\.(?:md|markdown)$/i.test(filename) ? withoutMarkdown(written) : { lines: written.map((text, index) => plainText(text, index + 1)), title: null, startedAt: null, leftOut: [] };
	const remarks = createRemarks();
	for (const [index, line] of bare.entries()) if (messages !== bare && isPrivate(line)) remarks.add('private', index + 1);
	const paged = withoutPages(described.lines);
	const parted = partedAtNames(paged.lines.map(({ text }) => text));
	const all = textLinesOf(paged.lines.flatMap((line) => parted(line.text).map((text, index) => (index === 0 ? { ...line, text } : plainText(text, line.number)))));
	const heading = all.findIndex(({ isTranscriptHeading }) => isTranscriptHeading);
	const below = all.slice(heading + 1);
	const layout = layoutOf(below.slice(aboutEnd(below)), messages !== bare);
	for (const [{ number }, { note, quote }] of layout.starts) if (note !== undefined) remarks.add(note, number, quote);
	const numbers = [...layout.starts.keys()].map(({ number }) => number);
	for (const [{ number }, { speaker }] of [...layout.starts].filter(([line], at) => line.number === numbers[at - 1])) if (speaker !== null) remarks.add('within', number, speaker);
	for (const { isClock, time, number } of below) if (isClock && time === null) remarks.add('unreadableTime', number);
	const times = timesIn(below, layout);
	const first = below.findIndex((line) => layout.starts.has(line) || times.has(line) || layout.used.has(line));
	const from = first >= 0 ? first : Math.max(aboutEnd(below), below[0]?.isHeading === true ? 1 : 0);
	const top = all.slice(0, heading + 1 + from);
	const isExport = heading >= 0 || ['headers', 'apart', 'timed'].includes(layout.kind) || below[from]?.isClock === true;
	const about = isExport ? exportTop(top) : looseTop(top);
	const { turns, leftOut } = turnsOf([...about.speech, ...below.slice(from)], layout, times, remarks);
	for (const { number, label } of about.speech) {
		if (label === null) remarks.add('above', number);
		else remarks.add('unclear', number, label.speaker);
	}
	return {
		title: titleIn((described.title ?? about.titles.join(' – ')).replace(TRANSCRIPT_PREFIX, '')) || null,
		startedAt: described.startedAt ?? startIn(top.slice(0, MOST_ABOUT), below.slice(from, from + 2).find(({ stamp }) => stamp !== null)),
		unclearDate: firstUnclear(below.map(({ stamp }) => stamp)),
		segments: laidOut(turns, remarks, below.slice(from).filter(({ day }) => day !== null).length > 1),
		leftOut: [...about.leftOut, ...leftOut, ...paged.headings, ...described.leftOut],
		notes: remarks.notes(),
	};
}

/** A time of f4, at the end of what is said or at both ends. */
const MARK = / ?#(\d{1,2}:\d\d:\d\d)(?:-(\d))?# ?/g;

/** The lines of f4 with times as in other transcripts: each begins when the one above ends. */
function withTimesFirst(lines: readonly string[]): readonly string[] {
	let next: string | null = null;
	let isFirst = true;
	return lines.map((line) => {
		const marks = [...line.matchAll(MARK)].map(({ 0: mark, 1: clock = '', 2: part = '0', index }) => ({ time: `[${clock}.${part}] `, index, end: index + mark.length }));
		const text = line.replace(MARK, ' ').trim();
		const end = marks.findLast((mark) => mark.end === line.length)?.time ?? null;
		const start = marks.find(({ index }) => index === 0)?.time ?? next ?? (isFirst && end !== null ? '[0:00] ' : null);
		if (marks.length > 0) isFirst = false;
		if (text !== '' || end !== null) next = end;
		return marks.length === 0 && start === null ? line : text === '' ? '' : `${start ?? ''}${text}`;
	});
}

/** A line number, as in court transcripts. */
const NUMBERED = /^\s*(\d{1,4})(?:\s|$)/;

/**
 * The lines without their numbers, if most are numbered, from 1 on each page. Headings of pages are not numbered, and empty lines may
 * be.
 */
function withoutNumbers(lines: readonly string[]): readonly string[] {
	let [last, at] = [0, -1];
	const numbered = new Set(lines.flatMap((line, index) => {
		const number = Number(NUMBERED.exec(line)?.[1]);
		if (number !== 1 && !(number > last && number - last <= index - at)) return [];
		[last, at] = [number, index];
		return [index];
	}));
	const areMost = numbered.size > 1 && numbered.size >= lines.filter((line) => line !== '').length * MOSTLY;
	return areMost ? lines.map((line, index) => (numbered.has(index) ? line.replace(NUMBERED, '') : line)) : lines;
}

/** `Q.  Where were you?`, as in depositions. */
const QUESTION = /^\s*([QA])(?:[.\s]\s|\t)/;

/** The lines of a deposition with the colons of other dialogues: `Q.: Where were you?` */
const withColons = (lines: readonly string[]): readonly string[] =>
	['Q', 'A'].every((letter) => lines.filter((line) => QUESTION.exec(line)?.[1] === letter).length > 1) ? lines.map((line) => line.replace(QUESTION, '$1.: ')) : lines;

/** The lines that say when what is below them was said. Within a paragraph, they may be what somebody said, unless all stand above a name. */
function timesIn(lines: readonly TextLine[], { kind, starts }: Layout): ReadonlySet<TextLine> {
	const clocks = lines.flatMap((line, index) => (line.isClock ? [{ line, next: lines[index + 1] }] : []));
	const areAbove = clocks.length > 1 && clocks.every(({ line, next }, at) => next?.label != null && starts.has(next) && (line.time ?? -1) > (clocks[at - 1]?.line.time ?? -1));
	return new Set(clocks.flatMap(({ line }) => (kind === 'timed' || areAbove || line.afterGap || line.beforeGap || line.isHeading ? [line] : [])));
}

/** How many lines at the top describe the file, unless they are names of speakers below. */
function aboutEnd(lines: readonly TextLine[]): number {
	let end = dateEnd(lines);
	for (const [index, { label, afterTime }] of lines.slice(0, MOST_ABOUT).entries()) {
		if (label === null) continue;
		const name = fold(label.speaker);
		if (afterTime !== null || !ABOUT.has(name) || lines.slice(index + 1).some((line) => line.label !== null && fold(line.label.speaker) === name)) break;
		end = index + 1;
	}
	return end;
}

const MOST_ABOUT = 20;

/** How many lines at the top are titles and the date below them. Where more dates follow, each belongs to its part of the text. */
function dateEnd(lines: readonly TextLine[]): number {
	const at = lines.slice(0, MOST_TITLES + 1).findIndex(({ text }) => dateOf(text) !== null || unclearIn(text) !== null);
	const [date, above, below] = [lines[at], lines.slice(0, Math.max(0, at)), lines.slice(at + 1)];
	const isAbove = (line: TextLine): boolean => isTitle(line) && (line.label === null || ABOUT.has(fold(line.label.speaker)));
	if (date === undefined || !above.every(isAbove)) return 0;
	return below.some(({ isClock, text }) => isClock || isDate(text)) ? 0 : at + 1;
}

const MOST_TITLES = 2;

/** When the meeting took place, according to the top, or to the first time if that has a date. */
function startIn(top: readonly TextLine[], first: TextLine | undefined): number | null {
	const day = top.flatMap(({ text }) => dateOf(text) ?? [])[0] ?? dateOfTitle(top[0]?.text ?? '');
	const time = top.find(({ label }) => label !== null && OF_DAY.has(fold(label.speaker)))?.text.replace(/^.*?[:：]\s*/, '') ?? top.find(({ text }) => HOURS.test(text))?.text ?? '';
	return (
		top.flatMap(({ text }) => startInName(text) ?? [])[0] ??
		(day !== null && isNoon(day) ? atTime(day, time) : day) ??
		momentIn(first?.stamp ?? '') ??
		(first?.day == null ? null : first.day + (first.time ?? first.header?.time ?? 0))
	);
}

/** A date or time followed by a period is not a sentence. */
const isSaid = (text: string): boolean => /[.!?…。！？]["'”’)]*$/.test(text) && !/\d/.test(text);
const OPENS_SENTENCE = /^(?:\W*(?:and|but|he|i|it|ok|okay|she|so|that|there|they|this|we|well|yeah|yes|you)\b.*\s\S+\s|…|\.\.\.)/i;
const DATE = /^[-–—\s\d:./,年月日號号时時分秒-]+$/u;
const isSpeech = ({ text, isChange }: TextLine): boolean => isChange || isSaid(text) || OPENS_SENTENCE.test(text);
const isTitle = (line: TextLine): boolean => line.isHeading || (line.text.length <= LONGEST_TITLE && !isSpeech(line) && !DATE.test(line.text));

interface Turn {
	readonly speaker: string | null;
	readonly line: TextLine;
	readonly time: number | null;
	readonly texts: string[];
	/** Whether its line is no speech. */
	readonly isLeftOut: boolean;
}

/** The turns of a body. Text that follows a time or something said by nobody has no known speaker. */
function turnsOf(body: readonly TextLine[], layout: Layout, times: ReadonlySet<TextLine>, remarks: Remarks): { turns: readonly Turn[]; leftOut: readonly string[] } {
	const turns: Turn[] = [];
	const leftOut: string[] = [];
	let current: Turn | null = null;
	let time: number | null = null;
	let isSpeech = true;
	const begin = (line: TextLine, { speaker, text, time: at, isLeftOut = false }: Start): Turn => {
		const turn = { speaker, line, time: at ?? time, texts: text === '' ? [] : [text], isLeftOut };
		turns.push(turn);
		time = null;
		return turn;
	};
	const last = body.findLastIndex((line) => layout.starts.has(line));
	for (const [index, line] of body.entries()) {
		const { text, isNoSpeech, isHighlight, isHeading, isTranscriptHeading, afterGap } = line;
		if (layout.used.has(line)) continue;
		if (times.has(line) && !layout.starts.has(line)) {
			[current, time, isSpeech] = [null, line.time, true];
			continue;
		}
		const start = layout.starts.get(line);
		if (start !== undefined) {
			current = begin(line, start);
			isSpeech = true;
		} else if (isNoSpeech || isTranscriptHeading || isHeading || !isSpeech) {
			// A highlight within a paragraph does not end a turn, as a pause of the recording may.
			if (!isHighlight || afterGap) current = null;
			isSpeech &&= !isHeading || layout.kind === 'none' || index < last;
			leftOut.push(text);
			if (isHeading && TASKS.test(text)) remarks.add('agreed', line.number, text);
		} else if (current !== null && !(layout.kind === 'none' && afterGap)) current.texts.push(text);
		else current = begin(line, { speaker: null, text, time: null });
	}
	const silent = turns.filter(({ texts }) => texts.length === 0);
	for (const { line } of silent) remarks.add('silent', line.number);
	return { turns: turns.filter(({ texts }) => texts.length > 0), leftOut: [...leftOut, ...turns.flatMap(({ line, texts, isLeftOut }) => (isLeftOut || texts.length === 0 ? [line.text] : []))] };
}

interface Top {
	readonly titles: readonly string[];
	readonly leftOut: readonly string[];
	/** Lines that somebody may say. */
	readonly speech: readonly TextLine[];
}

/** The top of an export: a title, and the program's information about the meeting. */
function exportTop(top: readonly TextLine[]): Top {
	const named = top.find(({ label }) => label !== null && NAMES_MEETING.has(fold(label.speaker)));
	const first = top.find(({ text }) => TRANSCRIPT_SUFFIX.test(text)) ?? top.find(({ isHeading }) => isHeading) ?? top.find(({ text }) => !isDate(text));
	const line = named ?? (first !== undefined && (first.label === null || first.isHeading) && isTitle(first) ? first : undefined);
	const title = oneLine(named?.label?.text ?? line?.text ?? '').replace(TRANSCRIPT_SUFFIX, '');
	const hasTitle = title !== '' && !/^\W*transcript\W*$/i.test(title) && !ABOUT.has(fold(title));
	// A file that was cut begins with what somebody said.
	const speech = top.slice(0, 1).filter((opening) => opening !== line && isSpeech(opening) && !top.some(({ isTranscriptHeading }) => isTranscriptHeading));
	return { titles: hasTitle ? [title] : [], leftOut: top.filter((other) => !(hasTitle && other === line) && !speech.includes(other)).map(({ text }) => text), speech };
}

/** The top of a text that no program wrote: anything but a title, a description and an introduction may be speech. */
function looseTop(top: readonly TextLine[]): Top {
	const titles: string[] = [];
	const leftOut: string[] = [];
	const speech: TextLine[] = [];
	const lastGap = top.findLastIndex(({ beforeGap }) => beforeGap);
	top.forEach((line, index) => {
		const { text, label, isHeading } = line;
		if (line.isNoSpeech) leftOut.push(text);
		else if (isHeading) titles.push(oneLine(text));
		else if (label !== null && ABOUT.has(fold(label.speaker)) && !isSaid(label.text)) {
			if (NAMES_MEETING.has(fold(label.speaker)) && label.text !== '') titles.push(oneLine(label.text));
			else leftOut.push(text);
		} else if (label === null && titles.length === 0 && speech.length === 0 && isTitle(line) && !isDate(text)) titles.push(oneLine(text));
		else if (!DATE.test(text) && !isDate(text) && (index > lastGap || text.length > LONGEST_TITLE || label !== null || isSpeech(line))) speech.push(line);
		else leftOut.push(text);
	});
	return { titles, leftOut, speech };
}

/** Segments in the order of the file, which with dates may be a chat of years. */
function laidOut(turns: readonly Turn[], remarks: Remarks, areDated: boolean) {
	const known = turns.map(({ speaker, texts, time, line }) => {
		const isFar = !areDated && (time ?? 0) > LONGEST_MS;
		if (isFar) remarks.add('tooLate', line.number);
		return { speaker: speakerOf(speaker), text: oneLine(texts.join(' ')), startMs: isFar ? null : time, endMs: null };
	});
	let latest = 0;
	return timed(fromFirst(known, true, areDated).map((turn) => ({ ...turn, startMs: turn.startMs === null ? null : (latest = Math.max(latest, turn.startMs)) })));
}
