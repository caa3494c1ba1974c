import type { Feedback } from '../../../src/api/index.ts';
import { noFilters } from '../../../src/triggers/items/filters.ts';
import type { Happening } from '../../../src/triggers/items/item.ts';
import { itemsOfHappening } from '../../../src/triggers/items/make.ts';
import { sampleDetails } from '../../../src/triggers/items/samples.ts';
import { conversation, keyPoints, keyPointsWith, NOW, withoutDates } from '../reading.ts';

const now = new Date(NOW).toISOString();
const feedback: Feedback = { ...sampleDetails.feedback, id: 'c1', overallScore: 6, createdAt: '2026-03-02T09:05:00Z' } as Feedback;
const happenings = {
	created: { kind: 'created', id: 'c1', conversation },
	keyPoints: { kind: 'keyPoints', id: 'c1', keyPoints, conversation },
	feedback: { kind: 'feedback', id: 'c1', feedback, conversation },
} satisfies Record<string, Happening>;

const [CREATED, KEY_POINTS, ACTION_ITEMS, FEEDBACK] = ['conversation.created', 'conversation.keypoints.ready', 'conversation.action_items.ready', 'conversation.feedback.ready'] as const;
const all = [CREATED, KEY_POINTS, ACTION_ITEMS, FEEDBACK];
const of = (happening: Happening, events: readonly string[] = all, filters = noFilters) => itemsOfHappening(happening, { events, filters, timezone: 'UTC' }, now);

describe('what polling finds becomes', () => {
	test('an event with the conversation', () => {
		expect(of(happenings.created)).toEqual([
			{ title: conversation.title, startTime: conversation.startTime, event: CREATED, timestamp: now, dedupeKey: `${CREATED}:c1`, conversationId: 'c1', data: { conversationId: 'c1' }, included: { ok: true, conversation } },
		]);
	});

	test('an event with the result, when that was made', () => {
		expect(of(happenings.feedback)).toMatchObject([{ event: FEEDBACK, timestamp: feedback.createdAt, data: { conversationId: 'c1', overallScore: 6 }, included: { ok: true, conversation, feedback } }]);
		expect(of(happenings.keyPoints, [KEY_POINTS])).toEqual([
			expect.objectContaining({ event: KEY_POINTS, timestamp: keyPoints.createdAt, title: keyPoints.title, startTime: conversation.startTime, data: { conversationId: 'c1', title: keyPoints.title }, included: { ok: true, conversation, keyPoints: withoutDates } }),
		]);
	});

	test('an event whose key points are a message already, with due dates as the meeting’s start says', () => {
		const found = { ...happenings.keyPoints, keyPoints: keyPointsWith([{ item: 'Send the deck by Friday', owner: 'Nora', confidence: 1, priority: 'high' }]) };
		const [item] = of(found, [KEY_POINTS]);
		expect(item?.['slack']).toContain('*Action items*\n• Send the deck by Friday (Nora, high priority, due 6 March 2026)');
		expect(Object.keys(item ?? {})).toEqual(['title', 'startTime', 'conversationId', 'subject', 'text', 'html', 'markdown', 'slack', 'blocks', 'included', 'data', 'event', 'timestamp', 'dedupeKey']);
		expect(item).toHaveProperty('included.keyPoints.keypoints.actionItems', [{ item: 'Send the deck by Friday', owner: 'Nora', confidence: 1, priority: 'high', dueDate: '2026-03-06', dueText: 'by Friday' }]);
		expect(of(found, [ACTION_ITEMS])[0]).not.toHaveProperty('slack');
		expect(of(happenings.feedback)[0]).not.toHaveProperty('slack');
	});

	test('an event for each action item of the chosen owner', () => {
		const items = of(happenings.keyPoints, [ACTION_ITEMS], { ...noFilters, ownerContains: 'ben' });
		expect(items).toMatchObject(['Book a room', 'Ask legal'].map((item) => ({ data: { conversationId: 'c1', actionItemCount: 3 }, actionItem: { item }, included: { ok: true, conversation } })));
		expect(items[0]).not.toHaveProperty('included.keyPoints');
		expect(of({ ...happenings.keyPoints, keyPoints: keyPointsWith([]) }, [ACTION_ITEMS])).toEqual([]);
	});

	test('each event that was chosen, and no other', () => {
		expect(of(happenings.keyPoints).map(({ event }) => event)).toEqual([KEY_POINTS, ACTION_ITEMS, ACTION_ITEMS, ACTION_ITEMS]);
		expect(of(happenings.feedback, [CREATED, KEY_POINTS])).toEqual([]);
	});

	test('an event without a conversation, if that was not read', () => {
		const [item] = of({ ...happenings.keyPoints, conversation: null }, [KEY_POINTS]);
		expect(item).toMatchObject({ title: keyPoints.title, startTime: null });
		expect(item?.['included']).toEqual({ ok: true, keyPoints: withoutDates });
		expect(of({ ...happenings.keyPoints, conversation: null }, [ACTION_ITEMS])[0]).not.toHaveProperty('included');
	});

	test.each([{}, { keypoints: {} }])('an event without what the service left out of %j', (odd) => {
		const left = { ...happenings.keyPoints, keyPoints: { id: 'c1', ...odd } as unknown as typeof keyPoints };
		expect(of(left, [KEY_POINTS])).toMatchObject([{ title: conversation.title, data: { conversationId: 'c1' } }]);
		expect(of(left, [ACTION_ITEMS])).toEqual([]);
	});

	test('an event of now, if the service does not say when', () => {
		const undated = { createdAt: undefined } as unknown as Pick<Feedback, 'createdAt'>;
		expect(of({ ...happenings.feedback, feedback: { ...feedback, ...undated } })).toMatchObject([{ timestamp: now }]);
		expect(of({ ...happenings.keyPoints, keyPoints: { ...keyPoints, ...undated } }, [KEY_POINTS])).toMatchObject([{ timestamp: now }]);
	});

	test.each<[Happening, Partial<typeof noFilters>, boolean]>([
		[happenings.created, { titleContains: 'acme' }, true],
		[happenings.created, { titleContains: 'other' }, false],
		[happenings.created, { minimumSegments: 12 }, true],
		[happenings.created, { minimumSegments: 13 }, false],
		[happenings.created, { minimumActionItems: 9, minimumScore: 9 }, true],
		[happenings.keyPoints, { minimumActionItems: 3 }, true],
		[happenings.keyPoints, { minimumActionItems: 4 }, false],
		[happenings.keyPoints, { minimumScore: 9 }, true],
		[{ ...happenings.keyPoints, conversation: null }, { titleContains: 'in short' }, true],
		[{ ...happenings.keyPoints, conversation: null }, { titleContains: 'acme' }, false],
		[happenings.feedback, { minimumScore: 6 }, true],
		[happenings.feedback, { minimumScore: 6.5 }, false],
		[happenings.feedback, { maximumScore: 5.9 }, false],
	])('%#: nothing that the filters do not let through', (happening, filters, isPassing) => {
		expect(of(happening, all, { ...noFilters, ...filters }).length > 0).toBe(isPassing);
	});
});
