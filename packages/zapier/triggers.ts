import { type Conversation, DAY_MS, type EventName, MINUTE_MS } from '../../src/api/index.ts';
import { eventChoices, events, type Item, itemsOfDelivery, latestItems, madeUpItems, meetingsWithin, newestConversation, noFilters, polledChoices, polledNames, pollingTrigger, sampleMeeting, STARTING_SOON } from '../../src/triggers/index.ts';
import { getCalendarEvents } from '../../src/operations/index.ts';
import { checkedFilters, filterInputs, ifUnreadIn, isFiltered, ownerInputs, unreadInputs, wantsOwners } from './filters.ts';
import { about, type Counted, countField, countIn } from './form.ts';
import { deferIn } from './hydrate.ts';
import { distinct, fieldsOf, snake, type Sample } from './outputs.ts';
import { sampleFile, shownEvent, shownMeeting } from './shown.ts';
import { LIMITS_PAGE } from '../../src/words/index.ts';
import { step, type ZapierFunction } from './step.ts';
import { pollingLabel, terms } from './terms.ts';
import { receive, subscriptions } from './webhook.ts';

const keyOf = (event: string): string => snake(event);

/** The event as it would be delivered now for a conversation. */
function deliveredItem(event: EventName, conversation: Conversation): Item | undefined {
	const { sample } = events[event];
	const timestamp = new Date().toISOString();
	const real = { conversationId: conversation.id, title: conversation.title, segmentCount: conversation.segmentCount };
	const data = { ...sample, ...Object.fromEntries(Object.entries(real).filter(([name]) => name in sample)) };
	return itemsOfDelivery({
		received: { event, timestamp, data, conversationId: conversation.id },
		receivedAt: timestamp,
		included: { ok: true, conversation },
		wanted: ['conversation'],
		splitActionItems: false,
		filters: noFilters,
		timezone: 'UTC',
	})[0];
}

/** A made-up event about a conversation that clearly isn't one of the account's. */
function sampleOf(event: EventName): Sample {
	const [item] = madeUpItems(event, ['conversation', 'feedback', 'keyPoints', 'transcript']);
	return item ? shownEvent(item, { detail: () => ({}), file: sampleFile }, 'UTC') : {};
}

const poll = (event: EventName, { isInstant = false } = {}): ZapierFunction<Sample[]> =>
	step(async (given) => {
		const { z, connect, memory, meta } = given;
		const isSample = isInstant || meta.isLoadingSample;
		const items = await latestItems(event, {
			client: connect(),
			now: Date.now(),
			recall: memory.recall,
			keep: memory.keep,
			isFirst: meta.isPopulatingDedupe,
			isSample,
			filters: checkedFilters(event, given),
			timezone: meta.timezone,
			withOwnerEmail: wantsOwners(event, given),
			ifUnread: ifUnreadIn(event, given),
			terms,
		});
		// Where a filter leaves nothing, a sample would seem to pass it.
		if (isSample && items.length === 0 && !isFiltered(event, given)) return [sampleOf(event)];
		return distinct(items.map((item) => shownEvent(item, deferIn(z), meta.timezone)));
	});

/** Events for which a real conversation makes a sample without inventing anything. */
const nothingInvented: readonly EventName[] = ['conversation.updated', 'transcript.ready'];

/** Real data if there is any, otherwise a sample that clearly is one. */
const listSamples = (event: EventName): ZapierFunction<Sample[]> =>
	step(async ({ connect, meta, z }) => {
		if (!nothingInvented.includes(event)) return [sampleOf(event)];
		const conversation = await newestConversation(connect(), Date.now());
		const item = conversation && deliveredItem(event, conversation);
		return [item ? shownEvent(item, deferIn(z), meta.timezone) : sampleOf(event)];
	});

const when = (description: string): string => `Triggers when ${description.charAt(0).toLowerCase()}${description.slice(1)}.`;

/** An event may have two triggers, which a person tells apart in the list. */
const whenPolled = (description: string): string => when(`A regular check finds that ${description.charAt(0).toLowerCase()}${description.slice(1)}`);

