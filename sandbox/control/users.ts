import { z } from 'zod/v4';
import { plans } from '../../src/api/index.ts';
import { createUser, updateUser } from '../accounts.ts';
import { iso, isoOrNull } from '../clock.ts';
import { calendarProviders, listUsers, type User, userPlans } from '../db/users.ts';
import { SandboxError } from '../errors.ts';
import { creditUsage } from '../limits.ts';
import { NewUser, UserChanges } from '../options.ts';
import type { Service } from '../service.ts';
import { control, listed, namedUser, owner } from './control.ts';
import { asLabelled, type Entry, enter } from './entry.ts';

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
type ShownUser = z.output<typeof ShownUser>;

const stateOf = (service: Service, user: User): ShownUser => {
	const { calendarProvider: provider, calendarRevoked: revoked, createdAt, currentPeriodEnd, ...rest } = user;
	return {
		...rest,
		currentPeriodEnd: isoOrNull(currentPeriodEnd),
		calendar: { provider, revoked },
		creditsUsed: creditUsage(service, user).used,
		createdAt: iso(createdAt),
	};
};

/** The memory feature may be turned on for when the plan includes it. */
const memoryOf = ({ plan, memory }: ShownUser): string => {
	if (plan === 'free' || !plans[plan].memory) return 'not in the plan';
	return memory ? 'on' : 'off';
};

const who = (user: ShownUser): string => `${user.name} <${user.email}> (${user.id}), ${user.plan} plan, memory ${memoryOf(user)}`;

const entries = {
	name: { kind: 'text', help: 'name as used in meetings, so that feedback finds the user' },
	email: { kind: 'email', help: 'email address' },
	plan: { kind: 'choice', help: 'subscription plan', choices: asLabelled(userPlans) },
	timezone: { kind: 'text', help: 'such as Europe/Lisbon' },
	memory: { kind: 'flag', help: 'turn the memory feature on (if the plan has it)', off: 'turn the memory feature off' },
	spendingCap: { kind: 'whole', help: 'AI credits per month after which generation stops' },
} as const satisfies Readonly<Record<string, Entry>>;

export const users = {
	list: control({
		method: 'GET',
		path: '/sandbox/users',
		summary: 'List users with their plan and AI credits used this month',
		command: 'user list',
		input: z.strictObject({}),
		output: z.array(ShownUser),
		run: (service) => listUsers(service.db).map((user) => stateOf(service, user)),
		shown: (all) => listed(all, { ID: ({ id }) => id, PLAN: ({ plan }) => plan, MEMORY: memoryOf, 'CREDITS USED': (user) => user.creditsUsed, USER: ({ name, email }) => `${name} <${email}>` }, 'No accounts.'),
	}),
	create: control({
		method: 'POST',
		path: '/sandbox/users',
		summary: 'Create an account, a user of the service',
		command: 'user create',
		examples: ["user create --name 'Ada Example' \\\n      --email ada@example.com --plan starter"],
		creates: true,
		input: z.strictObject({
			name: enter(NewUser.shape.name, entries.name),
			email: enter(NewUser.shape.email, entries.email),
			plan: enter(NewUser.shape.plan.default('professional'), entries.plan),
			timezone: enter(NewUser.shape.timezone, entries.timezone),
			memory: enter(NewUser.shape.memory, entries.memory),
			spendingCap: enter(NewUser.shape.spendingCap, entries.spendingCap),
		}),
		output: ShownUser,
		run: (service, options) => stateOf(service, namedUser(service, createUser(service, options).id)),
		shown: (user) => ({
			text: `Created the account ${who(user)}.`,
			next: { text: 'Next, create an API key', command: `key create --user ${user.email}` },
		}),
	}),
	update: control({
		method: 'PATCH',
		path: '/sandbox/users',
		summary: 'Change a user’s plan, memory feature, spending cap and other settings',
		command: 'user update',
		examples: ['user update --plan starter', 'user update --no-memory'],
		input: z.strictObject({
			user: owner('account'),
			name: enter(UserChanges.shape.name, { ...entries.name, help: 'new name' }),
			email: enter(UserChanges.shape.email, { ...entries.email, help: 'new email address' }),
			plan: enter(UserChanges.shape.plan, entries.plan),
			timezone: enter(UserChanges.shape.timezone, entries.timezone),
			memory: enter(UserChanges.shape.memory, entries.memory),
			spendingCap: enter(UserChanges.shape.spendingCap, entries.spendingCap),
		}),
		output: ShownUser,
		run: (service, { user, ...changes }) => {
			const { id } = namedUser(service, user);
			if (Object.values(changes).every((value) => value === undefined)) throw new SandboxError('input', 'Nothing to change: no setting was given.');
			updateUser(service, id, changes);
			return stateOf(service, namedUser(service, id));
		},
		shown: (user) => `Updated ${who(user)}.`,
	}),
};
