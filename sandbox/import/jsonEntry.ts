import { decodeHTML } from 'entities';
import { z } from 'zod/v4';
import { oneLine } from '../text.ts';
import { isDayFirst, numbersIn, withoutDate } from './dates.ts';
import { fieldsOf, NAMES, plainFields, plainName, unitIn } from './fields.ts';
import { clockMs, isClock, likelyUnit, spanOf } from './times.ts';

/** Something that somebody says, or a word of it. Times are milliseconds from the start of the meeting, or since 1970. */
export interface Entry {
	readonly text: string;
	readonly speaker: string | null;
	readonly startMs: number | null;
	readonly endMs: number | null;
	/** Number of the channel, from 0, if the recording has several. */
	readonly channel?: number | null;
}

/** What the fields of an entry are called, as `plainName` writes it. The first that has a value counts. */
const ALIASES: Readonly<Record<string, readonly string[]>> = {
	...NAMES,
	text: [...NAMES.text, 'punctuated word', 'word', 'value', 'display'],
	words: ['words', 'elements', 'sentences'],
	channel: ['channel', 'channel index'],
};
interface Role {
	/** A field of an entry in our own names: also `startMs` and `endMs`. */
	readonly field: string;
	readonly rank: number;
}
const ROLES = new Map(Object.entries(ALIASES).flatMap(([field, names]) => names.map((name, rank): [string, Role] => [name, { field, rank }]).toReversed()));

/** What a field is, by its name. */
function roleOf(name: string): Role | undefined {
	const written = plainName(name);
	const { bare, unitMs } = unitIn(written);
	const role = ROLES.get(written) ?? ROLES.get(bare);
	return role !== undefined && unitMs === 1 ? { ...role, field: `${role.field}Ms` } : role;
}

/** What the fields of an entry are, by their names. */
function rolesIn(fields: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
	const best = new Map<string, { readonly rank: number; readonly value: unknown }>();
	for (const [name, value] of Object.entries(fields)) {
		const role = value == null || value === '' ? undefined : roleOf(name);
		if (role !== undefined && role.rank < (best.get(role.field)?.rank ?? Number.POSITIVE_INFINITY)) best.set(role.field, { rank: role.rank, value });
	}
	return Object.fromEntries([...best].map(([field, { value }]) => [field, value]));
}

/** Otter counts samples, of which a millisecond has sixteen; Azure counts in ten millionths of a second. */
const [SAMPLES_MS, TICKS_MS] = [16, 10_000];
/** Other fields that repeat the text of an entry, or have no speech in them. */
const NO_SPEECH: ReadonlySet<string> = new Set(['alternatives', 'nBest', 'raw_text']);

const isRecord = (value: unknown): boolean => typeof value === 'object' && value !== null && !Array.isArray(value);

/** A number, also where it is written as text. */
const numberIn = (value: unknown): unknown => (typeof value === 'string' && /^-?\d+(?:\.\d+)?$/.test(value) ? Number(value) : value);

/** A text, even if it is inside an object, or in pieces, as around links. */
function textOf(value: unknown): unknown {
	if (isRecord(value)) {
		const { text, content, contentType } = fieldsOf(value);
		return typeof content === 'string' && contentType === 'html' ? oneLine(decodeHTML(content.replace(/<[^<>]+>/g, ' '))) : (text ?? content);
	}
	const pieces = Array.isArray(value) ? value.map((piece) => (isRecord(piece) && Object.keys(rolesIn(fieldsOf(piece))).join() === 'text' ? fieldsOf(piece)['text'] : piece)) : [];
	return pieces.length > 0 && pieces.every((piece) => typeof piece === 'string') ? pieces.join('') : value;
}

/** The most likely alternative of a recognizer that is not sure. */
function bestOf({ alternatives, nBest = alternatives }: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
	return Array.isArray(nBest) ? fieldsOf(nBest[0]) : {};
}

/** Whether `from` is a time, not a sender. */
const isTime = (value: unknown): boolean => typeof value === 'number' || (typeof value === 'string' && isClock(value));

/** Whether somebody says nothing, as with a photo in a chat. */
export const isBlank = (value: unknown): boolean => Object.entries(fieldsOf(value)).some(([name, each]) => each === '' && roleOf(name)?.field === 'text');

