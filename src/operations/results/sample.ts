import * as z from 'zod/v4';
import { sampleDetails } from '../../triggers/index.ts';
import { isRecord } from '../../format/index.ts';

type Sample = Readonly<Record<string, unknown>>;

/** A name of a field as words: “meetingTitle” and “meeting_title” are both “Meeting Title”. */
export const wordsOf = (name: string): string =>
	name
		.replaceAll(/[A-Z]/g, (letter) => `_${letter}`)
		.split('_')
		.filter(Boolean)
		.map((word) => (/^(id|url|html)$/i.test(word) ? word.toUpperCase() : word.charAt(0).toUpperCase() + word.slice(1)))
		.join(' ');

/** A scalar of the sample conversation, or of its additions, with its name. */
type Named = readonly [string, unknown];

function namedIn(value: unknown): Named[] {
	if (Array.isArray(value)) return value.flatMap(namedIn);
	if (!isRecord(value)) return [];
	return Object.entries(value).flatMap(([name, inner]): Named[] => (inner instanceof Object ? namedIn(inner) : [[name, inner]]));
}

const DRAFT = 'Hi Priya,\n\nthank you for your time today. The roll-out starts on 1 December.\n\nNora';

const examples = new Map<string, unknown>([
	...namedIn(sampleDetails).toReversed(),
	...Object.entries({
		id: sampleDetails.conversation?.id,
		actionItem: 'Send the contract to Priya by Thursday',
		actionPlan: 'Name a day with every promise',
		body: DRAFT,
		contactCompany: 'harbour.example',
		contactId: 'sample-contact',
		contactName: 'Priya Shah',
		conversationId: sampleDetails.conversation?.id,
		conversationTitle: sampleDetails.conversation?.title,
		creditsLimit: 100,
		creditsResetAt: '2026-12-01T00:00:00Z',
		creditsUsed: 58,
		cursor: '1793615400000.1.sample-conversation',
		decision: 'The roll-out starts on 1 December',
		dedupeKey: 'a5f0c1b7e9a2d4c68',
		end: '2026-11-02T11:15:00Z',
		endTime: '2026-11-02T10:30:00Z',
		event: 'conversation.created',
		firstSeenAt: '2026-08-17T13:00:00Z',
		growthAreas: 'Clarity: the date stayed open → Name a day',
		hash: '9b1de2f470c3',
		hours: 2.5,
		html: '<p>Hi Priya,</p><p>thank you for your time today.</p>',
		open: 't9b1de2f470c3',
		joinUrl: 'https://meet.example.com/sample',
		index: 12,
		keyPoint: 'Twelve people used it every day',
		linkedCalendarEventId: 'sample-event',
		lookUp: 'harbour.example',
		meetingCount: 3,
		meetings: 3,
		meetingTitle: sampleDetails.conversation?.title,
		minutes: 30,
		planPeriodEnd: '2026-12-01T00:00:00Z',
		point: 'Twelve people used it every day',
		message: 'All requests for this hour are used.',
		open_question: 'Who trains the new users?',
		openQuestion: 'Who trains the new users?',
		participant: 'Priya',
		people: 'Priya Shah',
		planStatus: 'active',
		profilePictureUrl: 'https://example.com/nora.png',
		question: 'Who trains the new users?',
		recentDecision: 'The roll-out starts on 1 December',
		secret: 'shown only once',
		recipientsFrom: 'Guests of the linked calendar event',
		since: '2026-10-26T00:00:00Z',
		sessionId: sampleDetails.conversation?.id,
		stalenessDays: 3,
		start: '2026-11-02T10:45:00Z',
		startSeconds: 725,
		statusCode: 200,
		strengths: 'Listening: you let people finish',
		suggestedQuery: 'Who sends the contract?',
		time: '00:12:05',
		timeZone: 'Europe/Berlin',
		totalMinutes: 30,
		topPriorityAlternative: 'I will send you the contract by Thursday.',
		topPriorityFocus: 'Clear dates',
		topPriorityQuote: 'Then I will send you the contract.',
		topPriorityReason: 'Nobody knows when.',
		to: 'priya@harbour.example',
		topic: 'Pilot',
		after: 'Me: Then we start on 1 December.',
		before: 'Me: How did the pilot go?',
		usedBy: 'Follow-ups after sales calls',
		companyDomain: 'harbour.example',
		company: 'harbour.example',
		creditsLeft: 42,
		displayName: 'Priya Shah',
		dueDate: '2026-11-05',
		dueText: 'by Thursday',
		email: 'priya@harbour.example',
		language: 'en',
		name: 'Priya Shah',
		plan: 'professional',
		prose: 'Priya leads the pilot at Harbour.',
		query: 'Which dates did we agree on?',
		response: 'The roll-out starts on 1 December.',
		subject: 'Our pilot review',
		summary: 'Priya leads the pilot at Harbour.',
		timezone: 'Europe/Berlin',
		until: '2026-11-02T17:00:00Z',
		url: 'https://hooks.example.com/meetings',
		shareUrl: 'https://example.com/share/sample',
	}),
]);

type JsonSchema = z.core.JSONSchema._JSONSchema;

/** Made-up data of this shape, in the words of the sample conversation. */
function sampleAt(schema: JsonSchema, name: string): unknown {
	if (typeof schema === 'boolean') return null;
	const { anyOf, const: constant, enum: values, format, items, properties, type } = schema;
	if (anyOf) return sampleAt(anyOf.find((one) => typeof one === 'boolean' || one.type !== 'null') ?? false, name);
	if (constant !== undefined || values) return constant ?? values?.[0];
	const example = examples.get(name);
	switch (type) {
		case 'object':
			return Object.fromEntries(Object.entries(properties ?? {}).map(([key, property]) => [key, sampleAt(property, key)]));
		case 'array': {
			const one = items === undefined || Array.isArray(items) ? null : sampleAt(items, name.replace(/ies$/, 'y').replace(/s$/, ''));
			return one === null ? [] : [one];
		}
		case 'boolean':
			return !(name === 'allDay');
		case 'integer':
		case 'number':
			return example ?? 1;
		case 'string':
			if (format === 'date-time') return typeof example === 'string' && /^\d{4}-\d\d-\d\dT/.test(example) ? example : sampleDetails.conversation?.startTime;
			return typeof example === 'string' ? example : wordsOf(name);
		default:
			return null;
	}
}

/** Samples for names that mean something else in the results of one resource or operation than elsewhere. */
const ofOne: Readonly<Record<string, Sample | undefined>> = {
	calendarEvent: { id: 'sample-event' },
	contact: { id: 'sample-contact' },
	draftEmail: { text: DRAFT },
	draftFollowUps: { text: DRAFT },
	getDigest: { text: '# Meetings, 26 October to 2 November\n\n3 meetings, 2.5 hours\n\n## Decisions\n\n- The roll-out starts on 1 December' },
	prepareForMeeting: { text: '# Pilot review with Harbour\n\n## Priya Shah\n\nPriya leads the pilot at Harbour.' },
	webhook: { id: 'sample-webhook' },
};

/** Made-up data for an operation’s output, for hosts that show what there is to map before anything ran. By the IDs of both. */
export function sampleOf(schema: z.ZodType, resource: string, operation: string): Sample {
	const sample = sampleAt(z.toJSONSchema(schema, { io: 'output', reused: 'inline', unrepresentable: 'any' }), '');
	if (!isRecord(sample)) return {};
	const own = Object.entries({ ...ofOne[resource], ...ofOne[operation] });
	return { ...sample, ...Object.fromEntries(own.filter(([name]) => name in sample)) };
}
