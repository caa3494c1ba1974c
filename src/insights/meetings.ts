import { z } from 'zod/v4';
import { api, DateTime, type Output } from '../api/index.ts';
import { eachItem } from '../client/each.ts';
import { ClientError } from '../client/index.ts';
import { listOf, number, text } from './lenient.ts';
import { type Run, Stopped } from './run.ts';

/** ISO date-times with `Z` or an offset. Neighbouring periods share no meeting and lose none. */
export interface Period {
	/** Meetings that started at this time or later. */
	readonly since: string;
	/** Meetings that started before this time; default: all that there are by now. */
	readonly until?: string;
}

export interface PeriodMs {
	readonly since: number;
	/** Infinity up to now: the service's clock may be ahead of this one, and what it has is over. */
	readonly until: number;
}

const refuse = (field: string, reason: string): never => {
	throw new ClientError({ kind: 'invalidInput', field, reason });
};

function parseTime(field: keyof Period, value: string): number {
	return DateTime.safeParse(value).success
		? Date.parse(value)
		: refuse(field, 'it must be a date and time with a time zone, for example 2026-01-31T09:00:00Z');
}

/** @throws ClientError `invalidInput` */
export function parsePeriod({ since, until }: Period, now: number): PeriodMs {
	const start = parseTime('since', since);
	if (until === undefined) {
		return start <= now ? { since: start, until: Infinity } : refuse('since', 'it must not be in the future');
	}
	const end = parseTime('until', until);
	return start <= end ? { since: start, until: end } : refuse('until', 'it must not be before the start of the period');
}

/** Which meeting something comes from. Null where the service's answer did not tell. */
export interface MeetingRef {
	readonly conversationId: string;
	readonly meetingTitle: string | null;
	/** ISO date-time of the start, as the service wrote it. */
	readonly meetingDate: string | null;
}

export interface Meeting extends MeetingRef {
	readonly endTime: string | null;
	readonly duration: number | null;
	readonly linkedCalendarEventId: string | null;
}

const Listed = z
	.object({
		id: z.string().min(1),
		title: text,
		startTime: text,
		endTime: text,
		duration: number,
		linkedCalendarEventId: text,
	})
	.transform(
		({ id, title, startTime, ...rest }): Meeting => ({
			conversationId: id,
			meetingTitle: title,
			meetingDate: startTime,
			...rest,
		}),
	);
const Total = z.object({ pagination: z.object({ total: z.number() }) }).transform(({ pagination }) => pagination.total);

export const refOf = ({ conversationId, meetingTitle, meetingDate }: MeetingRef): MeetingRef => ({
	conversationId,
	meetingTitle,
	meetingDate,
});

/** Newest first; a meeting without a readable time comes last. */
export const newestFirst = (a: MeetingRef, b: MeetingRef): number => (timeOf(b) ?? 0) - (timeOf(a) ?? 0);

function timeOf({ meetingDate }: MeetingRef): number | null {
	const time = Date.parse(meetingDate ?? '');
	return Number.isNaN(time) ? null : time;
}

export interface MeetingList {
	/** Newest first. */
	readonly meetings: readonly Meeting[];
	/** Meetings since the start of the period that the service was not asked for any more; null: how many is unknown. */
	readonly unlisted: number | null;
}

/**
 * The meetings of a period, whatever order the service lists them in. It filters by start only, so this takes
 * ceil(meetings since the start / 100) requests, at least one. A meeting whose time cannot be read is in.
 * @throws ClientError unless it is a limit that stops the run.
 */
export async function meetingsIn(run: Run, { since, until }: PeriodMs): Promise<MeetingList> {
	const listed: unknown[] = [];
	let total: number | null = null;
	let seen = 0;
	const read = async (page: { limit?: number; offset?: number }): Promise<Output<typeof api.conversations.list>> => {
		// The service's own filter leaves out its very first moment.
		const answer = await run.get(api.conversations.list, { since: new Date(since - 1).toISOString(), ...page });
		total = Total.safeParse(answer).data ?? null;
		seen += answer.data.length;
		return answer;
	};
	let stopped = false;
	try {
		for await (const conversation of eachItem(api.conversations.list.paging, read)) listed.push(conversation);
	} catch (error) {
		if (!(error instanceof Stopped)) throw error;
		stopped = true;
	}
	const inPeriod = (meeting: Meeting): boolean => {
		const time = timeOf(meeting);
		return time === null || (time >= since && time < until);
	};
	return {
		meetings: listOf(Listed).parse(listed).filter(inPeriod).sort(newestFirst),
		unlisted: stopped ? (total === null ? null : Math.max(0, total - seen)) : 0,
	};
}
