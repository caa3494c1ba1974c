import { readdirSync, readFileSync } from 'node:fs';
import { z } from 'zod/v4';
import { priorities } from '../../src/api/index.ts';
import { actionItemStates } from '../db/actionItems.ts';

/** Everyone in the sample, by a short name. The domains are reserved for examples, so no email can reach anyone. */
const Person = z.object({ name: z.string(), email: z.string() });

const Planned = z.strictObject({
	title: z.string(),
	/** Local time. */
	at: z.string(),
	minutes: z.int(),
	/** Everyone but Nora. */
	with: z.array(z.string()),
});

const Account = z.strictObject({
	people: z.record(z.string(), Person),
	/** What the assistant remembers about the people Nora meets most. */
	summaries: z.array(z.strictObject({ email: z.string(), prose: z.string(), topics: z.array(z.string()), open_questions: z.array(z.string()) })),
	/** The first event starts soon after the first start, the others at a local time some working days later. */
	upcoming: z.array(z.union([Planned.omit({ at: true }).extend({ soon: z.literal(true) }), Planned.extend({ inWorkdays: z.int() })])),
	/** A recording that could not be transcribed. */
	failed: Planned.extend({ workdaysAgo: z.int() }),
});

const Observation = z.strictObject({
	category: z.string(),
	/** Something that Nora said, verbatim. */
	quote: z.string(),
	description: z.string(),
	reason: z.string(),
});

const Scores = z.strictObject({ clarity: z.number(), listening: z.number(), timeManagement: z.number(), collaboration: z.number(), decisionMaking: z.number() });

/**
 * A meeting relative to the day of the first start. In all its texts, `{+2}` stands for the weekday two working days after
 * the meeting, and `{date+2}` for that day's date.
 */
const Meeting = Planned.extend({
	/** Working days before the first start. */
	workdaysAgo: z.int(),
	/** Whether the service knows who the others are. Usually it only knows that somebody else spoke. */
	knowsSpeakers: z.literal(true).optional(),
	sections: z.array(z.strictObject({ heading: z.string(), points: z.array(z.string()) })),
	decisions: z.array(z.string()),
	items: z.array(z.strictObject({ item: z.string(), owner: z.string(), priority: z.enum(priorities), state: z.enum(actionItemStates).default('open') })),
	/** Working days after the meeting, and what happens then. */
	dates: z.array(z.strictObject({ inWorkdays: z.int(), context: z.string() })),
	/** Missing where the meeting was too short or routine. */
	feedback: z
		.strictObject({ scores: Scores, strength: Observation, growth: Observation.extend({ focus: z.string(), suggestion: z.string(), alternative: z.string() }) })
		.optional(),
});

const read = (name: string): string => readFileSync(new URL(name, import.meta.url), 'utf8');

/** The account that the meetings belong to. */
export const sampleAccount = () => Account.parse(JSON.parse(read('account.json')));

/** The lines of a transcript, with milliseconds from the start. */
const linesOf = (vtt: string) =>
	[...vtt.matchAll(/^([\d:.]+) --> .*\n<v ([^>]+)>(.*)$/gm)].map(([, time, name = '', text = '']) => ({ atMs: Date.parse(`1970-01-01T${time}Z`), name, text }));

/** The meetings, in the order of their files: for each one its transcript, and what the service would generate from it. */
export const sampleMeetings = () =>
	readdirSync(new URL('meetings', import.meta.url))
		.filter((file) => file.endsWith('.json'))
		.sort()
		.map((file) => ({ ...Meeting.parse(JSON.parse(read(`meetings/${file}`))), lines: linesOf(read(`meetings/${file.replace(/json$/, 'vtt')}`)) }));

export type SampleMeeting = ReturnType<typeof sampleMeetings>[number];
export type SampleFeedback = NonNullable<SampleMeeting['feedback']>;
export type People = ReturnType<typeof sampleAccount>['people'];
