import type { Conversation, EventName, Feedback, KeyPoints } from '../../api/index.ts';
import { SAMPLE_CONVERSATION_ID } from '../../forms/index.ts';
import { events, STARTING_SOON } from './catalogue.ts';
import { planDetails } from './details.ts';
import { noFilters } from './filters.ts';
import { startingSoonKeyOf, type IncludedDetails, type Item } from './item.ts';
import { itemsOfDelivery } from './make.ts';

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

/** Details of the made-up conversation, with the fields that real ones have. */
export const sampleDetails: Required<IncludedDetails> = { conversation, keyPoints, transcript, feedback };

/**
 * The items of a delivery about the made-up conversation, with the chosen details. No service knows its ID, so the
 * following steps can show them but change nothing real.
 */
export function madeUpItems(event: EventName, include: readonly string[]): Item[] {
	const { sample } = events[event];
	const received = { event, timestamp: endTime, data: { ...sample }, conversationId: 'conversationId' in sample ? id : undefined };
	return itemsOfDelivery({
		...{ received, receivedAt: endTime, filters: noFilters, timezone: 'UTC' },
		included: { ok: true, ...sampleDetails },
		...planDetails(received, include, noFilters),
	});
}

const meetingStart = '2026-11-02T10:45:00.000Z';

/** A made-up meeting that starts soon. */
export const sampleMeeting: Item = {
	title,
	startTime: meetingStart,
	data: {
		calendarEventId: 'sample-event',
		title,
		start: meetingStart,
		end: '2026-11-02T11:15:00.000Z',
		minutesUntilStart: 15,
		joinUrl: 'https://meet.example.com/sample',
		attendees: [
			{ email: 'nora@acme.example', name: 'Nora Lind', response: 'accepted', internal: true },
			{ email: 'priya@harbour.example', name: 'Priya Shah', response: 'accepted', internal: false },
		],
		internalEmails: ['nora@acme.example'],
		externalEmails: ['priya@harbour.example'],
		externalCompanies: ['harbour.example'],
	},
	event: STARTING_SOON,
	timestamp: '2026-11-02T10:30:00.000Z',
	dedupeKey: startingSoonKeyOf('sample-event', meetingStart),
};
