import { fold, oneLine } from '../text.ts';
import { ImportError, type ReadMeeting } from './parsedMeeting.ts';
import { evidenceOf, speakerOf } from './speakerLabel.ts';
import { type TextLine, textLinesOf } from './textLine.ts';
import { clockMs, timed } from './times.ts';
import { DAY_MS, HOUR_MS } from '../clock.ts';

/** What a file says about itself before anyone speaks (`Date: 4 March`). These are not names of speakers. */
const NAMES_MEETING: ReadonlySet<string> = new Set(['title', 'subject', 'topic', 'meeting', 'meeting title']);
const ABOUT: ReadonlySet<string> = new Set([
	...NAMES_MEETING,
	...['date', 'time', 'when', 'where', 'location', 'duration', 'attendees', 'participants', 'meeting date', 'meeting participants'],
]);
const LONGEST_TITLE = 300;
const TRANSCRIPT_SUFFIX = /(?<!\s)\s+[-–—]\s+transcript$/i;

interface Turn {
	/** Null if the file doesn't say. */
	readonly speaker: string | null;
	readonly line: TextLine;
	readonly time: number | null;
	readonly texts: string[];
}

/** What starts on a line: a turn, or null if the line continues the previous one. */
type StartsAt = (line: TextLine) => { readonly speaker: string | null; readonly text: string } | null;

/**
 * A meeting in text: `Name: text` lines, names above what they say, or times alone. A line that names nobody belongs to the
 * turn above. No word is lost silently: text that nobody says is left out and reported.
 * @throws ImportError with the line where a text may be either a name or part of what is said.
 */
export function meetingOfPlain(written: readonly string[]): ReadMeeting {
	const all = textLinesOf(written);
	const heading = all.findIndex(({ isTranscriptHeading }) => isTranscriptHeading);
	const below = all.slice(heading + 1);
	const headers = headersIn(below);
	const labelled = below.filter(isSpoken).length;
	const isBlocks = headers.size > 0 && headers.size >= labelled;
	const isTimedOnly = !isBlocks && labelled === 0 && below.filter(({ afterTime }) => afterTime !== null).length > 1;
	const first = below.findIndex((line) => isClock(line) || (isBlocks ? headers.has(line) : isTimedOnly ? line.afterTime !== null : isLabelled(line)));
	const top = first < 0 ? all : all.slice(0, heading + 1 + first);
	const body = first < 0 ? [] : below.slice(first);
	const isExport = heading >= 0 || isBlocks || isTimedOnly || body.slice(0, 1).some(isClock);
	const about = isExport ? exportTop(top) : looseTop(top, body);
	const starts = isBlocks ? blockStarts(headers) : isTimedOnly ? timedStarts : labelStarts(body);
	const { turns, leftOut } = turnsOf(body, starts);
	const silent = turns.find(({ texts }) => texts.length === 0);
	if (silent !== undefined) {
		throw new ImportError(silent.line.number, `“${silent.speaker ?? silent.line.text}” says nothing here; write the text after the colon, or remove the line`);
	}
	if (turns.length === 0) {
		throw new ImportError(1, 'no speaker found; write each turn as “Name: text”, or use WebVTT, SRT or JSON');
	}
	return { title: about.titles.join(' – ') || null, segments: laidOut(turns), leftOut: [...about.leftOut, ...leftOut] };
}

const isClock = ({ afterTime, afterGap, isHeading }: TextLine): boolean => afterTime === '' && (afterGap || isHeading);
const isLabelled = ({ label, time }: TextLine): boolean => label !== null && (time !== null || !ABOUT.has(fold(label.speaker)));
const isSpoken = (line: TextLine): boolean => isLabelled(line) && line.label?.likeness === 'sure' && line.label.text !== '' && !line.isNoSpeech;

/**
 * The lines that name the speaker of the text below: those with a time or, if there are none, the recurring names that start
 * paragraphs.
 */
