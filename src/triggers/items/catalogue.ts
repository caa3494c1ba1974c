import { eventData, eventNames, type EventData, type EventName } from '../../api/index.ts';
import { byLabel, type Choice, SAMPLE_CONVERSATION_ID } from '../../forms/index.ts';
import { Refusal } from '../../words/index.ts';
import type { Happening, ResultKind } from './item.ts';

/** An event that can start a flow. */
interface EventEntry<N extends EventName> {
	readonly label: string;
	readonly description: string;
	/**
	 * `actionItems`: the event becomes one item for each action item. `none`: it is not about a conversation, so nothing can
	 * be read for it.
	 */
	readonly details?: 'actionItems' | 'none';
	/** The saved result that it reports. */
	readonly reports?: 'feedback' | 'keyPoints' | 'transcript';
	/** A made-up event with the fields of a real one. */
	readonly sample: EventData<N>;
	/** What makes polling report it, and how it is described there. Absent if polling cannot detect it. */
	readonly polled?: { readonly from: Happening['kind']; readonly description: string };
}

const conversationId = SAMPLE_CONVERSATION_ID;
const title = 'Pilot review with Harbour';

/** Every event of the service (Events). A new one does not compile until it has an entry here. */
export const events: { readonly [N in EventName]: EventEntry<N> } = {
	'conversation.created': {
		label: 'Conversation Created',
		description: 'A new meeting or call was recorded',
		sample: { conversationId },
		polled: { from: 'created', description: 'A new meeting or call was recorded' },
	},
	'conversation.updated': {
		label: 'Conversation Updated',
		description: 'A conversation changed, such as its title',
		sample: { conversationId, title },
	},
	'conversation.keypoints.ready': {
		label: 'Key Points Ready',
		description: 'The summary, decisions, action items and dates of a conversation are available',
		reports: 'keyPoints',
		sample: { conversationId, title },
		polled: {
			from: 'keyPoints',
			description: 'The summary, decisions, action items and dates of a conversation are available',
		},
	},
	'conversation.summary.ready': {
		label: 'Summary Ready',
		description: 'The summary of a conversation is available, perhaps before its decisions and action items',
		reports: 'keyPoints',
		sample: { conversationId, title, sectionCount: 2 },
	},
	'conversation.action_items.ready': {
		label: 'Action Items Ready',
		description: 'The action items of a conversation are available',
		details: 'actionItems',
		sample: { conversationId, actionItemCount: 2 },
		polled: { from: 'keyPoints', description: 'The action items of a conversation, one by one' },
	},
	'conversation.feedback.ready': {
		label: 'Feedback Ready',
		description: 'Feedback on a conversation is available',
		reports: 'feedback',
		sample: { conversationId, overallScore: 7.5 },
		polled: { from: 'feedback', description: 'Feedback on how you communicated is available' },
	},
	'conversation.shared': {
		label: 'Conversation Shared',
		description: 'A public link to a conversation was created',
		sample: { conversationId, shareUrl: 'https://example.com/share/sample' },
	},
	'conversation.deleted': {
		label: 'Conversation Deleted',
		description: 'A conversation was deleted',
		details: 'none',
		sample: { conversationId },
	},
	'transcript.ready': {
		label: 'Transcript Ready',
		description: 'The transcript of a conversation is available',
		reports: 'transcript',
		sample: { conversationId, segmentCount: 3 },
	},
	'transcript.failed': {
		label: 'Transcript Failed',
		description: 'A recording could not be transcribed',
		sample: { conversationId, error: 'The recording holds no speech.' },
	},
	'webhook.test': {
		label: 'Test Delivery',
		description: 'A test of the webhook, sent on demand',
		details: 'none',
		sample: { message: 'This is a test delivery.' },
	},
};

export const CREATED = 'conversation.created' satisfies EventName;

export const ACTION_ITEMS = 'conversation.action_items.ready' satisfies EventName;

