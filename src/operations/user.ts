import { z } from 'zod/v4';
import { api, type UserProfile } from '../api/index.ts';
import { boolean } from './field.ts';
import { operation, result } from './operation.ts';

/** n8n requires this wording, and it suits every host. */
export const simplify = boolean({
	label: 'Simplify',
	default: true,
	description: 'Whether to return a simplified version of the response instead of the raw data',
});

/** Responses may drift from their schema: what is missing becomes null, never an error. */
const text = z.string().nullable().catch(null);
const number = z.number().nullable().catch(null);

const part = <S extends z.ZodRawShape>(shape: S) =>
	z.preprocess((value) => (value instanceof Object ? value : {}), z.object(shape));

const Answer = part({
	profile: part({ name: text, email: text, timezone: text, language: text, profilePictureUrl: text, createdAt: text }),
	subscription: part({ tier: text, status: text, currentPeriodEnd: text }),
	apiUsage: part({ aiGenerations: part({ used: number, limit: number, remaining: number, resetsAt: text }) }),
});

/** A profile as one row. `creditsLimit` and `creditsLeft` are null where a plan has no limit. */
export function simpleProfile(answer: UserProfile) {
	const { profile, subscription, apiUsage } = Answer.parse(answer);
	const { used, limit, remaining, resetsAt } = apiUsage.aiGenerations;
	return {
		...profile,
		plan: subscription.tier,
		planStatus: subscription.status,
		planPeriodEnd: subscription.currentPeriodEnd,
		creditsUsed: used,
		creditsLimit: limit,
		creditsLeft: remaining,
		creditsResetAt: resetsAt,
	};
}

export const getProfile = operation({
	endpoint: api.user.profile,
	id: 'getProfile',
	name: 'Get Profile',
	action: 'Get the user profile',
	description: 'Get your name, email address and plan, and the AI credits used and left this month',
	fields: { simplify },
	async *run({ client }, asked) {
		const { data } = await client.user.profile();
		yield result(asked.simplify ? simpleProfile(data) : data);
	},
});
