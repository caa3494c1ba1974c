import { z } from 'zod/v4';
import { priorities } from '../../src/api/index.ts';
import type { Digest, Meeting, MeetingRef, PersonRef, Preparation, UpcomingEvent } from '../../src/insights/index.ts';
import { number, shapeOf, text, time } from './shape.ts';

type Ending = Pick<Digest, 'complete' | 'stoppedBy' | 'resumeAt'>;

const ending = shapeOf<Ending>()({
	complete: z.boolean().describe('Whether everything was read'),
	stoppedBy: z.enum(['budget', 'limit', 'failures']).nullable(),
	resumeAt: time.describe('From when going on makes sense'),
}).shape;

const meetingRef = shapeOf<MeetingRef>()({ conversationId: z.string(), meetingTitle: text, meetingDate: time });

const meeting = meetingRef.extend(
	shapeOf<Omit<Meeting, keyof MeetingRef>>()({
		endTime: time,
		duration: number.describe('Minutes'),
		linkedCalendarEventId: text,
	}).shape,
);

const priority = z.enum(priorities).nullable();
const task = { item: z.string(), owner: text, priority };

export const digest = shapeOf<Digest & { text: string }>()({
	text: z.string().describe('The whole digest to read'),
	since: z.iso.datetime(),
	until: z.iso.datetime(),
	meetings: z.array(meeting),
	decisions: z.array(meetingRef.extend({ decisions: z.array(z.string()) })),
	actionItems: z.array(
		z.object({ owner: text, items: z.array(meetingRef.extend({ ...task, confidence: number })) }),
	),
	importantDates: z.array(meetingRef.extend({ date: text, context: text })),
	...ending,
	left: z.object({ meetings: z.array(meetingRef), unlisted: number }).describe('What was not read'),
	withoutKeyPoints: z.array(meetingRef),
	failed: z.array(meetingRef.extend({ message: z.string() })),
});

const personRef = shapeOf<PersonRef>()({ contactId: text, email: text, displayName: text });

const person = z.object({
	contactId: z.string(),
	email: text,
	displayName: text,
	companyDomain: text,
	meetingCount: number,
	firstSeenAt: time,
	lastSeenAt: time,
	summary: z
		.object({ prose: text, topics: z.array(z.unknown()), open_questions: z.array(z.string()) })
		.nullable()
		.describe('null before the service has written one'),
	summaryGeneratedAt: time,
});

const people = z.array(z.string()).describe('With whom, by name');

const event = shapeOf<UpcomingEvent>()({
	id: text,
	title: text,
	start: text,
	timeZone: text,
	emails: z.array(z.string()),
});

export const preparation = shapeOf<Preparation & { text: string }>()({
	text: z.string().describe('All of it to read'),
	event: event.nullable().describe('null unless it was prepared for an event'),
	people: z.array(person),
	pastMeetings: z.array(meetingRef.extend({ people })),
	openActionItems: z.array(meetingRef.extend({ ...task, hash: text, people })),
	recentDecisions: z.array(z.object({ decision: z.string(), people })),
	memory: z.boolean().describe('Whether the account has the memory feature'),
	unknownPeople: z.array(personRef),
	peopleLeftOut: z.array(personRef),
	mayHaveMore: z.array(personRef),
	failed: z.array(personRef.extend({ message: z.string() })),
	...ending,
	left: z.object({ people: z.array(personRef), lookUps: z.array(z.string()) }).describe('What was not read'),
});
