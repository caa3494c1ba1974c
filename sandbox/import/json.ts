import { findNodeAtLocation, parse, parseTree, type Node, type ParseError } from 'jsonc-parser';
import { z } from 'zod/v4';
import { oneLine } from '../text.ts';
import { segmentsOf } from './cues.ts';
import { datedFrom, startInFields, unclearInFields } from './dates.ts';
import { fieldsOf, plainFields, plainName } from './fields.ts';
import { entriesIn, type Entry, isByClock, isStrange, isUntimed, isWordy, unreadIn } from './jsonEntry.ts';
import { bare, recognized, shapes, spokenIn } from './jsonShapes.ts';
import { textOfPage } from './markup.ts';
import { ImportError, type ParsedSegment, type ReadMeeting } from './parsedMeeting.ts';
import { meetingOfPlain } from './plain.ts';
import { createRemarks, type Remarks } from './remarks.ts';
import { fromFirst, LONGEST_MS } from './times.ts';

/** The JSON of a transcript, as an exporter or an API returns it. @throws ImportError */
export function meetingOfJson(lines: readonly string[]): ReadMeeting {
	const text = lines.join('\n');
	const remarks = createRemarks();
	const { root, notes } = parsedIn(lines, text, remarks);
	const found = unwrapped(root);
	const { value, path, leftOut } = found;
	const own = OwnExport.safeParse(root).data?.conversation;
	const shape = shapes.find(({ is }) => is.safeParse(value).success);
	const written = shape === undefined || shape === recognized || shape === bare ? Written.safeParse(value).data : undefined;
	const title = [own, ...beside(root, path, own)].map(titleOf).find((each) => each !== null) ?? null;
	if (written !== undefined) {
		const meeting = meetingOfPlain(written, '');
		return { ...meeting, title: title ?? meeting.title, startedAt: startInFields(beside(root, path, own)) ?? meeting.startedAt, unclearDate: unclearInFields(beside(root, path, own)) ?? meeting.unclearDate };
	}
	const entries = shape?.entries.safeParse(value).data ?? [];
	const others = entries.some(hasText) ? null : spokenIn(root);
	if (others === null && !entries.some(hasText)) throw refusal(text, path, shape === undefined);
	const list = others?.value ?? listIn(value, shape?.list);
	const about = createRemarks('Entry');
	const spoken = (others === null ? entries : entriesIn(1000).parse(others.value)).map((entry, index) => ({ ...entry, line: index + 1 })).filter(hasText);
	for (const [index, entry] of list.entries()) {
		if (isStrange(entry)) about.add('strange', index + 1);
		else if (isUntimed(entry)) about.add('unreadableTime', index + 1);
	}
	const at = others?.path ?? path;
	const said = startInFields(beside(root, at, own));
	const dated = datedFrom(spoken);
	return {
		title,
		startedAt: said ?? dated,
		unclearDate: unclearInFields(beside(root, at, own)),
		segments: segmentsIn(list.some(isByClock) ? fromFirst(spoken) : spoken, Math.min(dated ?? 0, said ?? Number.POSITIVE_INFINITY), namesOf(spoken, root, at), about),
		leftOut: others !== null || own !== undefined ? [] : [...leftOut, ...unreadBeside(value, shape?.same ?? []), ...new Set(list.flatMap(unreadIn))],
		notes: [...notes, ...remarks.notes(), ...about.notes(), ...(others?.isWhole === false ? ['The file has several lists of what is said. The longest was imported; save each of the others as a file of its own.'] : [])],
	};
}

/** A transcript as a text of several lines. */
const Written = z.union([z.string(), z.array(z.string()).transform((texts) => texts.join('\n')), z.looseObject({ transcript: z.string() }).transform(({ transcript }) => transcript), z.looseObject({ text: z.string() }).transform(({ text }) => text)]).transform((text) => textOfPage(text.trim()).split(/\r?\n/)).refine(({ length }) => length > 1);
const hasText = ({ text }: Entry): boolean => text.trim() !== '';
/** A meeting as `export` writes it. */
const OwnExport = z.looseObject({ conversation: z.looseObject({}), transcript: z.looseObject({ segments: z.array(z.unknown()) }) });

