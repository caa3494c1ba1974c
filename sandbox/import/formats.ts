import { meetingOfCaptions, timingOf } from './captions.ts';
import { meetingOfJson } from './json.ts';
import { ImportError, type ReadMeeting } from './parsedMeeting.ts';
import { meetingOfPlain } from './plain.ts';
import { meetingOfSubStation, meetingOfTtml } from './subtitles.ts';
import { meetingOfTable, tableIn } from './table.ts';

/** The beginning of a file, from which its format is recognized. */
interface Beginning {
	/** The first lines that are not empty. */
	readonly lines: readonly string[];
	readonly first: string;
	/** Of the filename, in small letters. */
	readonly extension: string;
}

interface Format {
	readonly name: string;
	/** Whether the structure of a file's beginning shows this format. No word of what is said counts. */
	readonly is: (beginning: Beginning) => boolean;
	/** The reader or, for what is recognized and cannot be read, how to export it otherwise. */
	readonly read: ((lines: readonly string[], filename: string) => ReadMeeting) | string;
}

const CAPTIONS = 'export it as WebVTT or SRT';
const root = (...names: readonly string[]) => {
	const pattern = new RegExp(`^\\s*(?:<\\?xml[^>]*>\\s*)?(?:<!--[^>]*-->\\s*|<!DOCTYPE[^>]*>\\s*)*<(?:\\w+:)?(?:${names.join('|')})[\\s>]`, 'i');
	return ({ lines }: Beginning): boolean => pattern.test(lines.slice(0, 10).join('\n').slice(0, 5000));
};
const some = (pattern: RegExp) => ({ lines }: Beginning): boolean => lines.some((line) => pattern.test(line.slice(0, 200)));
const starts = (pattern: RegExp) => ({ first }: Beginning): boolean => pattern.test(first.slice(0, 200));
const MAIL_HEADER = /^(?:from|to|cc|subject|date|sent|received|message-id|mime-version|return-path|reply-to|content-type|delivered-to|dkim-signature|x-[\w-]+):\s/i;
const isMail = ({ lines }: Beginning): boolean => {
	const names = lines.slice(0, 12).flatMap((line) => MAIL_HEADER.exec(line)?.[0].toLowerCase() ?? []);
	return new Set(names).size > 2 && lines.slice(0, 3).every((line) => /^[\w-]+:/.test(line));
};

/**
 * Every format that is recognized, the most distinct first. Plain text is what remains. The documentation has this table too:
 * sandbox/README.md.
 */
export const formats: readonly Format[] = [
	{ name: 'WebVTT', is: starts(/^WEBVTT(?:\s|$)/), read: meetingOfCaptions },
	{ name: 'Scenarist closed caption file (SCC)', is: starts(/^Scenarist_SCC/), read: CAPTIONS },
	{ name: 'TTML', is: root('tt'), read: meetingOfTtml },
	{ name: 'rich text document (RTF)', is: starts(/^\{\\rtf/), read: 'save it as DOCX or as plain text' },
	{ name: 'Sub Station Alpha (ASS, SSA)', is: (file) => starts(/^\[Script Info\]|^\[V4\+? Styles\]|^\[Events\]/i)(file) || some(/^Dialogue:[^,]*,\d+:\d+:\d+[.,]\d+,/)(file), read: meetingOfSubStation },
	{ name: 'web page', is: (file) => starts(/^\s*(?:<!doctype html|<html[\s>])/i)(file) || root('html')(file), read: 'download the transcript itself, as WebVTT, SRT or text' },
	{ name: 'XML file', is: starts(/^\s*<\?xml|^<[a-z][\w:.-]*(?:\s[^<>]*)?>\s*(?:<|$)/i), read: CAPTIONS },
	{ name: 'calendar file', is: starts(/^BEGIN:VCALENDAR/), read: 'add its events to a calendar instead' },
	{ name: 'JSON', is: (file) => starts(/^\s*(?:\{\s*(?:"|\}|$)|\[\s*(?:[{"\]]|$))/)(file) || (file.extension === 'json' && starts(/^\s*[{[]/)(file)), read: meetingOfJson },
	{ name: 'SubRip, SBV or SubViewer', is: ({ lines }) => lines.slice(0, 40).some((line) => timingOf(line) !== null && !/[\])]\s/.test(line)), read: meetingOfCaptions },
	{ name: 'e-mail', is: isMail, read: 'import the transcript that is attached to it, or paste its text alone' },
	{ name: 'table', is: ({ lines }) => tableIn(lines) !== null, read: meetingOfTable },
	{ name: 'table', is: ({ extension, lines }) => /^(?:csv|tsv)$/.test(extension) && lines.slice(0, 5).every((line) => /[,;\t]/.test(line)), read: meetingOfTable },
];

const text: Format = { name: 'plain text', is: () => true, read: meetingOfPlain };
const SHOWN = 200;

/** Reads a file in the format that its structure shows. @throws ImportError for a format that cannot be read, with what to export instead */
export function readFormat(lines: readonly string[], filename: string): ReadMeeting {
	const shown: string[] = [];
	for (const line of lines) if (line.trim() !== '' && shown.push(line) >= SHOWN) break;
	const beginning = { lines: shown, first: shown[0] ?? '', extension: /\.([a-z0-9]+)$/i.exec(filename)?.[1]?.toLowerCase() ?? '' };
	const { name, read } = formats.find(({ is }) => is(beginning)) ?? text;
	if (typeof read !== 'string') return read(lines, filename);
	throw new ImportError(1, `this is ${/^(?:[aeo]|XML)/i.test(name) ? 'an' : 'a'} ${name}; ${read}`);
}
