import { clockMs } from './clock.ts';
import { ImportError } from './importError.ts';
import { speakingMs } from './pace.ts';
import type { ParsedMeeting, ParsedSegment } from './parsedMeeting.ts';
import { labelled } from './speakerLabel.ts';
import { oneLine } from './text.ts';

/** A time before the name (`[00:01:02] Anna: …`) or behind it (`Anna (00:01:02): …`). */
const TIME_FIRST = /^\s*[[(]?(\d{1,3}:\d{2}(?::\d{2})?(?:[.,]\d{1,3})?)[\])]?\s*[-–]?\s*(.*)$/;
const TIME_BEHIND = /^([^:()[\]]+?)\s*[[(](\d{1,3}:\d{2}(?::\d{2})?)[\])]\s*:(.*)$/;
const HEADLINE = /^\s*#+\s*/;
/** What a file says about itself before anybody speaks (`Date: 4 March`), and that is nobody's name. */
const ABOUT = /^\s*(title|subject|topic|meeting|date|time|when|where|location|duration|attendees|participants)\s*:\s*(.*)$/i;
const NAMES_MEETING = /^(?:title|subject|topic|meeting)$/i;

interface Turn {
	readonly speaker: string;
	readonly time: number | null;
	text: string;
}

function turnOf(line: string): Turn | null {
	const behind = TIME_BEHIND.exec(line);
	if (behind !== null) {
		const label = labelled(`${behind[1] ?? ''}:${behind[3] ?? ''}`);
		return label === null ? null : { ...label, time: clockMs(behind[2] ?? '') };
	}
	const first = TIME_FIRST.exec(line);
	const label = labelled(first?.[2] ?? line);
	return label === null ? null : { ...label, time: first === null ? null : clockMs(first[1] ?? '') };
}

/**
 * A meeting of `Name: text` lines. Lines without a name carry on the text before; at the top, one may be a title, and
 * others may say what the file is (`Date: …`).
 */
export function meetingOfPlain(lines: readonly string[]): ParsedMeeting {
	const turns: Turn[] = [];
	let title: string | null = null;
	lines.forEach((line, index) => {
		if (line === '') return;
		const last = turns.at(-1);
		const [, label = '', value = ''] = (last === undefined && ABOUT.exec(line)) || [];
		if (label !== '') {
			if (NAMES_MEETING.test(label) && value !== '') title ??= oneLine(value);
			return;
		}
		const turn = last === undefined && HEADLINE.test(line) ? null : turnOf(line);
		if (turn !== null) turns.push(turn);
		else if (last !== undefined) last.text += ` ${line}`;
		else if (title === null) title = oneLine(line.replace(HEADLINE, ''));
		else throw new ImportError(index + 1, 'nobody is named as speaking here; write each turn as “Name: text”');
	});
	if (turns.length === 0) {
		throw new ImportError(1, 'no turn found; write each turn as “Name: text”, or give WebVTT, SRT or JSON');
	}
	return { title, segments: timed(turns) };
}

function timed(turns: readonly Turn[]): ParsedSegment[] {
	let clock = 0;
	return turns.map(({ speaker, text, time }) => {
		const startMs = Math.max(clock, time ?? 0);
		clock = startMs + speakingMs(text);
		return { speaker, text: oneLine(text), startMs, endMs: clock };
	});
}
