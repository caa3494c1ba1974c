import type { KeyPoints, Segment } from '../api/index.ts';
import { escapeMarkdown } from './escape.ts';
import { keyPointsDocument, type KeyPointsOptions } from './keyPoints.ts';
import { english, languageCodes, languages, type Language, wordsIn, type Words } from './languages/language.ts';
import { personName, roleNames, shownName } from './people.ts';
import { fieldsOf, oneLine, textsOf } from './read.ts';
import { sha256 } from './sha256.ts';
import { documentMarkdown } from './textDocument.ts';
import { clockAt, instantOf } from './time.ts';
import { transcriptLines, transcriptMarkdown, type TranscriptTextOptions } from './transcript.ts';

/** The line below which a note belongs to its reader. No text of a meeting can contain it: `<` is escaped everywhere in a body. */
const markerIn = ({ ownNotes }: Pick<Words, 'ownNotes'>): string => `<!-- ${ownNotes} -->`;

/** Matches the marker in any language: the existing note may have been written in another one. */
const MARKER = new RegExp(`^(?:${languageCodes.map((code) => markerIn(languages[code]).replaceAll('.', '\\.')).join('|')})[ \\t]*(?:\\r?\\n|$)`, 'm');

/**
 * JSON is YAML 1.2 (its section 1.3), except for characters that YAML does not print, such as DEL and line separators, and
 * halves of surrogate pairs, which no YAML parser accepts. A quoted text cannot end the value, the line or the front matter.
 */
