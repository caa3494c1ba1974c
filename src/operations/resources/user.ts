import { api, UserProfile } from '../../api/index.ts';
import { simpleProfile, type SimpleProfile } from '../../format/index.ts';
import { boolean } from '../../forms/index.ts';
import { maybeNumber, maybeText, maybeTime, shapeOf } from '../../meetings/index.ts';
import { operation, result } from '../operation.ts';

/** n8n requires this wording, and it suits every host. */
export const simplify = boolean({
	label: 'Simplify',
	default: true,
	description: 'Whether to return a simplified version of the response instead of the raw data',
});

const Profile = shapeOf<SimpleProfile>()({
	name: maybeText.meta({ examples: ['Nora Feld'] }),
	email: maybeText.meta({ examples: ['nora@acme.example'] }),
	timezone: maybeText.meta({ examples: ['Europe/Berlin'] }),
	language: maybeText.meta({ examples: ['en'] }),
	profilePictureUrl: maybeText.meta({ examples: ['https://example.com/nora.png'] }),
	createdAt: maybeTime,
	plan: maybeText.meta({ description: 'starter, professional or enterprise', examples: ['professional'] }),
	planStatus: maybeText.meta({ examples: ['active'] }),
	planPeriodEnd: maybeTime.meta({ examples: ['2026-12-01T00:00:00Z'] }),
	creditsUsed: maybeNumber.meta({ description: 'AI credits used this month (UTC), including by the desktop application', examples: [58] }),
	creditsLimit: maybeNumber.meta({ description: 'Credits per month; null on Enterprise', examples: [100] }),
	creditsLeft: maybeNumber.meta({ description: 'null on Enterprise', examples: [42] }),
	creditsResetAt: maybeTime.meta({ description: 'First day of the next month, 00:00 UTC', examples: ['2026-12-01T00:00:00Z'] }),
});

const UNLIMITED = 'Your plan has no limit on AI credits.';

export const getProfile = operation({
	endpoint: api.user.profile,
	id: 'getProfile',
	name: 'Get Profile',
	action: 'Get user profile',
	description: 'Get your name, email address and plan, and the AI credits used and left this month',
	fields: { simplify },
	output: Profile,
	variants: [{ when: { simplify: [false] }, output: UserProfile }],
	async *run(session, asked) {
		const profile = await session.task.rawProfile();
		const simple = simpleProfile(profile);
		// An agent gets no empty fields, and would take credits without a limit for unknown ones.
		const { creditsUsed, creditsLimit, creditsLeft } = simple;
		if (session.isAgent && creditsUsed !== null && creditsLimit === null && creditsLeft === null) session.hint(UNLIMITED);
		yield result(asked.simplify ? simple : profile);
	},
});
