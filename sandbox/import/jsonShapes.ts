import { z } from 'zod/v4';
import { fieldsOf } from './fields.ts';
import { entriesIn, type Entry, isBlank, isEntry, sentencesOf, wordsIn } from './jsonEntry.ts';

const SECONDS = 1000;
const MILLISECONDS = 1;

/**
 * The JSON structure of one exporter, or of several that are alike. Only what is named here is copied: with the other fields,
 * those of a field `__proto__` would stand in, unchecked, for what is missing.
 */
interface Shape {
	/** The keys that tell it from the others. */
	readonly is: z.ZodType;
	readonly entries: z.ZodType<Entry[]>;
	/** Top-level fields with the same words as the entries, or with none. */
	readonly same: readonly string[];
	/** The top-level field that is the list of entries, if it is as simple as that. */
	readonly list?: string;
}

const list = (key: string, unitMs: number): Shape => ({
	is: z.object({ [key]: z.array(z.unknown()) }),
	entries: z.object({ [key]: entriesIn(unitMs) }).transform((file) => z.array(z.custom<Entry>()).parse(file[key])),
	list: key,
	same: [key, 'text', 'words', 'transcript', 'speakers', 'word_segments', 'combinedRecognizedPhrases'],
});

const assemblyAi: Shape = {
	is: z.union([z.object({ utterances: z.array(z.unknown()) }), z.object({ words: z.array(z.unknown()), audio_duration: z.number().nullable() })]),
	entries: z
		.object({ utterances: entriesIn(MILLISECONDS).nullish(), words: wordsIn(MILLISECONDS).nullish() })
		.transform(({ utterances, words }) => utterances ?? sentencesOf(words ?? [])),
	same: ['utterances', 'words', 'text'],
};

const Paragraph = z
	.object({ speaker: z.number().nullish(), sentences: entriesIn(SECONDS) })
	.transform(({ speaker, sentences }) => sentences.map((sentence) => ({ ...sentence, speaker: speaker == null ? null : `Speaker ${speaker}` })));

const Alternative = z.object({
	transcript: z.string().default(''),
	words: wordsIn(SECONDS).default([]),
	paragraphs: z.object({ paragraphs: z.array(Paragraph) }).nullish(),
});

const Channel = z.object({ alternatives: z.tuple([Alternative], z.unknown()) }).transform(({ alternatives: [best] }): Entry[] => {
	const sentences = best.paragraphs?.paragraphs.flat() ?? sentencesOf(best.words);
	return sentences.length > 0 ? sentences : [{ text: best.transcript, speaker: null, startMs: null, endMs: null }];
});

const deepgram: Shape = {
	is: z.object({ results: z.object({ channels: z.array(z.unknown()) }) }),
	entries: z
		.object({ results: z.object({ utterances: entriesIn(SECONDS).nullish(), channels: z.array(Channel) }) })
		.transform(({ results: { utterances, channels } }) => {
			const apart = channels.flatMap((entries, channel) => entries.map((entry) => ({ ...entry, channel })));
			return utterances?.length ? utterances : apart;
		}),
	same: ['results'],
};

/** A text without times, as sentences. */
const untimed = (text: string): Entry[] => sentencesOf(text.split(' ').map((word) => ({ text: word, speaker: null, startMs: null, endMs: null })));

const AwsItems = z.array(z.looseObject({}));

const aws: Shape = {
	is: z.object({ results: z.union([z.object({ items: z.array(z.unknown()) }), z.object({ transcripts: z.array(z.unknown()) })]) }),
	entries: z
		.object({
			results: z.object({
				items: AwsItems.default([]),
				speaker_labels: z.object({ segments: z.array(z.object({ items: AwsItems })) }).nullish().catch(null),
				transcripts: z.array(z.object({ transcript: z.string() })).catch([]),
			}),
		})
		.transform(({ results: { items, speaker_labels: voices, transcripts } }) => {
			// A file that was cut may have no words with times.
			if (items.length === 0) return transcripts.flatMap(({ transcript }) => untimed(transcript));
			const voiceAt = new Map(voices?.segments.flatMap((segment) => segment.items.map((item) => [item['start_time'], item['speaker_label']])));
			const channels = [...new Set(items.map(({ channel_label: label }) => label))];
			return sentencesOf(wordsIn(SECONDS).parse(items.map((item) => ({ ...item, speaker: item['speaker_label'] ?? voiceAt.get(item['start_time']) ?? item['channel_label'], channel: channels.indexOf(item['channel_label']) }))));
		}),
	same: ['results'],
};

/** Speechmatics: words with their alternatives. */
const speechmatics: Shape = {
	is: z.object({ results: z.array(z.object({ type: z.string(), alternatives: z.array(z.unknown()) })).min(1) }),
	entries: z.object({ results: wordsIn(SECONDS) }).transform(({ results }) => sentencesOf(results)),
	same: [],
};

