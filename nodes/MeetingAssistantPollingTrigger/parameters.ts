import type { IPollFunctions } from 'n8n-workflow';
import { z } from 'zod/v4';
import type { ResultKind } from '../../src/polling/index.ts';
import { Filters } from '../shared/filters.ts';
import { ACTION_ITEMS, CREATED, FEEDBACK, KEY_POINTS, resultOf, STARTING_SOON } from './events.ts';

export const DEFAULT_MINUTES_BEFORE = 15;
export const DEFAULT_MAX_REQUESTS = 10;

export const limits = {
	minutesBefore: { min: 1, max: 1440 },
	maxRequests: { min: 2, max: 100 },
	recentHours: { min: 0, max: 720 },
	leaveMinutes: { min: 0, max: 60 },
} as const;

/** What an expression gives may be a text, or out of bounds: the nearest allowed number is meant. */
const within = ({ min, max }: { min: number; max: number }) =>
	z.coerce.number().transform((value) => Math.min(max, Math.max(min, Math.round(value))));

const known = new Set<unknown>([CREATED, KEY_POINTS, ACTION_ITEMS, FEEDBACK, STARTING_SOON]);
const Events = z
	.array(z.string())
	.catch([])
	.transform((events) => events.filter((event) => known.has(event)));

const Options = z
	.object({
		recentHours: within(limits.recentHours).nullable().catch(null).default(null),
		maxRequests: within(limits.maxRequests).catch(DEFAULT_MAX_REQUESTS),
		leaveMinutes: within(limits.leaveMinutes).catch(0),
		repeatAfterRestart: z.boolean().catch(false),
		tellMissing: z.boolean().catch(false),
	})
	.catch({
		recentHours: null,
		maxRequests: DEFAULT_MAX_REQUESTS,
		leaveMinutes: 0,
		repeatAfterRestart: false,
		tellMissing: false,
	});

const HOUR = 3_600_000;
const MINUTE = 60_000;

/** What the person chose. Durations in milliseconds. */
export interface PollParameters {
	readonly events: ReadonlySet<string>;
	readonly results: readonly ResultKind[];
	readonly leadMs: number;
	readonly briefing: boolean;
	readonly recentMs: number | null;
	readonly maxRequests: number;
	/** How long the instant trigger has for an event before this one tells it. */
	readonly leaveMs: number;
	readonly repeatAfterRestart: boolean;
	readonly tellMissing: boolean;
	readonly filters: Filters;
}

export function readParameters(context: IPollFunctions): PollParameters {
	const events = Events.parse(context.getNodeParameter('events'));
	const { recentHours, leaveMinutes, ...options } = Options.parse(context.getNodeParameter('options', {}));
	const minutesBefore = within(limits.minutesBefore)
		.catch(DEFAULT_MINUTES_BEFORE)
		.parse(context.getNodeParameter('minutesBefore', DEFAULT_MINUTES_BEFORE));
	return {
		...options,
		events: new Set(events),
		filters: Filters.parse(context.getNodeParameter('filters', {})),
		results: [...new Set(events.flatMap((event) => resultOf[event] ?? []))],
		leadMs: minutesBefore * MINUTE,
		briefing: context.getNodeParameter('briefing', false) === true,
		leaveMs: leaveMinutes * MINUTE,
		recentMs: recentHours ? recentHours * HOUR : null,
	};
}

/** Whether any chosen event is about conversations. */
export const wantsConversations = ({ events, results }: PollParameters): boolean =>
	events.has(CREATED) || results.length > 0;
