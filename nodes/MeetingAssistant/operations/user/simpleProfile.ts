import { z } from 'zod/v4';
import type { UserProfile } from '../../../../src/api/index.ts';

/** An answer may have drifted from its shape: what is missing is null, and never an error. */
const text = z.string().nullable().catch(null);
const number = z.number().nullable().catch(null);

const part = <S extends z.ZodRawShape>(shape: S) => z.preprocess((value) => (value instanceof Object ? value : {}), z.object(shape));

const Answer = part({
	profile: part({ name: text, email: text, timezone: text, language: text, profilePictureUrl: text, createdAt: text }),
	subscription: part({ tier: text, status: text, currentPeriodEnd: text }),
	apiUsage: part({ aiGenerations: part({ used: number, limit: number, remaining: number, resetsAt: text }) }),
});

/** A profile as one row. The credits’ limit, and how many are left, are null where a plan has no limit. */
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
