import type { Conversation, EventName, Feedback, KeyPoints } from '../api/index.ts';
import type { Item } from '../polling/index.ts';
import type { Details } from '../webhooks/emitted.ts';
import type { Received } from '../webhooks/index.ts';
import { events, eventsToRegister } from './catalogue.ts';
import { planDetails } from './details.ts';
import { noFilters } from './filters.ts';
import { itemsOfDelivery } from './items.ts';

const id = 'sample-conversation';
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
			{ item: 'Send the contract to Priya', owner: 'Nora', confidence: 0.92, priority: 'high' },
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
		actionPlan: ['Name a day with every promise'],
	},
	overallScore: 7.5,
	userSpeakerName: 'local',
	createdAt: endTime,
};

/** Details of the sample conversation, with the fields that real ones have. */
export const sampleDetails: Required<Details> = { conversation, keyPoints, transcript, feedback };

function received(event: EventName, timestamp: string): Received {
	const data = { ...events[event].sample };
	const { conversationId } = { conversationId: undefined, ...data };
	return { event, timestamp, data, conversationId };
}

/**
 * A made-up event of each chosen kind, as the real one would arrive. Filters do not apply: a sample shows what there can
 * be. `now` in milliseconds since 1970.
 */
export function samplesFor(chosen: readonly string[], included: readonly string[], now: number): Item[] {
	const receivedAt = new Date(now).toISOString();
	return eventsToRegister(chosen).flatMap((event) => {
		const sample = received(event, receivedAt);
		const { wanted, splitActionItems } = planDetails(sample, included, noFilters);
		const details = { ok: true, ...sampleDetails } as const;
		return itemsOfDelivery({ received: sample, receivedAt, included: details, wanted, splitActionItems, filters: noFilters });
	});
}
