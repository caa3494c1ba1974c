import { z } from 'zod/v4';
import { DateTime } from '../src/api/index.ts';
import { isTimeZone } from './clock.ts';
import { userPlans } from './db/users.ts';
import { SandboxError } from './errors.ts';
import { oneLine } from './text.ts';

type Issue = Parameters<z.core.$ZodErrorMap>[0];

const TYPES: Readonly<Record<string, string>> = {
	string: 'text',
	number: 'a number',
	int: 'a whole number',
	boolean: 'true or false',
	array: 'a list',
	object: 'a JSON object',
};

const FORMATS: Readonly<Record<string, string>> = {
	url: 'a URL, such as https://example.com/hook',
	email: 'an email address',
	datetime: 'a date and time, such as 2026-03-02T09:15:00Z',
};

/** A whole number too large to be exact is an `int` to zod. */
const NUMBERS: ReadonlySet<string> = new Set(['number', 'int']);

/** What is wrong with an input, in plain words; undefined falls back to zod's message. Passed to `safeParse`. */
export function wordsFor(issue: Issue): string | undefined {
	switch (issue.code) {
		case 'invalid_type':
			return issue.input === undefined ? 'is missing' : mustBe(TYPES[issue.expected]);
		case 'invalid_format':
			return mustBe(FORMATS[issue.format]);
		case 'invalid_value':
			return mustBe(`one of ${issue.values.join(', ')}`);
		case 'too_small':
			if (!NUMBERS.has(issue.origin)) return 'must not be empty';
			return mustBe(`${issue.inclusive === false ? 'above' : 'at least'} ${issue.minimum}`);
		case 'too_big':
			if (NUMBERS.has(issue.origin)) return mustBe(`at most ${issue.maximum}`);
			return `must have at most ${issue.maximum} ${issue.origin === 'string' ? 'characters' : 'entries'}`;
		case 'unrecognized_keys':
			return 'is not a known field';
		default:
			return undefined;
	}
}

const mustBe = (what: string | undefined): string | undefined => (what === undefined ? undefined : `must be ${what}`);

/** The first problem in an input: the field, empty for the input as a whole, and what is wrong with it. */
export function firstProblem({ issues }: z.ZodError): { readonly field: string; readonly problem: string } {
	// Before an option’s own bounds, zod names those of all whole numbers.
	const issue = issues.find((one) => !('origin' in one && one.origin === 'int')) ?? issues[0];
	// The path of a field that is not known ends before it.
	const unknown = issue?.code === 'unrecognized_keys' ? issue.keys.slice(0, 1) : [];
	return { field: [...(issue?.path ?? []), ...unknown].join('.'), problem: issue?.message ?? 'is not valid' };
}

/** Years that ISO 8601 writes with four digits, minus the length of a meeting. */
const [EARLIEST, LATEST] = [Date.parse('0000-01-01T00:00:00Z'), Date.UTC(9999, 11)];

/** ISO 8601 or milliseconds, so that checked options can be checked again. */
const time = z
	.union([z.int(), DateTime.transform((text) => Date.parse(text))], { error: 'must be a date and time, such as 2026-03-02T09:15:00Z' })
	.refine((ms) => ms >= EARLIEST && ms < LATEST, { error: 'must be between the years 0 and 9999' });
/** Characters of a name or a title. The API description has no limit; more than this is a text in the wrong place. */
export const MAX_LINE_LENGTH = 500;

/** A name or a title. Line breaks are removed, since it goes into headings and subject lines. */
export const Line = z
	.string()
	.transform(oneLine)
	.pipe(z.string().min(1).refine((text) => [...text].length <= MAX_LINE_LENGTH, { error: `must have at most ${MAX_LINE_LENGTH} characters` }));
const email = z.email().transform((text) => text.toLowerCase());

/** A person invited to a meeting. */
export const Person = z.object({ name: Line.optional(), email });

/** A person as people write one: `ada@example.com` or `Ada Example <ada@example.com>`. */
export function personIn(text: string): z.input<typeof Person> {
	const [, before = '', email = text.trim()] = /^(.*)<([^<>]+)>$/.exec(text.trim()) ?? [];
	const name = before.trim();
	return name === '' ? { email } : { name, email };
}

/** The settings of a user, for creating and changing one. Times are ISO 8601. */
const UserSettings = z.object({
	name: Line,
	email,
	plan: z.enum(userPlans),
	/** Whether the memory feature is on. Only some plans have it. */
	memory: z.boolean(),
	timezone: z.string().refine(isTimeZone, { error: 'must be a time zone, such as Europe/Lisbon' }),
	language: Line,
	profilePictureUrl: z.url().nullable(),
	subscriptionStatus: z.string().nullable(),
	currentPeriodEnd: time.nullable(),
	/** Credits per month after which generation stops, even if the plan allows more. */
	spendingCap: z.int().min(0).nullable(),
});
type UserSettings = z.input<typeof UserSettings>;

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

/** Each becomes a contact, and no other request is served meanwhile. */
const MAX_ATTENDEES = 1000;

const recording = {
	title: Line.optional(),
	/** Default now. */
	startTime: time.optional(),
	/** Everyone invited. The user's own address is ignored. */
	attendees: z.array(Person).max(MAX_ATTENDEES).default([]),
	calendarEventId: z.string().optional(),
};

export const NewMeeting = z.object({
	...recording,
	/** The transcript, in the export of any meeting program. Bytes may have any encoding. */
	text: z.union([z.string(), z.instanceof(Uint8Array)], { error: 'must be text' }),
	/** Names the meeting, where its content does not. */
	filename: z.string().default('meeting.txt'),
	/** The speaker who is the user, as the file names them: stored as `local`, and other speakers as `remote`. */
	me: Line.optional(),
	/** Whether to generate key points right away, for one credit, as the desktop application does after a call. */
	generateKeyPoints: z.boolean().default(false),
});
export type NewMeeting = z.input<typeof NewMeeting>;

export const FailedMeeting = z.object({ ...recording, title: Line, error: Line });
export type FailedMeeting = z.input<typeof FailedMeeting>;

/** Checks options. @throws SandboxError `input`, naming the option. */
export function check<S extends z.ZodType>(schema: S, options: unknown): z.output<S> {
	const result = schema.safeParse(options, { error: wordsFor });
	if (result.success) return result.data;
	const { field, problem } = firstProblem(result.error);
	throw new SandboxError('input', `${field === '' ? '' : `${field}: `}${problem}.`);
}
