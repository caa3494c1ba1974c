import { meetingOfCaptions, timingOf } from './captions.ts';
import { meetingOfJson } from './json.ts';
import { MOSTLY } from './names.ts';
import { ImportError, type ReadMeeting } from './parsedMeeting.ts';
import { meetingOfPlain } from './plain.ts';
import { meetingOfSubStation, meetingOfTtml } from './subtitles.ts';
import { isRecords, meetingOfLabels, meetingOfRecords, meetingOfTable, tableIn } from './table.ts';

/** The beginning of a file, from which its format is recognized. */
interface Beginning {
	/** The first lines that are not empty. */
	readonly lines: readonly string[];
	readonly filename: string;
}

interface Format {
	/** Whether the structure of a file's beginning shows this format. No word of what is said counts. */
	readonly is: (beginning: Beginning) => boolean;
	/** The reader or, for what cannot be read, its name and how to export it otherwise. */
	readonly read: ((lines: readonly string[], filename: string) => ReadMeeting) | string;
}

const CAPTIONS = 'export it as WebVTT or SRT';
const OTHER = 'export the transcript as WebVTT, SRT, JSON or text';
const starts = (pattern: RegExp) => ({ lines: [first = ''] }: Beginning): boolean => pattern.test(first);
const some = (pattern: RegExp, least = 1) => ({ lines }: Beginning): boolean => lines.filter((line) => pattern.test(line)).length >= least;
const most = (pattern: RegExp) => ({ lines }: Beginning): boolean => lines.length > 1 && lines.filter((line) => pattern.test(line)).length >= lines.length * MOSTLY;
const all = (...parts: readonly ((file: Beginning) => boolean)[]) => (file: Beginning): boolean => parts.every((is) => is(file));
const any = (...parts: readonly ((file: Beginning) => boolean)[]) => (file: Beginning): boolean => parts.some((is) => is(file));
const named = (pattern: RegExp) => ({ filename }: Beginning): boolean => pattern.test(filename);

