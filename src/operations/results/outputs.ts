import * as z from 'zod/v4';
import { api, Conversation, Email, KeyPoints, priorities } from '../../api/index.ts';
import type { ActionItemRecord, DecisionRecord, EmailDraft } from '../../format/index.ts';
import type { ActionItemChange, Digest, PersonRef, Preparation, Recipient, Searched, Totals, UpcomingEvent } from '../../reports/index.ts';
import type { Meeting, MeetingRef } from '../../meetings/index.ts';
import type { RecordedCall } from '../resources/insight/followUps.ts';
import type { DraftRecipients } from '../resources/insight/recipients.ts';
import type { PassageRecord } from '../resources/insight/searchTranscripts.ts';
import { catalogue, type OperationIds } from '../catalogue.ts';
import type { Operation } from '../operation.ts';
import { briefing, calendarEvent, dataOf, due, feedbackRow, number, profile, shapeOf, text, time } from './simplified.ts';

const actionItemRecord = shapeOf<ActionItemRecord>()({
	item: z.string(),
	owner: text,
	priority: text.describe('high, medium or low'),
	confidence: number.describe('0 to 1'),
	...due,
	dedupeKey: z.string().describe('Identifies the action item: the same in every run'),
	conversationId: z.string(),
	conversationTitle: text,
	conversationDate: time,
});

const actionItemChange = actionItemRecord.extend(
	shapeOf<Omit<ActionItemChange, Exclude<keyof ActionItemRecord, 'item'>>>()({
		change: z.enum(['created', 'changed', 'resolved', 'disappeared']),
		item: text,
		hash: z.string().describe('What is compared next time: pass it in again with the dedupeKey'),
		contactId: text.describe('The contact whose open item it is or was'),
		open: text.describe('Names it in the list of open items; null while it is not open there'),
		before: z.looseObject({}).nullable().describe('What was passed in for it; null if it is new'),
	}).shape,
);

const foundActionItem = actionItemRecord.extend({
	participants: z.array(z.string()).describe('Who took part in the meeting, as named by its key points'),
});

const decisionRecord = shapeOf<DecisionRecord>()({
	decision: z.string(),
	dedupeKey: z.string().describe('Identifies the decision: the same in every run'),
	conversationId: z.string(),
	conversationTitle: text,
	conversationDate: time,
	participants: z.array(z.string()).describe('Who took part in the meeting, as named by its key points'),
});

const passageRecord = shapeOf<PassageRecord>()({
	speaker: text,
	text: z.string().describe('What was said'),
	time: z.string().describe('Since the first words of the recording'),
	startSeconds: z.number(),
	timestamp: time,
	index: z.int().describe('Of the first line in the transcript, from 0'),
	before: z.string().describe('What was said before'),
	after: z.string().describe('What was said after'),
	conversationId: z.string(),
	conversationTitle: text,
	conversationDate: time,
	cursor: z.string().describe('Continues after this passage'),
});

const emailDraft = shapeOf<EmailDraft>()({
	subject: z.string(),
	text: z.string().describe('The email as plain text: send this, or “html”'),
	html: z.string().describe('The same with paragraphs and lists'),
});

const draftRecipients = shapeOf<DraftRecipients>()({
	to: text.describe('Addresses with commas between them; null if nobody is known'),
	recipients: z.array(shapeOf<Recipient>()({ name: text, email: z.string() })),
	recipientsFrom: text.describe('Where they come from'),
});

const { to, ...addressed } = draftRecipients.shape;

/** First what an email step needs. */
const draft = z.looseObject({
	to,
	...emailDraft.shape,
	...Email.shape,
	body: z.string().describe('As the service wrote it: send “text” or “html” instead'),
	...addressed,
});

const followUp = shapeOf<RecordedCall>()({
	dedupeKey: z.string().describe('Identifies the follow-up: pass it in again to skip it'),
	conversationId: z.string(),
	conversationTitle: text,
	conversationDate: time,
});

type Ending = Pick<Digest, 'complete' | 'stoppedBy' | 'resumeAt'>;

const ending = shapeOf<Ending>()({
	complete: z.boolean().describe('Whether everything was read'),
	stoppedBy: z.enum(['budget', 'limit', 'time', 'failures']).nullable(),
	resumeAt: time.describe('When to resume'),
}).shape;

const meetingRef = shapeOf<MeetingRef>()({ conversationId: z.string(), meetingTitle: text, meetingDate: time });

const meeting = meetingRef.extend(
	shapeOf<Omit<Meeting, keyof MeetingRef>>()({
		endTime: time,
		duration: number.describe('Minutes'),
		minutes: number.describe('Minutes from start to end'),
		linkedCalendarEventId: text,
		segmentCount: number.describe('Number of transcript segments'),
	}).shape,
);

const priority = z.enum(priorities).nullable();
const task = { item: z.string(), owner: text, priority };

const count = z.number();
const totals = shapeOf<Totals>()({
	meetings: count,
	hours: count,
	decisions: count,
	actionItems: count,
	actionItemsByPriority: z.object({ high: count, medium: count, low: count, none: count }),
	actionItemsByOwner: z.array(z.object({ owner: text, actionItems: count })),
});

