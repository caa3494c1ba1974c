import { oneLine, quoted } from '../format/index.ts';
import {
	alternatives,
	boolean,
	choices,
	emptied,
	type Field,
	type Fields,
	type Given,
	type InputOf,
	isBlank,
	number,
	readInput,
	refuse,
	type Text,
} from '../forms/index.ts';
import { aboutConversations, ACTION_ITEMS, ANY_EVENT, CREATED, instantChoices, noEvent, polledChoices, polledNames, STARTING_SOON } from './items/catalogue.ts';
import { ifUnread, include } from './items/details.ts';
import { filteredEvents, filterFields, FILTERS_DESCRIPTION } from './items/filters.ts';
import { withOwnerEmail } from './items/people.ts';
import { Refusal } from '../words/index.ts';

type Condition = Readonly<Record<string, readonly string[]>>;

/** Something to know before choosing, shown in the form. */
export interface Notice {
	readonly name: string;
	readonly text: Text;
	readonly showWhen?: Condition;
}

/** A trigger as hosts see it: its fields, and those to add under “Filters” and “Options”. */
export interface Trigger<A extends Fields = Fields, B extends Fields = Fields, C extends Fields = Fields> {
	readonly notices: readonly Notice[];
	readonly fields: A;
	readonly filters: B;
	readonly filtersDescription: Text;
	readonly filtersShownWhen?: Condition;
	readonly options: C;
}

export const trigger = <A extends Fields, B extends Fields, C extends Fields>(given: Trigger<A, B, C>): Trigger<A, B, C> => given;

const forActionItems = { events: [ACTION_ITEMS, ANY_EVENT] };

const shownFor = (filter: keyof typeof filterFields) => ({ showWhen: { events: [...filteredEvents[filter], ANY_EVENT] } });

/** Filters that apply to few events are only offered with these. */
const filters = {
	...filterFields,
	ownerContains: { ...filterFields.ownerContains, ...shownFor('ownerContains') },
	priorities: { ...filterFields.priorities, ...shownFor('priorities') },
	dueWithinDays: { ...filterFields.dueWithinDays, ...shownFor('dueWithinDays') },
	minimumActionItems: { ...filterFields.minimumActionItems, ...shownFor('minimumActionItems') },
	minimumScore: { ...filterFields.minimumScore, ...shownFor('minimumScore') },
	maximumScore: { ...filterFields.maximumScore, ...shownFor('maximumScore') },
};

/** Seconds by which the time of a delivery may differ from now. */
const DEFAULT_MAX_AGE_SECONDS = 300;

/** Starts when the service delivers an event to a webhook. */
export const instantTrigger = trigger({
	notices: [
		{
			name: 'planNotice',
			text: ({ platform, pollingTrigger }) =>
				`The service delivers events on the Professional and Enterprise plans, and ${platform} needs a public https:// address. On the Starter plan, use the ${pollingTrigger}.`,
		},
	],
	fields: {
		events: choices({
			label: 'Trigger On',
			choices: instantChoices,
			required: true,
			default: [],
			initial: [CREATED],
		}),
		include,
	},
	filters,
	filtersDescription: FILTERS_DESCRIPTION,
	filtersShownWhen: { events: aboutConversations },
	options: {
		ifUnread: { ...ifUnread, showWhen: { events: aboutConversations } },
		withOwnerEmail: { ...withOwnerEmail, showWhen: forActionItems },
		maxAgeSeconds: number({
			label: 'Max Delivery Age (Seconds)',
			name: 'timestampWindow',
			min: 0,
			default: DEFAULT_MAX_AGE_SECONDS,
			description:
				'How far the time of a delivery may be from now, before it is refused as a replay; 0 for any time',
		}),
	},
});

/** The polling interval of a new trigger. */
export const POLL_MINUTES = 5;

const forMeetings = { events: [STARTING_SOON] };
const forConversations = { events: polledNames };

