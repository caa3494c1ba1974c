import { z } from 'zod/v4';
import { DateTime } from '../src/api/index.ts';
import { SandboxError } from './errors.ts';
import { firstProblem, wordsFor } from './wrongInput.ts';

/** ISO 8601, or milliseconds: what was checked may be checked again. */
const time = z.union([z.int(), DateTime.transform((text) => Date.parse(text))]);
const email = z.email().transform((text) => text.toLowerCase());

/** A person who was invited. */
export const Person = z.object({ name: z.string().trim().min(1).optional(), email });

/** What can be set on a user when it is made and changed later. Times are ISO 8601. */
export const UserSettings = z.object({
	name: z.string().min(1),
	email,
	plan: z.enum(['free', 'starter', 'professional', 'enterprise']),
	/** Whether the memory feature is switched on, on a plan that has it. */
	memory: z.boolean(),
	timezone: z.string(),
	language: z.string(),
	profilePictureUrl: z.url().nullable(),
	subscriptionStatus: z.string().nullable(),
	currentPeriodEnd: time.nullable(),
	/** Credits a month after which generation stops, whatever the plan allows. */
	spendingCap: z.int().min(0).nullable(),
});
export type UserSettings = z.input<typeof UserSettings>;

export const NewUser = UserSettings.extend({
	memory: UserSettings.shape.memory.default(true),
	timezone: UserSettings.shape.timezone.default('UTC'),
	language: UserSettings.shape.language.default('en'),
	profilePictureUrl: UserSettings.shape.profilePictureUrl.default(null),
	subscriptionStatus: UserSettings.shape.subscriptionStatus.default('active'),
	currentPeriodEnd: time.nullable().default(null),
	spendingCap: UserSettings.shape.spendingCap.default(null),
});
export type NewUser = z.input<typeof NewUser>;

export const UserChanges = UserSettings.partial();
export type UserChanges = z.input<typeof UserChanges>;

/** Each becomes a contact, and nobody else is served meanwhile. */
const MOST_ATTENDEES = 1000;

const recording = {
	title: z.string().min(1).optional(),
	/** Default now. */
	startTime: time.optional(),
	/** Everybody invited; the user's own address is passed over. */
	attendees: z.array(Person).max(MOST_ATTENDEES).default([]),
	calendarEventId: z.string().optional(),
};

export const NewMeeting = z.object({
	...recording,
	/** The transcript: WebVTT, SubRip, plain `Name: text` or JSON. */
	text: z.string(),
	filename: z.string(),
	/** Whether key points are made at once, for one credit, as the desktop application does after a call. */
	generateKeyPoints: z.boolean().default(false),
});
export type NewMeeting = z.input<typeof NewMeeting>;

export const FailedMeeting = z.object({ ...recording, title: z.string().min(1), error: z.string().min(1) });
export type FailedMeeting = z.input<typeof FailedMeeting>;

/** Checks options. @throws SandboxError `input`, naming the option. */
export function check<S extends z.ZodType>(schema: S, options: unknown): z.output<S> {
	const result = schema.safeParse(options, { error: wordsFor });
	if (result.success) return result.data;
	const { field, problem } = firstProblem(result.error);
	throw new SandboxError('input', `${field === '' ? '' : `${field}: `}${problem}.`);
}
