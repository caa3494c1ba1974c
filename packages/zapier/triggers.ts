import { createHash } from 'node:crypto';
import { z as zod } from 'zod/v4';
import { deliveryHeaders, type Conversation, type EventName } from '../../src/api/index.ts';
import { ClientError } from '../../src/client/index.ts';
import { CREATED, entryOf, eventChoices, events, polledChoices, polledNames, STARTING_SOON } from '../../src/events/catalogue.ts';
import { readItems } from '../../src/events/delivery.ts';
import { readDetails, type DetailName } from '../../src/events/details.ts';
import { noFilters } from '../../src/events/filters.ts';
import { itemsOfDelivery } from '../../src/events/items.ts';
import { latestItems, meetingsWithin, newestConversations, sampleMeeting } from '../../src/events/latest.ts';
import { register, remove } from '../../src/events/registration/lifecycle.ts';
import type { Registration, RegistrationPort } from '../../src/events/registration/port.ts';
import { sampleDetails } from '../../src/events/samples.ts';
import { pollingTrigger } from '../../src/events/triggers.ts';
import { getCalendarEvents } from '../../src/operations/calendarEvent.ts';
import type { Item } from '../../src/polling/index.ts';
import { isSigned, isStale, readDelivery } from '../../src/webhooks/index.ts';
import { Refusal } from '../../src/words/errors.ts';
import { Count } from './actions.ts';
import { distinct, fieldsOf, isRecord, snake, type Sample } from './outputs.ts';
import { step, type Explaining, type Step, type Z, type ZapierFunction } from './step.ts';
import { pollingLabel, terms } from './terms.ts';

const keyOf = (event: string): string => snake(event);

/** What a Zap can use of the conversation of an event. */
const details: readonly DetailName[] = ['conversation', 'keyPoints', 'transcript', 'feedback'];

const About = zod.object({ conversation_id: zod.string(), title: zod.string().optional().catch(undefined) });

/** Reads one detail when a Zap uses it, and only then: one request, no AI credit. */
const hydrator = (name: DetailName): ZapierFunction<unknown> =>
	step(async ({ connect, sleep, inputData }) => {
		const { conversation_id: conversationId, title } = About.parse(inputData);
		const read = await readDetails([name], { conversationId, title }, { connect: async () => connect(), sleep, terms });
		if (!read.ok) throw new Refusal(read.reason, 'Run the step again in a few minutes', { code: 'details_not_read' });
		return read[name] ?? {};
	});

/** Zapier finds a hydrator by identity, and saved Zap runs find it by name. */
export const hydrators = {
	readConversation: hydrator('conversation'),
	readFeedback: hydrator('feedback'),
	readKeyPoints: hydrator('keyPoints'),
	readTranscript: hydrator('transcript'),
};

const readers: { readonly [N in DetailName]-?: ZapierFunction<unknown> } = {
	conversation: hydrators.readConversation,
	feedback: hydrators.readFeedback,
	keyPoints: hydrators.readKeyPoints,
	transcript: hydrators.readTranscript,
};

/** An item as a Zap gets it. What was read anyway is there; the rest is read when it is used. */
function output(z: Z, { included, ...item }: Item): Sample {
	const id = item.dedupeKey;
	const { conversationId, data } = item;
	if (typeof conversationId !== 'string' || entryOf(String(item['event'])).details === 'none') return { id, ...item };
	const known = isRecord(included) ? included : {};
	const title = isRecord(data) && typeof data['title'] === 'string' ? data['title'] : undefined;
	const about = { conversation_id: conversationId, ...(title !== undefined && { title }) };
	const read = details.map((name) => [name, known[name] ?? z.dehydrate(readers[name], about)]);
	return { id, ...item, ...Object.fromEntries(read) };
}

/** What an event is made into by itself. Action items become one run each, as every app expects tasks. */
const includedIn = (event: EventName): string[] => (events[event].details === 'actionItems' ? ['actionItems'] : []);

/** The event as it would be delivered, about the made-up conversation or a real one. */
function sampleItem(event: EventName, timestamp: string, real: Conversation | null): Item | undefined {
	const { conversationId, title, ...data } = { conversationId: undefined, title: undefined, ...events[event].sample };
	const about = real ?? { id: conversationId, title };
	const own = { ...(conversationId !== undefined && { conversationId: about.id }), ...(title !== undefined && { title: about.title }) };
	const received = { event, timestamp, data: { ...own, ...data }, conversationId: own.conversationId };
	const included = real ? ({ ok: true, conversation: real } as const) : ({ ok: true, ...sampleDetails } as const);
	const splitActionItems = real === null && includedIn(event).length > 0;
	return itemsOfDelivery({ received, receivedAt: timestamp, included, wanted: [], splitActionItems, filters: noFilters })[0];
}

function sampleOf(event: EventName): Sample {
	const item = sampleItem(event, '2026-11-02T10:30:00.000Z', null);
	const read = events[event].details === 'none' ? {} : sampleDetails;
	return item ? { id: item.dedupeKey, ...item, ...read } : {};
}

const DAY_MS = 86_400_000;

/** What is remembered of one account is not known to others. */
const scope = ['auth'];

/** Zapier’s cache may be out of reach: then what it would have told is not known. */
const recall = (z: Z, key: string): Promise<unknown> => z.cache.get(key, scope).catch(() => null);
const keep = (z: Z, key: string, value: unknown): Promise<unknown> => z.cache.set(key, value, (2 * DAY_MS) / 1000, scope).catch(() => null);

