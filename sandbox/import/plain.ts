import { fold, oneLine } from '../text.ts';
import { clockMs, speakingMs } from './times.ts';
import { ImportError, type ParsedMeeting, type ParsedSegment } from './parsedMeeting.ts';
import { evidenceOf, type Label, labelOf } from './speakerLabel.ts';

/** Only this many characters at the start of a line are searched. */
const START = 160;
const TIME = '(\\d{1,3}:\\d{2}(?::\\d{2})?(?:[.,]\\d{1,3})?)';
/** A time before the name (`[00:01:02] Anna: …`) or after it (`Anna (00:01:02): …`). */
const TIME_FIRST = new RegExp(`^(?:[-–•*>]\\s*)?(?:[[(]${TIME}[\\])]|${TIME}(?![\\d:]))\\s*[-–]?\\s*`);
const TIME_BEHIND = new RegExp(`^([^:：()[\\]]+)[[(]${TIME}[\\])]\\s*(?=[:：])`);
const HEADLINE = /^#/;
/** What a file says about itself before anyone speaks (`Date: 4 March`). These are not names of speakers. */
const NAMES_MEETING: ReadonlySet<string> = new Set(['title', 'subject', 'topic', 'meeting']);
const ABOUT: ReadonlySet<string> = new Set([
	...NAMES_MEETING,
	...['date', 'time', 'when', 'where', 'location', 'duration', 'attendees', 'participants'],
]);
const LONGEST_TITLE = 300;

interface Line {
	/** Counted from 1. */
	readonly number: number;
	readonly text: string;
	readonly afterGap: boolean;
	readonly label: Label | null;
	/** As written; null if the line has none before or after its name. */
	readonly time: string | null;
}

interface Turn {
	readonly speaker: string;
	readonly line: number;
	readonly time: number | null;
	readonly texts: string[];
}

/**
 * A meeting of `Name: text` lines. A line without a name belongs to the turn above. At the top, one line may be a title,
 * and others may describe the file (`Date: …`). No word is dropped: @throws ImportError with the line where a text may be
 * either a name or part of what is said.
 */
export function meetingOfPlain(written: readonly string[]): ParsedMeeting {
	const lines = written.flatMap((text, index) => (text === '' ? [] : [readLine(text, index, written)]));
	const first = lines.findIndex(({ label, time }) => label !== null && (time !== null || !ABOUT.has(fold(label.speaker))));
	const top = first < 0 ? lines : lines.slice(0, first);
	const body = first < 0 ? [] : lines.slice(first);
	const titles: string[] = [];
	for (const line of top) titles.push(...titleAt(line, titles.length === 0, body));
	const evidence = evidenceOf(body.map(({ label }) => label));
	const turns: Turn[] = [];
	for (const line of body) {
		const { label, number, text } = line;
		if (label !== null && isTurn(line, label)) {
			refuseSilence(turns.at(-1));
			turns.push({ speaker: label.speaker, line: number, time: timeOf(line), texts: label.text === '' ? [] : [label.text] });
		} else if (turns.length > 0) turns.at(-1)?.texts.push(text);
		else titles.push(untitled(line, titles.length === 0));
	}
	refuseSilence(turns.at(-1));
	if (turns.length === 0) {
		throw new ImportError(1, 'no speaker found; write each turn as “Name: text”, or use WebVTT, SRT or JSON');
	}
	return { title: titles.join(' – ') || null, segments: timed(turns) };

	function isTurn({ number, afterGap }: Line, label: Label): boolean {
		if (evidence.everywhere || evidence.recurs(label)) return true;
		// A name alone on its line in the middle of a text may also announce what follows.
		if (label.likeness === 'sure' && (label.text !== '' || afterGap)) return true;
		if (label.likeness === 'unlikely') return false;
		throw new ImportError(
			number,
			`“${label.speaker}” may be a name or part of what is said; write each turn on one line as “Name: text”, and use no other colon at the start of a line`,
		);
	}
}

function readLine(written: string, index: number, all: readonly string[]): Line {
	const text = written.trimStart();
	const start = text.slice(0, START);
	const first = TIME_FIRST.exec(start);
	const behind = first === null ? TIME_BEHIND.exec(start) : null;
	const found = first ?? behind;
	const bare = found === null ? text : (behind?.[1] ?? '') + text.slice(found[0].length);
	const label = HEADLINE.test(text) ? null : labelOf(bare);
	const time = behind === null ? (first?.[1] ?? first?.[2]) : behind[2];
	return {
		number: index + 1,
		text,
		afterGap: index === 0 || all[index - 1] === '',
		label,
		time: label === null ? null : (time ?? null),
	};
}

/** The part of the title in a line at the top. */
function titleAt(line: Line, isFirst: boolean, body: readonly Line[]): string[] {
	const { number, text, label } = line;
	if (HEADLINE.test(text)) return [oneLine(text.replace(/^[\s#]+/, ''))].filter((title) => title !== '');
	if (label === null) return [untitled(line, isFirst)];
	const again = body.some((other) => other.label !== null && fold(other.label.speaker) === fold(label.speaker));
	// A date or time followed by a period is not a sentence.
	const isSpeech = /[.!?。！？]$/.test(label.text) && !/\d/.test(label.text);
	if (again || isSpeech) {
		throw new ImportError(
			number,
			`“${label.speaker}” may be a speaker, or say what the file is about; use another name, or remove the line`,
		);
	}
	return NAMES_MEETING.has(fold(label.speaker)) && label.text !== '' ? [oneLine(label.text)] : [];
}

/** A line that neither names a speaker nor describes the file. It is the title if there is none yet. */
function untitled({ number, text }: Line, isFirst: boolean): string {
	if (isFirst && text.length <= LONGEST_TITLE) return oneLine(text);
	throw new ImportError(number, 'no speaker is named here; write each turn as “Name: text”');
}

function timeOf({ number, time }: Line): number | null {
	if (time === null) return null;
	const ms = clockMs(time);
	if (ms === null) throw new ImportError(number, 'this time cannot be read; write it as 00:01:02');
	return ms;
}

function refuseSilence(turn: Turn | undefined): void {
	if (turn === undefined || turn.texts.length > 0) return;
	throw new ImportError(turn.line, `“${turn.speaker}” says nothing here; write the text after the colon, or remove the line`);
}

function timed(turns: readonly Turn[]): ParsedSegment[] {
	let clock = 0;
	return turns.map(({ speaker, texts, time }) => {
		const text = oneLine(texts.join(' '));
		const startMs = Math.max(clock, time ?? 0);
		clock = startMs + speakingMs(text);
		return { speaker, text, startMs, endMs: clock };
	});
}
