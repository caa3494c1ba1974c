import * as z from 'zod/v4';
import { api, BriefingActionItem, type Endpoint } from '../../api/index.ts';
import type { Due, FeedbackRow, SimpleProfile } from '../../format/index.ts';
import type { Attendee, calendarMeeting } from '../../meetings/index.ts';
import type { simpleBriefing } from '../resources/contact.ts';

/** The shapes of answers as operations simplify them, and how the shape of a result is written. */

type SchemasOf<T extends object> = { readonly [K in keyof T]-?: z.ZodType<T[K]> };

/** A schema with every field of a type: `shapeOf<Row>()({ id: z.string(), … })`. A missing field does not compile. */
export const shapeOf =
	<T extends object>() =>
	<S extends SchemasOf<T>>(shape: S): z.ZodObject<S> =>
		z.object(shape);

export const text = z.string().nullable();
export const number = z.number().nullable();
export const time = z.iso.datetime({ offset: true }).nullable();

export const due = shapeOf<Due>()({
	dueDate: text.describe('A day, 2026-11-27, or with a time and its offset; null unless it is certain'),
	dueText: text.describe('The words that say by when'),
}).shape;

export const dataOf = <S extends z.ZodType>({ response }: Endpoint & { response: z.ZodObject<{ data: S }> }): S =>
	response.shape.data;

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
	talkListenRatio: number.describe('Your share of the talking, in percent'),
	totalMinutes: number,
	topPriorityFocus: text,
	topPriorityQuote: text,
	topPriorityReason: text,
	topPriorityAlternative: text,
	strengthCount: z.number(),
	strengths: text.describe('One per line'),
	growthAreaCount: z.number(),
	growthAreas: text.describe('One per line'),
	actionPlan: text.describe('One step per line'),
});

const attendee = shapeOf<Attendee>()({
	email: text,
	name: text,
	response: z.enum(['accepted', 'declined', 'tentative', 'needsAction']).nullable(),
	internal: z.boolean().nullable().describe('Whether they work for your company'),
});

export const calendarEvent = shapeOf<ReturnType<typeof calendarMeeting>>()({
	id: text,
	title: text,
	start: text.describe('UTC; a date if the event lasts all day'),
	end: text,
	allDay: z.boolean(),
	timeZone: text,
	timesResolved: z.boolean().describe('Whether the time zone could be resolved'),
	attendees: z.array(attendee),
	internalAttendees: z.array(attendee),
	externalAttendees: z.array(attendee),
	externalCompanies: z.array(z.string()).describe('Email domains of the external attendees'),
	joinUrl: text,
	raw: z.looseObject({}).describe('The event as sent by the calendar provider'),
});

const { recentMeetings } = dataOf(api.contacts.briefing).shape;
export const briefing = shapeOf<ReturnType<typeof simpleBriefing>>()({
	contactId: text,
	name: text,
	email: text,
	company: text,
	meetingCount: number,
	summary: text,
	topics: z.array(z.unknown()),
	openQuestions: z.array(z.string()),
	recentMeetings,
	openActionItems: z.array(BriefingActionItem.extend(due)),
	recentDecisions: z.array(z.string()),
});

export const profile = shapeOf<SimpleProfile>()({
	name: text,
	email: text,
	timezone: text,
	language: text,
	profilePictureUrl: text,
	createdAt: time,
	plan: text.describe('starter, professional or enterprise'),
	planStatus: text,
	planPeriodEnd: time,
	creditsUsed: number.describe('AI credits used this month (UTC), including by the desktop application'),
	creditsLimit: number.describe('Credits per month; null on Enterprise'),
	creditsLeft: number.describe('null on Enterprise'),
	creditsResetAt: time.describe('First day of the next month, 00:00 UTC'),
});
