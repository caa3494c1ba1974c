import * as z from 'zod/v4';
import { api, type Segment } from '../../../api/index.ts';
import { listedConversation, roleNames, transcriptFormats, transcriptLines, transcriptNote, type TranscriptTextOptions, wordsIn } from '../../../format/index.ts';
import { maybeText } from '../../../meetings/index.ts';
import { conversationId } from '../conversation.ts';
import { boolean, choice, dateTime, type InputOf, number, pairs, text } from '../../../forms/index.ts';
import { conversationOf } from '../../shared/heard.ts';
import { language, languageFor } from '../../shared/language.ts';
import { fileName, isNote, noteChoice, noteFile, noteFor, noteOptions } from '../../shared/note.ts';
import { operation, result, type Page, type Result } from '../../operation.ts';
import { untilReady, waitSeconds } from '../../shared/savedResult.ts';
import type { Session } from '../../session.ts';
import { fileFields, fileOf, MAX_CHARACTERS, textPart } from '../../shared/textFile.ts';

/** Formats that return a single text. */
const textFormats = ['markdown', 'note', 'srt', 'text', 'vtt'] as const;

/** Outputs that include speaker names. */
const named = { format: ['segments', ...textFormats] };

const fields = {
	format: choice({
		label: 'Output',
		choices: [
			{ value: 'segments', label: 'Each Segment', description: 'One result for each, with speaker names', many: true },
			{ value: 'markdown', label: 'Markdown', description: 'One text, for documents and notes' },
			noteChoice,
			{ value: 'object', label: 'Object', description: 'All segments together, as returned by the API' },
			{ value: 'text', label: 'Plain Text', description: 'One text, one line for each segment' },
			{ value: 'srt', label: 'SRT', description: 'Subtitles for video players' },
			{ value: 'vtt', label: 'WebVTT', description: 'Subtitles for web pages' },
		],
		default: 'object',
		agentDefault: 'text',
		description: 'The format of the transcript',
	}),
	...fileFields(textFormats),
};

const options = {
	times: choice({
		label: 'Line Times',
		choices: [
			{ value: 'none', label: 'None' },
			{ value: 'elapsed', label: 'Since the Start', description: 'Such as 00:12:05' },
			{ value: 'clock', label: 'Time of Day', description: ({ timezone }) => `In ${timezone}` },
		],
		initial: 'elapsed',
		description: 'What each line starts with',
		showWhen: { format: ['markdown', 'note', 'text'] },
	}),
	maxCharacters: number({
		label: 'Max Characters',
		min: 100,
		default: MAX_CHARACTERS,
		description: 'Where to cut off the text so that it fits a model’s context window',
		showWhen: { format: textFormats },
		audience: 'agents',
	}),
	startTime: dateTime({
		label: 'Meeting Start',
		description: 'When the meeting started, from which line times count; the first segment if empty',
		showWhen: named,
	}),
	title: text({
		label: 'Meeting Title',
		example: 'Weekly sync',
		description: 'The title of the note; looked up if empty, like its start',
		showWhen: isNote,
		audience: 'people',
	}),
	mergeSpeakers: boolean({
		label: 'Merge Consecutive Lines',
		description: 'Whether to merge consecutive lines of the same speaker into one',
		showWhen: named,
	}),
	speakerNames: pairs({
		label: 'Rename Speakers',
		pair: { name: 'speaker', label: 'Speaker' },
		from: { name: 'from', label: 'Speaker', example: 'Speaker 2', description: 'The name as it is shown otherwise, or as the API returns it' },
		to: { name: 'to', label: 'Shown As', example: 'Maria Lopez', description: 'The name to show' },
		description: 'Shows other names, yours included',
		showWhen: named,
	}),
	...noteOptions,
	language: { ...language, showWhen: isNote },
};

const variants = [
	{
		when: { format: ['segments'] },
		output: z.object({ conversationId: z.string(), index: z.int(), speaker: maybeText, text: z.string(), timestamp: maybeText, startSeconds: z.number() }),
	},
	{ when: { format: textFormats }, output: z.object({ text: z.string(), fileName, id: z.string(), format: z.string(), segmentCount: z.int() }) },
];

interface Transcript {
	readonly id: string;
	readonly segments: readonly Segment[];
}

