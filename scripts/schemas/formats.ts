import { z } from 'zod/v4';
import type { ActionItemRecord, Attendee, calendarMeeting, EmailDraft, FeedbackRow } from '../../src/format/index.ts';
import { number, shapeOf, text, time } from './shape.ts';

export const actionItemRecord = shapeOf<ActionItemRecord>()({
	item: z.string(),
	owner: text,
	priority: text.describe('high, medium or low'),
	confidence: number.describe('0 to 1'),
	dedupeKey: z.string().describe('The same for the same action item in every run'),
	conversationId: z.string(),
	conversationTitle: text,
	conversationDate: time,
});

export const emailDraft = shapeOf<EmailDraft>()({ subject: z.string(), text: z.string(), html: z.string() });

export const feedbackRow = shapeOf<FeedbackRow>()({
	id: text,
	createdAt: text,
	userSpeakerName: text,
	overallScore: number.describe('0 to 10'),
	clarity: number,
	listening: number,
	timeManagement: number,
	collaboration: number,
	decisionMaking: number,
	talkListenRatio: number.describe('Percent of the talking that was yours'),
	totalMinutes: number,
	topPriorityFocus: text,
	topPriorityQuote: text,
	topPriorityReason: text,
	topPriorityAlternative: text,
	strengthCount: z.number(),
	strengths: text.describe('One in each line'),
	growthAreaCount: z.number(),
	growthAreas: text.describe('One in each line'),
	actionPlan: text.describe('One step in each line'),
});

const attendee = shapeOf<Attendee>()({
	email: text,
	name: text,
	response: z.enum(['accepted', 'declined', 'tentative', 'needsAction']).nullable(),
	internal: z.boolean().nullable().describe('Whether of your own company'),
});

export const calendarEvent = shapeOf<ReturnType<typeof calendarMeeting>>()({
	id: text,
	title: text,
	start: text.describe('UTC; a date when it lasts whole days'),
	end: text,
	allDay: z.boolean(),
	timeZone: text,
	timesResolved: z.boolean().describe('Whether the time zone was understood'),
	attendees: z.array(attendee),
	internalAttendees: z.array(attendee),
	externalAttendees: z.array(attendee),
	joinUrl: text,
	raw: z.looseObject({}).describe('The event as the calendar’s provider writes it'),
});