/** ElevenLabs, several channels: the words of each. */
const apart: Shape = {
	is: z.object({ transcripts: z.array(z.unknown()) }),
	entries: z
		.object({ transcripts: z.array(z.object({ words: wordsIn(SECONDS), channel_index: z.int().nullish() })) })
		.transform(({ transcripts }) => transcripts.flatMap(({ words: said, channel_index: channel }, index) => sentencesOf(said.map((word) => ({ ...word, channel: channel ?? index }))))),
	same: ['transcripts'],
};

const google: Shape = {
	is: z.object({ results: z.array(z.unknown()) }),
	entries: z
		.object({
			results: z.array(z.object({ alternatives: z.array(z.object({ transcript: z.string().default(''), words: wordsIn(SECONDS).default([]) })) })),
		})
		.transform(({ results }) => {
			const best = results.flatMap(({ alternatives }) => alternatives.slice(0, 1));
			// With speakers recognized, version 1 of the API repeats all words with their speakers in the last result.
			const told = best.filter(({ words }) => words.some(({ speaker }) => speaker !== null));
			return (told.length === 1 ? told : best).flatMap(({ transcript, words }) =>
				words.length > 0 ? sentencesOf(words) : [{ text: transcript, speaker: null, startMs: null, endMs: null }],
			);
		}),
	same: ['results'],
};

/** Only a text. */
export const recognized: Shape = {
	is: z.object({ text: z.string() }),
	entries: z
		.object({ text: z.string() })
		.transform(({ text }) => untimed(text)),
	same: ['text'],
};

/** Only words (Whisper, ElevenLabs, Soniox). Next to them there may be the text with its punctuation. */
const words = (key: string): Shape => ({
	is: z.object({ [key]: z.array(z.object({})).min(1) }),
	entries: z.object({ [key]: wordsIn(SECONDS), text: z.string().nullish().catch(null) }).transform((file) => {
		const found = z.array(z.custom<Entry>()).parse(file[key]);
		const written = z.string().nullish().parse(file['text'])?.trim().split(/\s+/) ?? [];
		return sentencesOf(written.length === found.length ? found.map((word, index) => ({ ...word, text: written[index] ?? word.text })) : found);
	}),
	list: key,
	same: [key, 'text'],
});

/** A list alone. */
export const bare: Shape = { is: z.array(z.unknown()), entries: entriesIn(SECONDS), same: [] };

/** Every shape of JSON that can be read. The first that fits counts. */
export const shapes: readonly Shape[] = [
	bare,
	deepgram,
	aws,
	speechmatics,
	google,
	apart,
	assemblyAi,
	list('segments', SECONDS), // the service, Whisper, WhisperX, OpenAI, podcasts
	list('sentences', SECONDS), // Fireflies, AssemblyAI
	list('transcript', SECONDS), // Fathom, tl;dv
	list('transcription', SECONDS), // whisper.cpp
	list('chunks', SECONDS), // Transformers
	list('speaker_blocks', MILLISECONDS), // Read.ai
	list('recognizedPhrases', SECONDS), // Azure
	words('words'),
	words('tokens'),
	recognized,
];

interface SpokenList {
	readonly value: readonly unknown[];
	readonly path: readonly string[];
	/** The path without places in lists. */
	readonly kind: string;
}

/** All lists of what looks like speech. */
function listsIn(value: unknown, path: readonly string[], kind: string): SpokenList[] {
	if (path.length > 6) return [];
	const entries: readonly unknown[] = Array.isArray(value) ? value : [];
	const told = entries.filter((each) => !isBlank(each));
	if (told.filter(isEntry).length * 2 > told.length) return [{ value: entries, path, kind }];
	return Object.entries(Array.isArray(value) ? value : fieldsOf(value)).flatMap(([key, each]) => listsIn(each, [...path, key], Array.isArray(value) ? kind : `${kind}.${key}`));
}

/** The start of a list in its own unit, as far as it can be read. */
const startOf = ({ value }: SpokenList): number => entriesIn(SECONDS).parse(value)[0]?.startMs ?? Number.NaN;

/**
 * What looks like speech in JSON of an unknown shape, and where it is: the longest list, joined with the lists next to it that
 * continue where the one before ends, as chapters do. `isWhole`: whether there is no other list of the kind, such as that of
 * another meeting.
 */
export function spokenIn(root: unknown): Pick<SpokenList, 'value' | 'path'> & { readonly isWhole: boolean } | null {
	const lists = listsIn(root, [], '');
	const [longest] = lists.toSorted((a, b) => b.value.length - a.value.length);
	if (longest === undefined) return null;
	const alike = lists.filter(({ kind }) => kind === longest.kind);
	const goOn = alike.slice(1).every((each, index) => startOf(each) > startOf(alike[index] ?? each));
	return goOn ? { value: alike.flatMap(({ value }) => value), path: longest.path, isWhole: true } : { ...longest, isWhole: false };
}