const digest = shapeOf<Digest & { text: string }>()({
	text: z.string().describe('The whole digest as text'),
	since: z.iso.datetime(),
	until: z.iso.datetime(),
	totals,
	previous: z
		.object({ since: z.iso.datetime(), until: z.iso.datetime(), totals, complete: z.boolean(), withoutKeyPoints: count })
		.nullable()
		.describe('The period before; null unless compared with'),
	meetings: z.array(meeting),
	topics: z.array(meetingRef.extend({ topics: z.array(z.string()) })),
	decisions: z.array(meetingRef.extend({ decisions: z.array(z.string()) })),
	actionItems: z.array(
		z.object({ owner: text, items: z.array(meetingRef.extend({ ...task, ...due, confidence: number })) }),
	),
	openQuestions: z.array(meetingRef.extend({ questions: z.array(z.string()) })),
	importantDates: z.array(meetingRef.extend({ date: text, context: text })),
	participants: z.array(z.object({ name: z.string(), meetings: count, conversationIds: z.array(z.string()) })),
	...ending,
	left: z.object({ meetings: z.array(meetingRef), unlisted: number }).describe('What was not read'),
	withoutKeyPoints: z.array(meetingRef),
	failed: z.array(meetingRef.extend({ message: z.string() })),
});

const personRef = shapeOf<PersonRef>()({ contactId: text, email: text, displayName: text });

const person = z.object({
	contactId: text.describe('null if made of key points'),
	email: text,
	displayName: text,
	companyDomain: text,
	meetingCount: number,
	firstSeenAt: time,
	lastSeenAt: time,
	summary: z
		.object({ prose: text, topics: z.array(z.unknown()), open_questions: z.array(z.string()) })
		.nullable()
		.describe('null until the service has written one'),
	summaryGeneratedAt: time,
});

const people = z.array(z.string()).describe('Names of the people it concerns');

const event = shapeOf<UpcomingEvent>()({
	id: text,
	title: text,
	start: text,
	timeZone: text,
	emails: z.array(z.string()),
});

const searched = shapeOf<Searched>()({
	since: z.iso.datetime(),
	meetings: count.describe('Meetings since then'),
	read: count.describe('Meetings whose key points were read'),
	withoutKeyPoints: count,
	beyondMax: count.describe('Meetings of which only the title was compared'),
	notRead: number.describe('Meetings not read because the run stopped or failed; null when unknown'),
});

const preparation = shapeOf<Preparation & { text: string }>()({
	text: z.string().describe('The whole briefing as text'),
	madeOf: z.enum(['briefings', 'keyPoints']).describe('Contact briefings, or titles and key points of past meetings'),
	searched: searched.nullable().describe('null unless made of key points'),
	event: event.nullable().describe('null unless prepared for an event'),
	people: z.array(person),
	pastMeetings: z.array(meetingRef.extend({ people, topics: z.array(z.string()) })),
	openActionItems: z.array(meetingRef.extend({ ...task, ...due, hash: text, people })),
	recentDecisions: z.array(
		z.object({ decision: z.string(), people, conversationId: text, meetingTitle: text, meetingDate: time }),
	),
	memory: z.boolean().describe('Whether the account has the memory feature'),
	unknownPeople: z.array(personRef),
	peopleLeftOut: z.array(personRef),
	mayHaveMore: z.array(personRef),
	failed: z.array(personRef.extend({ message: z.string() })),
	...ending,
	left: z.object({ people: z.array(personRef), lookUps: z.array(z.string()) }).describe('What was not read'),
});

const cached = { cached: z.boolean().describe('Whether a saved result was returned, without using an AI credit') };

const { keypoints } = KeyPoints.shape;
const datedKeyPoints = KeyPoints.extend({
	keypoints: keypoints.extend({ actionItems: z.array(keypoints.shape.actionItems.element.extend(due)) }),
});

/** Operations whose items are not what their endpoint returns, when every field of the form has its default. */
const reshaped: { readonly [R in keyof OperationIds]?: Partial<Record<OperationIds[R], z.ZodType>> } = {
	actionItem: {
		find: foundActionItem,
		getOpen: api.contacts.unresolvedThreads.response.shape.data.element.extend(due),
		sync: actionItemChange,
	},
	calendarEvent: { getAll: calendarEvent },
	contact: { getBriefing: briefing },
	conversation: { draftEmail: draft, get: Conversation },
	feedback: { generate: feedbackRow.extend(cached), get: feedbackRow.extend(cached) },
	insight: {
		draftFollowUps: draft.extend(followUp.shape),
		findDecisions: decisionRecord,
		getDigest: digest,
		prepareForMeeting: preparation,
		searchTranscripts: passageRecord,
	},
	keyPoints: { generate: datedKeyPoints.extend(cached), get: datedKeyPoints.extend(cached) },
	user: { getProfile: profile },
	webhook: {
		delete: dataOf(api.webhooks.delete).extend({
			url: z.string().optional().describe('Where it led, if the plan lets webhooks be listed'),
			events: z.array(z.string()).optional(),
			usedBy: z.string().nullable().optional().describe('What got its events, by the name that its trigger registered; null if it has none'),
		}),
	},
};

