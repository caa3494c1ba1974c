import { z } from 'zod/v4';
import { tiers } from '../../src/api/index.ts';
import { Flag, flag } from './columns.ts';
import type { Db } from './open.ts';

export const userPlans = ['free', ...tiers] as const;
export const calendarProviders = ['google', 'microsoft'] as const;
export type CalendarProvider = (typeof calendarProviders)[number];

export const UserRow = z.object({
	id: z.string(),
	name: z.string(),
	email: z.string(),
	plan: z.enum(userPlans),
	memory: Flag,
	timezone: z.string(),
	language: z.string(),
	profilePictureUrl: z.string().nullable(),
	createdAt: z.int(),
	subscriptionStatus: z.string().nullable(),
	currentPeriodEnd: z.int().nullable(),
	spendingCap: z.int().nullable(),
	calendarProvider: z.enum(calendarProviders).nullable(),
	calendarRevoked: Flag,
});
export type User = z.output<typeof UserRow>;
const MaybeUser = UserRow.optional();
const Users = UserRow.array();

export function findUser({ sql }: Db, id: string): User | undefined {
	return MaybeUser.parse(sql.get`SELECT * FROM users WHERE id = ${id}`);
}

/** Users with this ID or email address, or all users. Oldest first. */
export function listUsers({ sql }: Db, idOrEmail: string | null = null): User[] {
	return Users.parse(
		sql.all`SELECT * FROM users WHERE ${idOrEmail} IS NULL OR id = ${idOrEmail} OR lower(email) = lower(${idOrEmail})
			ORDER BY createdAt, rowid`,
	);
}

export function saveUser({ sql }: Db, user: User): void {
	sql.run`INSERT INTO users VALUES (${user.id}, ${user.name}, ${user.email}, ${user.plan}, ${flag(user.memory)},
		${user.timezone}, ${user.language}, ${user.profilePictureUrl}, ${user.createdAt}, ${user.subscriptionStatus},
		${user.currentPeriodEnd}, ${user.spendingCap}, ${user.calendarProvider}, ${flag(user.calendarRevoked)})
		ON CONFLICT (id) DO UPDATE SET name = excluded.name, email = excluded.email, plan = excluded.plan,
		memory = excluded.memory, timezone = excluded.timezone, language = excluded.language,
		profilePictureUrl = excluded.profilePictureUrl, subscriptionStatus = excluded.subscriptionStatus,
		currentPeriodEnd = excluded.currentPeriodEnd, spendingCap = excluded.spendingCap,
		calendarProvider = excluded.calendarProvider, calendarRevoked = excluded.calendarRevoked`;
}