const yamlText = (text: string): string =>
	JSON.stringify(text.toWellFormed()).replace(
		/[\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/g,
		(character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
	);

/** Values of front matter: texts and lists are quoted, a day is written bare, as note apps expect dates. Null is left out. */
type Property = string | readonly string[] | { readonly day: string } | null;

function frontMatter(properties: Readonly<Record<string, Property>>): string {
	const lines = Object.entries(properties).flatMap(([name, value]) => {
		if (value === null) return [];
		if (typeof value === 'string') return [`${name}: ${yamlText(value)}`];
		if ('day' in value) return [`${name}: ${value.day}`];
		return value.length === 0 ? [] : [`${name}:`, ...value.map((text) => `  - ${yamlText(text)}`)];
	});
	return `---\n${lines.join('\n')}\n---\n`;
}

/** Windows device names, which cannot be file names, whatever follows a dot. */
const DEVICE = /^(?:con|prn|aux|nul|com[\d¹²³]|lpt[\d¹²³])(?:\.|$)/i;
/** Characters. File systems allow 255 bytes, and a character has up to four. */
const MAX_NAME = 48;
/** An address has one byte per character, so it may be longer. */
const MAX_ADDRESS = 200;

/**
 * A name that has to be changed gets part of its hash, so that different names stay different, even if somebody tries to construct an equal one.
 */
const distinct = (name: string, from: string): string => notDevice(`${[...name].slice(0, MAX_NAME).join('')}-${sha256(from).slice(0, 16)}`);

const notDevice = (name: string): string => (DEVICE.test(name) ? `_${name}` : name);

/**
 * The name of a meeting's note without `.md`: its ID, the only thing about a meeting that never changes. Titles are in
 * `aliases`, by which note apps find and show it.
 */
export function noteName(id: string, kind: 'meeting' | 'transcript' = 'meeting'): string {
	const isSafe = /^[\p{L}\p{N}][\p{L}\p{N}_-]*$/u.test(id) && id.length <= MAX_NAME && !DEVICE.test(id);
	const name = isSafe ? id : distinct(id.replace(/[^\p{L}\p{N}_-]+/gu, '-').replace(/^-+/, ''), id);
	return kind === 'meeting' ? name : `${name} transcript`;
}

/**
 * The name of the note about the person with an address, without `.md`. People are told apart by their addresses: anybody can
 * use any name. Addresses that differ only in case stay apart even if the file system ignores case.
 */
export function addressNoteName(address: string): string {
	const isSafe = /^[a-z\d][a-z\d._+@-]*$/.test(address) && address.length <= MAX_ADDRESS && !DEVICE.test(address);
	return isSafe ? address : distinct(address.toLowerCase().replace(/[^\p{L}\p{N}._+@-]+/gu, '-').replace(/^[^\p{L}\p{N}]+/u, ''), address);
}

/** Has a meaning in paths or links, or changes the direction of the text around it. */
const NOT_IN_NAMES = /[[\]#^|\\/:*"<>?\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu;

/** The name of a person's note without `.md`; empty if no part of the name is usable. */
export function personNoteName(name: string): string {
	const shown = oneLine(name.toWellFormed().replace(NOT_IN_NAMES, ' ')).replace(/^[.\s]+/, '');
	const cut = [...shown].slice(0, MAX_NAME).join('').replace(/(?<![.\s])[.\s]+$/, '');
	return notDevice(cut);
}

/** A link to another note. `shown`: the text of the link. */
export function noteLink(name: string, shown = ''): string {
	const text = oneLine(shown.replace(/[[\]|<>]+/g, ' ').replace(/%{2,}/g, '%'));
	return text === '' || text === name ? `[[${name}]]` : `[[${name}|${text}]]`;
}

/** A role such as “Me” is not a person’s name. */
const isNamed = (name: string): boolean => name !== '' && !Object.values<string>(roleNames).includes(name);

/** A person with a note. */
export interface NotedPerson {
	/** The person's name as shown. */
	readonly name: string;
	/** The name of the note, without `.md`. */
	readonly note: string;
}

/** Links to the notes of people, and to those that names would have. A name that two of the people share leads to neither. */
function personLinks(names: readonly string[], people: readonly NotedPerson[] = []): string[] {
	const notesOf = Map.groupBy(people, ({ name }) => name.toLowerCase());
	const named = names.filter(isNamed).flatMap((name) => {
		const [person, ...others] = notesOf.get(name.toLowerCase()) ?? [];
		if (person !== undefined && others.length === 0) return [noteLink(person.note, person.name)];
		const note = personNoteName(name);
		return note === '' ? [] : [noteLink(note)];
	});
	return [...new Set([...named, ...people.map(({ name, note }) => noteLink(note, name))])];
}

/** Tags in the form that note apps accept, without `#` and spaces. */
export const tagsOf = (text: string): string[] => [
	...new Set(
		text
			.split(',')
			.map((tag) => tag.trim().replace(/[^\p{L}\p{N}_/-]+/gu, '-').replace(/^[-/]+|(?<![-/])[-/]+$/g, ''))
			.filter((tag) => /[^\d/]/.test(tag)),
	),
];

/** What a person wrote in an existing note: everything below the marker, or the whole text if it never had one. */
export function keptText(existing: string): string {
	const text = existing.replace(/^\ufeff/, '');
	const marker = MARKER.exec(text);
	if (marker) return text.slice(marker.index + marker[0].length);
	return text.replace(/^---\r?\n(?:.*\r?\n)*?---[ \t]*(?:\r?\n|$)/, '').trim() === '' ? '' : text;
}

/** What a note is made of. */
interface Note {
	readonly properties: Readonly<Record<string, Property>>;
	/** Shown as the heading. */
	readonly title: string;
	/** Markdown below the heading. */
	readonly body: string;
	/** The present content of the same file. Its text below the marker is kept. */
	readonly existing?: string | undefined;
	/** Default: English. */
	readonly words?: Words;
}

/** A Markdown file with front matter and, below the content, room for the reader's own text. */
export function writeNote({ properties, title, body, existing = '', words = english }: Note): string {
	const parts = [frontMatter(properties), `# ${escapeMarkdown(title)}\n`, body, `${markerIn(words)}\n`];
	// A file cannot hold half a surrogate pair: what was read back would differ from what is written, each time.
	return `${parts.filter((part) => part !== '').join('\n').toWellFormed()}${keptText(existing)}`;
}

export interface NoteOptions {
	/** When the meeting started, ISO 8601. */
	readonly startTime?: string | null | undefined;
	/** IANA name, for the date. Default `UTC`. */
	readonly timeZone?: string | undefined;
	/** Default: `meeting`. */
	readonly tags?: readonly string[] | undefined;
	readonly existing?: string | undefined;
	/** People who have a note, besides those the meeting itself names. */
	readonly people?: readonly NotedPerson[];
	/** Links to show at the end. */
	readonly links?: readonly string[];
}

interface Described extends NoteOptions {
	readonly id: string;
	readonly title: string;
	/** Names that the meeting itself says. */
	readonly names: readonly string[];
}

function meetingProperties({ id, title, startTime, timeZone = 'UTC', tags = ['meeting'], names, people }: Described): Note['properties'] {
	const start = instantOf(startTime);
	return {
		title,
		aliases: [title],
		date: start === null ? null : { day: clockAt(timeZone, start).date },
		startTime: start === null ? null : new Date(start).toISOString(),
		people: personLinks(names, people),
		tags,
		id,
	};
}

const listed = (heading: string, entries: readonly string[]): string =>
	entries.length === 0 ? '' : `## ${heading}\n\n${entries.map((entry) => `- ${entry}\n`).join('')}`;

const joined = (...parts: readonly string[]): string => parts.filter((part) => part !== '').join('\n');

/** Key points as a note: front matter, and links to the people who took part (Resources, Keypoints response). */
export function keyPointsNote(keyPoints: KeyPoints, options: NoteOptions & KeyPointsOptions = {}): string {
	const words = wordsIn(options.language ?? 'en');
	const { id, keypoints } = fieldsOf(keyPoints);
	// People are links in a note.
	const { title: shown, blocks } = keyPointsDocument(keyPoints, { ...options, withPeople: false });
	const names = textsOf(fieldsOf(keypoints).participants).map(personName);
	const title = shown || oneLine(id) || 'Meeting';
	const unnamed = names.filter((name) => !isNamed(name)).map((name) => escapeMarkdown(shownName(name, words)));
	return writeNote({
		title,
		words,
		properties: meetingProperties({ ...options, id: oneLine(id), title, names }),
		body: joined(
			documentMarkdown({ title: '', words, blocks }),
			listed(words.participants, [...personLinks(names, options.people), ...new Set(unnamed)]),
			listed(words.seeAlso, options.links ?? []),
		),
		existing: options.existing,
	});
}

interface TranscriptNote {
	readonly id: string;
	/** The meeting's, if it is known. */
	readonly title?: string | undefined;
	readonly segments: readonly Segment[];
}

/** A transcript as a note that links to the meeting's. Without a start time, the meeting starts with its first words. */
export function transcriptNote(
	{ id, title = '', segments }: TranscriptNote,
	{ tags = ['meeting', 'transcript'], language = 'en', ...options }: NoteOptions & { readonly language?: Language } = {},
	how: TranscriptTextOptions = {},
): string {
	const lines = transcriptLines(segments, how);
	const startTime = options.startTime ?? lines.find(({ timestamp }) => timestamp !== null)?.timestamp;
	const name = oneLine(title);
	const words = wordsIn(language);
	const names = [...new Set(lines.flatMap(({ speaker }) => (speaker === null || speaker === words.otherParticipant ? [] : [speaker])))];
	const heading = name === '' ? words.transcript : `${words.transcript}${words.colon} ${name}`;
	return writeNote({
		title: heading,
		words,
		properties: meetingProperties({ ...options, startTime, tags, id, title: heading, names }),
		body: joined(`${noteLink(noteName(id), name || words.theMeeting)}\n`, transcriptMarkdown(segments, how)),
		existing: options.existing,
	});
}
