import { z } from 'zod/v4';
import type { Segment } from '../../../../src/api/index.ts';
import { transcriptFormats, transcriptLines, type TranscriptTextOptions } from '../../../../src/format/index.ts';
import { FileInput, fileOf } from '../../fileFields.ts';
import type { Values } from '../../field.ts';
import { readInput } from '../../readInput.ts';
import { result, type Result } from '../../result.ts';
import type { Session } from '../../session.ts';
import { textFormats } from './transcriptOutput.ts';

const SpeakerNames = z
	.object({ speaker: z.array(z.object({ from: z.string(), to: z.string() })).default([]) })
	.transform(({ speaker }) => Object.fromEntries(speaker.map(({ from, to }) => [from.trim(), to])));

const Input = z.object({
	format: z.enum(['object', 'segments', ...textFormats]).default('object'),
	mergeSpeakers: z.boolean().optional(),
	otherName: z.string().optional(),
	speakerNames: SpeakerNames.optional(),
	startTime: z.string().optional(),
	times: z.enum(['clock', 'elapsed', 'none']).optional(),
	unknownName: z.string().optional(),
	userName: z.string().optional(),
	maxCharacters: z.number().min(100).default(20_000),
});

interface Transcript {
	readonly id: string;
	readonly segments: readonly Segment[];
}

/** Answers may have drifted from their shape, so there may be no list, and a segment can be anything. */
export const segmentsOf = ({ segments }: Pick<Transcript, 'segments'>): readonly Segment[] =>
	Array.isArray(segments) ? segments : [];

const isUser = (segment: unknown): boolean =>
	segment instanceof Object && 'speaker' in segment && segment.speaker === 'local';

/** Asks for the profile only when the user speaks and nobody said what to show. */
async function userName(session: Session, segments: readonly Segment[]): Promise<string | undefined> {
	return segments.some(isUser) ? (await session.profile()).profile?.name : undefined;
}

function shortened(text: string, session: Session, maxCharacters: number) {
	if (!session.isTool || text.length <= maxCharacters) return { text };
	const end = text.lastIndexOf('\n', maxCharacters);
	return {
		text: text.slice(0, end > 0 ? end : maxCharacters),
		cut: `The text has ${text.length} characters and was cut. To learn more of it, ask a question about the conversation.`,
	};
}

/** A transcript as an item asks for it. */
export async function* transcriptResults(session: Session, transcript: Transcript, input: Values): AsyncGenerator<Result> {
	const { format, maxCharacters, ...asked } = readInput(Input, input);
	if (format === 'object') {
		yield result(transcript);
		return;
	}
	const { id } = transcript;
	const segments = segmentsOf(transcript);
	const names = asked.speakerNames ?? {};
	const options: TranscriptTextOptions = {
		...asked,
		userName: asked.userName ?? ('local' in names ? undefined : await userName(session, segments)),
		timeZone: session.timezone,
	};
	if (format === 'segments') {
		const lines = transcriptLines(segments, options);
		for (const [index, { startMs, ...line }] of lines.entries()) {
			yield result({ conversationId: id, index, ...line, startSeconds: startMs / 1000 });
		}
		return;
	}
	const { write, ...kind } = transcriptFormats[format];
	const text = write(segments, options);
	yield result(
		{ id, format, ...shortened(text, session, maxCharacters), segmentCount: segments.length },
		fileOf(readInput(FileInput, input), text, { name: `transcript ${id}`, ...kind }),
	);
}
