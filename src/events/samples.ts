import type { Conversation, EventName, Feedback, KeyPoints } from '../api/index.ts';
import type { Client } from '../client/index.ts';
import { SAMPLE_CONVERSATION_ID } from '../forms/field.ts';
import type { Item } from '../polling/index.ts';
import type { IncludedDetails } from '../webhooks/emitted.ts';
import type { Received } from '../webhooks/index.ts';
import type { Terms } from '../forms/terms.ts';
import { events, eventsToRegister } from './catalogue.ts';
import { DETAILS_LIMIT_MS, planDetails, readDetails, type DetailName } from './details.ts';
import { noFilters } from './filters.ts';
import { itemsOfDelivery } from './items.ts';
import { newestConversation } from './latest.ts';

const id = SAMPLE_CONVERSATION_ID;
const title = 'Pilot review with Harbour';
const startTime = '2026-11-02T10:00:00Z';
const endTime = '2026-11-02T10:30:00Z';

const conversation: Conversation = { id, title, startTime, endTime, duration: 30, segmentCount: 3, linkedCalendarEventId: null };

const keyPoints: KeyPoints = {
	id,
	title,
	keypoints: {
		title,
		sections: [
			{ heading: 'Pilot', points: ['Twelve people used it every day', 'Search was too slow at first'] },
			{ heading: 'Next step', points: ['Roll out to the whole office in December'] },
		],
		decisions: ['The roll-out starts on 1 December'],
		actionItems: [
			{ item: 'Send the contract to Priya by Thursday', owner: 'Nora', confidence: 0.92, priority: 'high' },
			{ item: 'Book the training room', owner: 'Priya', confidence: 0.81, priority: 'low' },
		],
		participants: ['Nora', 'Priya'],
		importantDates: [{ date: '2026-12-01', context: 'The roll-out starts' }],
	},
	createdAt: endTime,
};

const transcript = {
	id,
	segments: [
		{ text: 'How did the pilot go?', speaker: 'local', timestamp: startTime },
		{ text: 'Twelve people used it every day.', speaker: 'remote', timestamp: '2026-11-02T10:00:04Z' },
		{ text: 'Then I will send you the contract.', speaker: 'local', timestamp: '2026-11-02T10:00:09Z' },
	],
};

const feedback: Feedback = {
	id,
	feedback: {
		overallScore: 7.5,
		strengths: [
			{
				category: 'Listening',
				description: 'You let people finish',
				timestamp: startTime,
				quote: 'How did the pilot go?',
				reason: 'The question was open.',
			},
		],
		growthAreas: [
			{
				category: 'Clarity',
				description: 'The date stayed open',
				suggestion: 'Name a day',
				timestamp: '2026-11-02T10:00:09Z',
				quote: 'Then I will send you the contract.',
				reason: 'Nobody knows when.',
				alternative: 'I will send you the contract by Thursday.',
			},
		],
		categoryScores: { clarity: 7, listening: 9, timeManagement: 7, collaboration: 8, decisionMaking: 7 },
		talkListenRatio: 45,
		topPriority: {
			focus: 'Clear dates',
			quote: 'Then I will send you the contract.',
			reason: 'Nobody knows when.',
			alternative: 'I will send you the contract by Thursday.',
		},
		actionPlan: ['Name a day with every promise'],
		stats: { talkListenRatio: 45, totalMinutes: 30 },
	},
	overallScore: 7.5,
	userSpeakerName: 'local',
	createdAt: endTime,
};

/** Details of the sample conversation, with the fields that real ones have. */
export const sampleDetails: Required<IncludedDetails> = { conversation, keyPoints, transcript, feedback };

/** What is saved about the newest conversation. */
interface Real {
	readonly conversation: Conversation;
	readonly details: IncludedDetails;
}

/** Where the fields of an event’s data come from. An event with any other field is made up as a whole. */
const facts: Readonly<Record<string, (real: Real) => unknown>> = {
	conversationId: ({ conversation: { id: conversationId } }) => conversationId,
	title: ({ conversation: { title: realTitle } }) => realTitle,
	segmentCount: ({ conversation: { segmentCount } }) => segmentCount,
	sectionCount: ({ details }) => details.keyPoints?.keypoints?.sections?.length,
	actionItemCount: ({ details }) => details.keyPoints?.keypoints?.actionItems?.length,
	overallScore: ({ details }) => details.feedback?.overallScore,
};

