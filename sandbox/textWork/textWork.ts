import { extname } from 'node:path';
import type { z } from 'zod/v4';
import { AiFailedError, SandboxError, TextWorkError } from '../errors.ts';
import { ImportError } from '../import/parsedMeeting.ts';
import { type Job, Reply, results, type Transcript, type TranscriptFile } from './jobs.ts';
import type { StoredMeetingAi } from './storedMeeting.ts';
import { transcriptOf } from './transcript.ts';
import { createThread, ThreadError, type ThreadFailure } from './thread.ts';

/** Work on text that may take longer than others should wait for it: it is done in a thread of its own. */
export interface TextWork {
	/** Reads a file as a transcript. @throws ImportError */
	transcript(file: TranscriptFile): Promise<Transcript>;
	/** The AI that works offline. Its methods throw AiFailedError. */
	readonly ai: StoredMeetingAi;
	/** Gives up what is under way and what waits. */
	close(): Promise<void>;
}

export interface TextWorkOptions {
	/** How long one meeting may be read, or one result be made. */
	readonly timeoutMs: number;
}

/** A meeting of 20,000 segments takes a third of it. */
const MEMORY_MB = 2048;
/** A thread takes longer to start than a file of so many characters to be read, whatever is in it. */
const SHORT = 10_000;
// The compiled module lies beside this one as well, under its own extension.
const entry = new URL(`./work${extname(import.meta.url)}`, import.meta.url);

/** Makes the work on text. Its thread starts when it is first needed. */
export function createTextWork({ timeoutMs }: TextWorkOptions): TextWork {
	const thread = createThread({ entry, timeoutMs, memoryMb: MEMORY_MB });
	const words: Readonly<Record<Exclude<ThreadFailure, 'closed'>, string>> = {
		timeout: `took longer than ${timeoutMs / 1000} seconds`,
		memory: 'needed more memory than it may have',
		crash: 'ended unexpectedly',
	};

	async function perform<S extends z.ZodType>(shape: S, job: Job): Promise<z.output<S>> {
		const reply = Reply.parse(await thread.ask(job).catch((error: unknown) => Promise.reject(explained(job, error))));
		if (!('problem' in reply)) return shape.parse(reply.result);
		if (reply.line === undefined) throw new Error(reply.problem);
		throw new ImportError(reply.line, reply.problem.replace(/^line \d+: /, ''));
	}

	function explained({ kind }: Job, error: unknown): unknown {
		if (!(error instanceof ThreadError)) return error;
		const { reason } = error;
		if (reason === 'closed') return new SandboxError('stopped', 'The sandbox was stopped before this was done.');
		if (kind !== 'transcript') return new AiFailedError(`The offline AI ${words[reason]}.`, { cause: error });
		if (reason === 'crash') return new TextWorkError(`Reading the file ${words.crash}.`, { cause: error });
		return new ImportError(1, `reading this file ${words[reason]}; divide it into shorter meetings`);
	}

	return {
		transcript: (file) =>
			file.text.length <= SHORT ? transcriptOf(file) : perform(results.transcript, { kind: 'transcript', file }),
		ai: {
			keyPoints: (meeting) => perform(results.keyPoints, { kind: 'keyPoints', meeting }),
			feedback: (meeting) => perform(results.feedback, { kind: 'feedback', meeting }),
			answer: (meeting, query) => perform(results.answer, { kind: 'answer', meeting, query }),
			email: (meeting, request) => perform(results.email, { kind: 'email', meeting, request }),
		},
		close: thread.close,
	};
}
