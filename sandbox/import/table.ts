import Papa from 'papaparse';
import { oneLine } from '../text.ts';
import { type Cue, cueOf, segmentsOf } from './cues.ts';
import { datedFrom, dateOf, firstUnclear, isDayFirst, numbersIn, withoutDate } from './dates.ts';
import { NAMES, plainName, tells, unitIn, WHAT } from './fields.ts';
import { MOSTLY } from './names.ts';
import { ImportError, type ReadMeeting } from './parsedMeeting.ts';
import { createRemarks, type Remarks } from './remarks.ts';
import { clockMs, clockOfDayMs, fromFirst, isClock, likelyUnit, spanOf } from './times.ts';

type Column = keyof typeof NAMES | 'date';
/** What may also name who sends a message, and to whom. Their cells tell. */
const [FROM, TO] = [['from', 'von', 'desde', 'de'], ['to', 'bis', 'hasta', 'a', 'ate']];
const DATES = ['date', 'day', 'datum', 'tag', 'fecha', 'dia', 'jour', 'data'];
/** So many rows, within so many lines, show what is in a column. */
const [SAMPLE, SAMPLE_LINES] = [5, 100];

interface Table {
	readonly delimiter: string;
	readonly areDrawn: boolean;
	readonly columns: Readonly<Record<Column, number>>;
	/** What a number means in each column, in milliseconds. */
	readonly unitMs: number;
	readonly names: readonly string[];
	/** The lines with the names, of which it mostly is one. Exports may have a few lines above them. */
	readonly header: { readonly first: number; readonly last: number };
}

