import { z } from 'zod/v4';
import { Answer, Email, Feedback, KeyPoints } from '../../src/api/index.ts';
import type { EmailRequest } from '../ai/ai.ts';
import type { StoredMeeting } from './storedMeeting.ts';

/** A file to read as a meeting. Times are milliseconds since 1970. */
export interface TranscriptFile {
	/** Bytes are decoded first. */
	readonly text: string | Uint8Array;
	readonly filename: string;
	/** When the meeting started. If omitted, the file may contain it; otherwise the meeting ended `now`. */
	readonly startedAt?: number | undefined;
	readonly now: number;
	/** The speaker who is the user. */
	readonly me?: string | undefined;
}

/** The work the thread can do. */
export type Job =
	| { readonly kind: 'transcript'; readonly file: TranscriptFile }
	| { readonly kind: 'keyPoints'; readonly meeting: StoredMeeting }
	| { readonly kind: 'feedback'; readonly meeting: StoredMeeting }
	| { readonly kind: 'answer'; readonly meeting: StoredMeeting; readonly query: string }
	| { readonly kind: 'email'; readonly meeting: StoredMeeting; readonly request: EmailRequest };

/** The result of each job. A transcript is JSON text, because passing objects between threads is slow. */
export const results = {
	transcript: z.object({
		title: z.string().nullable(),
		startedAt: z.number(),
		transcript: z.string(),
		segmentCount: z.int(),
		durationMs: z.number(),
		/** In the order they first speak. */
		participants: z.array(z.string()),
		/** What was left out, changed or guessed. */
		notes: z.array(z.string()),
	}),
	keyPoints: KeyPoints.shape.keypoints,
	feedback: Feedback.pick({ feedback: true, userSpeakerName: true }),
	answer: z.object({
		response: Answer.shape.response,
		segmentsAnalyzed: Answer.shape.metadata.shape.segmentsAnalyzed,
		suggestedQueries: Answer.shape.suggestedQueries,
	}),
	email: Email.pick({ subject: true, body: true, keyPoints: true, actionItems: true }),
} as const satisfies Readonly<Record<Job['kind'], z.ZodType>>;

export type Transcript = z.output<typeof results.transcript>;

/** The thread's answer: the result, or why there is none. `line` is the line of a file that cannot be read. */
export const Reply = z.union([
	z.object({ result: z.unknown() }).strict(),
	z.object({ problem: z.string(), line: z.int().optional() }),
]);
export type Reply = z.input<typeof Reply>;
