import { oneLine } from '../text.ts';
import { type Cue, cueOf, segmentsOf } from './cues.ts';
import { dateOf, isDate } from './dates.ts';
import { voiceInJson } from './jsonEntry.ts';
import type { ReadMeeting } from './parsedMeeting.ts';
import { createRemarks, type Remarks } from './remarks.ts';
import { unrolled } from './rolling.ts';
import { clockMs, fromFirst, LONGEST_MS } from './times.ts';

/** A number, two times in which letters may have replaced digits, with an arrow between them, and what follows. */
const TIMING = /^(?:(\d{1,6}) )?([\dOoIlxX?:.,;-]{0,19}?) ?([-–—]{1,3}>|→) ?(?:(?=\S*\d)([\dOoIlxX?:.,;-]{1,19})(?: (.*))?)?$/;
/** A line with two times, or with one, and no recognizable arrow between them. */
const TIMES = /^(?=.*:\S{1,3}[:.,;]\S)(?=(?:\D*\d){5})[\dOoIlxX?*#:.,;\s<>=–—-]+$/;
/** The start of a caption within a line, for files that have lost line breaks. */
const WITHIN = /\s(?=(?:\d+ )?\d[\d:.,]{3,20} ?-->)/;
/** A line of SBV or SubViewer, which separate the two times by a comma. */
const COMMA_TIMES = /^(\d{1,3}:\d{2}:\d{2}\.\d{1,3}),(\d{1,3}:\d{2}:\d{2}\.\d{1,3})$/;

interface Timing {
	/** A number before the times. */
	readonly id: string;
	/** Null if it cannot be read. */
	readonly startMs: number | null;
	readonly endMs: number | null;
	readonly isWrongArrow: boolean;
	/** The text after the times: display settings, or speech. */
	readonly rest: string;
}

/** The times of a caption; null if the line has none. An arrow within a sentence does not make it a line with times. */
export function timingOf(line: string): Timing | null {
	const commas = COMMA_TIMES.exec(line);
	if (commas !== null) return { id: '', startMs: clockMs(commas[1] ?? ''), endMs: clockMs(commas[2] ?? ''), isWrongArrow: false, rest: '' };
	const [, id = '', start = '', arrow, end = '', rest = ''] = TIMING.exec(oneLine(line)) ?? [];
	const [startMs, endMs] = [clockMs(start), clockMs(end)];
	return startMs === null && endMs === null ? null : { id, startMs, endMs, isWrongArrow: arrow !== '-->', rest };
}

/** The times of a caption whose arrow, or digits, are damaged. */
function damagedTimingOf(line: string): Timing | null {
	if (!TIMES.test(line)) return null;
	const [startMs = null, endMs = null] = line.split(/[\s<>=–—]|-{2,}/).flatMap((time) => (time.includes(':') ? [clockMs(time)] : []));
	return { id: '', startMs, endMs, isWrongArrow: startMs !== null && endMs !== null, rest: '' };
}

/** A caption whose line of times is missing: only its number is left. */
const UNTIMED: Timing = { id: '', startMs: null, endMs: null, isWrongArrow: false, rest: '' };

/** Display settings of WebVTT, its drafts and SubRip. They do not matter to a transcript. */
const SETTINGS = /^(?:(?:region|vertical|line|position|size|align|[DLTSAXY][12]?)[:=]\S* ?)*$/i;
/** The lines below the WEBVTT line, and the style sheets that tools leave there. */
const HEADER = /^(?:kind|language|region|style|x-[\w-]+)[:=]|^##|[{};]$/i;
const BLOCK = /^(?:NOTE(?:\s|$)|STYLE$|REGION$)/;
/** How Webex names the speaker: `12 "Anna Smith" (3264928)`. */
const NAMING_ID = /^\d+ "([^"]+)"/;
const TOKEN = /^(?=\D*\d)[\w:./{}-]+$/;

interface Block {
	readonly line: number;
	readonly id: string;
	readonly timing: Timing;
	readonly lines: readonly string[];
}

/** A WebVTT, SubRip, SBV or SubViewer file: damaged captions are repaired, and everything else is left out. */
export function meetingOfCaptions(lines: readonly string[]): ReadMeeting {
	const remarks = createRemarks();
	const isVtt = lines.find((line) => line !== '')?.startsWith('WEBVTT') === true;
	const { blocks, top, comments } = blocksOf(lines.flatMap((text, index) => (/-->.*-->/.test(text) ? text.split(WITHIN) : [text]).map((part) => ({ text: part.trim(), number: index + 1 }))), isVtt);
	const title = isVtt ? titleOf(top) : null;
	const about = [...top, ...comments].map(({ text }) => oneLine(text));
	const naming = namesIn(blocks);
	const leftOut = [...about, ...blocks.flatMap(({ id }) => (/\S\s+\S/.test(id) && naming(id) === null ? [id] : []))];
	const cues = cuesOf(blocks, naming, remarks);
	const segments = segmentsOf(fromFirst(unrolled(cues)), remarks);
	const isComment = (text: string): boolean => text !== '' && text.replace(NAMED_TITLE, '').trim() !== title;
	return { title, startedAt: about.map(dateOf).find((at) => at !== null) ?? null, segments, leftOut: leftOut.filter(isComment), notes: remarks.notes() };
}

/** A line above the first caption, or a comment. */
interface About {
	text: string;
	readonly isNote: boolean;
}