const sourceOf: Readonly<Record<string, DetailName>> = { sectionCount: 'keyPoints', actionItemCount: 'keyPoints', overallScore: 'feedback' };

/** The details that a sample of an event needs to be real. */
const neededFor = (event: EventName, included: readonly string[], timestamp: string): DetailName[] => [
	...planDetails(madeUpEvent(event, timestamp), included, noFilters).toRead,
	...Object.keys(events[event].sample).flatMap((field) => sourceOf[field] ?? []),
];

/** Null where there is no account, no network or no conversation: samples need none of them. */
async function readReal(names: readonly DetailName[], { connect, sleep, now, terms }: SampleOptions): Promise<Real | null> {
	try {
		const client = await connect();
		const newest = (await newestConversation(client, now)) ?? null;
		if (newest === null) return null;
		const about = { conversationId: newest.id, title: undefined };
		const read = await readDetails(names.filter((name) => name !== 'conversation'), about, { connect: async () => client, sleep, terms });
		return { conversation: newest, details: { ...read, conversation: newest } };
	} catch {
		return null;
	}
}

function madeUpEvent(event: EventName, timestamp: string): Received {
	const data = { ...events[event].sample };
	const { conversationId } = { conversationId: undefined, ...data };
	return { event, timestamp, data, conversationId };
}

/** The event as it was about the newest conversation; null where anything of it would have to be made up. */
function realEvent(event: EventName, needed: readonly DetailName[], timestamp: string, real: Real | null): Received | null {
	if (real === null || !needed.every((name) => real.details[name])) return null;
	const data = Object.fromEntries(Object.keys(events[event].sample).map((field) => [field, facts[field]?.(real)]));
	return 'conversationId' in data && Object.values(data).every((value) => value !== undefined) ? { event, timestamp, data, conversationId: real.conversation.id } : null;
}

const REAL = 'A sample event about your newest conversation, with what is saved about it.';
const madeUp = ({ instantTrigger }: Terms): string => `A sample event about a made-up conversation: no operation can read it. Record a meeting, or let the ${instantTrigger} wait for a real event.`;

export interface SampleOptions {
	/** Samples about the newest conversation, with some requests. If that fails or takes too long, they are made up. */
	readonly connect: () => Promise<Client>;
	readonly sleep: (ms: number) => Promise<void>;
	/** Milliseconds since 1970. */
	readonly now: number;
	readonly terms: Terms;
}

/**
 * An event of each chosen kind, in the shape of a real one. Either all of it is real, about the newest conversation and with what is
 * saved about it, or nothing: the next step might act on a mixture. The field `sample` says which. Filters do not apply.
 */
export async function samplesFor(chosen: readonly string[], included: readonly string[], options: SampleOptions): Promise<Item[]> {
	const { sleep, now, terms } = options;
	const receivedAt = new Date(now).toISOString();
	const wantedEvents = eventsToRegister(chosen);
	const names = new Set(wantedEvents.flatMap((event) => neededFor(event, included, receivedAt)));
	const real = await Promise.race([readReal([...names], { ...options, sleep: () => new Promise(() => {}) }), sleep(DETAILS_LIMIT_MS).then(() => null)]);
	return wantedEvents.flatMap((event) => {
		const own = realEvent(event, neededFor(event, included, receivedAt), receivedAt, real);
		const sample = own ?? madeUpEvent(event, receivedAt);
		const all = own && real ? real.details : sampleDetails;
		const { wanted, toRead, splitActionItems } = planDetails(sample, included, noFilters);
		const read = Object.fromEntries(toRead.map((name) => [name, all[name]]));
		const items = itemsOfDelivery({ received: sample, receivedAt, included: { ok: true, ...read }, wanted, splitActionItems, filters: noFilters, timezone: 'UTC' });
		return items.map(({ title: itemTitle, startTime: itemStart, ...item }) => ({
			...(itemTitle !== undefined && { title: itemTitle, startTime: itemStart }),
			sample: own ? REAL : madeUp(terms),
			...item,
		}));
	});
}