/** The JSON of a text: one value, or one per line. Numbers that JSON does not allow become null, and a missing end is reported. */
function parsedIn(lines: readonly string[], text: string, remarks: Remarks): { readonly root: unknown; readonly notes: readonly string[] } {
	const strict = jsonIn(text);
	if (strict !== undefined) return { root: strict, notes: [] };
	const written = lines.flatMap((line, index) => (line === '' ? [] : [{ line, number: index + 1 }]));
	const values = written.map(({ line, number }) => ({ number, value: line.trimStart().startsWith('{') ? finiteIn(line.replace(/,$/, '')) : undefined }));
	const whole = values.filter(({ value }) => value !== undefined);
	if (whole.length > 1 && whole.length * 2 > written.length) {
		for (const { number, value } of values) if (value === undefined) remarks.add('broken', number);
		return { root: whole.map(({ value }) => value), notes: [] };
	}
	const finite = jsonIn(withoutNaN(text));
	if (finite !== undefined) return { root: finite, notes: ['The file has numbers that JSON does not know, such as NaN. They were ignored.'] };
	const errors: ParseError[] = [];
	treeOf(text, errors);
	const line = lineAt(text, errors[0]?.offset ?? 0);
	const root: unknown = parse(withoutNaN(text));
	if (spokenIn(root) === null && !shapes.some(({ is, entries }) => is.safeParse(root).success && entries.safeParse(root).data?.some(hasText))) throw new ImportError(line, 'this is not valid JSON; export the transcript again');
	return { root, notes: [`Line ${line}: the file is not valid JSON from here on. What could be read was imported; compare the end with the original.`] };
}

function jsonIn(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}

/** The JSON of a text, perhaps with numbers that JSON does not allow. */
const finiteIn = (text: string): unknown => jsonIn(text) ?? jsonIn(withoutNaN(text));

const withoutNaN = (text: string): string => text.replace(/"(?:[^"\\]|\\[^])*"?|-?\b(?:NaN|Infinity)\b/g, (found) => (found.startsWith('"') ? found : 'null'));

/** Names under which APIs and exporters nest a transcript. */
const WRAPPERS = ['data', 'transcript', 'result', 'meeting', 'recording'];

interface Unwrapped {
	readonly value: unknown;
	readonly path: readonly string[];
	readonly leftOut: readonly string[];
}

/** The transcript inside the answer of an API. */
function unwrapped(value: unknown, path: readonly string[] = []): Unwrapped {
	const here = { value, path, leftOut: [] };
	const fields = fieldsOf(value);
	if (shapes.some(({ is }) => is.safeParse(value).success)) return here;
	const wrapper = WRAPPERS.find((key) => typeof fields[key] === 'object' && fields[key] !== null);
	if (wrapper === undefined || path.length > WRAPPERS.length) return here;
	const inner = unwrapped(fields[wrapper], [...path, wrapper]);
	return { ...inner, leftOut: [...unreadBeside(value, [wrapper]), ...inner.leftOut] };
}

const TITLES = ['title', 'meeting title', 'meeting name', 'meeting topic', 'meeting subject', 'call title', 'recording title', 'topic', 'subject'];

function titleOf(value: unknown): string | null {
	const fields = plainFields(value);
	const title = TITLES.map((name) => fields.get(name)).find((each) => typeof each === 'string');
	return oneLine(title ?? '') || null;
}

/** The object's other fields that contain words, such as a summary. */
function unreadBeside(value: unknown, read: readonly string[]): string[] {
	return Object.entries(fieldsOf(value)).flatMap(([name, each]) => (read.includes(name) || TITLES.includes(plainName(name)) || !isWordy(each) ? [] : [name]));
}

function listIn(value: unknown, list: string | undefined): readonly unknown[] {
	const entries = list === undefined ? value : fieldsOf(value)[list];
	return Array.isArray(entries) ? entries : [];
}

function refusal(text: string, path: readonly string[], isUnknown: boolean): ImportError {
	const where = path.length === 0 ? 'the file' : path.join('.');
	const advice = 'use [{"speaker", "text", "start"}, …] or {"title", "segments": […]}';
	return new ImportError(lineOf(text, treeOf(text), path), isUnknown ? `${where} is not in the expected format; ${advice}` : `${where} has no texts; ${advice}`);
}

/** The line of a value. */
function lineOf(text: string, root: Node | undefined, path: readonly (string | number)[]): number {
	return lineAt(text, (root && findNodeAtLocation(root, [...path]))?.offset ?? 0);
}

/** The positions of everything in the text. The library recurses at each level, so deep nesting overflows the stack. */
function treeOf(text: string, errors?: ParseError[]): Node | undefined {
	try {
		return parseTree(text, errors, { disallowComments: true });
	} catch {
		throw new ImportError(1, 'this JSON is nested too deeply for a transcript; export it again');
	}
}

const lineAt = (text: string, offset: number): number => text.slice(0, offset).split('\n').length;

/** The objects that contain a value, from the outermost on, and the value itself. */
const around = (root: unknown, path: readonly string[]): readonly unknown[] => [root, ...path.map((_, depth) => path.slice(0, depth + 1).reduce((value, key) => fieldsOf(value)[key], root))];

