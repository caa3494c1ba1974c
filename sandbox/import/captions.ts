import { oneLine } from '../text.ts';
import { ImportError, type ReadMeeting } from './parsedMeeting.ts';
import { evidenceOf, type Label, labelOf, speakerOf } from './speakerLabel.ts';
import { clockMs } from './times.ts';

interface Spoken {
	readonly speaker: string | null;
	readonly text: string;
}

/**
 * The tags and times of WebVTT and SubRip within a text. Anything else in angle brackets is speech.
 * `[^<>]` cannot run past another tag, so that the text is read once, however many brackets are open.
 */
const TAG =
	/<(?:\/?(?:c|i|b|u|ruby|rt)(?:\.[^<>\s]*)?|\/(?:v|lang|font)|(v)(?:[.\s][^<>]*)?|lang(?:\s[\w-]*)?|font(?:\s+\w+=[^<>]*)?|[\d:.,]+)>/gi;
const VOICE = /^<v(?:\.[^\s<>]*)?(?:\s([^<>]*))?>$/i;
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

/** The voices of a cue in order, without markup. A voice tag that is not closed ends at the next one. */
function voicesOf(text: string): Spoken[] {
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

/** How captions mark another speaker without a name. */
const CHANGE = /^\s*(?:[-–—]|>{2,})\s*/;

/** Who speaks in cues without voice tags, as the labels of the whole file suggest. */
interface Labels {
	readonly isName: (label: Label) => boolean;
	readonly isUnclear: (label: Label) => boolean;
	/** Whether names appear only where the speaker changes. If a file repeats them, a cue without a name has no known speaker. */
	readonly onlyChanges: boolean;
}

function labelsOf(cues: readonly Cue[]): Labels {
	const unvoiced = cues.filter(({ speaker, lines }) => speaker === null && voicesOf(lines.join('\n')).every((voice) => voice.speaker === null));
	const { isName, isUnclear } = evidenceOf(unvoiced.flatMap(({ lines }) => lines.map(labelOf)));
	const first = unvoiced.map(({ lines }) => labelOf(lines[0] ?? '')).map((label) => (label !== null && isName(label) ? label.speaker : null));
	const repeats = first.some((speaker, index) => speaker !== null && speaker === first[index + 1]);
	return { isName, isUnclear, onlyChanges: unvoiced.length === cues.length && !repeats };
}

/**
 * A cue without voice tags, its lines assigned to the names before a colon. `current` speaks until another is named.
 * A name alone on its line speaks the lines below it. Nobody known speaks a line whose label may or may not be a name.
 */
function labelledIn(text: string, { isName, isUnclear }: Labels, current: string | null): Spoken[] {
	const spoken: { speaker: string | null; text: string }[] = [];
	const lines = text.split('\n').map((line) => ({ line, label: labelOf(line) }));
	const dialogue = lines.filter(({ line }) => CHANGE.test(line)).length > 1 || /^\s*>>/.test(text);
	lines.forEach(({ line, label }, index) => {
		const next = lines[index + 1];
		const last = spoken.at(-1);
		const named = label !== null && isName(label) ? label : null;
		const nextSpeaks = next !== undefined && next.line.trim() !== '' && (next.label === null || !isName(next.label));
		if (named !== null && (named.text !== '' || nextSpeaks)) spoken.push({ speaker: named.speaker, text: named.text });
		else if ((label !== null && isUnclear(label)) || (dialogue && CHANGE.test(line))) spoken.push({ speaker: null, text: line });
		else if (last !== undefined) last.text += ` ${line}`;
		else spoken.push({ speaker: current, text: line });
	});
	return spoken;
}

const ROUNDED_UP = /(?:(\d{1,3}):)?(\d{2}):60(?=[.,]0{1,3}(?!\d))/g;

const two = (value: number): string => String(value).padStart(2, '0');

/** Some exporters round 59.99 seconds up to 60. Returns the timing line with such times carried to the next minute. */
function carried(line: string): string {
	if (!line.includes('-->')) return line;
	return line.replace(ROUNDED_UP, (_, hours: string | undefined, minutes: string) => {
		const total = Number(hours ?? 0) * 60 + Number(minutes) + 1;
		return `${two(Math.floor(total / 60))}:${two(total % 60)}:00`;
	});
}

type CaptionType = 'vtt' | 'srt';

interface Cue {
	readonly startMs: number;
	readonly endMs: number;
	/** The speaker named in the line above the times. */
	readonly speaker: string | null;
	readonly lines: readonly string[];
}

const TIMES = { vtt: '00:01:02.500 --> 00:01:05.000', srt: '00:01:02,500 --> 00:01:05,000' };
const NO_CUE = /^(?:NOTE(?:\s|$)|(?:STYLE|REGION)$)/;
/** The lines allowed below the WEBVTT line. */
const HEADER = /^(?:kind|language|region|style|title|author|x-[\w-]+)\s*[:=]/i;
/** Display settings of WebVTT, its drafts and SubRip. They do not matter to a transcript. */
const SETTING = /^(?:(?:region|vertical|line|position|size|align|[DLTSA]|[XY][12])[:=]\S*)$/i;
/** How Webex names the speaker: `12 "Anna Smith" (3264928)`. */
const NAMING_ID = /^\d+ "([^"]+)"(?: \(\d+\))?$/;