/** The level of each line, the process that wrote it, or a request to a web server. */
const LOG = /^\W?(?:\d{4}[-/]\d\d[-/]\d\d[T ]\d\d:\d\d:\d\d.{0,40}\b)?(?:debug|info|warn(?:ing)?|error)\b|^\w{3} [ \d]\d \d\d:\d\d:\d\d \S+ \S+\[\d+\]:|^\S+ \S+ \S+ \[\d\d\/\w{3}\/\d{4}:/i;
/** What begins lines of Python and of JavaScript without semicolons, and what ends lines in other languages. */
const PROGRAM = any(starts(/^#!|^HTTP\/\d|^Traceback \(/), most(/[;{}\\]$|^[\w.-]+\s*=\s*\S/), some(/^\s*(?:import [\w.]+$|from [\w.]+ import \w|def \w+\(.*:$|class \w.*:$|#include\b|(?:import|export) .* from ['"])/, 2));
/** In a mail that was saved or copied, in a few languages. The subject of an interview speaks, and `Van` may be a name, but not both beside `Aan`. */
const MAIL = all(
	({ lines }) => lines.slice(0, 3).every((line) => /^[\p{L}-]{1,30}(?: \p{L}{1,30})? ?:|^\s/u.test(line)),
	...[/^(?:from|von|de|da|van)\s?:/i, /^(?:to|an|à|para|a|aan)\s?:/i, /^(?:subject|betreff|objet|asunto|assunto|oggetto|onderwerp)\s?:/i].map((pattern) => some(pattern)),
);

/**
 * Every format that is recognized, the most distinct first. Plain text is what remains. The documentation has this table too:
 * sandbox/README.md.
 */
const formats: readonly Format[] = [
	{ is: starts(/^WEBVTT(?:\s|$)/), read: meetingOfCaptions },
	{ is: starts(/^Scenarist_SCC/), read: `a Scenarist closed caption file (SCC); ${CAPTIONS}` },
	{ is: starts(/^\{\d+\}\{\d*\}/), read: `a MicroDVD subtitle file; ${CAPTIONS}` },
	{ is: starts(/^\[\d+\]\[\d*\]/), read: `an MPL2 subtitle file; ${CAPTIONS}` },
	{ is: some(/^\$FontName/), read: `a Spruce subtitle file (STL); ${CAPTIONS}` },
	{ is: starts(/^\{QTtext\}/i), read: `a QuickTime text file; ${CAPTIONS}` },
	{ is: all(starts(/^\s*</), some(/<(?:!doctype )?html\b/i)), read: 'a web page; download the transcript itself, as WebVTT, SRT or text' },
	{ is: all(starts(/^\s*</), some(/<(?:\w+:)?tt(?:[\s>]|$)/)), read: meetingOfTtml },
	{ is: starts(/^\s*<SAMI/i), read: `a SAMI subtitle file; ${CAPTIONS}` },
	{ is: starts(/^\s*<(?:\?xml|[a-z][^<>]*>\s*(?:<|$))/i), read: `an XML file; ${CAPTIONS}` },
	{ is: starts(/^\{\\rtf/), read: 'a rich text document (RTF); save it as DOCX or as plain text' },
	{ is: any(starts(/^\[Script Info\]/i), some(/^Dialogue:[^,]*,\d+:\d/i)), read: meetingOfSubStation },
	{ is: starts(/^BEGIN:VCALENDAR/i), read: 'a calendar file; add its events to a calendar instead' },
	{ is: starts(/^BEGIN:VCARD/i), read: `a contact card (vCard); ${OTHER}` },
	{ is: starts(/^File type = "ooTextFile/), read: `a Praat TextGrid; ${CAPTIONS}` },
	{ is: any(starts(/^\s*(?:\{\s*(?:["}]|$)|\[\s*(?:[{"\]]|$))/), all(named(/\.json$/i), starts(/^\s*[{[]/))), read: meetingOfJson },
	{ is: ({ lines }) => lines.some((line) => timingOf(line) !== null), read: meetingOfCaptions },
	{ is: MAIL, read: 'an e-mail; import the transcript that is attached to it, or paste its text alone' },
	{ is: most(/^(?:\d+[.,]\d+\t\d+[.,]\d+(?:\t|$)|\\\t)/), read: meetingOfLabels },
	{ is: ({ lines }) => tableIn(lines) !== null, read: meetingOfTable },
	{ is: ({ lines }) => isRecords(lines), read: meetingOfRecords },
	{ is: some(/^\\documentclass/), read: `a LaTeX document; ${OTHER}` },
	{ is: some(/^@@ -\d/), read: `a list of changes (diff); ${OTHER}` },
	{ is: starts(/^(?:SPEAKER|SPKR-INFO) \S+ \d+ [\d<]/), read: `a list of speakers without words (RTTM); ${OTHER}` },
	{ is: most(/^\S+ \S+ \d+\.\d+ \d+\.\d+ \S/), read: `a list of words with times (CTM); ${OTHER}` },
	{ is: some(/^\d+\s.*(?:\d\d:\d\d:\d\d[:;]\d\d\s+){3}\d/), read: `an edit decision list (EDL); ${CAPTIONS}` },
	{ is: some(/^msgid "/), read: `a translation file (PO); ${OTHER}` },
	{ is: most(LOG), read: `a log; ${OTHER}` },
	{ is: all(some(/^\[[\w .-]+\]$/), some(/^\w+\s*=/), most(/^(?:\[[\w .-]+\]$|[;#]|[\w.-]+\s*[=:])/)), read: `a settings file (INI, TOML); ${OTHER}` },
	{ is: all(some(/^\s+(?:- )?[a-z_]\w*:/, 2), most(/^\s*(?:- )*(?:"?[a-z_][\w-]*"?:(?:\s|$)|- \S)/i)), read: `a YAML file; ${OTHER}` },
	{ is: PROGRAM, read: `a program; ${OTHER}` },
	{ is: all(named(/\.[ct]sv$/i), ({ lines }) => lines.slice(0, 5).every((line) => /[,;\t]/.test(line))), read: meetingOfTable },
];

const SHOWN = 200;

/** Reads a file in the format that its structure shows. @throws ImportError for a format that cannot be read, with what to export instead */
export function readFormat(lines: readonly string[], filename: string): ReadMeeting {
	const beginning = { lines: lines.filter((line) => line !== '').slice(0, SHOWN), filename };
	const { read } = formats.find(({ is }) => is(beginning)) ?? { read: meetingOfPlain };
	if (typeof read !== 'string') return read(lines, filename);
	throw new ImportError(1, `this is ${read}`);
}
