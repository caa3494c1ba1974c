import { terms } from '../../../nodes/shared/terms.ts';
import type { CalendarEvent, Feedback } from '../../../src/api/index.ts';
import { type Filters, noFilters } from '../../../src/triggers/items/filters.ts';
import type { Happening } from '../../../src/triggers/poll/conversations.ts';
import { isWantedMeeting, itemsOfHappening, meetingItem, missingHint } from '../../../src/triggers/items/make.ts';
import { sampleDetails } from '../../../src/triggers/items/samples.ts';
import { clientOf, conversation, keyPoints, keyPointsWith, listed, NOW } from '../reading.ts';

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
			expect.objectContaining({ event: KEY_POINTS, timestamp: keyPoints.createdAt, title: keyPoints.title, startTime: conversation.startTime, data: { conversationId: 'c1', title: keyPoints.title }, included: { ok: true, conversation, keyPoints } }),
		]);
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
		expect(item?.['included']).toEqual({ ok: true, keyPoints });
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
	])('%#: nothing that the filters do not let through', (happening, filters, isPassing) => {
		expect(of(happening, all, { ...noFilters, ...filters }).length > 0).toBe(isPassing);
	});
});

test.each([['keyPoints', 'No key points of conversation c1 after 48 hours'], ['feedback', 'No feedback of conversation c1 after 48 hours']] as const)('%s that never appeared are named', (kind, words) => {
	expect(missingHint({ id: 'c1', kind }, terms)).toContain(words);
});

describe('a meeting that starts soon', () => {
	const start = NOW + 9.6 * 60_000;
	const event = {
		id: 'e1',
		summary: 'Review',
		start: { dateTime: new Date(start).toISOString() },
		end: { dateTime: new Date(start + 1_800_000).toISOString() },
		attendees: [{ email: 'me@acme.example', displayName: 'Me' }, { email: 'priya@harbour.example', displayName: 'Priya' }, { email: 'ben@acme.example', displayName: 'Ben' }],
	} satisfies CalendarEvent;
	const item = (answers: Parameters<typeof clientOf>[0], { includeBriefing = true, mayAsk = true, own = 'me@acme.example', ifUnread }: { includeBriefing?: boolean; mayAsk?: boolean; own?: string | null; ifUnread?: 'fail' } = {}) => {
		const { client, asked } = clientOf(answers);
		const round = { client, now: () => NOW, mayAsk: async () => mayAsk };
		return { asked, made: meetingItem({ key: 'k', start, event }, own, { round, terms, includeBriefing, ifUnread }) };
	};

	test('says when, where and with whom', async () => {
		const { made, asked } = item({}, { includeBriefing: false });
		expect(await made).toMatchObject({
			title: 'Review',
			startTime: event.start.dateTime,
			event: 'meeting.starting_soon',
			timestamp: now,
			dedupeKey: 'k',
			data: {
				...{ calendarEventId: 'e1', title: 'Review', minutesUntilStart: 10, calendarEvent: event },
				attendees: [{ email: 'me@acme.example', internal: true }, { email: 'priya@harbour.example', internal: false }, { email: 'ben@acme.example', internal: true }],
				...{ internalEmails: ['me@acme.example', 'ben@acme.example'], externalEmails: ['priya@harbour.example'], externalCompanies: ['harbour.example'] },
			},
		});
		expect(await made).not.toHaveProperty('included');
		expect(asked).toEqual([]);
	});

	test('is reported without a briefing, and says why, if there is no request left or one fails', async () => {
		const without = item({}, { mayAsk: false });
		expect(await without.made).toMatchObject({ dedupeKey: 'k', included: { ok: false, reason: 'There were no requests left for the briefing.' } });
		expect(without.asked).toEqual([]);
		expect(await item({ contacts: 403 }).made).toMatchObject({ dedupeKey: 'k', included: { ok: false, reason: expect.stringMatching(/\.$/) } });
	});

	test.each<[Partial<Filters>, boolean]>([
		[{ titleContains: 'REV' }, true],
		[{ titleContains: 'Standup' }, false],
		[{ external: true }, true],
		[{ external: false }, false],
		[{ companies: 'acme.com harbour.example' }, true],
		[{ companies: 'acme.com' }, false],
	])('is reported as the filters %j say', (filters, isWanted) => {
		expect(isWantedMeeting({ key: 'k', start, event }, 'me@acme.example', { ...noFilters, ...filters })).toBe(isWanted);
	});

	test('is reported where it is not known who is from outside, unless no guest is of a company', () => {
		const wanted = (filters: Partial<Filters>) => isWantedMeeting({ key: 'k', start, event }, null, { ...noFilters, ...filters });
		expect([wanted({ external: true }), wanted({ external: false }), wanted({ companies: 'acme.com' })]).toEqual([true, true, false]);
	});

	test('says so where the user’s address could not be read', async () => {
		expect(await item({}, { own: null }).made).toMatchObject({
			data: { attendees: [{ internal: null }, { internal: null }, { internal: null }], internalEmails: [], externalEmails: [] },
			included: { ok: false, reason: expect.stringContaining('could not be read') },
		});
	});

	test('fails, so that the next poll repeats it, if that was chosen; a limit of its own is no failure', async () => {
		await expect(item({ contacts: 403 }, { ifUnread: 'fail' }).made).rejects.toThrow();
		expect(await item({}, { mayAsk: false, ifUnread: 'fail' }).made).toMatchObject({ included: { ok: false } });
	});

	test('has a briefing on the guests from outside, without the event that it already has', async () => {
		const { made } = item({ contacts: listed([]), conversations: listed([]) });
		const { included } = await made;
		expect(included).toMatchObject({ ok: true, briefing: { memory: true, unknownPeople: [{ email: 'priya@harbour.example', displayName: 'Priya' }] } });
		expect(included).not.toHaveProperty('briefing.event');
	});
});
