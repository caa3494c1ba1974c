import { plans } from '../api/index.ts';
import { boolean, choices, type Field, type Fields, type Given, type InputOf, number, readInput, type Text } from '../forms/index.ts';
import { aboutConversations, ACTION_ITEMS, ANY_EVENT, CREATED, instantChoices, polledChoices, polledNames, resultsOf, STARTING_SOON } from './items/catalogue.ts';
import { ifUnread, include } from './items/details.ts';
import { filterFields, FILTERS_DESCRIPTION } from './items/filters.ts';
import { withOwnerEmail } from './items/owners.ts';
import { schedule } from './poll/conversations.ts';
import { RESERVED_REQUESTS } from './poll/round.ts';

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

/** Filters of action items, which other events have not, are offered with their event. */
const offered = <F extends ReturnType<typeof filterFields>>(fields: F) => ({
	...fields,
	ownerContains: { ...fields.ownerContains, showWhen: forActionItems },
	priorities: { ...fields.priorities, showWhen: forActionItems },
	dueWithinDays: { ...fields.dueWithinDays, showWhen: forActionItems },
});

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
	filters: offered(filterFields((what) => `. Takes one request where the event does not include ${what}.`)),
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
				'How far the time of a delivery may be from now. Others are refused, in case somebody replays a recorded delivery. 0 accepts any time.',
		}),
	},
});

/** The polling interval of a new trigger. */
export const POLL_MINUTES = 5;

/** The share of a plan’s requests that polling uses when nothing is new. */
const share = ({ requestsPerHour }: { readonly requestsPerHour: number }, minutes: number): string =>
	`${Math.round((1000 * 60) / minutes / requestsPerHour) / 10}%`;

const { starter, professional, enterprise } = plans;
const waitingForResults = polledNames.filter((name) => resultsOf([name]).length > 0);
const forMeetings = { events: [STARTING_SOON] };
const forConversations = { events: polledNames };

/** Starts when a poll finds something. */
export const pollingTrigger = trigger({
	notices: [
		{
			name: 'conversationCost',
			showWhen: { events: polledNames },
			text: `<b>Cost:</b> 1 request per poll when nothing is new. Every ${POLL_MINUTES} minutes, that is ${share(starter, POLL_MINUTES)} of the requests of the Starter plan, ${share(professional, POLL_MINUTES)} of Professional and ${share(enterprise, POLL_MINUTES)} of Enterprise. Every minute, it is ${share(starter, 1)} of Starter. No AI credits.`,
		},
		{
			name: 'resultCost',
			showWhen: { events: waitingForResults },
			text: `<b>For each new conversation:</b> 1 more request each time the trigger checks for its key points or feedback: right away, then less and less often, at most ${schedule.length} times in 48 hours. Key points and action items share these requests.`,
		},
		{
			name: 'meetingCost',
			showWhen: forMeetings,
			text: '<b>Cost of “Meeting Starting Soon”:</b> 1 more request per poll. The time between two polls must not be longer than “Minutes Before”. The first meeting with guests takes 1 more, for your email address, which is kept. A briefing takes 1 or more to find the people, and 1 for each of them.',
		},
	],
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
			description: 'How many minutes before its start to report a meeting',
		}),
		includeBriefing: boolean({
			label: 'Include Briefing',
			name: 'briefing',
			default: false,
			showWhen: forMeetings,
			description:
				'Whether to add what the service knows about each attendee from outside your company. Needs the memory feature of the Professional and Enterprise plans.',
		}),
	},
	filters: offered(filterFields()),
	filtersDescription: FILTERS_DESCRIPTION,
	filtersShownWhen: forConversations,
	options: {
		ifUnread: { ...ifUnread, showWhen: { events: [ACTION_ITEMS, STARTING_SOON] }, description: 'What to do if the briefing of a meeting, or the owners of action items, were asked for and cannot be read. A poll that fails is repeated by the next one, and loses nothing.' },
		withOwnerEmail: { ...withOwnerEmail, showWhen: forActionItems },
		recentHours: number({
			label: 'Include Recent (Hours)',
			whole: true,
			min: 0,
			max: 720,
			initial: 24,
			showWhen: forConversations,
			description: ({ flow, activated }) =>
				`How many hours to look back when the ${flow} is ${activated} for the first time. Without this, only what is new from then on starts it.`,
		}),
		headStartMinutes: number({
			label: 'Head Start (Minutes)',
			name: 'leaveMinutes',
			whole: true,
			min: 0,
			max: 60,
			default: 0,
			initial: 2,
			showWhen: forConversations,
			description: ({ flow, instantTrigger: other }) =>
				`How long to hold an event back for a ${other} in the same ${flow}. Gives it time to finish, so both never process the same event.`,
		}),
		maxRequests: number({
			label: 'Max Requests per Poll',
			whole: true,
			min: 2,
			max: 100,
			default: 10,
			description: `When much is new at once, it is spread over several polls. The last ${RESERVED_REQUESTS} requests of the hour are always reserved for others.`,
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
	if (field.kind === 'number') return usableNumber(field, value);
	if (field.kind === 'choices') {
		const known = new Set(field.choices.map((choice) => String(choice.value)));
		return [value].flat().filter((one) => known.has(String(one)));
	}
	return field.schema.safeParse(value).success ? value : undefined;
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
