import { DAY_MS, eventNames } from '../../api/index.ts';
import { clockAt, foldText } from '../../format/index.ts';
import { boolean, choices, type InputOf, number, text } from '../../forms/index.ts';
import { asksForGuests, isMe, OWN_ITEMS } from '../../reports/index.ts';
import type { Received } from '../verify.ts';
import { ACTION_ITEMS, events, FEEDBACK, KEY_POINTS, STARTING_SOON } from './catalogue.ts';
import type { IncludedDetails } from './item.ts';

/** Conditions that an event has to meet. */
export const filterFields = {
	titleContains: text({
		label: 'Title Contains',
		default: '',
		example: 'weekly * Acme',
		description: 'Ignores case and accents; * stands for any text',
	}),
	ownerContains: text({
		label: 'Owner Contains',
		default: '',
		example: 'Nora',
		description:
			`Only action items whose owner’s name contains this, or that have no owner; ${OWN_ITEMS}`,
	}),
	priorities: choices({
		label: 'Priority',
		choices: [
			{ value: 'high', label: 'High' },
			{ value: 'low', label: 'Low' },
			{ value: 'medium', label: 'Medium' },
		],
		initial: ['high'],
		description: 'Only action items with one of these priorities, or with none',
	}),
	dueWithinDays: number({
		label: 'Due Within (Days)',
		whole: true,
		min: 0,
		initial: 7,
		description: 'Only action items that are due by then or overdue; 0 for today',
	}),
	external: boolean({
		label: 'External Meetings',
		description: 'Whether to keep only meetings with guests from other companies, or only those without; meetings with unknown guests are kept',
	}),
	companies: text({
		label: 'Companies',
		default: '',
		example: 'acme.com, harbour.com',
		description: 'Only meetings with a guest from one of these email domains, separated by commas; those without a calendar event are left out',
	}),
	minimumSegments: number({
		label: 'Minimum Transcript Lines',
		min: 1,
		initial: 10,
		description: 'How many lines (segments) the transcript must have, to leave out calls that ended right away',
	}),
	minimumActionItems: number({
		label: 'Minimum Action Items',
		min: 1,
		initial: 1,
		description: 'How many action items the conversation must have',
	}),
	minimumScore: number({
		label: 'Minimum Score',
		min: 0,
		max: 10,
		decimals: 1,
		initial: 5,
		description: 'Overall score from 0 to 10',
	}),
	maximumScore: number({
		label: 'Maximum Score',
		min: 0,
		max: 10,
		decimals: 1,
		initial: 5,
		description: 'Overall score from 0 to 10, to act on low ones',
	}),
};

const conversations: readonly string[] = eventNames.filter((name) => events[name].details !== 'none');
const meetings = [...conversations, STARTING_SOON];

/** The events that each filter can exclude. Other events lack the data that it tests. */
export const filteredEvents: { readonly [N in keyof typeof filterFields]: readonly string[] } = {
	titleContains: meetings,
	external: meetings,
	companies: meetings,
	minimumSegments: conversations,
	ownerContains: [ACTION_ITEMS],
	priorities: [ACTION_ITEMS],
	dueWithinDays: [ACTION_ITEMS],
	minimumActionItems: [ACTION_ITEMS, KEY_POINTS],
	minimumScore: [FEEDBACK],
	maximumScore: [FEEDBACK],
};

export const FILTERS_DESCRIPTION = 'Events without the filtered field pass through, so that none is lost';

export type Filters = InputOf<typeof filterFields>;

/** Filters that let everything through. */
export const noFilters: Filters = {
	titleContains: '',
	ownerContains: '',
	priorities: undefined,
	dueWithinDays: undefined,
	external: undefined,
	companies: '',
	minimumSegments: undefined,
	minimumActionItems: undefined,
	minimumScore: undefined,
	maximumScore: undefined,
};

/** What is known about an event's conversation. An unknown value is undefined or of another type. */
export interface KnownFacts {
	readonly title?: unknown;
	readonly segments?: unknown;
	readonly actionItems?: unknown;
	readonly score?: unknown;
}

