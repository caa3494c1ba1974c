import { api, DateTime } from '../api/index.ts';
import { listedConversation } from '../format/listed.ts';
import { numberOf } from '../format/read.ts';
import { minutesOf } from '../format/time.ts';
import { refuseInput, RunStopped, type Run } from './run.ts';

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
function meetingOf(conversation: unknown): Meeting | null {
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

export interface MeetingList {
	/** Newest first. */
	readonly meetings: readonly Meeting[];
	/** Whether a meeting can have key points: generating those of a recording in which nobody speaks wastes an AI credit. */
	readonly hasTranscript: (meeting: MeetingRef) => boolean;
	/** Meetings since the start of the period that were not listed because the run stopped, or the list kept changing; null when unknown. */
	readonly unlisted: number | null;
}

/**
 * The meetings of a period, whatever order the service lists them in. The service filters by start only, so this takes
 * ceil(meetings since the start / 100) requests, at least one. Includes meetings without a readable time.
 * @throws ClientError except for a limit, which stops the run.
 */
export async function listMeetings(run: Run, period: PeriodMs): Promise<MeetingList> {
	const listed: unknown[] = [];
	let total: number | null = null;
	let stopped = false;
	let isWhole = true;
	// The service's own filter excludes its first millisecond.
	const filter = { since: new Date(period.since - 1).toISOString() };
	const options = {
		onPage: ({ pagination }: { readonly pagination?: { readonly total: unknown } }) => void (total = numberOf(pagination?.total)),
		onIncomplete: () => void (isWhole = false),
	};
	try {
		for await (const conversation of run.each(api.conversations.list, filter, options)) listed.push(conversation);
	} catch (error) {
		if (!(error instanceof RunStopped)) throw error;
		stopped = true;
	}
	const silent = new Set(listed.map(listedConversation).flatMap(({ id, segmentCount }) => (segmentCount === 0 ? id : [])));
	return {
		hasTranscript: ({ conversationId }) => !silent.has(conversationId),
		meetings: listed.flatMap((one) => meetingOf(one) ?? []).filter(isIn(period)).sort(newestFirst),
		unlisted: stopped ? (total === null ? null : Math.max(0, total - listed.length)) : isWhole ? 0 : null,
	};
}
