import type { Conversation, EventName, Feedback, KeyPoints } from '../api/index.ts';
import type { Client } from '../client/index.ts';
import { SAMPLE_CONVERSATION_ID } from '../forms/field.ts';
import type { Item } from '../polling/index.ts';
import type { IncludedDetails } from '../webhooks/emitted.ts';
import type { Received } from '../webhooks/index.ts';
import type { Terms } from '../forms/terms.ts';
import { events, eventsToRegister } from './catalogue.ts';
import { DETAILS_LIMIT_MS, planDetails } from './details.ts';
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

/** What a sample is about: the newest conversation of the account, or the made-up one. */
async function realConversation({ connect, now }: SampleOptions): Promise<Conversation | null> {
	try {
		return (await newestConversation(await connect(), now)) ?? null;
	} catch {
		// Samples need neither an account nor a network.
		return null;
	}
}

/** Replaces what the samples say of the conversation they are about. */
function about<T extends object>(sample: T, { id: conversationId, title: realTitle }: Conversation): T {
	const real = { id: conversationId, conversationId, title: realTitle };
	const known = Object.entries(real).filter(([name, value]) => name in sample && value !== undefined);
	return { ...sample, ...Object.fromEntries(known) };
}

function received(event: EventName, timestamp: string, real: Conversation | null): Received {
	const { sample } = events[event];
	const data = real ? about(sample, real) : { ...sample };
	const { conversationId } = { conversationId: undefined, ...data };
	return { event, timestamp, data, conversationId };
}

const detailsAbout = (real: Conversation): Required<IncludedDetails> => ({
	conversation: real,
	keyPoints: about(keyPoints, real),
	transcript: about(transcript, real),
	feedback: about(feedback, real),
});

const madeUp = (real: Conversation | null, { instantTrigger }: Terms): string =>
	real
		? 'A sample event about your newest conversation. The conversation is real, everything else is made up.'
		: `A sample event about a made-up conversation: no operation can read it. Record a meeting, or let the ${instantTrigger} wait for a real event.`;

export interface SampleOptions {
	/** Samples about the newest conversation, with a request or two. If that fails or takes too long, they stay as they are. */
	readonly connect: () => Promise<Client>;
	readonly sleep: (ms: number) => Promise<void>;
	/** Milliseconds since 1970. */
	readonly now: number;
	readonly terms: Terms;
}

/**
 * A made-up event of each chosen kind, in the shape of a real one, and about the newest conversation if there is one. The field
 * `sample` marks it as such. Filters do not apply: a sample shows what is possible.
 */
export async function samplesFor(chosen: readonly string[], included: readonly string[], options: SampleOptions): Promise<Item[]> {
	const { sleep, now, terms } = options;
	const receivedAt = new Date(now).toISOString();
	const real = await Promise.race([realConversation(options), sleep(DETAILS_LIMIT_MS).then(() => null)]);
	const all = real ? detailsAbout(real) : sampleDetails;
	return eventsToRegister(chosen).flatMap((event) => {
		const sample = received(event, receivedAt, real);
		const { wanted, toRead, splitActionItems } = planDetails(sample, included, noFilters);
		const read = Object.fromEntries(toRead.map((name) => [name, all[name]]));
		const items = itemsOfDelivery({ received: sample, receivedAt, included: { ok: true, ...read }, wanted, splitActionItems, filters: noFilters, timezone: 'UTC' });
		return items.map(({ title: itemTitle, startTime: itemStart, ...item }) => ({
			...(itemTitle !== undefined && { title: itemTitle, startTime: itemStart }),
			sample: madeUp(real, terms),
			...item,
		}));
	});
}
