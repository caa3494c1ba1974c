import * as z from 'zod/v4';
import { DateTime } from './conventions.ts';
import { endpoint } from './endpoint.ts';
import { tiers } from './plans.ts';

/** The user with plan and AI credits (Resources, User profile). */
export const UserProfile = z.looseObject({
	profile: z.looseObject({
		name: z.string(),
		email: z.string(),
		timezone: z.string(),
		language: z.string(),
		profilePictureUrl: z.string().nullable(),
		createdAt: DateTime,
	}),
	subscription: z.looseObject({
		tier: z.enum(tiers),
		status: z.string().nullable(),
		currentPeriodEnd: DateTime.nullable(),
	}),
	apiUsage: z.looseObject({
		aiGenerations: z.looseObject({
			used: z.int().describe('AI credits used this month (UTC), also by the desktop application'),
			limit: z.int().nullable().describe('Credits a month; null on Enterprise'),
			remaining: z.int().nullable().describe('Limit minus used; null on Enterprise'),
			resetsAt: DateTime.describe('First day of next month, 00:00 UTC'),
		}),
	}),
});
export type UserProfile = z.output<typeof UserProfile>;

export const user = {
	profile: endpoint({
		method: 'GET',
		path: '/api/v1/user/profile',
		summary: 'Get the user profile with credit usage',
		response: z.looseObject({ data: UserProfile }),
		repeat: 'always',
		credit: 'never',
		errors: [],
	}),
};
