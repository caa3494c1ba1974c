import * as zod from 'zod/v4';
import { DAY_MS, MINUTE_MS } from '../../src/api/durations.ts';
import type { Conversation, EventName } from '../../src/api/index.ts';
import { ClientError } from '../../src/client/index.ts';
import { CREATED, eventChoices, events, polledChoices, polledNames, STARTING_SOON } from '../../src/events/catalogue.ts';
import { receiveDelivery } from '../../src/events/delivery.ts';
import { readDetails } from '../../src/events/details.ts';
import { filterFields, noFilters, type Filters } from '../../src/events/filters.ts';
import { itemsOfDelivery } from '../../src/events/items.ts';
import { latestItems, meetingsWithin, newestConversation, sampleMeeting } from '../../src/events/latest.ts';
import { register, remove } from '../../src/events/registration/lifecycle.ts';
import type { Registration, RegistrationPort } from '../../src/events/registration/port.ts';
import { sampleDetails } from '../../src/events/samples.ts';
import { pollingTrigger, readTrigger } from '../../src/events/triggers.ts';
import { dueDates } from '../../src/format/index.ts';
import { getCalendarEvents } from '../../src/operations/calendarEvent.ts';
import type { Item } from '../../src/polling/index.ts';
import type { Refused, ReplayStore } from '../../src/webhooks/index.ts';
import { Refusal } from '../../src/words/errors.ts';
import { about, Count, inputField, valueOf } from './actions.ts';
import { distinct, fieldsOf, snake, type Sample } from './outputs.ts';
import { shownDetail, shownEvent, shownMeeting, type Defer, type ShownDetail } from './shown.ts';
import { step, type Explaining, type Step, type Z, type ZapierFunction } from './step.ts';
import { pollingLabel, terms } from './terms.ts';

const keyOf = (event: string): string => snake(event);

const About = zod.object({ conversation_id: zod.string(), start_time: zod.string().nullable().catch(null) });

/** Reads one detail when a Zap uses it, and not before: one request, no AI credit. */
const hydrator = (name: ShownDetail): ZapierFunction<unknown> =>
	step(async ({ connect, meta, sleep, inputData }) => {
		const { conversation_id: conversationId, start_time: startTime } = About.parse(inputData);
		const read = await readDetails([name], { conversationId, title: undefined }, { connect: async () => connect(), sleep, terms });
		if (!read.ok) throw new Refusal(read.reason, 'Run the step again in a few minutes', { code: 'details_not_read' });
		return shownDetail[name](read, dueDates(startTime, meta.timezone));
	});

/** Zapier finds a hydrator by identity, and saved Zap runs find it by name. */
export const hydrators = {
	readFeedback: hydrator('feedback'),
	readKeyPoints: hydrator('keyPoints'),
	readTranscript: hydrator('transcript'),
};

const readers: { readonly [N in ShownDetail]: ZapierFunction<unknown> } = {
	feedback: hydrators.readFeedback,
	keyPoints: hydrators.readKeyPoints,
	transcript: hydrators.readTranscript,
};

/** Details not read yet are read when a Zap uses them. */
const deferIn = (z: Z): Defer => (name, conversation_id, start_time) => z.dehydrate(readers[name], { conversation_id, start_time });

/** Always includes the conversation, which most events only name. Action items become one run each, as apps expect tasks. */
const includedIn = (event: EventName): string[] => [...(events[event].details === 'actionItems' ? ['actionItems'] : []), 'conversation'];

const fields = filterFields();
/** The filters that an event can meet or fail. */
const filtersOf = (event: EventName): (keyof typeof fields)[] => [
	...(events[event].details === 'none' ? [] : (['titleContains', 'minimumSegments'] as const)),
	...(events[event].details === 'actionItems' ? (['ownerContains'] as const) : []),
	...(event === 'conversation.feedback.ready' ? (['minimumScore'] as const) : []),
];

const filterInputs = (event: EventName): object[] => filtersOf(event).map((name) => inputField(name, fields[name], false));

const filtersIn = (event: EventName, given: Step): Filters => {
	const offered = filtersOf(event);
	const read = valueOf(given, { id: 'event' });
	const isOffered = (input: string): boolean => offered.some((name) => name === input);
	return readTrigger(fields, (input, field) => (isOffered(input) ? read(input, field) : undefined));
};

/** The event as it would be delivered for a conversation. */
function sampleItem(event: EventName, timestamp: string, conversation: Conversation): Item | undefined {
	const { sample } = events[event];
	const real = { conversationId: conversation.id, title: conversation.title, segmentCount: conversation.segmentCount };
	const data = { ...sample, ...Object.fromEntries(Object.entries(real).filter(([name]) => name in sample)) };
	const isMadeUp = conversation === sampleDetails.conversation;
	const splitActionItems = isMadeUp && events[event].details === 'actionItems';
	return itemsOfDelivery({
		received: { event, timestamp, data, conversationId: 'conversationId' in sample ? conversation.id : undefined },
		receivedAt: timestamp,
		included: isMadeUp ? { ok: true, ...sampleDetails } : { ok: true, conversation },
		wanted: isMadeUp ? ['conversation', 'feedback', 'keyPoints', 'transcript'] : ['conversation'],
		splitActionItems,
		filters: noFilters,
		timezone: 'UTC',
	})[0];
}