/** Sorts lines into captions, comments, and what is above the first caption. */
function blocksOf(lines: readonly { readonly text: string; readonly number: number }[], isVtt: boolean): { blocks: Block[]; top: About[]; comments: About[] } {
	const timings = lines.map(({ text }) => timingOf(text) ?? damagedTimingOf(text));
	const blocks: (Block & { lines: string[] })[] = [];
	const top: About[] = [];
	const comments: About[] = [];
	let comment: About | null = null;
	let waiting = '';
	lines.forEach(({ text: line, number }, index) => {
		const before = blocks.at(-1);
		const isFirst = !lines[index - 1]?.text;
		const isAbove = timings[index + 1] != null;
		const timing = timings[index] ?? (!isAbove && isFirst && isNext(line, before) ? { ...UNTIMED, id: line } : null);
		if (timing !== null) {
			blocks.push({ line: number, id: waiting || timing.id, timing, lines: [] });
			[waiting, comment] = ['', null];
		} else if (line === '') comment = null;
		else if (comment !== null) comment.text += ` ${line}`;
		else if (isVtt && isFirst && BLOCK.test(line)) {
			comment = { text: line.slice('NOTE'.length), isNote: true };
			if (line.startsWith('NOTE')) (before === undefined ? top : comments).push(comment);
		} else if (isAbove && isId(line, isFirst, blocks)) waiting = line;
		else if (before !== undefined) before.lines.push(line);
		else if (!HEADER.test(line)) top.push({ text: line.replace(/^WEBVTT[\s:–-]*/, ''), isNote: false });
	});
	return { blocks, top, comments };
}

/** Whether a line is the number of the caption that comes next. */
const isNext = (line: string, before: Block | undefined): boolean => [1, 2].includes(Number(line) - Number(before?.id || Number.NaN));

/** Whether the line above times names the caption. Text may stand there too, if no empty line is between two captions. */
function isId(line: string, isFirst: boolean, blocks: readonly Block[]): boolean {
	const before = blocks.at(-1);
	if (before === undefined && isFirst) return !line.startsWith('WEBVTT');
	if (before === undefined || before.lines.length === 0) return TOKEN.test(line) || NAMING_ID.test(line);
	return isFirst || [Number(before.id), blocks.length].some((last) => last + 1 === Number(line));
}

/** The speaker in an identifier: as Webex writes it, or as identifiers that recur although they should be unique. */
function namesIn(blocks: readonly Block[]): (id: string) => string | null {
	const isWord = (id: string): boolean => /\D/.test(id);
	const ids = blocks.map(({ id }) => id).filter(isWord);
	const areNames = ids.length > 2 && ids.length * 2 > blocks.length && new Set(ids).size * 2 <= ids.length;
	return (id) => NAMING_ID.exec(id)?.[1]?.trim() || (areNames && isWord(id) ? id : null);
}

function cuesOf(blocks: readonly Block[], naming: (id: string) => string | null, remarks: Remarks): Cue[] {
	let latest = 0;
	return blocks.flatMap(({ line, id, timing, lines }): Cue[] => {
		const { startMs, endMs, isWrongArrow, rest } = timing;
		const isSaid = !SETTINGS.test(rest);
		const text = [...(isSaid ? [rest] : []), ...lines].join('\n');
		if (text === '') return [];
		if (isSaid) remarks.add('behindTimes', line);
		if (isWrongArrow) remarks.add('wrongArrow', line);
		if (startMs === null || endMs === null) remarks.add('unreadableTime', line);
		else if (endMs < startMs) remarks.add('endsEarly', line);
		const isFar = (startMs ?? 0) > LONGEST_MS;
		if (isFar) remarks.add('tooLate', line);
		else if ((startMs ?? 0) < 0) remarks.add('negative', line);
		const start = isFar || startMs === null ? latest : Math.max(0, startMs);
		const end = endMs === null || endMs > LONGEST_MS ? start : Math.max(start, endMs);
		latest = end;
		const open = OPEN_VOICE.exec(text)?.[0];
		if (open !== undefined) remarks.add('unclear', line, open);
		const told = voiceInJson(text);
		const cue = { line, startMs: start, endMs: end, speaker: naming(id) };
		return [told === null ? cueOf(cue, text.replaceAll('[br]', '\n')) : { ...cue, voices: [told] }];
	});
}

/** A voice tag that is not closed, so it is unknown where the name ends. */
const OPEN_VOICE = /<v\s[^<>]*(?=<|$)|<v[\p{Lu}\d][^<>]*>|^\s*v\s[^<>]{1,80}>/u;
/** Who or what made the file: `Made by hand`, `transcribed with a program`. */
const BY = /^\s*(?:\p{L}+ly )?(?:\p{L}+ed|made|written)? ?\b(?:by|with|using)\b/iu;
const NAMED_TITLE = /^\s*title\s?[:=]/i;

/** The title of a WebVTT file, from its first line or a note above the first caption. */
function titleOf([first, ...top]: readonly About[]): string | null {
	const header = oneLine(first?.text ?? '');
	if (header !== '' && !isDate(header)) return header;
	const named = top.find(({ text }) => NAMED_TITLE.test(text));
	const title = named?.text.replace(NAMED_TITLE, '') ?? top.find(({ isNote, text }) => isNote && !isDate(text) && /^\s*(?!\w+:)\S/.test(text) && !BY.test(text))?.text ?? '';
	return oneLine(title) || null;
}