/** An entry with our own field names. Numeric times are converted to milliseconds. */
function canonical(value: unknown, unitMs: number, dayFirst?: boolean | null): Readonly<Record<string, unknown>> {
	const own = fieldsOf(value);
	const fields = { ...bestOf(own), ...own };
	const entry: Record<string, unknown> = { ...rolesIn(fields), blank: isBlank(fields) };
	entry['text'] = textOf(entry['text']);
	// Google Meet identifies an entry by its path, which is not the name of a speaker.
	if (String(entry['speaker']).includes('/entries/')) entry['speaker'] = null;
	// Zoom lists everyone who may have said it, so a single user is the speaker.
	if (Array.isArray(fields['users']) && fields['users'].length === 1) entry['speaker'] ??= fields['users'][0];
	// Whisper's implementations write pairs.
	const pair = Array.isArray(entry['start']) ? { from: entry['start'][0], to: entry['start'][1] } : (fields['timestamps'] ?? (isTime(fields['from']) ? fields : undefined));
	if (isRecord(pair)) Object.assign(entry, { start: fieldsOf(pair)['from'], end: fieldsOf(pair)['to'] });
	const timing = Object.values(fields).find((each) => 'start' in fieldsOf(each));
	if (timing !== undefined && (entry['start'] ?? entry['startMs'] ?? timing) === timing) Object.assign(entry, { start: fieldsOf(timing)['start'], end: fieldsOf(timing)['end'] });
	const [begin, finish] = spanOf(String(entry['start']));
	if (finish !== '') Object.assign(entry, { start: begin, end: entry['end'] ?? finish });
	if (isTime(entry['speaker']) && entry['speaker'] === fields['from']) entry['speaker'] = undefined;
	for (const side of ['start', 'end'] as const) {
		const written = numberIn(entry[side] ?? entry[`${side}Ms`]);
		const numberMs = entry[side] === undefined ? 1 : written === fields[`${side}_offset`] ? 1 / SAMPLES_MS : unitMs;
		entry[side] = typeof written === 'number' ? written * numberMs : typeof written === 'string' ? (numbersIn(written, dayFirst)?.at ?? withoutDate(written)) : written;
	}
	const { offsetInTicks: ticks, durationInTicks: length = 0 } = fields;
	if (typeof ticks === 'number') Object.assign(entry, { start: ticks / TICKS_MS, end: (ticks + Number(length)) / TICKS_MS });
	return entry;
}

/** Other fields with names or times prove little if they are alone. */
const CLEAR = /speaker|start|begin|time ?(?:stamp|code)|participant|voice|\bts\b/;

/** Whether an object looks like an utterance: it has a text, and a time, a speaker or words. */
export function isEntry(value: unknown): boolean {
	const fields = fieldsOf(value);
	const { text, words } = rolesIn(fields);
	const said = textOf(text) ?? words;
	const told = Object.keys(fields).filter((name) => /start|speaker/.test(roleOf(name)?.field ?? ''));
	return (typeof said === 'string' || Array.isArray(said)) && (told.length > 1 || CLEAR.test(told.map(plainName).join()));
}

/** What a number means in the times of entries. */
function unitOf(values: readonly unknown[], unitMs: number): number {
	const entries = values.map((value) => rolesIn(fieldsOf(value)));
	const paces = entries.map(({ start, end, text: said, words = said }, index) => {
		const count = typeof said === 'string' ? said.split(/\s+/).length : Array.isArray(words) ? words.length : 0;
		return ((Number(end ?? entries[index + 1]?.['start']) - Number(start)) * unitMs) / count;
	});
	return likelyUnit(paces.filter((pace) => pace > 0 && Number.isFinite(pace)), unitMs);
}

/** The last moment that is a date (ECMAScript, Time Values). */
const LATEST_MS = 8.64e15;

/** `Date.parse` takes February 30 for March 2. */
const isDate = (text: string): boolean => z.iso.date().safeParse(text.slice(0, 10)).success;

const Nanos = z.object({ seconds: z.coerce.number().optional(), nanos: z.coerce.number().optional() }).refine(({ seconds, nanos }) => (seconds ?? nanos) !== undefined);

/** A time, or null if it cannot be read. */
const Time = z
	.union([
		z.number(),
		z.string().transform((text) => clockMs(text) ?? (isDate(text) ? Date.parse(text) : Number.NaN)),
		z.looseObject({ relative: z.number() }).transform(({ relative }) => relative * 1000),
		Nanos.transform(({ seconds = 0, nanos = 0 }) => seconds * 1000 + nanos / 1_000_000),
	])
	.catch(Number.NaN)
	.transform((ms) => (ms <= LATEST_MS ? Math.max(0, ms) : null));

/** Names for the user's own microphone and for everyone else, in the API's words (Resources, Segment). */
const CHANNELS: Readonly<Record<string, string>> = { microphone: 'local', system: 'remote', speaker: 'remote' };

