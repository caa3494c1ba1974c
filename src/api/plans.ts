/** Limits of each plan (Limits; Authentication, 4). `null`: unlimited. */
export const plans = {
	starter: { apiKeys: 1, aiGenerationsPerMonth: 10, webhooks: 0, requestsPerHour: 100, memory: false },
	professional: { apiKeys: 3, aiGenerationsPerMonth: 100, webhooks: 3, requestsPerHour: 500, memory: true },
	enterprise: { apiKeys: 10, aiGenerationsPerMonth: null, webhooks: null, requestsPerHour: 2000, memory: true },
} as const;

/** `memory`: whether the memory feature is available on the plan. */
export type Plan = (typeof plans)[Tier];

export const tiers = ['starter', 'professional', 'enterprise'] as const;
export type Tier = (typeof tiers)[number];

/** Share of the month's AI credits that can be used in one day (Limits, 4). */
export const DAILY_SHARE_OF_CREDITS = 1 / 3;