/** Whether the parts between the asterisks occur in the text, in their order; case and accents do not matter. */
export function matchesPattern(given: string, wanted: string): boolean {
	const folded = foldText(given);
	let from = 0;
	for (const part of wanted.split('*').map(foldText)) {
		const at = folded.indexOf(part, from);
		if (at < 0) return false;
		from = at + part.length;
	}
	return true;
}

const isWithin = (value: unknown, least: number | undefined, most?: number): boolean =>
	typeof value !== 'number' || (value >= (least ?? -Infinity) && value <= (most ?? Infinity));

/** Whether an event may start the flow. Unknown values pass, so that a filter never loses an event. */
export const passes = ({ title, segments, actionItems, score }: KnownFacts, filters: Filters): boolean =>
	(typeof title !== 'string' || matchesPattern(title, filters.titleContains)) &&
	isWithin(segments, filters.minimumSegments) &&
	isWithin(actionItems, filters.minimumActionItems) &&
	isWithin(score, filters.minimumScore, filters.maximumScore);

interface ActionItemFacts {
	readonly owner: string | null;
	readonly priority: string | null;
	/** A date, or a date and time. */
	readonly dueDate: string | null;
}

/** The time and the time zone that due dates are compared in. */
interface Place {
	/** ISO 8601. */
	readonly now: string;
	/** IANA name. */
	readonly timezone: string;
}

/** Whether something is due within so many days, by the calendar of the time zone. */
function isDue(dueDate: string | null, days: number, { now, timezone }: Place): boolean {
	if (dueDate === null) return false;
	const date = dueDate.includes('T') ? clockAt(timezone, Date.parse(dueDate)).date : dueDate;
	const last = Date.parse(`${clockAt(timezone, Date.parse(now)).date}T00:00:00Z`) + days * DAY_MS;
	return Date.parse(`${date}T00:00:00Z`) <= last;
}

/** Whether it takes the user's name to tell if an owner is a wanted one. */
export const needsUserName = (owner: string | null, { ownerContains }: Pick<Filters, 'ownerContains'>): boolean =>
	owner !== null && ownerContains !== '' && (isMe(ownerContains) || isMe(owner));

/** Whether an action item may start the flow. Unassigned items may; if the profile decides about the owner, they pass here. */
export const isWantedItem = (
	{ owner, priority, dueDate }: ActionItemFacts,
	{ ownerContains, priorities: wanted = [], dueWithinDays }: Filters,
	place: Place,
): boolean =>
	(owner === null || needsUserName(owner, { ownerContains }) || matchesPattern(owner, ownerContains)) &&
	(priority === null || wanted.length === 0 || wanted.some((one) => one === priority)) &&
	(dueWithinDays === undefined || isDue(dueDate, dueWithinDays, place));

/** What a delivery and its details say about the conversation. */
export const knownFrom = ({ data }: Received, { conversation, keyPoints, transcript, feedback }: IncludedDetails): KnownFacts => ({
	title: data['title'] ?? conversation?.title ?? keyPoints?.title,
	segments: data['segmentCount'] ?? conversation?.segmentCount ?? transcript?.segments?.length,
	actionItems: data['actionItemCount'] ?? keyPoints?.keypoints?.actionItems?.length,
	score: data['overallScore'] ?? feedback?.overallScore,
});

/** Whether the key points have to be read for the filters. */
export const needsKeyPoints = ({ event, data }: Received, { minimumActionItems }: Filters): boolean =>
	minimumActionItems !== undefined && filteredEvents.minimumActionItems.includes(event) && typeof data['actionItemCount'] !== 'number';

/** Whether the conversation has to be read for the filters. */
export const needsConversation = ({ data }: Received, { titleContains, minimumSegments, ...guests }: Filters): boolean =>
	asksForGuests(guests) ||
	(titleContains !== '' && typeof data['title'] !== 'string') ||
	(minimumSegments !== undefined && typeof data['segmentCount'] !== 'number');
