import * as z from 'zod/v4';
import { conversationParams } from './conversation.ts';
import { DateTime, generateBody, generated } from './conventions.ts';
import { endpoint } from './endpoint.ts';

export const priorities = ['high', 'medium', 'low'] as const;

export const ActionItem = z.looseObject({
	item: z.string(),
	owner: z.string(),
	confidence: z.number(),
	priority: z.enum(priorities),
});
export type ActionItem = z.output<typeof ActionItem>;

/** Key points of a conversation (Resources, Keypoints response). */
export const KeyPoints = z.looseObject({
	id: z.string(),
	title: z.string(),
	keypoints: z.looseObject({
		title: z.string(),
		sections: z.array(z.looseObject({ heading: z.string(), points: z.array(z.string()) })),
		decisions: z.array(z.string()),
		actionItems: z.array(ActionItem),
		participants: z.array(z.string()),
		importantDates: z.array(z.looseObject({ date: z.string(), context: z.string() })),
	}),
	createdAt: DateTime,
});
export type KeyPoints = z.output<typeof KeyPoints>;

const get = endpoint({
	method: 'GET',
	path: '/api/v1/conversations/{id}/keypoints',
	summary: 'Get saved key points',
	notes: '404 when none are saved yet.',
	params: conversationParams,
	response: z.looseObject({ data: KeyPoints }),
	repeat: 'always',
	credit: 'never',
	errors: ['not_found'],
	notFound: 'conversation or result',
});

export const keyPoints = {
	get,

	generate: endpoint({
		method: 'POST',
		path: '/api/v1/conversations/{id}/keypoints',
		summary: 'Generate key points',
		notes: 'Returns the saved result when one exists, without using a credit.',
		params: conversationParams,
		body: generateBody,
		response: z.looseObject({ data: KeyPoints.extend(generated) }),
		repeat: 'read-saved',
		saved: get,
		credit: 'unless-saved',
		errors: ['validation_error', 'not_found', 'ai_limit_exceeded'],
		notFound: 'conversation',
	}),
};