/** Starts when a poll finds something. */
export const pollingTrigger = trigger({
	notices: [{ name: 'cost', text: 'Polling uses some of your plan’s requests even when nothing is new.' }],
	fields: {
		events: choices({
			label: 'Trigger On',
			choices: polledChoices,
			required: true,
			default: [],
			initial: [CREATED],
		}),
		minutesBefore: number({
			label: 'Minutes Before',
			whole: true,
			min: 1,
			max: 1440,
			default: 15,
			showWhen: forMeetings,
			description: 'How many minutes before its start to report a meeting; at least the time between two polls',
		}),
		includeBriefing: boolean({
			label: 'Include Briefing',
			name: 'briefing',
			default: false,
			showWhen: forMeetings,
			description: ({ operation }) =>
				`Whether to add what is known about each guest from outside your company, as fields (needs the memory feature); ${operation('Insight', 'Prepare for Meeting')} writes a text`,
		}),
	},
	filters: {
		...filters,
		minimumSegments: { ...filterFields.minimumSegments, showWhen: forConversations },
	},
	filtersDescription: FILTERS_DESCRIPTION,
	options: {
		ifUnread: { ...ifUnread, showWhen: { events: [ACTION_ITEMS, STARTING_SOON] } },
		withOwnerEmail: { ...withOwnerEmail, showWhen: forActionItems },
		recentHours: number({
			label: 'Include Recent (Hours)',
			whole: true,
			min: 0,
			max: 720,
			initial: 24,
			showWhen: forConversations,
			description: 'How many hours to look back at the first poll',
		}),
		headStartMinutes: number({
			label: 'Delay (Minutes)',
			name: 'leaveMinutes',
			whole: true,
			min: 0,
			max: 60,
			default: 0,
			initial: 2,
			showWhen: forConversations,
			description: ({ flow, instantTrigger: other }) =>
				`How long to hold back each event, so that a ${other} in the same ${flow} can process it first`,
		}),
		maxRequests: number({
			label: 'Max Requests per Poll',
			whole: true,
			min: 2,
			max: 100,
			default: 10,
			description: 'How many requests a poll may make; what else is new waits for the next one',
		}),
	},
});

/** The nearest number that the field allows. If only one bound is set, a number beyond it is ignored. */
function usableNumber({ min = -Infinity, max = Infinity, whole }: Field<unknown, 'number'>, value: unknown): number | undefined {
	const given = typeof value === 'string' && value.trim() === '' ? NaN : Number(value ?? NaN);
	if (Number.isNaN(given)) return undefined;
	const rounded = whole ? Math.round(given) : given;
	const isBounded = min > -Infinity && max < Infinity;
	const nearest = Math.min(max, Math.max(min, rounded));
	return isBounded || nearest === rounded ? nearest : undefined;
}

/** The usable part of a value. Expressions may return anything, and none of it may lose an event. */
function usable(field: Field, value: unknown): unknown {
	if (field.schema.safeParse(value).success) return value;
	if (field.kind === 'number') return usableNumber(field, value);
	if (field.kind !== 'choices') return undefined;
	const known = new Set(field.choices.map((choice) => String(choice.value)));
	return [value].flat().filter((one) => known.has(String(one)));
}

/** The values of a trigger's fields. Unusable ones count as not set. `all`: with those that decide which are shown. Never throws. */
export const readTrigger = <F extends Fields>(fields: F, valueOf: Given['valueOf'], all: Fields = fields): InputOf<F> =>
	readInput(
		fields,
		{
			valueOf: (input, field) => usable(field, valueOf(input, field)),
			toInstant: () => null,
			isAgent: false,
		},
		all,
	);

/** Refuses events that a trigger does not have, which it would wait for in vain, and a choice of none. @throws Refusal */
export function checkEvents({ events: field }: Trigger['fields'], valueOf: Given['valueOf']): void {
	if (field?.kind !== 'choices') return;
	const chosen = [valueOf('events', field)].flat().filter((one) => !isBlank(one));
	if (chosen.length === 0) throw noEvent();
	const unknown = chosen.filter((one) => !field.schema.safeParse([one]).success);
	if (unknown.length === 0) return;
	const named = alternatives(unknown.map((one) => quoted(oneLine(one))));
	const offered = alternatives(field.choices.map(({ value }) => value));
	throw new Refusal(`This trigger has no event ${named}`, `It has ${offered}`, { code: 'no_event' });
}

/**
 * Refuses filters that a person filled in, but that would let everything or nothing through: empty ones and those that are not
 * accepted. For the moment a trigger is turned on, when a person reads why. `all`: with the fields that decide which are shown.
 * @throws ClientError `invalidInput`
 */
export function checkFilters(
	filters: Fields,
	{ valueOf, isFilled, sourceOf }: Pick<Given, 'isFilled' | 'sourceOf' | 'valueOf'>,
	all: Fields = filters,
): void {
	const given: Given = { valueOf, ...(isFilled && { isFilled }), ...(sourceOf && { sourceOf }), toInstant: () => null, isAgent: false };
	const [empty] = emptied(filters, given, all);
	if (empty) refuse(empty.field, `${empty.what} is empty. Remove it to let everything through`);
	readInput(filters, given, all);
}
