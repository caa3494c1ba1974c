import { meetingOfCaptions, timingOf } from './captions.ts';
import { meetingOfJson } from './json.ts';
import { MOSTLY } from './names.ts';
import { ImportError, type ReadMeeting } from './parsedMeeting.ts';
import { meetingOfPlain } from './plain.ts';
import { meetingOfSubStation, meetingOfTtml } from './subtitles.ts';
import { isRecords, meetingOfRecords, meetingOfTable, tableIn } from './table.ts';

/** The beginning of a file, from which its format is recognized. */
interface Beginning {
	/** The first lines that are not empty. */
	readonly lines: readonly string[];
	readonly first: string;
	/** Extension of the filename, in lower case. */
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
const some = (pattern: RegExp, least = 1) => ({ lines }: Beginning): boolean => lines.filter((line) => pattern.test(line.slice(0, 200))).length >= least;
const none = (pattern: RegExp) => ({ lines }: Beginning): boolean => !lines.some((line) => pattern.test(line.slice(0, 200)));
const starts = (pattern: RegExp) => ({ first }: Beginning): boolean => pattern.test(first.slice(0, 200));
/** Whether most lines match a pattern. */
const most = (pattern: RegExp, least: number) => ({ lines }: Beginning): boolean => lines.length >= least && lines.filter((line) => pattern.test(line.slice(0, 200))).length >= lines.length * MOSTLY;
const all = (...parts: readonly ((file: Beginning) => boolean)[]) => (file: Beginning): boolean => parts.every((is) => is(file));
const any = (...parts: readonly ((file: Beginning) => boolean)[]) => (file: Beginning): boolean => parts.some((is) => is(file));
const OTHER = 'export the transcript as WebVTT, SRT, JSON or text';
const LOG = /^\W?\d{4}[-/]\d\d[-/]\d\d[T ]\d\d:\d\d:\d\d.{0,40}?\b(?:trace|debug|info|notice|warn(?:ing)?|error|fatal|critical)\b|^[A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d \S+ [\w./-]+(?:\[\d+\])?:|^(?:TRACE|DEBUG|INFO|NOTICE|WARN(?:ING)?|ERROR|FATAL|CRITICAL)\b|^\S+ \S+ \S+ \[\d\d\/[A-Z][a-z]{2}\/\d{4}:/i;
const MAIL_HEADER = /^(?:from|to|cc|subject|date|sent|received|message-id|mime-version|return-path|reply-to|content-type|delivered-to|dkim-signature|x-[\w-]+):\s/i;
const isMail = ({ lines }: Beginning): boolean => {
	const names = lines.slice(0, 12).flatMap((line) => MAIL_HEADER.exec(line)?.[0].toLowerCase() ?? []);
	return new Set(names).size > 2 && lines.slice(0, 3).every((line) => /^[\w-]+:/.test(line));
};
/** The headers of a mail in other languages. Without a subject, `Van` may be a name; without a sender, it may be about a meeting. */
const FOREIGN_HEADER = /^(?:von|an|gesendet|datum|de|à|envoyé|date|para|enviado(?: el| em)?|fecha|data|da|a|inviato|van|aan|verzonden|cc)\s?:\s/i;
const FOREIGN_SUBJECT = /^(?:betreff|objet|asunto|assunto|oggetto|onderwerp)\s?:/i;
const FOREIGN_SENDER = /^(?:von|de|da|van)\s?:/i;
const isForeignMail = ({ lines }: Beginning): boolean => lines.slice(0, 3).every((line) => FOREIGN_HEADER.test(line) || FOREIGN_SUBJECT.test(line)) && [FOREIGN_SENDER, FOREIGN_SUBJECT].every((pattern) => lines.slice(0, 12).some((line) => pattern.test(line)));

/**
 * Every format that is recognized, the most distinct first. Plain text is what remains. The documentation has this table too:
 * sandbox/README.md.
 */
export const formats: readonly Format[] = [
	{ name: 'WebVTT', is: starts(/^WEBVTT(?:\s|$)/), read: meetingOfCaptions },
	{ name: 'Scenarist closed caption file (SCC)', is: starts(/^Scenarist_SCC/), read: CAPTIONS },
	{ name: 'MicroDVD subtitle file', is: starts(/^\{\d+\}\{\d*\}/), read: CAPTIONS },
	{ name: 'MPL2 subtitle file', is: some(/^\[\d+\]\[\d*\]/, 2), read: CAPTIONS },
	{ name: 'Spruce subtitle file (STL)', is: starts(/^\/\/\s*(?:Font select|English subtitles)|^\$FontName/i), read: CAPTIONS },
	{ name: 'QuickTime text file', is: starts(/^\{QTtext\}/i), read: CAPTIONS },
	{ name: 'TTML', is: root('tt'), read: meetingOfTtml },
	{ name: 'SAMI subtitle file', is: root('sami'), read: CAPTIONS },
	{ name: 'YouTube timed text file', is: root('timedtext', 'transcript'), read: CAPTIONS },
	{ name: 'rich text document (RTF)', is: starts(/^\{\\rtf/), read: 'save it as DOCX or as plain text' },
	{ name: 'Sub Station Alpha (ASS, SSA)', is: (file) => starts(/^\[Script Info\]|^\[V4\+? Styles\]|^\[Events\]/i)(file) || some(/^Dialogue:[^,]*,\d+:\d+:\d+[.,]\d+,/)(file), read: meetingOfSubStation },
	{ name: 'web page', is: (file) => starts(/^\s*(?:<!doctype html|<html[\s>])/i)(file) || root('html')(file), read: 'download the transcript itself, as WebVTT, SRT or text' },
	{ name: 'XML file', is: starts(/^\s*<\?xml|^<[a-z][\w:.-]*(?:\s[^<>]*)?>\s*(?:<|$)/i), read: CAPTIONS },
	{ name: 'calendar file', is: starts(/^BEGIN:VCALENDAR/), read: 'add its events to a calendar instead' },
	{ name: 'Praat TextGrid', is: starts(/^File type = "ooTextFile/), read: CAPTIONS },
	{ name: 'JSON', is: (file) => starts(/^\s*(?:\{\s*(?:"|\}|$)|\[\s*(?:[{"\]]|$))/)(file) || (file.extension === 'json' && starts(/^\s*[{[]/)(file)), read: meetingOfJson },
	{ name: 'SubRip, SBV or SubViewer', is: ({ lines }) => lines.slice(0, 40).some((line) => timingOf(line) !== null && !/[\])]\s/.test(line)), read: meetingOfCaptions },
	{ name: 'e-mail', is: any(isMail, isForeignMail), read: 'import the transcript that is attached to it, or paste its text alone' },
	{ name: 'table', is: ({ lines }) => tableIn(lines) !== null, read: meetingOfTable },
	{ name: 'list of records', is: ({ lines }) => isRecords(lines), read: meetingOfRecords },
	{ name: 'contact card (vCard)', is: starts(/^BEGIN:VCARD/i), read: OTHER },
	{ name: 'LaTeX document', is: some(/^\s*\\(?:documentclass|begin\{|usepackage|section\{)/), read: OTHER },
	{ name: 'list of changes (diff)', is: any(starts(/^diff --git |^Index: /), all(some(/^--- \S/), some(/^\+\+\+ \S/), some(/^@@ -\d+/))), read: OTHER },
	{ name: 'list of speakers without words (RTTM)', is: most(/^(?:SPEAKER|LEXEME|SPKR-INFO) \S+ \d+ [\d.<]/, 1), read: OTHER },
	{ name: 'list of words with times (CTM)', is: most(/^\S+ \S+ \d+\.\d+ \d+\.\d+ \S/, 2), read: OTHER },
	{ name: 'edit decision list (EDL)', is: some(/(?:\d\d:\d\d:\d\d[:;]\d\d\s+){3}\d\d:/), read: CAPTIONS },
	{ name: 'translation file (PO)', is: all(some(/^msgid /), some(/^msgstr\b/)), read: OTHER },
	{ name: 'log', is: most(LOG, 2), read: OTHER },
	{ name: 'settings file (INI, TOML)', is: all(some(/^\s*\[[\w .:-]+\]$/), most(/^\s*(?:\[[\w .:-]+\]$|[;#]|[\w.-]+\s*[=:])/, 2), some(/^[\w.-]+\s*=/)), read: OTHER },
	{ name: 'YAML file', is: any(starts(/^%YAML/), all(some(/^(?: {1,40}(?:- )?|- {1,4})[a-z_]\w*:(?:\s|$)/, 2), some(/^\s*-\s/), most(/^\s*(?:- )*(?:"?[A-Za-z_][\w-]*"?:(?:\s|$)|#|---$|- \S)/, 3), none(/^\s*(?:[-*] )?\*\*/))), read: OTHER },
	{ name: 'program', is: any(starts(/^#!\s*\/|^HTTP\/\d|^Traceback \(/), most(/[;{}\\]$|^[\w.-]+\s*=\s*\S/, 2), some(/^\s*(?:import [\w.]+(?: as \w+)?$|from [\w.]+ import \w|def \w+\(.*:$|class \w+(?:\(.*\))?:$|if __name__ == |#include\s*[<"]|(?:import|export) .* from ['"]|(?:export )?(?:async )?function \w*\(|(?:const|let|var) \w+ = .*;$|package \w+;?$|using [\w.]+;$|public (?:static )?(?:class|void) )/, 2)), read: OTHER },
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
	throw new ImportError(1, `this is ${/^(?:[aeo]|XML|MPL2)/i.test(name) ? 'an' : 'a'} ${name}; ${read}`);
}
