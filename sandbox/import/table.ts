import Papa from 'papaparse';
import { fold, oneLine } from '../text.ts';
import { type Cue, cueOf, segmentsOf } from './cues.ts';
import { ImportError, type ReadMeeting } from './parsedMeeting.ts';
import { createRemarks } from './remarks.ts';
import { clockMs, LONGEST_MS } from './times.ts';

/** What exporters call the columns of a transcript. A name with its unit counts too: `Start (ms)`. */
const COLUMNS = {
	text: ['text', 'transcript', 'transcription', 'sentence', 'utterance', 'caption', 'content', 'message', 'speech', 'words', 'dialogue', 'what was said', 'phrase', 'body', 'texte', 'texto', 'inhalt'],
	speaker: ['speaker', 'speaker name', 'speaker label', 'name', 'participant', 'who', 'author', 'voice', 'person', 'from', 'sender', 'user', 'sprecher', 'intervenant', 'hablante', 'orador'],
	start: ['start', 'start time', 'starttime', 'time', 'timestamp', 'timecode', 'begin', 'in', 'start timecode', 'timecode in', 'offset', 'start timestamp', 'time start', 'from time', 'zeit', 'beginn', 'anfang', 'début', 'inicio', 'temps', 'tiempo'],
	end: ['end', 'end time', 'endtime', 'out', 'end timecode', 'timecode out', 'end timestamp', 'time end', 'to time', 'ende', 'fin', 'final'],
} as const;
type Column = keyof typeof COLUMNS;

interface Table {
	readonly delimiter: string;
	readonly columns: Readonly<Record<Column, number>>;
	/** What a number means in each column, in milliseconds. */
	readonly unitMs: number;
	readonly names: readonly string[];
	/** The line with the names. Exports may have a few lines above it. */
	readonly header: number;
}

const MOST_ABOVE = 10;
const DELIMITERS = [',', ';', '\t', '|'];
const UNIT = / ?[([]?\b(?:in )?(ms|millis(?:econds)?|msec|s|sec|secs|seconds)\b[)\]]?$/;
const plain = (name: string): string => oneLine(fold(name).replace(/[_-]+/g, ' '));

/** The table in a text, if one of its first lines names a column for what is said and another one. */
export function tableIn(lines: readonly string[]): Table | null {
	for (const [header, line] of lines.slice(0, MOST_ABOVE).entries()) {
		for (const delimiter of DELIMITERS) {
			if (!line.includes(delimiter) || line.length > 1000) continue;
			const [names = []] = Papa.parse<string[]>(line, { delimiter }).data;
			const shown = names.map(plain);
			const bare = shown.map((name) => name.replace(UNIT, ''));
			const find = (column: Column): number => COLUMNS[column].map((alias) => bare.indexOf(alias)).find((at) => at >= 0) ?? -1;
			const columns = { text: find('text'), speaker: find('speaker'), start: find('start'), end: find('end') };
			const isNamed = columns.text >= 0 && (columns.speaker >= 0 || columns.start >= 0) && names.every((name) => name.length < 60);
			if (isNamed) return { delimiter, columns, names, header, unitMs: /^(?:ms|milli|msec)/.test(UNIT.exec(shown[columns.start] ?? '')?.[1] ?? '') ? 1 : 1000 };
		}
	}
	return null;
}

/** A table whose columns have names (CSV, TSV). Rows that continue the text of a row above have no speaker and no time. */
export function meetingOfTable(lines: readonly string[]): ReadMeeting {
	const table = tableIn(lines);
	if (table === null) throw new ImportError(1, 'the columns of this table have no names; call them Speaker, Start and Text in the first row');
	const { delimiter, columns, names, header, unitMs } = table;
	const remarks = createRemarks();
	const { data } = Papa.parse<string[]>(lines.slice(header + 1).join('\n'), { delimiter });
	const cues: Cue[] = [];
	let line = header + 1;
	let latest = 0;
	for (const row of data) {
		const at = line + 1;
		line += row.reduce((count, cell) => count + cell.split('\n').length - 1, 1);
		const cell = (column: Column): string => row[columns[column]]?.trim() ?? '';
		// A text with delimiters that nobody quoted spills over the columns, if its column is the last.
		const spilled = columns.text === names.length - 1 ? row.slice(columns.text).join(delimiter) : cell('text');
		// Markdown draws a line under the names.
		if (spilled.trim() === '' || row.every((each) => /^:?-*:?$/.test(each.trim()))) continue;
		const startMs = cell('start') === '' ? null : timeOf(cell('start'), unitMs);
		if (cell('start') !== '' && startMs === null) remarks.add('unreadableTime', at);
		if (startMs !== null) latest = Math.max(latest, startMs);
		cues.push(cueOf({ line: at, startMs: startMs ?? (cell('start') === '' ? null : latest), endMs: timeOf(cell('end'), unitMs), speaker: oneLine(cell('speaker')) || null }, spilled));
	}
	const used = new Set<number>(Object.values(columns));
	const wordy = names.filter((_, index) => !used.has(index) && data.some((row) => /\S\s+\S+\s+\S/.test(row[index] ?? '')));
	return { title: null, segments: segmentsOf(fromZero(cues), remarks), leftOut: [...lines.slice(0, header).filter((each) => each.trim() !== ''), ...wordy], notes: remarks.notes() };
}

function timeOf(text: string, unitMs: number): number | null {
	if (text === '') return null;
	if (/^\d+(?:\.\d+)?$/.test(text)) return Number(text) * unitMs;
	const ms = clockMs(text.split(/(?:-->?|[-–—])\s/)[0] ?? '');
	if (ms !== null) return Math.max(0, ms);
	const date = /^\d{4}-\d{2}-\d{2}/.test(text) ? Date.parse(text.replace(' ', 'T')) : Number.NaN;
	return Number.isNaN(date) ? null : date;
}

/** Dates count from the earliest. */
function fromZero(cues: readonly Cue[]): readonly Cue[] {
	const earliest = cues.reduce((least, { startMs }) => Math.min(least, startMs ?? least), Number.POSITIVE_INFINITY);
	if (!Number.isFinite(earliest) || earliest < LONGEST_MS) return cues;
	const from = (ms: number | null): number | null => (ms === null ? null : Math.max(0, ms - earliest));
	return cues.map((cue) => ({ ...cue, startMs: from(cue.startMs), endMs: from(cue.endMs) }));
}
