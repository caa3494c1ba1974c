import { terms } from '../../nodes/shared/terms.ts';
import { noFilters } from '../../src/events/filters.ts';
import { pollPlan, type PollParameters } from '../../src/events/polling.ts';
import { conversation, NOW } from './reading.ts';

const plan = (parameters: Partial<PollParameters>) => pollPlan({ events: [], filters: noFilters, timezone: 'UTC', minutesBefore: 15, handOver: 'together', ...parameters }, terms);
const now = new Date(NOW).toISOString();

test('a poll looks only for what the chosen events need', () => {
	expect(plan({})).toMatchObject({ conversations: null, meetings: null, leaveMs: 0 });
	expect(plan({ events: ['conversation.created'] })).toMatchObject({ conversations: { created: true, results: [], recentMs: null }, meetings: null });
	expect(plan({ events: ['conversation.feedback.ready'], recentHours: 2 })).toMatchObject({ conversations: { created: false, results: ['feedback'], recentMs: 7_200_000 } });
	expect(plan({ events: ['meeting.starting_soon'], minutesBefore: 10, headStartMinutes: 3 })).toMatchObject({ conversations: null, meetings: { leadMs: 600_000 }, leaveMs: 180_000 });
});

test('what a poll finds becomes the items of the chosen events', () => {
	const { conversations } = plan({ events: ['conversation.created'] });
	expect(conversations?.itemsOf({ kind: 'created', id: 'c1', conversation }, now)).toMatchObject([{ event: 'conversation.created', conversationId: 'c1' }]);
});
