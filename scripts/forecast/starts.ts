import type { INode, TriggerTime } from 'n8n-workflow';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { z } from 'zod/v4';
import { WATCH_MINUTES } from '../../nodes/MeetingAssistantTrigger/form.ts';
import { ACTION_ITEMS, include as newDetails, noFilters, planDetails } from '../../src/triggers/index.ts';
import { SAMPLE_CONVERSATION_ID } from '../../src/forms/index.ts';
import { root, workflowModule } from '../engine/n8nModules.ts';
import { nextTick } from '../rehearsal/engine/schedule.ts';
import { MAX_STARTS_PER_DAY } from '../rehearsal/record.ts';
import { UserError } from '../terminal.ts';
import type { Account, PastMeeting } from './account.ts';

/** An expected execution. */
export interface Start {
	/** Milliseconds since 1970. */
	readonly at: number;
	/** The meetings of its items; null if an item is not about a meeting. */
	readonly items: readonly (PastMeeting | null)[];
	/** Whether it begins before the desktop application has saved key points and feedback. */
	readonly isEarly: boolean;
}

/** What to expect of a trigger in a period. */
export interface Expected {
	readonly starts: readonly Start[];
	/** Its own requests. */
	readonly requests: readonly { readonly at: number; readonly count: number }[];
}

export interface Period {
	readonly from: number;
	readonly until: number;
	/** IANA name. */
	readonly timezone: string;
}

const MINUTE_MS = 60_000;
const DAY_MS = 1440 * MINUTE_MS;

/** How long after a call the desktop application saves its results. */
const SAVED_MS = 2 * MINUTE_MS;

/** The number of action items of a typical call. Some events and steps turn each into an item. */
export const USUAL_ACTION_ITEMS = 4;

const Texts = z.array(z.string());
const Parameters = z.object({
	events: Texts.catch([]),
	include: Texts.optional().catch(undefined),
	minutesBefore: z.number().catch(15),
	briefing: z.boolean().catch(false),
	pollTimes: z.object({ item: z.custom<TriggerTime[]>(Array.isArray) }).catch({ item: [{ mode: 'everyX', unit: 'minutes', value: 5 }] }),
	triggerTimes: z.object({ item: z.custom<TriggerTime[]>(Array.isArray) }).catch({ item: [] }),
	rule: z.object({ interval: z.array(z.record(z.string(), z.unknown())) }).catch({ interval: [{}] }),
});

const Schedule = z.object({
	withIntervalDefaults: z.custom<(interval: object) => object>((value) => typeof value === 'function'),
	toCronExpression: z.custom<(interval: object, key: string) => string>((value) => typeof value === 'function'),
});

/** Converts n8n's schedule into cron expressions. */
const n8nSchedule = () => Schedule.parse(createRequire(join(root, 'package.json'))('n8n-nodes-base/dist/nodes/Schedule/GenericFunctions.js'));

function ticks(expression: string, { from, until, timezone }: Period): number[] {
	const most = ((until - from) / DAY_MS) * MAX_STARTS_PER_DAY;
	const nextAfter = readCron(expression, timezone, from);
	const found: number[] = [];
	for (let next = nextAfter(from); next < until; next = nextAfter(next)) {
		found.push(next);
		if (found.length > most) throw new UserError(`It starts more than ${MAX_STARTS_PER_DAY.toLocaleString('en')} times a day, which a forecast does not add up. Choose a longer interval.`);
	}
	return found;
}

/** @throws UserError for an expression that n8n cannot read either */
function readCron(expression: string, timezone: string, from: number): (after: number) => number {
	try {
		return nextTick(expression, timezone, from);
	} catch (error) {
		throw new UserError(`Its cron expression “${expression}” cannot be read: ${error instanceof Error ? error.message : error}.`);
	}
}

/** When an event happens to a meeting; null if it does not. */
function happensAt(event: string, { end, isTranscribed }: PastMeeting): number | null {
	if (event === 'conversation.created') return end;
	if (event === 'transcript.failed') return isTranscribed ? null : end;
	if (!isTranscribed) return null;
	if (event === 'transcript.ready') return end;
	return /keypoints|summary|action_items|feedback/.test(event) ? end + SAVED_MS : null;
}

const isEarly = (event: string): boolean => event === 'conversation.created' || event === 'transcript.ready';

/** Each action item is an item of its own. */
const itemsOf = (event: string, meeting: PastMeeting): (PastMeeting | null)[] => Array.from({ length: event === ACTION_ITEMS ? USUAL_ACTION_ITEMS : 1 }, () => meeting);