const named = (name: string): string => {
	const participant = /\/participants\/([^/]+)/.exec(name)?.[1];
	const channel = /^ch_(\d+)$/.exec(name)?.[1];
	if (channel !== undefined) return `Channel ${Number(channel) + 1}`;
	return participant === undefined ? (CHANNELS[name] ?? name) : `Participant ${participant}`;
};

/** What the name of a person is called, where it is apart. */
const PERSON = ['name', 'full name', 'real name', 'display name', 'user name', 'username', 'source', 'email'];

function nameIn(value: unknown): string | null {
	const fields = new Map([...plainFields(value)].flatMap(([key, each]) => (typeof each === 'string' && each.trim() !== '' ? [[key, each] as const] : [])));
	const found = PERSON.flatMap((key) => fields.get(key) ?? [])[0];
	const both = ['first name', 'last name'].flatMap((key) => fields.get(key) ?? []).join(' ');
	return found === undefined ? both || null : named(found);
}

/** A name, the number of a recognized voice, or a person, whose name may lie one level deeper. */
const Who = z
	.union([
		z.string().transform(named),
		z.number().transform((voice) => `Speaker ${voice}`),
		z.looseObject({}).transform((person) => [person, ...Object.values(person)].map(nameIn).find((name) => name !== null) ?? null),
	])
	.catch('')
	.transform((who) => oneLine(who ?? '') || null);

const Channel = z.int().nonnegative().nullable().catch(null);

const Word = z
	.object({ text: z.string().catch(''), speaker: Who, start: Time, end: Time, channel: Channel })
	.transform(({ start, end, ...word }): Entry => ({ ...word, startMs: start, endMs: end }));

/** Words with times, as recognizers list them. */
export const wordsIn = (assumedMs: number) =>
	z.array(z.unknown()).transform((values) => {
		const unitMs = unitOf(values, assumedMs);
		return values.map((value) => Word.parse(canonical(value, unitMs)));
	});

/** An entry, perhaps without text. */
const Written = z.object({ text: z.string().optional().catch(undefined), speaker: Who, start: Time, end: Time, channel: Channel, words: z.union([z.string(), z.array(z.unknown())]).nullish().catch(null), blank: z.boolean() });

/** Entries in the order of the file. `assumedMs` is what the number 1 means in their times, unless they say otherwise. */
export const entriesIn = (assumedMs: number) =>
	z.array(z.unknown()).transform((values): Entry[] => {
		const within = values.flatMap((value) => rolesIn(fieldsOf(value))['words'] ?? []);
		const unitMs = unitOf([...values, ...within], assumedMs);
		const dayFirst = isDayFirst(values.map((value) => String(rolesIn(fieldsOf(value))['start'])));
		const wordList = wordsIn(unitMs);
		return values.flatMap((value) => {
			const { text, speaker, start, end, words, channel } = Written.parse(canonical(value, unitMs, dayFirst));
			const said = text ?? (typeof words === 'string' ? words : undefined);
			const spoken = Array.isArray(words) ? wordList.parse(words) : [];
			const voices = new Set(spoken.flatMap((word) => word.speaker ?? []));
			if (said !== undefined && (voices.size < 2 || lettersOf(said) !== lettersOf(spoken.map((word) => word.text).join('')))) {
				return [{ text: said, speaker: voices.size < 2 ? (speaker ?? [...voices][0] ?? null) : null, startMs: start, endMs: end, channel }];
			}
			// Two people may speak within a sentence.
			const voiceOf = (word: Entry, index: number): string | null => (voices.size < 2 ? (speaker ?? word.speaker) : (word.speaker ?? between(spoken, index)));
			const sentences = sentencesOf(spoken.map((word, index) => ({ ...word, speaker: voiceOf(word, index), channel: word.channel ?? channel })));
			// It is counted, though nobody says anything.
			return sentences.length > 0 ? sentences : [{ text: '', speaker, startMs: start, endMs: end, channel }];
		});
	});

/** The speaker of a word for which the recognizer names none: the one who says the words on both sides. */
function between(words: readonly Entry[], index: number): string | null {
	const before = words.slice(Math.max(0, index - NEAR), index).findLast(({ speaker }) => speaker !== null)?.speaker;
	const after = words.slice(index, index + NEAR).find(({ speaker }) => speaker !== null)?.speaker;
	return (before === after ? before : null) ?? null;
}

const NEAR = 10;
const lettersOf = (text: string): string => text.replace(/\s/g, '');

/** Whether an entry has no text at all, not even an empty one. */
export const isStrange = (value: unknown): boolean => {
	const { text, words, blank } = Written.parse(canonical(value, 1));
	return text === undefined && words == null && !blank;
};

