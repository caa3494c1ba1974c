import { DateTime } from '../api/index.ts';
import { ClientError } from '../client/index.ts';
import { listedConversation, minutesOf } from '../format/index.ts';

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

/** @throws ClientError `invalidInput` */
export const refuseInput = (field: string, reason: string): never => {
	throw new ClientError({ kind: 'invalidInput', field, reason });
};

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
	return start <= end
		? { since: start, until: end }
		: refuseInput('until', 'it must not be earlier than the start of the period');
}

/** Identifies a meeting. Fields are null where the service's answer lacks them. */
export interface MeetingRef {
	readonly conversationId: string;
	readonly meetingTitle: string | null;
	/** Start as an ISO date-time, as sent by the service. */
	readonly meetingDate: string | null;
}

export interface Meeting extends MeetingRef {
	readonly endTime: string | null;
	readonly duration: number | null;
	/** From start to end, rounded; `duration` if either is unreadable. */
	readonly minutes: number | null;
	readonly linkedCalendarEventId: string | null;
	/** Number of transcript segments. */
	readonly segmentCount: number | null;
}

/** Null without an ID. */
export function meetingOf(conversation: unknown): Meeting | null {
	const { id, title, startTime, endTime, duration, linkedCalendarEventId, segmentCount } = listedConversation(conversation);
	const minutes = minutesOf({ startTime, endTime, duration });
	return id === '' ? null : { conversationId: id, meetingTitle: title, meetingDate: startTime, endTime, duration, minutes, linkedCalendarEventId, segmentCount };
}

export const meetingRefOf = ({ conversationId, meetingTitle, meetingDate }: MeetingRef): MeetingRef => ({
	conversationId,
	meetingTitle,
	meetingDate,
});

/** Sorts newest first, meetings without a readable time last. */
export const newestFirst = (a: MeetingRef, b: MeetingRef): number => (timeOf(b) ?? 0) - (timeOf(a) ?? 0);

function timeOf({ meetingDate }: MeetingRef): number | null {
	const time = Date.parse(meetingDate ?? '');
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
