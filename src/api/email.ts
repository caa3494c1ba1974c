import { z } from 'zod/v4';
import { conversationParams } from './conversations.ts';
import { DateTime } from './dateTime.ts';
import { endpoint } from './endpoint.ts';

export const tones = ['professional', 'casual', 'concise'] as const;
export type Tone = (typeof tones)[number];

/** A drafted follow-up e-mail (Resources, Email response). */
export const Email = z.looseObject({
	id: z.string(),
	subject: z.string(),
	body: z.string(),
	keyPoints: z.array(z.string()),
	actionItems: z.array(z.string()),
	generatedAt: DateTime,
});
export type Email = z.output<typeof Email>;

export const email = {
	draft: endpoint({
		method: 'POST',
		path: '/api/v1/conversations/{id}/email',
		summary: 'Draft a follow-up e-mail',
		notes: 'Uses one AI credit each time. An unknown conversation uses none.',
		params: conversationParams,
		body: { recipientName: z.string().optional(), tone: z.enum(tones).default('professional') },
		response: z.looseObject({ data: Email }),
		repeat: 'never',
		credit: 'always',
		errors: ['validation_error', 'not_found', 'ai_limit_exceeded'],
	}),
};