/** A result with another value of a field that shapes it. */
export interface Variant {
	/** By field, its values for which results have this shape. */
	readonly when: Readonly<Record<string, readonly (string | boolean)[]>>;
	readonly output: z.ZodType;
	/** Whether there is any number of results. */
	readonly many?: true;
}

const together = { output: ['together'] };
const raw = { simplify: [false] };
const written = { text: z.string().describe('The whole as text') };
const notRead = {
	...ending,
	left: z.object({ meetings: z.array(meetingRef), unlisted: number }).describe('What was not read'),
	failed: z.array(meetingRef.extend({ message: z.string() })),
};
const reading = { ...notRead, withoutKeyPoints: z.array(meetingRef) };
const fileName = z.string().optional().describe('Of a note');

const keyPointsVariants: readonly Variant[] = [
	{ when: { format: ['actionItems'] }, output: actionItemRecord, many: true },
	{ when: { format: ['html', 'markdown', 'note', 'text'] }, output: z.object({ text: z.string(), id: z.string(), title: z.string(), format: z.string(), fileName, createdAt: z.string(), ...cached }) },
];

/** Results with other values of the fields that shape them, by resource and operation. */
export const variants: { readonly [R in keyof OperationIds]?: Partial<Record<OperationIds[R], readonly Variant[]>> } = {
	actionItem: {
		find: [{ when: together, output: z.object({ ...written, actionItems: z.array(actionItemRecord), found: count, ...reading }) }],
		sync: [
			{
				when: together,
				output: z.object({
					...written,
					since: z.iso.datetime(),
					until: z.iso.datetime(),
					created: count,
					changed: count,
					resolved: number.optional().describe('Null without the memory feature'),
					disappeared: count,
					unchanged: count,
					notChecked: count,
					changes: z.array(actionItemChange.partial().loose()),
					syncedNow: z.string().describe('Pass it in next time'),
					...reading,
				}),
			},
		],
	},
	calendarEvent: { getAll: [{ when: raw, output: z.looseObject({}), many: true }] },
	contact: { getBriefing: [{ when: raw, output: dataOf(api.contacts.briefing) }] },
	conversation: {
		getTranscript: [
			{
				when: { format: ['segments'] },
				output: z.object({ conversationId: z.string(), index: z.int(), speaker: text, text: z.string(), timestamp: text, startSeconds: z.number() }),
				many: true,
			},
			{ when: { format: ['markdown', 'note', 'srt', 'text', 'vtt'] }, output: z.object({ text: z.string(), id: z.string(), format: z.string(), fileName, segmentCount: z.int() }) },
		],
	},
	feedback: { generate: [{ when: raw, output: dataOf(api.feedback.generate) }], get: [{ when: raw, output: dataOf(api.feedback.get) }] },
	insight: {
		draftFollowUps: [
			{
				when: together,
				output: z.object({
					...written,
					date: z.string().describe('2026-11-27'),
					drafts: z.array(draft.extend(followUp.shape)),
					skipped: z.array(followUp.extend({ reason: z.string() })),
					failed: z.array(followUp.extend({ message: z.string(), creditAtRisk: z.boolean() })),
					notDrafted: z.array(followUp),
					stoppedBy: text,
					complete: z.boolean().describe('Whether every meeting has a draft, or needs none'),
				}),
			},
		],
		findDecisions: [{ when: together, output: z.object({ ...written, decisions: z.array(decisionRecord), found: count, ...reading }) }],
		searchTranscripts: [
			{
				when: together,
				output: z.object({ ...written, passages: z.array(passageRecord), searched: count, cursor: text.describe('Where to continue'), withoutTranscript: z.array(meetingRef), ...notRead }),
			},
		],
	},
	keyPoints: { generate: keyPointsVariants, get: keyPointsVariants },
	user: { getProfile: [{ when: raw, output: dataOf(api.user.profile) }] },
};

/** What an operation's endpoint returns: its `data`, one item at a time if that is a list. */
function itemOf({ endpoint, id, isList }: Operation): z.ZodType {
	const data = endpoint?.response instanceof z.ZodObject ? endpoint.response.shape['data'] : undefined;
	const item = isList && data instanceof z.ZodArray ? data.element : data;
	if (!(item instanceof z.ZodType)) throw new Error(`Add the output of ${id} to \`reshaped\` in src/operations/results/outputs.ts`);
	return item;
}

/** The shape of each operation's output items by resource and operation, when every field of the form has its default. */
export const outputs: Readonly<Record<string, Readonly<Record<string, z.ZodType>>>> = Object.fromEntries(
	catalogue.map(({ id: resource, operations }) => {
		const known: Readonly<Record<string, Readonly<Record<string, z.ZodType>> | undefined>> = reshaped;
		return [resource, Object.fromEntries(operations.map((operation) => [operation.id, known[resource]?.[operation.id] ?? itemOf(operation)]))];
	}),
);