/** As in a new node. */
const DEFAULT_INCLUDE = Texts.parse(newDetails.initial);

function instant(node: INode, { meetings }: Account, period: Period): Expected {
	const { events, include = DEFAULT_INCLUDE } = Parameters.parse(node.parameters);
	const reads = (event: string): number => planDetails({ event, timestamp: null, conversationId: SAMPLE_CONVERSATION_ID, data: {} }, include, noFilters).toRead.length;
	const happened = events.flatMap((event) =>
		meetings.flatMap((meeting) => {
			const at = happensAt(event, meeting);
			return at !== null && at >= period.from && at < period.until ? [{ at, items: itemsOf(event, meeting), isEarly: isEarly(event), reads: reads(event) }] : [];
		}),
	);
	const watch = ticks(`0 */${WATCH_MINUTES} * * * *`, period).map((at) => ({ at, count: 1 }));
	return { starts: happened, requests: [{ at: period.from, count: 2 }, ...watch, ...happened.map(({ at, reads: count }) => ({ at, count }))] };
}

/** Finding the attendees of a meeting, and a briefing on each. */
const BRIEFING_REQUESTS = 3;

function polling(node: INode, { meetings, calendar }: Account, period: Period): Expected {
	const { events, minutesBefore, briefing, pollTimes } = Parameters.parse(node.parameters);
	const polls = pollTimes.item.flatMap((time) => ticks(workflowModule.toCronExpression(time), period)).toSorted((a, b) => a - b);
	const isCalendar = events.includes('meeting.starting_soon');
	const conversationEvents = events.filter((event) => event !== 'meeting.starting_soon');
	const perPoll = Number(isCalendar) + Number(conversationEvents.length > 0);
	const found = (at: number): number => polls.find((poll) => poll >= at) ?? Infinity;
	const starts = conversationEvents.flatMap((event) =>
		meetings.flatMap((meeting): Start[] => {
			const at = happensAt(event, meeting);
			if (at === null || meeting.end < period.from || found(at) >= period.until) return [];
			return [{ at: found(at), items: itemsOf(event, meeting), isEarly: isEarly(event) }];
		}),
	);
	const soon = isCalendar ? calendar.map((start): Start => ({ at: found(start - minutesBefore * MINUTE_MS), items: [null], isEarly: false })) : [];
	// Key points and action items share their requests.
	const kinds = Number(conversationEvents.some((event) => /keypoints|action_items/.test(event))) + Number(conversationEvents.some((event) => event.includes('feedback')));
	const checks = meetings.filter(({ end }) => end >= period.from && end < period.until).map(({ end }) => ({ at: end + SAVED_MS, count: kinds }));
	const all = [...starts, ...soon].filter(({ at }) => at < period.until);
	return {
		starts: all,
		requests: [{ at: period.from, count: perPoll }, ...polls.map((at) => ({ at, count: perPoll })), ...checks, ...(briefing ? soon.map(({ at }) => ({ at, count: BRIEFING_REQUESTS })) : [])],
	};
}

function scheduled(expressions: readonly string[], period: Period): Expected {
	const at = expressions.flatMap((expression) => ticks(expression, period));
	return { starts: at.map((tick) => ({ at: tick, items: [null], isEarly: false })), requests: [] };
}

function ruleOf(node: INode): string[] {
	const { withIntervalDefaults, toCronExpression } = n8nSchedule();
	return Parameters.parse(node.parameters).rule.interval.map((interval) => toCronExpression(withIntervalDefaults(interval), node.id));
}

/** What to expect of a trigger; null for a node that starts nothing. `byHand`: it is the only way to start. */
export function expectedOf(node: INode, account: Account, period: Period, byHand: boolean): Expected | null {
	const type = node.type.slice(node.type.lastIndexOf('.') + 1);
	switch (type) {
		case 'meetingAssistantTrigger':
			return instant(node, account, period);
		case 'meetingAssistantPollingTrigger':
			return polling(node, account, period);
		case 'scheduleTrigger':
			return scheduled(ruleOf(node), period);
		case 'cron':
			return scheduled(Parameters.parse(node.parameters).triggerTimes.item.map(workflowModule.toCronExpression), period);
		case 'manualTrigger':
			return byHand ? { starts: [{ at: period.until, items: [null], isEarly: false }], requests: [] } : null;
		default:
			return null;
	}
}