const SENTENCE_END = /[.!?。！？]["'”’)]*$/;
/** Punctuation, which some recognizers list as words of its own. */
const CLOSES = /^[.,!?;:…。，！？、%)\]”’]+$/;

/** How many of the words must start with a blank to show that words contain their own blanks (or are parts of words). */
const BLANKS_SHARE = 0.3;
/** Marks that recognizers write when somebody stops speaking. */
const SILENT: ReadonlySet<string> = new Set(['', '<end>', '<fin>']);

/** Words joined into the sentences of each speaker. Channels overlap in time, so their words are joined separately. */
export function sentencesOf(words: readonly Entry[]): Entry[] {
	const channels = new Set(words.map(({ channel }) => channel));
	const of = (isOf: (one: Entry['channel']) => boolean): readonly Entry[] => words.filter(({ channel }) => isOf(channel));
	return [...channels].flatMap((one) => joined(of((channel) => channel === one), of((channel) => channel !== one)));
}

/** Whether another channel says a word in each pause, asked in the order of time. */
function spokenBetween(others: readonly Entry[]): (from: number | null, to: number | null) => boolean {
	const timed = others.flatMap(({ startMs, endMs }) => (startMs === null || endMs === null ? [] : [{ startMs, endMs }])).toSorted((a, b) => a.startMs - b.startMs);
	let next = 0;
	return (from, to) => {
		if (from === null || to === null) return false;
		while ((timed[next]?.startMs ?? from) < from) next += 1;
		return (timed[next]?.endMs ?? Number.POSITIVE_INFINITY) <= to;
	};
}

function joined(words: readonly Entry[], others: readonly Entry[]): Entry[] {
	// Without punctuation, only the words of another channel show where somebody stops.
	const isInterrupted = words.some(({ text }) => SENTENCE_END.test(text.trim())) ? () => false : spokenBetween(others);
	const sentences: (Omit<Entry, 'text' | 'endMs'> & { text: string; endMs: number | null })[] = [];
	const bringBlanks = words.filter(({ text }) => /^\s/.test(text)).length >= words.length * BLANKS_SHARE;
	let hasEnded = true;
	for (const { text, speaker, startMs, endMs, channel } of words) {
		const said = text.trim();
		const last = sentences.at(-1);
		if (SILENT.has(said)) {
			if (bringBlanks && last !== undefined) last.text += ' ';
			continue;
		}
		const closes = CLOSES.test(said);
		const belongs = bringBlanks && last?.speaker === speaker && !/^\s/.test(text) && !/\s$/.test(last.text);
		if (last !== undefined && (closes || belongs || (!hasEnded && last.speaker === speaker && !isInterrupted(last.endMs, startMs)))) {
			last.text += bringBlanks || closes ? text : ` ${said}`;
			last.endMs = endMs ?? last.endMs;
		} else sentences.push({ text: said, speaker, startMs, endMs, channel });
		hasEnded = SENTENCE_END.test(said);
	}
	return sentences.map((sentence) => ({ ...sentence, text: oneLine(sentence.text) }));
}

/** A caption that Microsoft Teams wrote as JSON; null if it is not one. */
export function voiceInJson(text: string): { readonly speaker: string | null; readonly text: string } | null {
	try {
		const { text: said, speaker } = Written.parse(canonical(JSON.parse(text), 1));
		return said === undefined ? null : { speaker, text: said };
	} catch {
		return null;
	}
}

/** The time of an entry that has it as text. */
function writtenTime(value: unknown): string | null {
	const { start } = canonical(value, 1);
	return typeof start === 'string' ? start : null;
}

/** Whether an entry has a time that cannot be read. */
export function isUntimed(value: unknown): boolean {
	const given = writtenTime(value);
	return given !== null && Time.parse(given) === null;
}

/** Whether an entry has a time as a clock shows it. */
export const isByClock = (value: unknown): boolean => isClock(writtenTime(value) ?? '');

/** The fields of an entry that contain words missing from its segments. */
export const unreadIn = (entry: unknown): string[] =>
	isRecord(entry) ? Object.entries(fieldsOf(entry)).flatMap(([name, value]) => (!NO_SPEECH.has(name) && roleOf(name) === undefined && isWordy(value) ? [name] : [])) : [];

/** Whether a value contains text of several words. */
export function isWordy(value: unknown): boolean {
	const waiting = [value];
	while (waiting.length > 0) {
		const each = waiting.pop();
		if (typeof each === 'string' && each.trim().split(/\s+/).length > 2) return true;
		if (typeof each === 'object' && each !== null) for (const inner of Object.values(each)) waiting.push(inner);
	}
	return false;
}
