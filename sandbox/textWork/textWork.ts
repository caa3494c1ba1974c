import { extname } from 'node:path';
import type { z } from 'zod/v4';
import { AiFailedError, SandboxError, TextWorkError } from '../errors.ts';
import { isArchive } from '../import/document.ts';
import { ImportError } from '../import/parsedMeeting.ts';
import { type Job, Reply, results, type Transcript, type TranscriptFile } from './jobs.ts';
import type { StoredMeetingAi } from './storedMeeting.ts';
import { transcriptOf } from './transcript.ts';
import { createThread, ThreadError, type ThreadFailure } from './thread.ts';

/** Work on text that may take too long for other requests to wait. It runs in its own thread. */
export interface TextWork {
	/** Reads a file as a transcript. @throws ImportError */
	transcript(file: TranscriptFile): Promise<Transcript>;
	/** The offline AI. Its methods throw AiFailedError. */
	readonly ai: StoredMeetingAi;
	/** Stops work in progress and drops waiting work. */
	close(): Promise<void>;
}

interface TextWorkOptions {
	/** How long reading a meeting or generating a result may take. */
	readonly timeoutMs: number;
}

/** A meeting of 20,000 segments takes a third of this memory. */
const MEMORY_MB = 2048;
/** A file with up to this many characters is read faster than a thread starts, whatever its content. An archive may contain far more. */
const SHORT = 10_000;
// The compiled module is also next to this one, with another extension.
const entry = new URL(`./work${extname(import.meta.url)}`, import.meta.url);

/** Creates the worker. Its thread starts when it is first needed. */
export function createTextWork({ timeoutMs }: TextWorkOptions): TextWork {
	const thread = createThread({ entry, timeoutMs, memoryMb: MEMORY_MB });
	const words: Readonly<Record<Exclude<ThreadFailure, 'closed'>, string>> = {
		timeout: `took longer than ${timeoutMs / 1000} seconds`,
		memory: 'exceeded its memory limit',
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
		if (reason === 'closed') return new SandboxError('stopped', 'The sandbox was stopped before this finished.');
		if (kind !== 'transcript') return new AiFailedError(`The offline AI ${words[reason]}.`, { cause: error });
		if (reason === 'crash') return new TextWorkError(`Reading the file ${words.crash}.`, { cause: error });
		return new ImportError(1, `reading this file ${words[reason]}; split it into shorter meetings`);
	}

	return {
		transcript: (file) =>
			file.text.length <= SHORT && !(typeof file.text !== 'string' && isArchive(file.text)) ? transcriptOf(file) : perform(results.transcript, { kind: 'transcript', file }),
		ai: {
			keyPoints: (meeting) => perform(results.keyPoints, { kind: 'keyPoints', meeting }),
			feedback: (meeting) => perform(results.feedback, { kind: 'feedback', meeting }),
			answer: (meeting, query) => perform(results.answer, { kind: 'answer', meeting, query }),
			email: (meeting, request) => perform(results.email, { kind: 'email', meeting, request }),
		},
		close: thread.close,
	};
}
