import { api } from '../../src/api/index.ts';
import { iso, isoOrNull } from '../clock.ts';
import { creditUsage } from '../limits.ts';
import { route } from './route.ts';

export const user = {
	profile: route(api.user.profile, (_input, { service, user: { plan, ...stored } }) => {
		const { name, email, timezone, language, profilePictureUrl } = stored;
		return {
			data: {
				profile: { name, email, timezone, language, profilePictureUrl, createdAt: iso(stored.createdAt) },
				subscription: {
					tier: plan,
					status: stored.subscriptionStatus,
					currentPeriodEnd: isoOrNull(stored.currentPeriodEnd),
				},
				apiUsage: { aiGenerations: creditUsage(service, { plan, ...stored }) },
			},
		};
	}),
};