/** The segments of a WebVTT or SubRip file, one for each voice of each cue. @throws ImportError */
export function segmentsOfCaptions(written: readonly string[], type: CaptionType): Omit<ReadMeeting, 'title'> {
	const { cues, comments } = cuesOf(written.map(carried), type);
	const labels = labelsOf(cues);
	let current: string | null = null;
	const segments = cues.flatMap(({ startMs, endMs, speaker: named, lines }) => {
		const voices = voicesOf(lines.join('\n'));
		const unnamed = named === null && voices.every(({ speaker }) => speaker === null);
		const spoken: Spoken[] = unnamed ? voices.flatMap(({ text }) => labelledIn(text, labels, current)) : voices;
		current = labels.onlyChanges ? (spoken.at(-1) ?? { speaker: current }).speaker : null;
		return spoken.flatMap(({ speaker, text }) =>
			text.trim() === '' ? [] : [{ speaker: speakerOf(speaker ?? named), text: oneLine(text), startMs, endMs }],
		);
	});
	return { segments, leftOut: comments };
}

/** Reads the blocks between empty lines. A block that is neither a cue nor a comment is refused, never skipped. */
function cuesOf(lines: readonly string[], type: CaptionType): { cues: readonly Cue[]; comments: readonly string[] } {
	const cues: Cue[] = [];
	const comments: string[] = [];
	let start = 0;
	for (let index = 0; index <= lines.length; index += 1) {
		if ((lines[index] ?? '') !== '') continue;
		const block = lines.slice(start, index);
		if (type === 'vtt' && start === 0) checkHeader(block);
		else if (block.length > 0) {
			const cue = cueOf(block, start + 1, type);
			if (cue !== null) cues.push(cue);
			else if (block[0]?.startsWith('NOTE')) comments.push(oneLine(block.join(' ').slice('NOTE'.length)));
		}
		start = index + 1;
	}
	return { cues, comments };
}

function checkHeader([first = '', ...others]: readonly string[]): void {
	if (!/^WEBVTT(\s|$)/.test(first)) throw new ImportError(1, 'a WebVTT file starts with the line WEBVTT; add it');
	const wrong = others.findIndex((line) => !HEADER.test(line));
	if (wrong < 0) return;
	const isCue = others[wrong]?.includes('-->') ?? false;
	const advice = isCue ? 'put an empty line before the first line of a cue' : 'this is not part of the header; put an empty line and its times above it, or remove it';
	throw new ImportError(wrong + 2, advice);
}

function cueOf(block: readonly string[], firstLine: number, type: CaptionType): Cue | null {
	const timings = block.flatMap((line, offset) => (line.includes('-->') ? [offset] : []));
	const [timing, second] = timings;
	if (type === 'vtt' && NO_CUE.test(block[0] ?? '')) {
		if (timing === undefined) return null;
		throw new ImportError(firstLine + timing, 'put an empty line before the first line of a cue');
	}
	if (timing === undefined || timing > 1) {
		throw new ImportError(
			firstLine,
			'this text has no line with times above it; add one with --> or remove the text',
		);
	}
	if (second !== undefined) {
		throw new ImportError(firstLine + second, 'a new cue starts inside this text; put an empty line before it');
	}
	const times = timesOf(block[timing] ?? '', firstLine + timing, type);
	return { ...times, speaker: timing === 0 ? null : namedIn(block[0] ?? '', firstLine), lines: block.slice(timing + 1) };
}

function timesOf(line: string, number: number, type: CaptionType): { startMs: number; endMs: number } {
	const arrow = line.indexOf('-->');
	const [end = '', ...settings] = line.slice(arrow + 3).trim().split(/\s+/);
	const startMs = clockMs(line.slice(0, arrow));
	const endMs = clockMs(end);
	if (startMs === null || endMs === null) {
		throw new ImportError(number, `this time cannot be read; write it as ${TIMES[type]}`);
	}
	if (endMs <= startMs) throw new ImportError(number, 'this cue does not end after it starts; correct its times');
	if (!settings.every((setting) => SETTING.test(setting))) {
		throw new ImportError(number, 'there is text after the times; put it on the line below');
	}
	return { startMs, endMs };
}

/** The speaker named in the identifier of a cue. An identifier of several words that names nobody may be lost speech. */
function namedIn(id: string, number: number): string | null {
	const named = NAMING_ID.exec(id.trim())?.[1]?.trim();
	if (named === undefined && /\S\s+\S/.test(id)) {
		throw new ImportError(number, 'there is text above the times; put it on the line below them, or remove it');
	}
	return named || null;
}