/** Responses may drift from their schema: there may be no list, and a segment can be anything. */
const segmentsOf = ({ segments }: Pick<Transcript, 'segments'>): readonly Segment[] =>
	Array.isArray(segments) ? segments : [];

const isUser = (segment: unknown): boolean =>
	segment instanceof Object && 'speaker' in segment && segment.speaker === 'local';

/** Reads the profile only if the user speaks. */
async function userName(session: Session, segments: readonly Segment[]): Promise<string | undefined> {
	return segments.some(isUser) ? ((await session.profile()).name ?? undefined) : undefined;
}

type Asked = InputOf<typeof fields & typeof options>;

/** The title and the start of a meeting, which a transcript does not have: those given, otherwise those in the list. */
async function headOf(session: Session, id: string, { title, startTime }: Asked): Promise<Pick<Asked, 'startTime' | 'title'>> {
	if (title !== undefined && startTime !== undefined) return { title, startTime };
	const listed = listedConversation(await conversationOf(session, id, Infinity));
	return { title: title ?? listed.title ?? undefined, startTime: startTime ?? listed.startTime ?? undefined };
}

/** A transcript in the requested format. */
async function* transcriptResults(
	session: Session,
	transcript: Transcript,
	asked: Asked,
	page: Page,
): AsyncGenerator<Result> {
	const { format, maxCharacters, asFile, fileField, ...how } = asked;
	if (segmentsOf(transcript).length === 0) {
		session.hint(
			'The transcript is empty. If the meeting was only just recorded, run this again in a few minutes; one whose recording failed has none.',
		);
	}
	if (format === 'object') {
		yield result(transcript);
		return;
	}
	const { id } = transcript;
	const segments = segmentsOf(transcript);
	const names = how.speakerNames ?? {};
	const inLanguage = await languageFor(session, how.language);
	const { otherParticipant } = wordsIn(inLanguage);
	const textOptions: TranscriptTextOptions = {
		...how,
		// A speaker of an imported meeting may have the name that stands for others.
		...(inLanguage !== 'en' && { speakerNames: { [roleNames.remote]: names[otherParticipant] ?? otherParticipant, ...names } }),
		userName: 'local' in names ? undefined : await userName(session, segments),
		timeZone: session.timezone,
	};
	if (format === 'segments') {
		const lines = transcriptLines(segments, textOptions);
		for (const [index, { startMs, ...line }] of [...lines.entries()].slice(0, page.limit)) {
			yield result({ conversationId: id, index, ...line, startSeconds: startMs / 1000 });
		}
		return;
	}
	const ofMeeting = typeof id === 'string' ? id : '';
	const { title, startTime } = format === 'note' ? await headOf(session, ofMeeting, asked) : how;
	const { write, ...kind } =
		format === 'note'
			? {
					write: () =>
						transcriptNote({ id: ofMeeting, title, segments }, { ...noteFor(session, how, startTime), language: inLanguage }, textOptions),
					...noteFile(ofMeeting, 'transcript'),
				}
			: { name: `transcript ${ofMeeting}`, ...transcriptFormats[format] };
	const written = write(segments, textOptions);
	const file = fileOf({ asFile, fileField }, written, kind);
	const { next, cut, ...part } = session.isAgent ? textPart(written, page, maxCharacters) : { text: written, cut: undefined, next: undefined };
	const advice = cut === undefined ? {} : { cut: `${cut} Continue from there, or ask a question about the conversation.` };
	const ofNote = format === 'note' ? { fileName: `${kind.name}.${kind.extension}` } : {};
	yield { ...result({ ...part, ...advice, ...ofNote, id, format, segmentCount: segments.length }, file), ...(next !== undefined && { next }) };
}

export const getTranscript = operation({
	endpoint: api.transcript.get,
	id: 'getTranscript',
	name: 'Get Transcript',
	action: 'Get transcript',
	description: 'Get who said what and when',
	requests:
		'1, plus 1 per run for your name or the language of your profile if either is shown, and 1 per run and 100 newer meetings for the title and start of notes',
	fields: { id: conversationId, ...fields },
	options: { ...options, waitSeconds },
	variants,
	async *run(session, { id, waitSeconds: seconds, ...asked }, page) {
		const { data } = await untilReady(
			session,
			seconds,
			() => session.client.transcript.get({ id }),
			({ data: transcript }) => segmentsOf(transcript).length > 0,
		);
		yield* transcriptResults(session, data, asked, page);
	},
});