/** Zapier spells the names of headers in its own way, with “Http-” before those that are not standard. */
const headerIn = (headers: Readonly<Record<string, string>>, name: string): string | undefined =>
	Object.entries(headers).find(([key]) => key.toLowerCase().replace(/^http-/, '') === name.toLowerCase())?.[1];

/** Takes a delivery, verified on the bytes as they came. What is not the service’s starts nothing. */
const receive = (event: EventName): ZapierFunction<Sample[]> =>
	step(async ({ z, rawRequest, subscribeData, authData, connect, sleep }) => {
		const ignore = (why: string): Sample[] => {
			z.console.log(`Ignored a delivery: ${why}`);
			return [];
		};
		const { headers = {}, content = '' } = rawRequest ?? {};
		const names = deliveryHeaders(authData.header_prefix);
		const body = Buffer.from(content, 'utf8');
		if (!isSigned(body, headerIn(headers, names.signature), [subscribeData?.secret ?? ''])) return ignore('the signature is missing or wrong');
		const received = readDelivery(body, headerIn(headers, names.event));
		if (received?.event !== event) return ignore('it is about something else');
		const now = Date.now();
		if (isStale(received, DAY_MS / 1000, now)) return ignore('it is too old, or from the future');
		const seen = `delivery:${createHash('sha256').update(`${subscribeData?.id} ${content}`).digest('hex')}`;
		if ((await recall(z, seen)) !== null) return ignore('it was delivered before');
		const reading = { terms, sleep, connect: async () => connect() };
		const { items, splitActionItems, reason } = await readItems(received, { include: includedIn(event), filters: noFilters }, reading, now);
		// A run without its action item would make an empty task of it.
		if (splitActionItems && reason !== null) throw new Refusal(reason, `Use the ${instead(event)}, which tries again`, { code: 'details_not_read' });
		await keep(z, seen, true);
		return items.filter((item) => !splitActionItems || item['actionItem'] !== undefined).map((item) => output(z, item));
	});

/** The polling trigger to use where there are no webhooks. */
function instead(event: EventName): string {
	if (polledNames.includes(event)) return `trigger “${pollingLabel(event)}”`;
	const nearest = event === 'conversation.summary.ready' ? 'conversation.keypoints.ready' : CREATED;
	return `nearest polling trigger, “${pollingLabel(nearest)}”`;
}

/** A Zap’s webhook. `held` is what Zapier keeps of it. */
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
		removesDead: () => false,
		stored: { read: () => stored, write: (registration) => void (stored = registration), forget: () => void (stored = undefined) },
		isDead: async () => false,
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

const poll = (event: EventName): ZapierFunction<Sample[]> =>
	step(async ({ z, connect, meta }) => {
		const items = await latestItems(event, {
			client: connect(),
			now: Date.now(),
			recall: (key) => recall(z, key),
			keep: (key, value) => keep(z, key, value),
			isFirst: meta.isPopulatingDedupe,
		});
		return distinct(items.map((item) => output(z, item)));
	});

/** The event as it would be for the newest conversation, where the service does not say which had one. */
const listSamples = (event: EventName): ZapierFunction<Sample[]> =>
	step(async (given) => {
		const [conversation] = await newestConversations(given.connect(), 1);
		const item = conversation && sampleItem(event, new Date().toISOString(), conversation);
		return item ? [output(given.z, item)] : [];
	});

const when = (description: string): string => `Triggers when ${description.charAt(0).toLowerCase()}${description.slice(1)}.`;

const eachActionItem = (event: EventName): string => (events[event].details === 'actionItems' ? ' Starts the Zap once for each action item.' : '');

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
		description: `${when(events[event].description)}${eachActionItem(event)} Uses one of the webhooks of a Professional plan.`,
		sample: sampleOf(event),
		operation: {
			type: 'hook',
			perform: receive(event),
			performList: polledNames.includes(event) ? poll(event) : listSamples(event),
			...subscriptions(event),
		},
	}),
);

const pollingTriggers = polledNames.map((event) =>
	trigger({
		key: `${keyOf(event)}_polling`,
		noun: 'Conversation',
		label: pollingLabel(event),
		description: `${when(events[event].description)}${eachActionItem(event)} Needs no webhook: each check takes one request${event === CREATED ? '' : ', plus one for each of up to five recent conversations without a result'}.`,
		sample: sampleOf(event),
		operation: { type: 'polling', perform: poll(event) },
	}),
);

const MINUTE_MS = 60_000;

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
		return distinct(items.map((item) => output(given.z, item)));
	},
	{ operation: getCalendarEvents },
);

const startingSoonLabel = polledChoices.find(({ value }) => value === STARTING_SOON);

const meetingTrigger = trigger({
	key: keyOf(STARTING_SOON),
	noun: 'Meeting',
	label: startingSoonLabel?.label ?? '',
	description: `${when(String(startingSoonLabel?.description))} Each check takes one request.`,
	sample: { id: sampleMeeting.dedupeKey, ...sampleMeeting },
	operation: { type: 'polling', perform: startingSoon, inputFields: [minutesField] },
});

export const triggers = Object.fromEntries([...instantTriggers, ...pollingTriggers, meetingTrigger].map((one) => [one.key, one]));

