import { z } from 'zod/v4';
import type { simpleBriefing } from '../../nodes/MeetingAssistant/operations/contact/simpleBriefing.ts';
import type { OperationValues } from '../../nodes/MeetingAssistant/operations/index.ts';
import type { simpleProfile } from '../../nodes/MeetingAssistant/operations/user/simpleProfile.ts';
import {
	Answer,
	api,
	BriefingActionItem,
	Contact,
	Conversation,
	Deleted,
	Email,
	KeyPoints,
	RegisteredWebhook,
	UnresolvedThread,
	Webhook,
	type Endpoint,
} from '../../src/api/index.ts';
import { actionItemRecord, calendarEvent, emailDraft, feedbackRow } from './formats.ts';
import { digest, preparation } from './insights.ts';
import { number, shapeOf, text, time } from './shape.ts';

type Outputs = { readonly [R in keyof OperationValues]: Readonly<Record<OperationValues[R], z.ZodType>> };

const dataOf = <S extends z.ZodType>({ response }: Endpoint & { response: z.ZodObject<{ data: S }> }): S =>
	response.shape.data;

const cached = { cached: z.boolean().describe('Whether it was saved before, free of credits') };

const { recentMeetings } = dataOf(api.contacts.briefing).shape;
const briefing = shapeOf<ReturnType<typeof simpleBriefing>>()({
	contactId: text,
	name: text,
	email: text,
	company: text,
	meetingCount: number,
	summary: text,
	topics: z.array(z.unknown()),
	openQuestions: z.array(z.string()),
	recentMeetings,
	openActionItems: z.array(BriefingActionItem),
	recentDecisions: z.array(z.string()),
});

const profile = shapeOf<ReturnType<typeof simpleProfile>>()({
	name: text,
	email: text,
	timezone: text,
	language: text,
	profilePictureUrl: text,
	createdAt: time,
	plan: text.describe('starter, professional or enterprise'),
	planStatus: text,
	planPeriodEnd: time,
	creditsUsed: number.describe('AI credits used this month (UTC), also by the desktop application'),
	creditsLimit: number.describe('Credits a month; null on Enterprise'),
	creditsLeft: number.describe('null on Enterprise'),
	creditsResetAt: time.describe('First day of next month, 00:00 UTC'),
});

/** What an item of each operation's output looks like, with every field of the form at its default. */
export const outputs: Outputs = {
	actionItem: { getAll: UnresolvedThread },
	calendarEvent: { getAll: calendarEvent },
	contact: { getAll: Contact, getBriefing: briefing },
	conversation: {
		ask: Answer,
		delete: dataOf(api.conversations.delete),
		draftEmail: Email.extend(emailDraft.shape),
		getAll: Conversation,
		getTranscript: dataOf(api.transcript.get),
		rename: dataOf(api.conversations.rename),
		share: dataOf(api.conversations.share),
	},
	feedback: { generate: feedbackRow.extend(cached), get: feedbackRow.extend(cached) },
	insight: { findActionItems: actionItemRecord, getDigest: digest, prepareForMeeting: preparation },
	keyPoints: { generate: KeyPoints.extend(cached), get: KeyPoints.extend(cached) },
	user: { getProfile: profile },
	webhook: {
		delete: Deleted.shape.data,
		getAll: Webhook,
		register: RegisteredWebhook,
		sendTest: dataOf(api.webhooks.test),
	},
};