/** The objects next to the transcript, whose fields say what the meeting is called and when it took place. */
const beside = (root: unknown, path: readonly string[], own: unknown): readonly unknown[] => [root, fieldsOf(root)['meeting'], ...around(root, path), own];

/** The fields of services that list speakers separately from the transcript: the lists, and their IDs and names. */
const [SPEAKERS, INVITED, IDS, NAMES] = [['speakers', 'speaker names', 'speaker map'], ['participants', 'attendees', 'users', 'members', 'people'], ['id', 'speaker id', 'speaker', 'label'], ['name', 'speaker name', 'display name']];

/** The names of speakers who are identified by numbers or letters in the transcript; null for those who have none. */
function namesIn(root: unknown, path: readonly string[], directories: readonly string[]): ReadonlyMap<string, string | null> {
	const names = new Map<string, string | null>();
	const find = (value: unknown, keys: readonly string[]): string | undefined => {
		const fields = plainFields(value);
		return keys.map((key) => fields.get(key)).flatMap((each) => (typeof each === 'string' || typeof each === 'number' ? [String(each)] : []))[0];
	};
	for (const fields of around(root, path).map(plainFields)) {
		for (const list of directories.map((name) => fields.get(name))) {
			const entries = Array.isArray(list) ? list.map((each) => [find(each, IDS), find(each, NAMES)]) : Object.entries(fieldsOf(list)).map(([id, each]) => [id, typeof each === 'string' ? each : find(each, NAMES)]);
			for (const [id, name] of entries) if (id !== undefined) names.set(id, name ?? names.get(id) ?? null);
		}
	}
	return names;
}

/** The number or letter of a speaker, as lists have it. */
const idOf = (speaker: string): string => speaker.replace('Speaker ', '');
const leastOf = (ids: readonly string[]): string | undefined => ids.map(idOf).toSorted((one, other) => one.localeCompare(other, 'en', { numeric: true }))[0];

/** The names for the speakers of a transcript: a list of speakers may lack some, if it counts from the same one, but one person alone may be whoever recorded. People who were invited have numbers too. */
function namesOf(spoken: readonly Entry[], root: unknown, path: readonly string[]): ReadonlyMap<string, string | null> {
	const ids = spoken.flatMap(({ speaker }) => speaker ?? []);
	const speakers = namesIn(root, path, SPEAKERS);
	const all = new Map([...namesIn(root, path, INVITED), ...speakers]);
	const written = new Set(all.values());
	if (ids.every((id) => all.has(id) || all.has(idOf(id)) || written.has(id))) return all;
	return speakers.size > 1 && leastOf([...speakers.keys()]) === leastOf(ids) ? speakers : new Map();
}

/** Names that recognizers give to speakers whom they can tell apart but do not know. */
const NUMBERED = /^(?:[A-Z]|\d{1,2}|(?:speaker|spk)[ _-]?\w{1,4})$/i;

/** @param zero the start of the meeting where times are dates, otherwise 0 */
function segmentsIn(spoken: readonly (Entry & { readonly line: number })[], zero: number, names: ReadonlyMap<string, string | null>, remarks: Remarks): ParsedSegment[] {
	const from = (ms: number | null): number | null => (ms === null || ms - zero > LONGEST_MS ? null : Math.max(0, Math.round(ms - zero)));
	const voices = new Map<number, Set<string | null>>();
	for (const { channel, speaker } of spoken) if (channel != null) voices.set(channel, (voices.get(channel) ?? new Set()).add(speaker));
	const areNumbered = spoken.every(({ speaker }) => speaker === null || /^(?:[A-Z]|\d{1,2})$/.test(speaker));
	const named = (speaker: string): string | null | undefined => (names.has(speaker) ? names.get(speaker) : names.get(idOf(speaker)));
	const nameOf = ({ speaker, channel = null }: Entry): string | null => {
		const shown = speaker !== null && areNumbered ? `Speaker ${speaker}` : speaker;
		if (names.size > 0 && speaker !== null) return named(speaker) ?? shown;
		if (channel === null || voices.size < 2 || (shown !== null && !NUMBERED.test(shown))) return shown;
		// Each channel counts its own speakers.
		return shown === null || voices.get(channel)?.size === 1 ? `Channel ${channel + 1}` : `Channel ${channel + 1}, ${shown}`;
	};
	const cues = spoken.map((entry) => ({ line: entry.line, speaker: nameOf(entry), startMs: from(entry.startMs), endMs: from(entry.endMs), voices: [{ speaker: null, text: entry.text }] }));
	return segmentsOf(cues, remarks);
}
