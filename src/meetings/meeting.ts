import * as z from 'zod/v4';
import { DateTime } from '../api/index.ts';
import { refuseInput } from '../client/index.ts';
import { listedConversation, minutesOf } from '../format/index.ts';
import { maybeNumber, maybeText, maybeTime, type ValueOf } from './shapes.ts';

/** ISO date-times with `Z` or an offset. Adjacent periods neither share nor lose a meeting. */
export interface Period {
	/** Meetings that started at this time or later. */
	readonly since: string;
	/** Meetings that started before this time; default: all meetings so far. */
	readonly until?: string;
}

export interface PeriodMs {
	readonly since: number;
	/** Infinity for all meetings so far, as the service's clock may be ahead. */
	readonly until: number;
}

function parseTime(field: keyof Period, value: string): number {
	return DateTime.safeParse(value).success
		? Date.parse(value)
		: refuseInput(field, 'it must be a date and time with a time zone, for example 2026-01-31T09:00:00Z');
}

/** @throws ClientError `invalidInput` */
export function parsePeriod({ since, until }: Period, now: number): PeriodMs {
	const start = parseTime('since', since);
	if (until === undefined) {
		return start <= now ? { since: start, until: Infinity } : refuseInput('since', 'it must not be in the future');
	}
	const end = parseTime('until', until);
	checkOrder(start, end);
	return { since: start, until: end };
}

/**
 * A period without length holds no meeting, but is easily asked for: two fields with the same date mean a single moment.
 * @throws ClientError `invalidInput`
 */
export function checkOrder(since: number, until: number): void {
	if (until <= since) refuseInput('until', 'it must be later than the start of the period. To include a whole day, enter the day after it');
}

/** Identifies a meeting. Fields are null where the service's answer lacks them. */
export const MeetingRef = z.object({
	conversationTitle: maybeText,
	conversationDate: maybeTime.describe('When the meeting started'),
	conversationId: z.string(),
});
export type MeetingRef = ValueOf<typeof MeetingRef>;

export const Meeting = MeetingRef.extend({
	endTime: maybeTime.meta({ examples: ['2026-11-02T10:30:00Z'] }),
	duration: maybeNumber.describe('Minutes'),
	minutes: maybeNumber.meta({ description: 'Minutes from start to end', examples: [30] }),
	linkedCalendarEventId: maybeText.meta({ examples: ['sample-event'] }),
	segmentCount: maybeNumber.describe('Number of transcript segments'),
});
export type Meeting = ValueOf<typeof Meeting>;

/** Null without an ID. */
export function meetingOf(conversation: unknown): Meeting | null {
	const { id, title, startTime, endTime, duration, linkedCalendarEventId, segmentCount } = listedConversation(conversation);
	const minutes = minutesOf({ startTime, endTime, duration });
	return id === ''
		? null
		: {
				conversationTitle: title,
				conversationDate: startTime,
				conversationId: id,
				endTime,
				duration,
				minutes,
				linkedCalendarEventId,
				segmentCount,
			};
}

export const meetingRefOf = ({ conversationTitle, conversationDate, conversationId }: MeetingRef): MeetingRef => ({
	conversationTitle,
	conversationDate,
	conversationId,
});

/** Sorts newest first, meetings without a readable time last. */
export const newestFirst = (a: MeetingRef, b: MeetingRef): number => (timeOf(b) ?? 0) - (timeOf(a) ?? 0);

function timeOf({ conversationDate }: MeetingRef): number | null {
	const time = Date.parse(conversationDate ?? '');
	return Number.isNaN(time) ? null : time;
}

/** Whether a meeting belongs to a period; one without a readable time belongs to any. */
export const isIn =
	({ since, until }: PeriodMs) =>
	(meeting: Meeting): boolean => {
		const time = timeOf(meeting);
		return time === null || (time >= since && time < until);
	};

/** Whether a meeting can have key points: generating those of a recording in which nobody speaks wastes an AI credit. */
export const hasTranscript = ({ segmentCount }: Pick<Meeting, 'segmentCount'>): boolean => segmentCount !== 0;
