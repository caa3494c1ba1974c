import type { UserProfile } from '../api/index.ts';
import { fieldsOf, type UnknownFields } from './read.ts';

const textIn = (fields: UnknownFields, name: string): string | null => {
	const value = fields[name];
	return typeof value === 'string' ? value : null;
};

const numberIn = (fields: UnknownFields, name: string): number | null => {
	const value = fields[name];
	return typeof value === 'number' ? value : null;
};

/** A profile as one row: null where a value is missing. `creditsLimit` and `creditsLeft` are null where a plan has no limit. */
export function simpleProfile(answer: UserProfile) {
	const parts = fieldsOf(answer);
	const profile = fieldsOf(parts['profile']);
	const subscription = fieldsOf(parts['subscription']);
	const credits = fieldsOf(fieldsOf(parts['apiUsage'])['aiGenerations']);
	const left = numberIn(credits, 'remaining');
	return {
		name: textIn(profile, 'name'),
		email: textIn(profile, 'email'),
		timezone: textIn(profile, 'timezone'),
		language: textIn(profile, 'language'),
		profilePictureUrl: textIn(profile, 'profilePictureUrl'),
		createdAt: textIn(profile, 'createdAt'),
		plan: textIn(subscription, 'tier'),
		planStatus: textIn(subscription, 'status'),
		planPeriodEnd: textIn(subscription, 'currentPeriodEnd'),
		creditsUsed: numberIn(credits, 'used'),
		creditsLimit: numberIn(credits, 'limit'),
		// Fewer than none are left if they were used on a larger plan.
		creditsLeft: left === null ? null : Math.max(0, left),
		creditsResetAt: textIn(credits, 'resetsAt'),
	};
}

export type SimpleProfile = ReturnType<typeof simpleProfile>;
