import { z } from 'zod/v4';
import { createUser, updateUser, useCreditsInApplication } from '../accounts.ts';
import { iso, isoOrNull } from '../clock.ts';
import { calendarProviders, listUsers, type User, userPlans } from '../db/users.ts';
import { creditUsage } from '../limits.ts';
import { NewUser, UserChanges } from '../options.ts';
import type { Service } from '../service.ts';
import { control, namedUser, UserRef } from './control.ts';

const ShownUser = z.object({
	id: z.string(),
	name: z.string(),
	email: z.string(),
	plan: z.enum(userPlans),
	memory: z.boolean(),
	timezone: z.string(),
	language: z.string(),
	profilePictureUrl: z.string().nullable(),
	subscriptionStatus: z.string().nullable(),
	currentPeriodEnd: z.string().nullable(),
	spendingCap: z.int().nullable(),
	calendar: z.object({ provider: z.enum(calendarProviders).nullable(), revoked: z.boolean() }),
	creditsUsed: z.int(),
	createdAt: z.string(),
});
export type ShownUser = z.output<typeof ShownUser>;

const shown = (service: Service, user: User): ShownUser => {
	const { calendarProvider: provider, calendarRevoked: revoked, createdAt, currentPeriodEnd, ...rest } = user;
	return {
		...rest,
		currentPeriodEnd: isoOrNull(currentPeriodEnd),
		calendar: { provider, revoked },
		creditsUsed: creditUsage(service, user).used,
		createdAt: iso(createdAt),
	};
};

export const users = {
	list: control({
		method: 'GET',
		path: '/sandbox/users',
		summary: 'List users',
		input: z.strictObject({}),
		output: z.array(ShownUser),
		run: (service) => listUsers(service.db).map((user) => shown(service, user)),
	}),
	create: control({
		method: 'POST',
		path: '/sandbox/users',
		summary: 'Create a user',
		input: z.strictObject(NewUser.shape),
		output: ShownUser,
		run: (service, options) => shown(service, namedUser(service, createUser(service, options).id)),
	}),
	update: control({
		method: 'PATCH',
		path: '/sandbox/users',
		summary: 'Change a user’s plan, memory feature, spending cap and other settings',
		input: z.strictObject({ user: UserRef, ...UserChanges.shape }),
		output: ShownUser,
		run: (service, { user, ...changes }) => {
			const { id } = namedUser(service, user);
			updateUser(service, id, changes);
			return shown(service, namedUser(service, id));
		},
	}),
	useCredits: control({
		method: 'POST',
		path: '/sandbox/users/credits',
		summary: 'Use AI credits, as the desktop application does',
		input: z.strictObject({ user: UserRef, credits: z.int().min(1).max(10_000) }),
		output: ShownUser,
		run: (service, { user, credits }) => {
			const { id } = namedUser(service, user);
			useCreditsInApplication(service, id, credits);
			return shown(service, namedUser(service, id));
		},
	}),
};