const eachActionItem = (event: EventName): string => (events[event].details === 'actionItems' ? ' Starts the Zap once for each action item.' : '');

const COST = `No AI credits. What it uses of your plan: \`${LIMITS_PAGE}\`.`;
const INSTANT_COST = `Uses one of the webhooks of a Professional plan. ${COST}`;
const POLLING_COST = `Needs no webhook. ${COST}`;

interface TriggerSpec {
	readonly key: string;
	readonly noun: string;
	readonly label: string;
	readonly description: string;
	readonly sample: Sample;
	readonly operation: { readonly type: 'hook' | 'polling'; readonly [part: string]: unknown };
}

const trigger = ({ key, noun, label, description, sample, operation }: TriggerSpec) => ({
	key,
	noun,
	display: { label, description },
	operation: { ...operation, sample, outputFields: fieldsOf(sample) },
});

const instantTriggers = eventChoices.map(({ value: event }) =>
	trigger({
		key: keyOf(event),
		noun: 'Conversation',
		label: events[event].label,
		description: `${when(events[event].description)}${eachActionItem(event)}`,
		sample: sampleOf(event),
		operation: {
			type: 'hook',
			perform: receive(event),
			performList: polledNames.includes(event) ? poll(event, { isInstant: true }) : listSamples(event),
			inputFields: [about(INSTANT_COST), ...filterInputs(event), ...ownerInputs(event), ...unreadInputs(event)],
			...subscriptions(event),
		},
	}),
);

const pollingTriggers = polledNames.map((event) =>
	trigger({
		key: `${keyOf(event)}_polling`,
		noun: 'Conversation',
		label: pollingLabel(event),
		description: `${whenPolled(events[event].description)}${eachActionItem(event)}`,
		sample: sampleOf(event),
		operation: { type: 'polling', perform: poll(event), inputFields: [about(POLLING_COST), ...filterInputs(event), ...ownerInputs(event), ...(ownerInputs(event).length > 0 ? unreadInputs(event) : [])] },
	}),
);

const { minutesBefore } = pollingTrigger.fields;
const { min = 1, max = 1440, default: minutes } = minutesBefore.kind === 'number' ? minutesBefore : {};

const minutesField: Counted = {
	key: 'minutes_before',
	label: minutesBefore.label,
	default: String(minutes),
	...{ min, max },
	helpText: 'How many minutes before its start to report a meeting. At least your Zap’s polling interval.',
};

/** How far ahead to look for a meeting that shows what the trigger gives. */
const SHOWN_WITHIN_MS = 7 * DAY_MS;

const startingSoon = step(
	async (given) => {
		const leadMs = countIn(given, minutesField) * MINUTE_MS;
		const isSample = given.meta.isLoadingSample;
		const { recall, keep } = given.memory;
		const unplaced: string[] = [];
		const items = await meetingsWithin({
			filters: checkedFilters(STARTING_SOON, given),
			...{ isSample, leadMs: isSample ? SHOWN_WITHIN_MS : leadMs, client: given.connect(), now: Date.now(), recall, keep, terms },
			onUnplaced: (hint) => void unplaced.push(hint),
		});
		for (const hint of unplaced) given.z.console.log(hint);
		return distinct((isSample && items.length === 0 && !isFiltered(STARTING_SOON, given) ? [sampleMeeting] : items).map(shownMeeting));
	},
	{ operation: getCalendarEvents },
);

const startingSoonLabel = polledChoices.find(({ value }) => value === STARTING_SOON);

const meetingTrigger = trigger({
	key: keyOf(STARTING_SOON),
	noun: 'Meeting',
	label: startingSoonLabel?.label ?? '',
	description: when(String(startingSoonLabel?.description)),
	sample: shownMeeting(sampleMeeting),
	operation: { type: 'polling', perform: startingSoon, inputFields: [about(COST), countField(minutesField), ...filterInputs(STARTING_SOON)] },
});

export const triggers = Object.fromEntries([...instantTriggers, ...pollingTriggers, meetingTrigger].map((one) => [one.key, one]));

