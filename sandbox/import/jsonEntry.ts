import { z } from 'zod/v4';
import { oneLine } from '../text.ts';
import { clockMs } from './times.ts';

/** What somebody says, or a word of it. Times are milliseconds from the start of the meeting, or since 1970. */
export interface Entry {
	readonly text: string;
	readonly speaker: string | null;
	readonly startMs: number | null;
	readonly endMs: number | null;
}

/** The names that exporters use for the same thing. The first that has a value counts. */
const ALIASES = {
	text: ['text', 'sentence', 'transcript', 'punctuated_word', 'word', 'value', 'content'],
	speaker: ['speaker', 'speakerName', 'speaker_name', 'speaker_label', 'speakerLabel', 'speakerTag', 'name', 'participant', 'source', 'speaker_id'],
	start: ['start', 'startTime', 'start_time', 'timestamp', 'time', 'startOffset', 'start_timestamp', 'ts'],
	end: ['end', 'endTime', 'end_time', 'endOffset', 'end_timestamp', 'end_ts'],
	words: ['words', 'elements'],
} as const;
/** Fields of an entry that repeat its text, or have no speech in them. */
const NO_SPEECH: ReadonlySet<string> = new Set<string>([...Object.values(ALIASES).flat(), 'raw_text', 'timestamps']);

const Fields = z.record(z.string(), z.unknown()).catch({});
const isRecord = (value: unknown): boolean => typeof value === 'object' && value !== null && !Array.isArray(value);

function canonical(value: unknown): unknown {
	if (!isRecord(value)) return value;
	const fields = Fields.parse(value);
	const found = Object.entries(ALIASES).map(([field, names]) => [field, names.map((name) => fields[name]).find((each) => each != null && each !== '')]);
	const entry: Record<string, unknown> = { ...Object.fromEntries(found), blank: ALIASES.text.some((name) => fields[name] === '') };
	// Whisper's implementations write pairs.
	const pair = Array.isArray(entry['start']) ? { from: entry['start'][0], to: entry['start'][1] } : fields['timestamps'];
	if (isRecord(pair)) Object.assign(entry, { start: Fields.parse(pair)['from'], end: Fields.parse(pair)['to'] });
	return entry;
}

/** The last second that is a date (ECMAScript, Time Values). */
const LATEST_SECONDS = 8.64e12;
const ISO_DATE = /^(\d{4}-\d{2}-\d{2})T/;
const SECONDS = /^(\d{1,9}(?:\.\d{1,9})?)s?$/;

/** `Date.parse` takes February 30 for March 2. */
const isDate = (text: string): boolean => z.iso.date().safeParse(ISO_DATE.exec(text)?.[1]).success;

function msOf(text: string): number {
	const seconds = SECONDS.exec(text)?.[1];
	if (seconds !== undefined) return Number(seconds) * 1000;
	return clockMs(text) ?? (isDate(text) ? Date.parse(text) : Number.NaN);
}

const timeIn = (unitMs: number) => {
	const number = z.number().nonnegative().max(LATEST_SECONDS).transform((value) => value * unitMs);
	const text = z.string().transform((value, context) => {
		const ms = msOf(value);
		if (Number.isFinite(ms)) return ms;
		context.issues.push({ code: 'custom', message: 'is not a time', input: value });
		return z.NEVER;
	});
	const relative = z.looseObject({ relative: number }).transform((at) => at.relative);
	return z.union([number, text, relative]).nullish();
};

/** Granola's names for the user's own microphone and for everyone else, in the API's words (Resources, Segment). */
const CHANNELS: Readonly<Record<string, string>> = { microphone: 'local', system: 'remote' };

/** A name, the number of a recognized voice, or a person. */
const Who = z
	.union([
		z.string().transform((name) => CHANNELS[name] ?? name),
		z.number().transform((voice) => `Speaker ${voice}`),
		z
			.looseObject({ name: z.string().nullish(), display_name: z.string().nullish(), displayName: z.string().nullish() })
			.transform((person) => person.name ?? person.display_name ?? person.displayName),
	])
	.nullish()
	.transform((who) => oneLine(who ?? '') || null);

const wordIn = (unitMs: number) =>
	z.preprocess(
		canonical,
		z
			.object({ text: z.string().default(''), speaker: Who, start: timeIn(unitMs), end: timeIn(unitMs) })
			.transform(({ text, speaker, start, end }): Entry => ({ text, speaker, startMs: start ?? null, endMs: end ?? null })),
	);

/** Words with times, as recognizers list them. */
export const wordsIn = (unitMs: number) => z.array(wordIn(unitMs));

/** Entries in the order of the file. `unitMs` is what the number 1 means in their times. */
export const entriesIn = (unitMs: number) =>
	z.array(
		z.preprocess(
			canonical,
			z
				.object({
					text: z.string().optional(),
					speaker: Who,
					start: timeIn(unitMs),
					end: timeIn(unitMs),
					words: z.union([z.string(), wordsIn(unitMs)]).nullish(),
					blank: z.boolean(),
				})
				.transform(({ text, speaker, start, end, words, blank }, context): Entry[] => {
					const said = text ?? (typeof words === 'string' || blank ? (words?.toString() ?? '') : undefined);
					if (said !== undefined) return [{ text: said, speaker, startMs: start ?? null, endMs: end ?? null }];
					if (typeof words === 'object' && words !== null) return sentencesOf(words.map((word) => ({ ...word, speaker: speaker ?? word.speaker })));
					context.issues.push({ code: 'custom', message: 'is missing', input: text, path: ['text'] });
					return z.NEVER;
				}),
		),
	).transform((entries) => entries.flat());

const SENTENCE_END = /[.!?。！？]["'”’)]*$/;
/** Punctuation, which some recognizers list as words of its own. */
const CLOSES = /^[.,!?;:…。，！？、%)\]”’]+$/;

/** Words joined into the sentences of each speaker. */
export function sentencesOf(words: readonly Entry[]): Entry[] {
	const sentences: { texts: string[]; speaker: string | null; startMs: number | null; endMs: number | null }[] = [];
	let hasEnded = true;
	for (const { text, speaker, startMs, endMs } of words) {
		const said = text.trim();
		if (said === '') continue;
		const last = sentences.at(-1);
		const closes = CLOSES.test(said);
		if (last !== undefined && (closes || (!hasEnded && last.speaker === speaker))) {
			last.texts.push(closes ? said : ` ${said}`);
			last.endMs = endMs ?? last.endMs;
		} else sentences.push({ texts: [said], speaker, startMs, endMs });
		hasEnded = SENTENCE_END.test(said);
	}
	return sentences.map(({ texts, ...sentence }) => ({ ...sentence, text: texts.join('') }));
}

/** The fields of an entry that contain words missing from its segments. */
export const unreadIn = (entry: unknown): string[] =>
	isRecord(entry) ? Object.entries(Fields.parse(entry)).flatMap(([name, value]) => (!NO_SPEECH.has(name) && isWordy(value) ? [name] : [])) : [];

/** Whether a value contains text of several words. */
export function isWordy(value: unknown): boolean {
	const waiting = [value];
	for (let each = waiting.pop(); waiting.length > 0 || each !== undefined; each = waiting.pop()) {
		if (typeof each === 'string' && /\S\s+\S+\s+\S/.test(each)) return true;
		if (typeof each === 'object' && each !== null) for (const inner of Object.values(each)) waiting.push(inner);
	}
	return false;
}
