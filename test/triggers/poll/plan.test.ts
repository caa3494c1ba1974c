import { terms } from '../../../nodes/shared/terms.ts';
import { noFilters } from '../../../src/triggers/items/filters.ts';
import { type PollParameters, pollPlan } from '../../../src/triggers/poll/plan.ts';
import { clientOf, conversation, keyPoints, listed, NOW } from '../reading.ts';

const plan = (parameters: Partial<PollParameters>) => pollPlan({ events: [], filters: noFilters, timezone: 'UTC', minutesBefore: 15, handOver: 'together', ...parameters }, terms);
const now = new Date(NOW).toISOString();

test('a poll looks only for what the chosen events need', () => {
	expect(plan({})).toMatchObject({ conversations: null, meetings: null, leaveMs: 0, handOver: 'together' });
	expect(plan({ events: ['conversation.created'] })).toMatchObject({ conversations: { created: true, results: [], recentMs: null }, meetings: null });
	expect(plan({ events: ['conversation.created'], recentHours: 0 })).toMatchObject({ conversations: { recentMs: null } });
	expect(plan({ events: ['conversation.feedback.ready'], recentHours: 2 })).toMatchObject({ conversations: { created: false, results: ['feedback'], recentMs: 7_200_000 } });
	expect(plan({ events: ['meeting.starting_soon'], minutesBefore: 10, headStartMinutes: 3 })).toMatchObject({ conversations: null, meetings: { leadMs: 600_000 }, leaveMs: 180_000 });
});

test('what a poll finds becomes the items of the chosen events', () => {
	const { conversations } = plan({ events: ['conversation.created'] });
	expect(conversations?.itemsOf({ kind: 'created', id: 'c1', conversation }, now)).toMatchObject([{ event: 'conversation.created', conversationId: 'c1' }]);
});

test('owners are looked up only if that was chosen', async () => {
	const ready = ['conversation.action_items.ready'];
	const complete = async (parameters: Partial<PollParameters>) => {
		const { conversations } = plan({ events: ready, ...parameters });
		const { client, asked } = clientOf({ 'user/profile': { data: { profile: { name: 'Nora', email: 'nora@own.example' } } }, contacts: listed([{ id: 'p1', primaryEmail: 'ben@acme.example', email: 'ben@acme.example', displayName: 'Ben' }]), 'calendar/events': listed([]) });
		const items = conversations?.itemsOf({ kind: 'keyPoints', id: 'c1', keyPoints, conversation }, now) ?? [];
		return { items: await conversations?.complete?.(items, () => conversation, { client, now: () => NOW, mayAsk: async () => true } as never), asked };
	};
	const without = await complete({});
	expect(without.asked).toEqual([]);
	expect(without.items).toHaveLength(3);
	const { items, asked } = await complete({ withOwnerEmail: true });
	expect(items).toMatchObject([{ actionItem: { owner: 'Nora', ownerEmail: 'nora@own.example' } }, { actionItem: { owner: 'Ben', ownerEmail: 'ben@acme.example' } }, {}]);
	expect(asked).toContain('user/profile');
	expect((await complete({ filters: { ...noFilters, ownerContains: 'me' } })).items).toMatchObject([{ actionItem: { owner: 'Nora' } }, { actionItem: { owner: null } }]);
});

test('a meeting has a briefing only if that was chosen', async () => {
	const start = NOW + 600_000;
	const event = { id: 'e1', summary: 'Review', start: { dateTime: new Date(start).toISOString() }, end: { dateTime: new Date(start + 1_800_000).toISOString() } };
	const item = async (includeBriefing?: boolean) => {
		const round = { client: clientOf({}).client, now: () => NOW, mayAsk: async () => false };
		return await plan({ events: ['meeting.starting_soon'], ...(includeBriefing !== undefined && { includeBriefing }) }).meetings?.itemOf({ key: 'k', start, event } as never, 'me@acme.example', round as never);
	};
	expect(await item()).not.toHaveProperty('included');
	expect(await item(true)).toMatchObject({ included: { ok: false } });
});

test('a result that never appeared is a hint', () => {
	expect(plan({}).missingHint({ id: 'c1', kind: 'keyPoints', conversation: null })).toContain('No key points of conversation c1');
});