const MOST_ABOVE = 10;
const DELIMITERS = [',', ';', '\t', '|'];
/** The table in a text, if one of its first lines names a column for what is said and another one. */
export function tableIn(lines: readonly string[]): Table | null {
	for (const [first, line] of lines.slice(0, MOST_ABOVE).entries()) {
		for (const delimiter of DELIMITERS) {
			const areDrawn = isDrawn(delimiter, line);
			const [{ cells: names, last } = { cells: [], last: 0 }, ...rows] = sampleOf(lines.slice(first, first + SAMPLE_LINES), delimiter, areDrawn);
			const sample = rows.map(({ cells }) => cells);
			const shown = names.map((name) => unitIn(plainName(name)));
			const all = (at: number, is: (cell: string) => boolean): boolean => {
				const cells = sample.flatMap((row) => row[at]?.trim() || []);
				return cells.length > 0 && cells.every(is);
			};
			const named = (aliases: readonly string[]): number[] => aliases.map((alias) => shown.findIndex(({ bare }) => bare === alias)).filter((at) => at >= 0);
			const isTime = (at: number): boolean => all(at, (cell) => timeOf(cell, 1) !== null);
			const date = named(DATES).find((at) => all(at, (cell) => /\d/.test(cell) && !cell.includes(':'))) ?? -1;
			const [starts, ends] = [named(NAMES.start).filter((at) => at !== date), named(NAMES.end)];
			// A sentence or JSON may have such words and commas, but not as many in each line, or braces. Tabs at the end of a line are gone.
			const areRows = names.length > 1 && !names.some((name) => /[{}"]/.test(name)) && sample.every((row) => row.length >= names.length || (delimiter === '\t' && row.length > 1) || row.every((cell) => cell === ''));
			const told = (what: 'speaker' | 'text'): number => (areRows ? shown.findIndex(({ bare }, at) => tells(bare, what) && !isTime(at) && all(at, (cell) => /\p{L}/u.test(cell))) : -1);
			const clocks = areRows ? names.flatMap((_, at) => (all(at, isClock) && !ends.includes(at) ? [at] : [])) : [];
			const speaker = named(NAMES.speaker).find((at) => !all(at, isClock)) ?? named(FROM).find((at) => !isTime(at)) ?? told('speaker');
			const text = named(NAMES.text).find((at) => !isTime(at)) ?? told('text');
			const start = [...starts, ...named(FROM)].find(isTime) ?? starts[0] ?? clocks[0] ?? -1;
			const columns = {
				text: text === speaker ? -1 : text,
				speaker,
				start,
				end: [...ends, ...named(TO), ...clocks.filter((at) => at > start)].find(isTime) ?? -1,
				date,
			};
			if (columns.text >= 0 && (columns.speaker >= 0 || columns.start >= 0)) return { delimiter, areDrawn, columns, names, header: { first, last: first + last }, unitMs: shown[columns.start]?.unitMs ?? 1000 };
		}
	}
	return null;
}

const FIELD = /^([\p{L} ]{2,30}):/u;

/** Records as a table: `Speaker: …`, `Time: …`, `Text: …`, each on a line, again and again. Each row is on the last line of its record. */
function recordsIn(lines: readonly string[]): readonly string[] | null {
	const written = lines.flatMap((line, index) => (line === '' ? [] : [{ line, index, field: FIELD.exec(line)?.[1] ?? '' }]));
	const begin = written[0]?.field ?? '';
	const counts = Map.groupBy(written, ({ field }) => field);
	const records = counts.get(begin)?.length ?? 0;
	const names = [...counts].filter(([name, found]) => name !== '' && found.length >= records * MOSTLY).map(([name]) => name);
	const known = new Set(names.map((name) => (['text', 'speaker', 'start', 'end'] as const).find((column) => NAMES[column].some((alias) => alias === plainName(name)))));
	if (records < 2 || !known.has('text') || !known.has('speaker')) return null;
	const rows = lines.map((): string => '');
	const record = new Map<string, string>();
	let last = '';
	written.forEach(({ line, index, field }, at) => {
		const isField = names.includes(field);
		if (isField) last = field;
		record.set(last, [record.get(last) ?? [], isField ? line.slice(field.length + 1) : line].flat().join(' '));
		const next = written[at + 1];
		if (next !== undefined && next.field !== begin) return;
		rows[index] = Papa.unparse([names.map((name) => record.get(name))]);
		record.clear();
	});
	return [Papa.unparse([names]), ...rows.slice(1)];
}

/** Whether a text consists of records, of which at least two begin alike. */
export const isRecords = (lines: readonly string[]): boolean => recordsIn(lines) !== null;

export const meetingOfRecords = (lines: readonly string[]): ReadMeeting => meetingOfTable(recordsIn(lines) ?? lines);

/** A table whose columns have names (CSV, TSV). Rows that continue the text of a row above have no speaker and no time. */
export function meetingOfTable(lines: readonly string[]): ReadMeeting {
	const table = tableIn(lines);
	if (listsTasks(lines)) throw new ImportError(1, 'this table lists tasks, not what was said; a transcript has the columns Speaker, Start and Text');
	if (table === null) throw new ImportError(1, 'the first row of this table does not say which column has what was said; call the columns Speaker, Start and Text there');
	return meetingIn(lines, table);
}

/** What tables of tasks call their columns. Elsewhere, “what” is what was said. */
const TASKS: ReadonlySet<string> = new Set(['action', 'action item', 'task', 'to do', 'next step', 'aufgabe', 'maßnahme', 'tarea', 'accion', 'tache', 'tarefa', 'acao']);
const DUE: ReadonlySet<string> = new Set(['due', 'due date', 'deadline', 'by when', 'when', 'frist', 'fallig', 'bis wann', 'termin', 'fecha limite', 'plazo', 'echeance', 'prazo']);

/** Whether the columns are those of tasks: what is to do, and by when or by whom, but no time at which somebody spoke. */
function listsTasks(lines: readonly string[]): boolean {
	const [first = '', ...others] = lines;
	const delimiter = DELIMITERS.find((one) => first.includes(one)) ?? ',';
	const [names = [], ...rows] = [first, ...others.slice(0, SAMPLE)].map((line) => cellsOf(line, delimiter, isDrawn(delimiter, first)).map(plainName));
	const isDue = names.some((name, at) => DUE.has(name) && !rows.some(({ [at]: cell }) => cell !== undefined && isClock(cell)));
	const isSaid = NAMES.text.some((name) => !WHAT.includes(name) && names.includes(name));
	return !isSaid && names.length > 1 && names.some((name) => TASKS.has(name) || (isDue && WHAT.includes(name)));
}

const LABELS: Table = { delimiter: '\t', areDrawn: false, columns: { start: 0, end: 1, text: 2, speaker: -1, date: -1 }, names: ['start', 'end', 'text'], header: { first: -1, last: -1 }, unitMs: 1000 };

/** A label track of Audacity: start, end and text, without names. Lines with a backslash are frequencies. */
export const meetingOfLabels = (lines: readonly string[]): ReadMeeting =>
	meetingIn(lines.map((line) => (/^(?:\\|$)/.test(line) ? '' : Papa.unparse([line.split('\t')], { delimiter: '\t' }))), LABELS);

function meetingIn(lines: readonly string[], table: Table): ReadMeeting {
	const { delimiter, columns, names, header } = table;
	const remarks = createRemarks();
	const rows = rowsOf(lines, table, remarks);
	const unitMs = unitOf(rows, table);
	const dates = rows.map(({ cells }) => cells[columns.date < 0 ? columns.start : columns.date] ?? '');
	const dayFirst = isDayFirst(dates);
	const cues: Cue[] = [];
	const extra: string[] = [];
	let latest = 0;
	for (const { cells, line: at, isShifted } of rows) {
		const { row, isClear } = aligned(cells, table);
		const cell = (column: Column): string => row[columns[column]]?.trim() ?? '';
		// A text that contains delimiters but has no quotes continues over the columns, if its column is the last.
		const isLast = columns.text === names.length - 1;
		const spilled = isLast ? row.slice(columns.text).join(delimiter) : cell('text');
		// Markdown draws a line under the names.
		if (row.every((each) => /^:?-*:?$/.test(each.trim()))) continue;
		if (!isLast) extra.push(...row.slice(names.length).filter((each) => each.trim() !== ''));
		if (spilled.trim() === '') {
			remarks.add('silent', at);
			extra.push(row.map((each) => each.trim()).join(delimiter));
			continue;
		}
		const timeAt = (column: Column): number | null => timeOf(isClock(cell(column)) ? `${cell('date')} ${cell(column)}` : cell(column), unitMs, dayFirst);
		const startMs = timeAt('start');
		if (cell('start') !== '' && startMs === null) remarks.add('unreadableTime', at);
		latest = Math.max(latest, startMs ?? 0);
		cues.push(cueOf({ line: at, startMs: startMs ?? (cell('start') === '' ? null : latest), endMs: timeAt('end') ?? clockMs(spanOf(cell('start'))[1]), speaker: isShifted || !isClear ? null : oneLine(cell('speaker')) || null }, spilled));
	}
	const used = new Set<number>(Object.values(columns));
	const unread = names.filter((_, index) => !used.has(index) && rows.some(({ cells }) => /\p{L}{2}/u.test(cells[index] ?? '')));
	const untimed = columns.start < 0 ? ['This table has no column with times. They are estimated from the length of the texts.'] : [];
	const dated = datedFrom(cues);
	const areByClock = rows.some(({ cells }) => cells[columns.start]?.includes(':'));
	return { title: null, startedAt: dated ?? dateOf(rows[0]?.cells[columns.date] ?? ''), unclearDate: firstUnclear(dates), segments: segmentsOf(dated !== null ? countedFrom(dated, cues) : areByClock ? fromFirst(cues) : cues, remarks), leftOut: [...lines.slice(0, Math.max(0, header.first)).filter((each) => each !== ''), ...unread, ...extra], notes: [...remarks.notes(), ...untimed] };
}

/** Whether a table is drawn with bars, as in Markdown: there quotes are part of what is said. */
const isDrawn = (delimiter: string, line: string): boolean => delimiter === '|' && line.startsWith('|');

/** The cells of a line. Markdown has bars at both ends, and escapes those within. */
function cellsOf(line: string, delimiter: string, areDrawn: boolean): string[] {
	if (!areDrawn) return Papa.parse<string[]>(line, { delimiter }).data[0] ?? [];
	const bare = line.trim().replace(/^\|/, '').replace(/(?<!\\)\|$/, '');
	return bare.split(/(?<!\\)\|/).map((cell) => cell.replaceAll('\\|', '|').trim());
}

interface Sample {
	readonly cells: readonly string[];
	/** The index of its last line: a text in quotes may have several. */
	readonly last: number;
}

/** The names of the columns, and the first rows below. */
function sampleOf(lines: readonly string[], delimiter: string, areDrawn: boolean): readonly Sample[] {
	const rows: Sample[] = [];
	for (let first = 0, last = 0; first < lines.length && rows.length <= SAMPLE; first = last + 1) {
		last = areDrawn || !isOpen(lines[first]) ? first : Math.max(first, lines.findIndex((line, index) => index > first && isOpen(line)));
		rows.push({ cells: cellsOf(lines.slice(first, last + 1).join('\n'), delimiter, areDrawn), last });
	}
	return rows;
}

/** The cells of a line whose quotes say nothing. */
const bareCells = (line: string, delimiter: string): string[] => line.replaceAll('"', '').split(delimiter);

/** The cells of a row whose name contains a delimiter without quotes: the position of the time shows how many cells belong to the name. */
function aligned(row: readonly string[], { delimiter, columns: { speaker, start }, names, unitMs }: Table): { readonly row: readonly string[]; readonly isClear: boolean } {
	const more = row.length - names.length;
	const isTime = (cell = ''): boolean => timeOf(cell, unitMs) !== null;
	if (more <= 0 || speaker < 0) return { row, isClear: true };
	// A name never looks like a time, so the row has a delimiter too many, or the header a column too few.
	if (start < speaker || isTime(row[start])) return { row, isClear: !isTime(row[speaker]) };
	if (!isTime(row[start + more])) return { row, isClear: false };
	return { row: [...row.slice(0, speaker), row.slice(speaker, speaker + more + 1).join(delimiter), ...row.slice(speaker + more + 1)], isClear: true };
}

interface Row {
	readonly cells: readonly string[];
	/** Counted from 1. */
	readonly line: number;
	/** Whether it is not clear where its cells end. */
	readonly isShifted: boolean;
}

/**
 * The rows below the names. A text in quotes may span several lines, if none of them looks like a row. Otherwise the quote
 * was never closed and is part of the text.
 */
function rowsOf(lines: readonly string[], { delimiter, areDrawn, header, columns, names, unitMs }: Table, remarks: Remarks): Row[] {
	const rows: Row[] = [];
	// A blank is behind the commas of what is said.
	const isProse = (cells: readonly string[]): boolean => cells.some((cell) => cell.startsWith(' ')) && !names.some((name) => name.startsWith(' '));
	const isRow = (line = ''): boolean => {
		const cells = bareCells(line, delimiter);
		return cells.length >= names.length && (columns.start < 0 ? !isProse(cells) : timeOf(cells[columns.start] ?? '', unitMs) !== null);
	};
	for (let index = header.last + 1; index < lines.length; index += 1) {
		const line = lines[index] ?? '';
		let last = index;
		if (!areDrawn && isOpen(line)) {
			do last += 1;
			while (last < lines.length && !isOpen(lines[last]) && !isRow(lines[last]));
			// The end of a text in the first column stands beside the other cells.
			if (last === lines.length || (isRow(lines[last]) && (isRow(line) || !isOpen(lines[last])))) {
				remarks.add('openQuote', index + 1);
				last = index;
			}
		}
		const isBroken = last === index && isOpen(line) && !areDrawn;
		const closed = cellsOf(isBroken ? `${line}"` : lines.slice(index, last + 1).join('\n'), delimiter, areDrawn);
		const isMended = !isBroken || (closed.length === names.length && closed.every((cell) => !cell.includes('"')));
		const cells = isMended ? closed : bareCells(line, delimiter);
		rows.push({ line: index + 1, cells, isShifted: !isMended && cells.length !== names.length });
		index = last;
	}
	return rows;
}

/** What a number means in the times of these rows: Whisper writes milliseconds below `start`. */
function unitOf(rows: readonly Row[], { columns, unitMs }: Table): number {
	const numberAt = (row: Row | undefined, column: Column): number => numberOf(row?.cells[columns[column]]);
	const paces = rows.flatMap((row, index) => {
		const words = (row.cells[columns.text] ?? '').split(/\s+/).length;
		const ms = ((columns.end < 0 ? numberAt(rows[index + 1], 'start') : numberAt(row, 'end')) - numberAt(row, 'start')) * unitMs;
		return ms > 0 ? [ms / words] : [];
	});
	return likelyUnit(paces, unitMs);
}

/** Whether a line opens a quote without closing it. */
const isOpen = (line = ''): boolean => (line.match(/"/g)?.length ?? 0) % 2 === 1;

/** A number, also with a comma as many languages write it. */
const numberOf = (text = ''): number => (/^\s*\d/.test(text) ? Number(text.replace(',', '.')) : Number.NaN);

function timeOf(text: string, unitMs: number, dayFirst = isDayFirst([text])): number | null {
	const number = numberOf(text);
	if (!Number.isNaN(number)) return number * unitMs;
	const ms = clockMs(spanOf(text)[0]);
	if (ms !== null) return Math.max(0, ms);
	const [, day = '', clock = ''] = /^(\d{4}[-/.]\d\d[-/.]\d\d)[T, ]([^T,].*)/.exec(text) ?? [];
	if (day !== '') return momentOf(day.replace(/\D/g, '-'), clock.trim());
	// Without the day, the time of day.
	return numbersIn(text, dayFirst)?.at ?? clockMs(withoutDate(text)) ?? dateOf(text);
}

function momentOf(day: string, clock: string): number | null {
	const ofDay = isClock(clock) ? clockOfDayMs(clock) : null;
	const at = ofDay === null ? Date.parse(`${day}T${clock}`) : Date.parse(`${day}T00:00`) + ofDay;
	return Number.isNaN(at) ? null : at;
}

/** Dates, counted from the start of the meeting. */
function countedFrom(startedAt: number, cues: readonly Cue[]): readonly Cue[] {
	const from = (ms: number | null): number | null => (ms === null ? null : Math.max(0, ms - startedAt));
	return cues.map((cue) => ({ ...cue, startMs: from(cue.startMs), endMs: from(cue.endMs) }));
}