/** A made-up event about a conversation that clearly isn't one of the account's. */
function sampleOf(event: EventName): Sample {
	const item = sampleDetails.conversation && sampleItem(event, '2026-11-02T10:30:00.000Z', sampleDetails.conversation);
	return item ? shownEvent(item, () => ({}), 'UTC') : {};
}


/** Clocks differ by seconds. The service sends nothing from further in the future. */
const MAX_AHEAD_SECONDS = 600;

/** One account's memory is not visible to others. */
const scope = ['auth'];

/** Zapier's cache may be unavailable: then nothing is remembered. */
const recall = (z: Z, key: string): Promise<unknown> => z.cache.get(key, scope).catch(() => null);
const keep = (z: Z, key: string, value: unknown): Promise<unknown> => z.cache.set(key, value, (2 * DAY_MS) / 1000, scope).catch(() => null);

/** Zapier spells header names in its own way, with “Http-” before non-standard ones. */
const headerIn = (headers: Readonly<Record<string, string>>, name: string): string | undefined =>
	Object.entries(headers).find(([key]) => key.toLowerCase().replace(/^http-/, '') === name.toLowerCase())?.[1];

const ignoredBecause: Readonly<Record<Refused | 'not chosen' | 'repeated', string>> = {
	signature: 'the signature is missing or wrong',
	stale: 'it is too old, or from the future',
	unreadable: 'it holds no event',
	tooLarge: 'it is too large',
	pending: 'the same one is being processed',
	'not chosen': 'it is about something else',
	repeated: 'it was delivered before',
};

/** Zapier's cache remembers deliveries. Without it, Zapier itself still drops items with the same ID. */
const replaysIn = (z: Z): ReplayStore => ({
	begin: async (key) => ((await recall(z, `delivery:${key}`)) === null ? 'new' : 'done'),
	end: async (key, isAccepted) => void (isAccepted && (await keep(z, `delivery:${key}`, true))),
});

/** Takes a delivery. Anything not from the service starts nothing. */
const receive = (event: EventName): ZapierFunction<Sample[]> =>
	step(async (given) => {
		const { z, rawRequest, subscribeData, authData, connect, meta, sleep } = given;
		const { headers = {}, content = '' } = rawRequest ?? {};
		const outcome = await receiveDelivery(
			{ header: (name) => headerIn(headers, name), rawBody: () => Buffer.from(content, 'utf8') },
			{
				secrets: [subscribeData?.secret ?? ''],
				headerPrefix: authData.header_prefix,
				maxAgeSeconds: DAY_MS / 1000,
				maxAheadSeconds: MAX_AHEAD_SECONDS,
				webhook: String(subscribeData?.id),
			},
			{ isChosen: (name) => name === event, include: includedIn(event), filters: filtersIn(event, given) },
			{ replays: replaysIn(z), terms, timezone: meta.timezone, now: Date.now, sleep, connect: async () => connect() },
		);
		const why = 'refused' in outcome ? outcome.refused : 'ignored' in outcome ? outcome.ignored : null;
		if (why !== null) z.console.log(`Ignored a delivery: ${ignoredBecause[why]}`);
		if ('refused' in outcome || 'ignored' in outcome) return [];
		const { items, splitActionItems, reason, settle } = outcome;
		const complete = items.filter((item) => !splitActionItems || item['actionItem'] !== undefined);
		// Without its action item, a run would create an empty task.
		if (complete.length < items.length && reason !== null) throw new Refusal(reason, `Use the ${instead(event)}, which tries again`, { code: 'details_not_read' });
		await settle(true);
		return complete.map((item) => shownEvent(item, deferIn(z), meta.timezone));
	});

/** The polling trigger to use where there are no webhooks. */
function instead(event: EventName): string {
	if (polledNames.includes(event)) return `trigger “${pollingLabel(event)}”`;
	const nearest = event === 'conversation.summary.ready' ? 'conversation.keypoints.ready' : CREATED;
	return `nearest polling trigger, “${pollingLabel(nearest)}”`;
}

/** A Zap's webhook. `held` is what Zapier stores about it. */
function portOf({ connect, authData, z, targetUrl }: Step, event: EventName, held?: Registration): RegistrationPort & { readonly registered: () => Registration | undefined } {
	let stored = held;
	const url = held?.url ?? targetUrl;
	return {
		key: url,
		flowId: url,
		ownUrl: () => url,
		serviceUrl: async () => authData.base_url,
		connect: async ({ timeoutMs }) => connect({ timeoutMs }),
		chosen: () => [event],
		stored: { read: () => stored, write: (registration) => void (stored = registration), forget: () => void (stored = undefined) },
		log: { info: (message) => z.console.log(message), warn: (message) => z.console.log(message) },
		now: Date.now,
		terms: { ...terms, pollingTrigger: instead(event) },
		registered: () => stored,
	};
}

