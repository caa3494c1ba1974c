import { UserProfile } from '../../src/api/index.ts';
import { dataOf, START, startTestSandbox } from './support/harness.ts';

describe('User, profile', () => {
	test.each(['starter', 'professional', 'enterprise'] as const)(
		'on %s: profile, subscription and AI usage',
		async (plan) => {
			const { sandbox, account, clock } = await startTestSandbox();
			const { id, call } = account(plan);
			sandbox.updateUser(id, {
				timezone: 'Europe/Lisbon',
				language: 'pt',
				subscriptionStatus: 'past_due',
				profilePictureUrl: 'https://lind.example/vera.png',
				currentPeriodEnd: '2026-03-20T00:00:00Z',
			});
			clock.advance(60_000);
			const { profile, subscription } = dataOf(UserProfile, await call('GET', '/api/v1/user/profile'));
			expect(profile).toEqual({
				name: 'Vera Lind',
				email: 'vera@lind.example',
				timezone: 'Europe/Lisbon',
				language: 'pt',
				profilePictureUrl: 'https://lind.example/vera.png',
				createdAt: START,
			});
			expect(subscription).toEqual({
				tier: plan,
				status: 'past_due',
				currentPeriodEnd: '2026-03-20T00:00:00.000Z',
			});
			await sandbox.stop();
		},
	);
});