export const KEY_POINTS = 'conversation.keypoints.ready' satisfies EventName;

export const FEEDBACK = 'conversation.feedback.ready' satisfies EventName;

/** Tests go to every webhook, whatever it is registered for. */
export const TEST_EVENT = 'webhook.test' satisfies EventName;

/** Part of saved flows. Means every event except tests. */
export const ANY_EVENT = 'any';

/** Part of saved flows. The service does not know this event: it comes from the calendar. */
export const STARTING_SOON = 'meeting.starting_soon';

type ChoosableEvent = Exclude<EventName, typeof TEST_EVENT>;
const isChoosable = (name: EventName): name is ChoosableEvent => name !== TEST_EVENT;

const choiceOf = <N extends EventName>(value: N) => ({
	value,
	label: events[value].label,
	description: `${events[value].description}${events[value].details === 'actionItems' ? ', one by one' : ''}`,
});

/** The events that a webhook can be registered for, by label. */
export const eventChoices: readonly Choice<ChoosableEvent>[] = eventNames.filter(isChoosable).map(choiceOf).toSorted(byLabel);

const isEvent = (name: string): name is EventName => Object.hasOwn(events, name);

/** An event as forms call it; one that is newer than this version by its name. */
export const eventLabel = (name: string): string => (isEvent(name) ? events[name].label : name);

/** What can start an instant trigger, the widest choice first. */
export const instantChoices: readonly Choice<EventName | typeof ANY_EVENT>[] = [
	{ value: ANY_EVENT, label: 'Any Event', description: 'Everything that happens, except test deliveries' },
	...eventChoices,
	choiceOf(TEST_EVENT),
];

/** Conversation events that polling can detect. */
export const polledNames = eventNames.filter((name) => events[name].polled !== undefined);

const startingSoonChoice = {
	value: STARTING_SOON,
	label: 'Meeting Starting Soon',
	description: 'A meeting in the connected calendar is about to start',
} as const;

/** What can start a polling trigger, by label. */
export const polledChoices: readonly Choice<EventName | typeof STARTING_SOON>[] = [
	startingSoonChoice,
	...polledNames.map((value) => ({ ...choiceOf(value), description: events[value].polled?.description ?? '' })),
].toSorted(byLabel);

/** The events to register for: the service expects each one by name. */
export const eventsToRegister = (chosen: readonly string[]): EventName[] =>
	eventNames.filter((name) => chosen.includes(name) || (chosen.includes(ANY_EVENT) && name !== TEST_EVENT));

/** No event is chosen, so nothing would ever start a flow. */
export const noEvent = (): Refusal => new Refusal('Choose at least one event', '', { code: 'no_event' });

/** Whether an event is among the chosen ones. “Any” includes events that we do not know yet. */
export const isChosen = (event: string, chosen: readonly string[]): boolean =>
	chosen.includes(event) || (chosen.includes(ANY_EVENT) && event !== TEST_EVENT);

/** The results that the chosen events depend on, once each. */
export const resultsOf = (chosen: readonly string[]): ResultKind[] => [
	...new Set(
		polledNames.flatMap((name): ResultKind[] => {
			const from = chosen.includes(name) ? events[name].polled?.from : undefined;
			return from === undefined || from === 'created' ? [] : [from];
		}),
	),
];

/** The choices of an instant trigger that are, or may be, about a conversation. */
export const aboutConversations = instantChoices.map(({ value }) => value).filter((value) => value === ANY_EVENT || events[value].details !== 'none');

/** What can be read for an event. An unknown event is about a conversation if it names one. */
export const entryOf = (event: string): Pick<EventEntry<EventName>, 'details' | 'reports'> => (isEvent(event) ? events[event] : {});

/** The names of an event’s fields, besides the conversation’s ID. */
export const fieldNamesOf = (name: EventName): string[] =>
	Object.keys(eventData[name].shape).filter((field) => field !== 'conversationId');