function subscriptions(event: EventName) {
	const explaining: Explaining = {
		terms: { ...terms, pollingTrigger: instead(event) },
		advice: { validation_error: 'The service could not reach Zapier. Try to turn the Zap on again in a few minutes', forbidden: `Use the ${instead(event)}, which needs no webhook` },
	};
	return {
		performSubscribe: step(async (given) => {
			const port = portOf(given, event);
			await register(port);
			return port.registered() ?? {};
		}, explaining),
		performUnsubscribe: step(async (given) => {
			if (given.subscribeData) await remove(portOf(given, event, { ...given.subscribeData, flowId: given.subscribeData.url }));
			return {};
		}, explaining),
	};
}

const poll = (event: EventName, { isSample = false } = {}): ZapierFunction<Sample[]> =>
	step(async (given) => {
		const { z, connect, meta } = given;
		const items = await latestItems(event, {
			client: connect(),
			now: Date.now(),
			recall: (key) => recall(z, key),
			keep: (key, value) => keep(z, key, value),
			isFirst: meta.isPopulatingDedupe,
			isSample: isSample || meta.isLoadingSample,
			filters: filtersIn(event, given),
			timezone: meta.timezone,
		});
		return distinct(items.map((item) => shownEvent(item, deferIn(z), meta.timezone)));
	});

/** What can be said about a real conversation without inventing anything. */
const nothingInvented: readonly EventName[] = ['conversation.updated', 'transcript.ready'];

/** Real data if there is any, otherwise a sample that clearly is one. */
const listSamples = (event: EventName): ZapierFunction<Sample[]> =>
	step(async ({ connect, meta, z }) => {
		if (!nothingInvented.includes(event)) return [sampleOf(event)];
		const conversation = await newestConversation(connect(), Date.now());
		const item = conversation && sampleItem(event, new Date().toISOString(), conversation);
		return item ? [shownEvent(item, deferIn(z), meta.timezone)] : [];
	});

const when = (description: string): string => `Triggers when ${description.charAt(0).toLowerCase()}${description.slice(1)}.`;

const eachActionItem = (event: EventName): string => (events[event].details === 'actionItems' ? ' Starts the Zap once for each action item.' : '');

const instantCost = (event: EventName): string =>
	`Uses one of the webhooks of a Professional plan.${events[event].details === 'none' ? '' : ' Each event takes one request, for the title and the times.'} No AI credits.`;

const pollingCost = (event: EventName): string =>
	`Needs no webhook. Each check takes one request per 100 conversations of the last seven days${event === CREATED ? '' : ', plus one for each of up to five conversations without a result'}. No AI credits.`;

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
			performList: polledNames.includes(event) ? poll(event, { isSample: true }) : listSamples(event),
			inputFields: [about(instantCost(event)), ...filterInputs(event)],
			...subscriptions(event),
		},
	}),
);

const pollingTriggers = polledNames.map((event) =>
	trigger({
		key: `${keyOf(event)}_polling`,
		noun: 'Conversation',
		label: pollingLabel(event),
		description: `${when(events[event].description)}${eachActionItem(event)}`,
		sample: sampleOf(event),
		operation: { type: 'polling', perform: poll(event), inputFields: [about(pollingCost(event)), ...filterInputs(event)] },
	}),
);


const { minutesBefore } = pollingTrigger.fields;
const { min = 1, max = 1440, default: minutes } = minutesBefore.kind === 'number' ? minutesBefore : {};

const minutesField = {
	key: 'minutes_before',
	label: minutesBefore.label,
	type: 'integer',
	default: String(minutes),
	helpText: 'How many minutes before its start to report a meeting. No less than the time between two checks on your Zapier plan.',
};

function minutesOf({ inputData }: Step): number {
	const given = inputData[minutesField.key] ?? '';
	const asked = Count(min, max).safeParse(given === '' ? minutes : given);
	if (asked.success) return asked.data;
	throw new ClientError({ kind: 'invalidInput', field: minutesField.label, reason: `it must be a whole number from ${min} to ${max}` });
}

const startingSoon = step(
	async (given) => {
		const items = await meetingsWithin(minutesOf(given) * MINUTE_MS, given.connect(), Date.now(), terms);
		return distinct(items.map(shownMeeting));
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
	operation: { type: 'polling', perform: startingSoon, inputFields: [about('Each check takes one request.'), minutesField] },
});

export const triggers = Object.fromEntries([...instantTriggers, ...pollingTriggers, meetingTrigger].map((one) => [one.key, one]));