function headersIn(lines: readonly TextLine[]): ReadonlySet<TextLine> {
	const isText = (line: TextLine | undefined): boolean => line !== undefined && !line.isNoSpeech && line.afterTime !== '' && !(line.name !== null && line.time !== null);
	const named = lines.filter(({ name }, index) => name !== null && isText(lines[index + 1]));
	const timed = named.filter(({ time }) => time !== null);
	if (timed.length > 0) {
		const recurs = recurring(timed);
		const areApart = timed.filter(({ afterGap }) => afterGap).length * 2 >= timed.length;
		return new Set(timed.filter((line) => line.afterGap || recurs(line) || !areApart));
	}
	const belowTime = new Set(lines.filter((_, index) => lines[index - 1]?.afterTime === ''));
	const onTop = named.filter((line) => !line.beforeGap && (line.afterGap || belowTime.has(line)));
	const recurs = recurring(onTop);
	return new Set(onTop.some(recurs) ? onTop.filter((line) => recurs(line) || belowTime.has(line) || line.text.includes(' ')) : []);
}

function recurring(lines: readonly TextLine[]): (line: TextLine) => boolean {
	const counts = new Map<string, number>();
	for (const { name } of lines) counts.set(fold(name ?? ''), (counts.get(fold(name ?? '')) ?? 0) + 1);
	return ({ name }) => (counts.get(fold(name ?? '')) ?? 0) > 1;
}

/** In an export with names on their own lines, a label starts a turn only if it is one of these names. */
function blockStarts(headers: ReadonlySet<TextLine>): StartsAt {
	const names = new Set([...headers].map(({ name }) => fold(name ?? '')));
	return (line) => {
		if (headers.has(line)) return { speaker: line.name, text: '' };
		return line.label !== null && names.has(fold(line.label.speaker)) ? line.label : null;
	};
}

const timedStarts: StartsAt = ({ afterTime }) => (afterTime === null || afterTime === '' ? null : { speaker: null, text: afterTime });

function labelStarts(body: readonly TextLine[]): StartsAt {
	const spoken = body.filter((line) => !isClock(line) && !line.isNoSpeech && !line.isHeading);
	const { everywhere, recurs } = evidenceOf(spoken.map(({ label }) => label));
	const areTimed = spoken.filter(({ label, time }) => label !== null && time !== null).length * 2 > spoken.filter(({ label }) => label !== null).length;
	return ({ number, afterGap, label, afterTime }) => {
		if (label === null) return areTimed && afterTime !== null && afterTime !== '' ? { speaker: null, text: afterTime } : null;
		if (everywhere || recurs(label)) return label;
		// A name alone on its line in the middle of a text may also announce what follows.
		if (label.likeness === 'sure' && (label.text !== '' || afterGap)) return label;
		if (label.likeness === 'unlikely') return null;
		throw new ImportError(
			number,
			`“${label.speaker}” may be a name or part of what is said; write each turn on one line as “Name: text”, and use no other colon at the start of a line`,
		);
	};
}

/** The turns of a body. Text that follows a time or something said by nobody has no known speaker. */
function turnsOf(body: readonly TextLine[], starts: StartsAt): { turns: readonly Turn[]; leftOut: readonly string[] } {
	const turns: Turn[] = [];
	const leftOut: string[] = [];
	let current: Turn | null = null;
	let time: number | null = null;
	let isSpeech = true;
	for (const line of body) {
		const { text, isNoSpeech, isHeading, isTranscriptHeading } = line;
		if (isClock(line)) {
			[current, time, isSpeech] = [null, timeOf(line), true];
			continue;
		}
		const start = isNoSpeech || isTranscriptHeading ? null : starts(line);
		if (start !== null) {
			current = { speaker: start.speaker, line, time: timeOf(line) ?? time, texts: start.text === '' ? [] : [start.text] };
			turns.push(current);
			[time, isSpeech] = [null, true];
		} else if (isNoSpeech || isTranscriptHeading || isHeading || !isSpeech) {
			[current, isSpeech] = [null, isSpeech && !isHeading];
			leftOut.push(text);
		} else if (current !== null) current.texts.push(text);
		else {
			current = { speaker: null, line, time, texts: [text] };
			turns.push(current);
			time = null;
		}
	}
	return { turns, leftOut };
}

