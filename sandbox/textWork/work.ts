import { parentPort } from 'node:worker_threads';
import { ImportError } from '../import/parsedMeeting.ts';
import type { Job, Reply } from './jobs.ts';
import { reading } from './storedMeeting.ts';

/**
 * What the worker thread runs. Each part is loaded when it is first needed: loading the language model takes longer than
 * reading most files.
 */
async function resultOf(job: Job): Promise<unknown> {
	if (job.kind === 'transcript') return (await import('./transcript.ts')).transcriptOf(job.file);
	const ai = reading((await import('../ai/index.ts')).extractiveAi);
	switch (job.kind) {
		case 'keyPoints':
			return ai.keyPoints(job.meeting);
		case 'feedback':
			return ai.feedback(job.meeting);
		case 'answer':
			return ai.answer(job.meeting, job.query);
		case 'email':
			return ai.email(job.meeting, job.request);
	}
}

async function replyTo(job: Job): Promise<Reply> {
	try {
		return { result: await resultOf(job) };
	} catch (error) {
		if (error instanceof ImportError) return { problem: error.message, line: error.line };
		return { problem: error instanceof Error ? (error.stack ?? error.message) : String(error) };
	}
}

parentPort?.on('message', async (job: Job) => parentPort?.postMessage(await replyTo(job)));
