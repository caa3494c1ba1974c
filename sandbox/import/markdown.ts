import { oneLine } from '../text.ts';
import { dateOf } from './dates.ts';

/** A line without its marks. */
export interface PlainLine {
	/** Counted from 1. */
	readonly number: number;
	readonly text: string;
	/** Of a heading, from 1; 0 for other lines. */
	readonly level: number;
	/** How much of the text is bold, from its start on. */
	readonly boldTo: number;
}

interface Described {
	readonly lines: readonly PlainLine[];
	readonly title: string | null;
	readonly startedAt: number | null;
	readonly leftOut: readonly string[];
}

const MARKS = /^[\s>*-]*(?:#{1,6}(?:\s|$)|(?:\*\*|__)\S)/;
const HEADING = /^\s{0,3}#{1,6}(?:\s|$)/;
/** `>>` is a change of speaker. */
const QUOTED = /^\s{0,3}>(?!>)\s?/;
const LINK = /^\[\[[^[\]]+\]\]$/;
/** The line below which one of our notes belongs to its reader. */
const OWN_NOTES = /^<!-- Your own notes go below this line\./;
const PROPERTY = /^([\w-]+):(.*)/;
/** Fields of a note's front matter that repeat the transcript, or are for note apps. */
const KNOWN: ReadonlySet<string> = new Set(['title', 'aliases', 'date', 'startTime', 'people', 'tags', 'id']);

/** Whether lines have Markdown's headings, bold names or front matter. */
export const isMarkdown = (lines: readonly string[]): boolean => frontMatterEnd(lines) > 0 || lines.some((line) => MARKS.test(line));

/** Lines without Markdown's marks and escapes, and what the front matter says about the meeting. */
export function withoutMarkdown(written: readonly string[]): Described {
	const end = frontMatterEnd(written);
	const properties = written.slice(1, Math.max(1, end)).flatMap((line) => {
		const [, name, value = ''] = PROPERTY.exec(line) ?? [];
		return name === undefined ? [] : [[name, valueOf(value)] as const];
	});
	const found = written.findIndex((line) => OWN_NOTES.test(line));
	const own = found < 0 ? written.length : found;
	const [start] = ['startTime', 'date'].flatMap((property) => properties.filter(([name]) => name === property)).flatMap(([, value]) => (/^\d{4}-\d\d-\d\d[T ]\d/.test(value) ? Date.parse(value.replace(' ', 'T')) : (dateOf(value) ?? [])));
	return {
		lines: written.slice(0, own).map((text, index) => plainLine(index < end ? '' : text, index + 1)),
		title: oneLine(properties.find(([name]) => name === 'title')?.[1] ?? '') || null,
		startedAt: start === undefined || Number.isNaN(start) ? null : start,
		leftOut: [...properties.flatMap(([name, value]) => (!KNOWN.has(name) && /\s/.test(value) ? [`${name}: ${value}`] : [])), ...written.slice(own + 1).filter((line) => line !== '')],
	};
}

/** The line that ends the front matter; 0 if there is none. */
function frontMatterEnd(lines: readonly string[]): number {
	if (lines[0] !== '---') return 0;
	const end = lines.indexOf('---', 1);
	return lines.slice(1, end).every((line) => /^(?:[\w-]+:|[\s#-]|$)/.test(line)) ? end : 0;
}

function valueOf(written: string): string {
	const text = written.trim();
	try {
		return String(JSON.parse(text));
	} catch {
		return text.replace(/^'(.*)'$/, '$1');
	}
}

/** A line of plain text, of which nothing is a mark. */
export const plainText = (text: string, number: number): PlainLine => ({ number, text, level: 0, boldTo: 0 });

const BOLD_START = /^((?:[-*>]\s+)*)(\*\*|__)(.{1,300}?)\2/;
const BOLD = /(?<!\\)(\*\*|__)(?=\S)(.{1,300}?)(?<=[^\s\\])\1/g;
const ITALIC = /(?<![\\\p{L}\p{N}*_])([*_])(?=[^\s*_])([^*_]{1,500}?)(?<=[^\s\\])\1(?![\p{L}\p{N}*_])/gu;
const CODE = /(?<![\\`])`([^`]{1,300})`(?!`)/g;
const ESCAPED = /\\([!-/:-@[-`{-~])/g;

function plainLine(written: string, number: number): PlainLine {
	const level = HEADING.exec(written)?.[0].trim().length ?? 0;
	const text = written.replace(QUOTED, '').replace(HEADING, '').trimStart();
	if (LINK.test(text)) return plainText('', number);
	const [whole = '', bullet = '', , bold = ''] = BOLD_START.exec(text) ?? [];
	const start = bullet + unmarked(bold);
	return { number, text: start + unmarked(text.slice(whole.length)), level, boldTo: start.length };
}

const unmarked = (text: string): string => text.replace(CODE, '$1').replace(BOLD, '$2').replace(ITALIC, '$2').replace(ESCAPED, '$1');
