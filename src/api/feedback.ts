import * as z from 'zod/v4';
import { conversationParams } from './conversation.ts';
import { DateTime, generateBody, generated } from './conventions.ts';
import { endpoint } from './endpoint.ts';

/** Minimum number of transcript segments for feedback (Limits, 7). */
export const MIN_FEEDBACK_SEGMENTS = 10;

const TopPriority = z.looseObject({
	focus: z.string().describe('Short imperative theme of about 4 to 8 words'),
	quote: z.string().describe("Verbatim moment from the user's transcript"),
	reason: z.string(),
	alternative: z.string().describe('A line the user could have said'),
});

const Strength = z.looseObject({
	category: z.string(),
	description: z.string(),
	timestamp: z.string(),
	quote: z.string().describe('Verbatim line of the user'),
	reason: z.string(),
});

const GrowthArea = z.looseObject({
	category: z.string(),
	description: z.string(),
	suggestion: z.string(),
	timestamp: z.string(),
	quote: z.string().describe('Verbatim line that could improve'),
	reason: z.string(),
	alternative: z.string().describe('Better phrasing of that line'),
});

const talkListenRatio = z.number().min(0).max(100).describe("The user's share of the talking, in percent");

/** Feedback on how the user communicated in a conversation (Resources, Feedback response). */
export const Feedback = z.looseObject({
	id: z.string(),
	feedback: z.looseObject({
		overallScore: z.number().min(0).max(10),
		topPriority: TopPriority.optional().describe('Absent when the call was brief or routine, and in older feedback'),
		strengths: z.array(Strength),
		growthAreas: z.array(GrowthArea),
		categoryScores: z.looseObject({
			clarity: z.number(),
			listening: z.number(),
			timeManagement: z.number(),
			collaboration: z.number(),
			decisionMaking: z.number(),
		}),
		talkListenRatio,
		actionPlan: z.array(z.string()),
		stats: z
			.looseObject({ talkListenRatio, totalMinutes: z.int().describe('Minutes between first and last segment') })
			.optional()
			.describe('Only on feedback generated through the API'),
	}),
	overallScore: z.number(),
	userSpeakerName: z.string().describe('The speaker scored as the user, or `Unknown`'),
	createdAt: DateTime,
});
export type Feedback = z.output<typeof Feedback>;

const get = endpoint({
	method: 'GET',
	path: '/api/v1/conversations/{id}/feedback',
	summary: 'Get saved feedback',
	notes: '404 when none has been generated.',
	params: conversationParams,
	response: z.looseObject({ data: Feedback }),
	repeat: 'always',
	credit: 'never',
	errors: ['not_found'],
	notFound: 'conversation or result',
});

export const feedback = {
	get,

	// ASSUMED feedback-too-short: below the minimum the service answers 400 `validation_error`.
	generate: endpoint({
		method: 'POST',
		path: '/api/v1/conversations/{id}/feedback',
		summary: 'Generate feedback',
		notes: `Needs at least ${MIN_FEEDBACK_SEGMENTS} transcript segments. Returns the saved result when one exists, without using a credit.`,
		params: conversationParams,
		body: generateBody,
		response: z.looseObject({ data: Feedback.extend(generated) }),
		repeat: 'read-saved',
		saved: get,
		credit: 'unless-saved',
		errors: ['validation_error', 'not_found', 'ai_limit_exceeded'],
		notFound: 'conversation',
	}),
};