interface Top {
	readonly titles: readonly string[];
	readonly leftOut: readonly string[];
}

/** The top of an export: a title, and what the program says about the meeting. */
function exportTop(top: readonly TextLine[]): Top {
	const named = top.find(({ label }) => label !== null && label.text !== '' && NAMES_MEETING.has(fold(label.speaker)));
	const first = top.find(({ text }) => TRANSCRIPT_SUFFIX.test(text)) ?? top.find(({ isHeading }) => isHeading) ?? top[0];
	const line = named ?? (first !== undefined && first.label === null && first.text.length <= LONGEST_TITLE ? first : undefined);
	const title = oneLine(named?.label?.text ?? line?.text.replace(/^[\s#*]+/, '') ?? '').replace(TRANSCRIPT_SUFFIX, '');
	const isTitle = title !== '' && !/^\W*transcript\W*$/i.test(title);
	const leftOut = top.filter((other) => !(isTitle && other === line)).map(({ text }) => text);
	return { titles: isTitle ? [title] : [], leftOut };
}

/** The top of a text that no program wrote: anything but a title and a description may be speech. */
function looseTop(top: readonly TextLine[], body: readonly TextLine[]): Top {
	const speakers = new Set(body.flatMap(({ label }) => (label === null ? [] : [fold(label.speaker)])));
	const titles: string[] = [];
	const leftOut: string[] = [];
	for (const line of top) {
		const part = titleIn(line, titles.length === 0, speakers);
		if (part === null) leftOut.push(line.text);
		else if (part !== '') titles.push(part);
	}
	return { titles, leftOut };
}

/** The part of the title in a line at the top; null if it describes the file. */
function titleIn({ number, text, label, isHeading }: TextLine, isFirst: boolean, speakers: ReadonlySet<string>): string | null {
	if (isHeading) return oneLine(text.replace(/^[\s#]+/, ''));
	if (label === null) {
		if (isFirst && text.length <= LONGEST_TITLE) return oneLine(text);
		throw new ImportError(number, 'no speaker is named here; write each turn as “Name: text”');
	}
	// A date or time followed by a period is not a sentence.
	const isSpeech = /[.!?。！？]$/.test(label.text) && !/\d/.test(label.text);
	if (isSpeech || speakers.has(fold(label.speaker))) {
		throw new ImportError(
			number,
			`“${label.speaker}” may be a speaker, or say what the file is about; use another name, or remove the line`,
		);
	}
	return NAMES_MEETING.has(fold(label.speaker)) && label.text !== '' ? oneLine(label.text) : null;
}

function timeOf({ number, time }: TextLine): number | null {
	if (time === null) return null;
	const ms = clockMs(time);
	if (ms === null) throw new ImportError(number, 'this time cannot be read; write it as 00:01:02');
	return ms;
}

/** Segments in the order of the file. Times of day (`[Anna] 14:02:11`) count from the first of them, past midnight too. */
function laidOut(turns: readonly Turn[]) {
	const first = turns.find(({ time }) => time !== null)?.time ?? 0;
	const zero = first >= HOUR_MS && first < DAY_MS ? first : 0;
	let latest = 0;
	return timed(
		turns.map(({ speaker, texts, time }) => {
			if (time !== null) latest = Math.max(latest, time - zero + (zero - time > DAY_MS / 2 ? DAY_MS : 0));
			return { speaker: speakerOf(speaker), text: oneLine(texts.join(' ')), startMs: time === null ? null : latest, endMs: null };
		}),
	);
}
