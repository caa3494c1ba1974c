import { z } from 'zod/v4';

interface Answer {
	readonly results: readonly Readonly<Record<string, unknown>>[];
	readonly next?: string | undefined;
}

export type Use = (tool: string, given?: Readonly<Record<string, unknown>>) => Promise<Answer>;

/** A question, the calls that an agent needs to answer it, and what the answers must say. */
export interface Question {
	readonly ask: string;
	readonly calls: (use: Use) => Promise<unknown>;
	readonly facts: readonly RegExp[];
}

const Id = z.looseObject({ id: z.string() });
const firstId = ({ results: [one] }: Answer): string => Id.parse(one).id;

const meeting = async (use: Use, search: string): Promise<string> => firstId(await use('conversation_get_all', { search, limit: 1 }));
const month = { period: 'last30Days' };

/** Everyday questions. */
export const everyday: readonly Question[] = [
	{ ask: 'What did I promise in the last two weeks?', calls: (use) => use('action_item_find', { period: 'lastDays', days: 14, owner: 'me' }), facts: [/Give Marcus a phone number for early mornings/, /revised quote for three depots/] },
	{ ask: 'Who owes me something?', calls: (use) => use('action_item_find', { ...month, owner: 'not me' }), facts: [/Show the offer for Oldhaven to the board/, /confidentiality agreement/, /audit form/] },
	{ ask: 'What did we decide on prices this month?', calls: (use) => use('insight_find_decisions', { ...month, topic: 'pricing' }), facts: [/Keep the price for Oldhaven/, /smaller package with the yard list/] },
	{
		ask: 'Prepare me for my next meeting.',
		calls: async (use) => use('insight_prepare_for_meeting', { prepareFor: 'calendarEvent', calendarEventId: firstId(await use('calendar_event_get_all', { limit: 1 })) }),
		facts: [/Fairway Rentals: follow-up call/, /Marcus Bell/, /phone number for early mornings/],
	},
	{ ask: 'What happened last week?', calls: (use) => use('insight_get_digest', { period: 'last7Days' }), facts: [/Harbour Bakery: pilot review/, /offline mode for Eastport/] },
	{ ask: 'What did Marcus complain about in the escalation call?', calls: async (use) => use('conversation_get_transcript', { conversationId: await meeting(use, 'Fairway Rentals: escalation') }), facts: [/Marcus/, /yard/i] },
	{ ask: 'Sum up the last meeting with Corvin.', calls: async (use) => use('key_points_get', { conversationId: await meeting(use, 'Corvin') }), facts: [/Start the pilot in the smallest depot/, /penetration test/] },
	{
		ask: 'Who is Priya, and what is open with her?',
		calls: (use) => use('insight_prepare_for_meeting', { prepareFor: 'person', person: 'priya@harbour.example' }),
		facts: [/runs operations at Harbour Bakery/, /Eastport/],
	},
	{ ask: 'What is overdue with Linden?', calls: (use) => use('action_item_get_open', { contact: 'linden' }), facts: [/data protection summary|Oldhaven|cost center/] },
	{ ask: 'How many AI credits do I have left?', calls: (use) => use('user_get_profile'), facts: [/"creditsLeft":\d+/, /"plan":"professional"/] },
];

/** Twenty more, in the same session. */
export const more: readonly Question[] = [
	{ ask: 'What happened this month?', calls: (use) => use('insight_get_digest', month), facts: [/Corvin Logistics: first call/, /Brightside/] },
	{ ask: 'And once more, only about Oldhaven?', calls: (use) => use('insight_get_digest', { ...month, topic: 'Oldhaven' }), facts: [/Linden Clinics/, /Oldhaven/] },
	{ ask: 'What is urgent?', calls: (use) => use('action_item_find', { ...month, priority: ['high'] }), facts: [/penetration test/] },
	{ ask: 'What has been waiting for more than a week?', calls: (use) => use('action_item_find', { ...month, minAgeDays: 7 }), facts: [/smaller package|how the reminders saved an engine/] },
	{ ask: 'What does Tomasz have to do?', calls: (use) => use('action_item_find', { ...month, owner: 'Tomasz' }), facts: [/backup of the test system/] },
	{ ask: 'All action items, please.', calls: async (use) => {
		const { next } = await use('action_item_find', month);
		return await use('action_item_find', { ...month, cursor: next });
	}, facts: [/revised quote/, /plan for the pilot/] },
	{ ask: 'What did we decide with Henrik?', calls: (use) => use('insight_find_decisions', { ...month, participant: 'Henrik' }), facts: [/four-week pilot in the smallest depot/] },
	{ ask: 'Prepare me for Harbour Bakery.', calls: (use) => use('insight_prepare_for_meeting', { prepareFor: 'company', company: 'harbour.example' }), facts: [/Priya Raman/, /Helen Marsh/] },
	{ ask: 'Prepare me for Olivia.', calls: (use) => use('insight_prepare_for_meeting', { prepareFor: 'person', person: 'olivia.grant@brightside.example' }), facts: [/600 cooling boxes/] },
	{ ask: 'What do we know about the penetration test?', calls: (use) => use('insight_prepare_for_meeting', { prepareFor: 'topic', topic: 'penetration test' }), facts: [/Corvin Logistics/] },
	{ ask: 'What is in my calendar?', calls: (use) => use('calendar_event_get_all'), facts: [/Corvin Logistics: pilot preparation/, /Team standup/] },
	{ ask: 'Which meetings took more than half an hour?', calls: (use) => use('conversation_get_all', { minMinutes: 30 }), facts: [/"title"/] },
	{ ask: 'What was the last meeting from my calendar?', calls: (use) => use('conversation_get_all', { withCalendarEvent: true, limit: 1 }), facts: [/"linkedCalendarEventId":"/] },
	{ ask: 'When did I talk to Linden?', calls: (use) => use('conversation_get_all', { search: 'Linden' }), facts: [/Linden Clinics/] },
	{ ask: 'Whom do I meet most?', calls: (use) => use('contact_get_all', { limit: 5 }), facts: [/@/] },
	{ ask: 'How did I do in the escalation call?', calls: async (use) => use('feedback_get', { conversationId: await meeting(use, 'escalation') }), facts: [/"overallScore"/] },
	{ ask: 'Find the meeting about box temperatures.', calls: (use) => use('search', { query: 'Brightside' }), facts: [/Brightside Foods: discovery call/] },
	{ ask: 'Read it.', calls: async (use) => use('fetch', { id: await meeting(use, 'Brightside Foods: discovery') }), facts: [/audit form/] },
	{ ask: 'And what about zeppelins?', calls: (use) => use('insight_find_decisions', { ...month, topic: 'zeppelins' }), facts: [/none match the filters/] },
];
