import type { Conversation, EventName } from '../../../src/api/index.ts';
import { noFilters } from '../../../src/triggers/items/filters.ts';
import { actionItemsReady, type Latest, latestItems, meetingsWithin, newestConversation } from '../../../src/triggers/poll/latest.ts';
import { sampleMeeting } from '../../../src/triggers/items/samples.ts';
import { otherTerms as terms } from '../hosts.ts';
import { clientOf, conversation, keyPoints, keyPointsWith, listed, NOW, type Answer } from '../reading.ts';

const HOUR_MS = 3_600_000;
const iso = (ms: number): string => new Date(ms).toISOString();
/** A meeting of half an hour that ended so long ago. */
const ended = (id: string, agoMs: number): Conversation => ({ ...conversation, id, title: id, startTime: iso(NOW - agoMs - HOUR_MS / 2), endTime: iso(NOW - agoMs) });

/** A host that remembers, and a service that has these conversations and results by ID. */
function world(conversations: readonly unknown[] | ((query: URLSearchParams) => object), answers: Readonly<Record<string, Answer>> = {}) {
	const kept = new Map<string, unknown>();
	const { client, asked } = clientOf({ conversations: typeof conversations === 'function' ? conversations : listed(conversations), ...answers });
	const latest = (event: EventName, more: Partial<Latest> = {}) => {
		asked.length = 0;
		const recall = async (key: string) => kept.get(key) ?? null;
		const keep = async (key: string, value: unknown) => void kept.set(key, value);
		return latestItems(event, { client, now: NOW, recall, keep, isFirst: false, isSample: false, filters: noFilters, timezone: 'UTC', withOwnerEmail: false, terms, ...more });
	};
	return { latest, kept, asked, client };
}
const saved = (...ids: readonly string[]): Record<string, Answer> => Object.fromEntries(ids.map((id) => [`conversations/${id}/keypoints`, { data: { ...keyPoints, id } }]));
const none = (...ids: readonly string[]): Record<string, Answer> => Object.fromEntries(ids.map((id) => [`conversations/${id}/keypoints`, 404]));
const results = (asked: readonly string[]) => asked.filter((path) => path.endsWith('/keypoints')).map((path) => path.split('/')[1]);
const ids = (items: readonly Readonly<Record<string, unknown>>[]) => items.map((item) => item['conversationId']);
const READY = 'conversation.keypoints.ready';

describe('new conversations', () => {
	test('come newest first, whatever the order of the list, and without those that have no ID', async () => {
		const { latest, asked } = world([ended('old', 3 * HOUR_MS), ended('new', HOUR_MS), { ...ended('', 0), id: '' }, { ...ended('undated', 0), startTime: 'x' }]);
		expect(ids(await latest('conversation.created'))).toEqual(['new', 'old', 'undated']);
		expect(asked).toEqual([`conversations?limit=100&offset=0&since=${encodeURIComponent(iso(NOW - 7 * 24 * HOUR_MS))}`]);
	});

	test('pass the filters', async () => {
		const { latest } = world([ended('acme', HOUR_MS), ended('other', HOUR_MS)]);
		expect(ids(await latest('conversation.created', { filters: { ...noFilters, titleContains: 'acme' } }))).toEqual(['acme']);
	});

	test('are older ones where there is none of the last week', async () => {
		const { client, asked } = clientOf({ conversations: listed([]) });
		expect(await newestConversation(client, NOW)).toBeUndefined();
		expect(asked.map((url) => url.includes('since'))).toEqual([true, false]);
	});
});

describe('results', () => {
	test('are asked for once, and stay in the list with what the conversation is now', async () => {
		const { latest, asked } = world([ended('c2', HOUR_MS)], saved('c2'));
		const [first] = await latest(READY);
		expect(first).toMatchObject({ event: READY, conversationId: 'c2', included: { ok: true, keyPoints: { id: 'c2' } } });
		expect(results(asked)).toEqual(['c2']);
		const [again] = await latest(READY);
		expect(again).toEqual({ ...first, included: { ok: true, conversation: ended('c2', HOUR_MS) } });
		expect(results(asked)).toEqual([]);
	});

	test('are remembered for each event and each filter', async () => {
		const { latest, asked, kept } = world([ended('c2', HOUR_MS)], saved('c2'));
		await latest(READY);
		await latest('conversation.action_items.ready');
		expect(results(asked)).toEqual(['c2']);
		expect(await latest(READY, { filters: { ...noFilters, titleContains: 'other' } })).toEqual([]);
		expect(kept.size).toBe(3);
		await latest(READY, { withOwnerEmail: true });
		expect(kept.size).toBe(4);
	});

	test.each([
		['two minutes after a meeting', 0, 2 * 60_000],
		['a sixth of its age later', 3 * HOUR_MS, HOUR_MS / 2],
		['an hour later, at most', 40 * HOUR_MS, HOUR_MS],
	])('that are missing are asked for again %s', async (_, ageMs, pauseMs) => {
		const { latest, asked } = world([ended('c2', ageMs)], none('c2'));
		expect(await latest(READY)).toEqual([]);
		await latest(READY, { now: NOW + pauseMs - 1 });
		expect(results(asked)).toEqual([]);
		await latest(READY, { now: NOW + pauseMs });
		expect(results(asked)).toEqual(['c2']);
	});

	test('are not waited for longer than two days', async () => {
		const { latest, asked } = world([ended('late', 48 * HOUR_MS), ended('just', 48 * HOUR_MS - 1), { ...ended('undated', 0), startTime: '', endTime: '' }], none('just'));
		await latest(READY);
		expect(results(asked)).toEqual(['just']);
	});

	test('are asked for five at a time, and all at once at first', async () => {
		const many = Array.from({ length: 7 }, (_, index) => ended(`m${index}`, HOUR_MS + index));
		const { latest, asked } = world(many, none(...many.map(({ id }) => id)));
		await latest(READY);
		expect(results(asked)).toEqual(['m0', 'm1', 'm2', 'm3', 'm4']);
		await latest(READY);
		expect(results(asked)).toEqual(['m5', 'm6']);
		await latest(READY, { isFirst: true });
		expect(results(asked)).toHaveLength(7);
	});

	test.each([403, 500] as const)('that cannot be read do not hold up the others (%i)', async (status) => {
		const { latest, asked } = world([ended('bad', HOUR_MS), ended('good', 2 * HOUR_MS)], { 'conversations/bad/keypoints': status, ...saved('good') });
		expect(ids(await latest(READY))).toEqual(['good']);
		expect(results(asked)).toEqual(['bad', 'good']);
		expect(ids(await latest(READY))).toEqual(['good']);
		expect(results(asked)).toEqual([]);
	});

	test('that cannot be read fail a poll that found nothing new, until they are due again', async () => {
		const { latest } = world([ended('bad', HOUR_MS), ended('later', 2 * HOUR_MS)], { 'conversations/bad/keypoints': 500, ...none('later') });
		const failure = { problem: { kind: 'api', status: 500 } };
		await expect(latest(READY)).rejects.toMatchObject(failure);
		expect(await latest(READY)).toEqual([]);
		await expect(latest(READY, { now: NOW + HOUR_MS / 6 })).rejects.toMatchObject(failure);
	});

	test('are not asked for while the service cannot be reached, or refuses the key', async () => {
		const unreachable = world([ended('c2', HOUR_MS), ended('c3', HOUR_MS)]);
		await expect(unreachable.latest(READY)).rejects.toMatchObject({ problem: { kind: 'noAnswer' } });
		const refused = world([ended('c2', HOUR_MS), ended('c3', HOUR_MS)], { 'conversations/c2/keypoints': 401 });
		await expect(refused.latest(READY)).rejects.toMatchObject({ problem: { kind: 'api', status: 401 } });
		for (const { asked, kept } of [unreachable, refused]) {
			expect(new Set(results(asked))).toEqual(new Set(['c2']));
			expect(kept.size).toBe(0);
		}
	});

	test('are read again if what was remembered makes no sense', async () => {
		const { latest, asked } = world([ended('c2', HOUR_MS)], saved('c2'));
		for (const nonsense of ['x', { items: [{ title: 'no key' }] }, { nextAt: 'soon' }]) {
			expect(await latest(READY, { recall: async () => nonsense })).toHaveLength(1);
			expect(results(asked)).toEqual(['c2']);
		}
	});
});

describe('a sample', () => {
	test('is the newest saved result, of whatever age', async () => {
		const { latest, asked, kept } = world([ended('unsaved', HOUR_MS), ended('saved', 30 * 24 * HOUR_MS), ended('older', 40 * 24 * HOUR_MS)], { ...none('unsaved'), ...saved('saved', 'older') });
		expect(ids(await latest(READY, { isSample: true }))).toEqual(['saved']);
		expect(results(asked)).toEqual(['unsaved', 'saved']);
		expect(kept.size).toBe(0);
	});

	test('is looked for in the first hundred of all, where the last week has too few, each once', async () => {
		const recent = [ended('m0', HOUR_MS), ended('m1', 2 * HOUR_MS)];
		const older = Array.from({ length: 100 }, (_, index) => ended(`m${index}`, (index + 1) * HOUR_MS));
		const { latest, asked } = world((query) => (query.has('since') ? listed(recent) : listed(older, 250)), none(...older.map(({ id }) => id)));
		await latest(READY, { isSample: true });
		expect(results(asked.filter((path) => path.endsWith('/keypoints')))).toEqual(older.slice(0, 20).map(({ id }) => id));
		expect(asked.filter((path) => path.startsWith('conversations?'))).toHaveLength(2);
	});

	test('is one of the last week where that has twenty', async () => {
		const recent = Array.from({ length: 20 }, (_, index) => ended(`m${index}`, (index + 1) * HOUR_MS));
		const { latest, asked } = world(recent, none(...recent.map(({ id }) => id)));
		await latest(READY, { isSample: true });
		expect(asked.filter((path) => path.startsWith('conversations?'))).toHaveLength(1);
	});

	test('has something to show: a conversation without action items is not one of theirs', async () => {
		const empty = { 'conversations/empty/keypoints': { data: { ...keyPointsWith([]), id: 'empty' } } };
		const { latest } = world([ended('empty', HOUR_MS), ended('full', 2 * HOUR_MS)], { ...empty, ...saved('full') });
		expect(new Set(ids(await latest('conversation.action_items.ready', { isSample: true })))).toEqual(new Set(['full']));
	});

	test('is looked for past a result that cannot be read, which is why there is none if no other is saved', async () => {
		const conversations = [ended('bad', HOUR_MS), ended('other', 2 * HOUR_MS)];
		const { latest } = world(conversations, { 'conversations/bad/keypoints': 500, ...saved('other') });
		expect(ids(await latest(READY, { isSample: true }))).toEqual(['other']);
		const empty = world(conversations, { 'conversations/bad/keypoints': 500, ...none('other') });
		await expect(empty.latest(READY, { isSample: true })).rejects.toMatchObject({ problem: { status: 500 } });
	});

	test('is refused where the filters exclude everything, unlike a poll', async () => {
		const filters = { ...noFilters, titleContains: 'pilot' };
		const { latest } = world([ended('m1', HOUR_MS), ended('m2', 2 * HOUR_MS)], saved('m1', 'm2'));
		for (const event of ['conversation.created', READY] as const) {
			await expect(latest(event, { isSample: true, filters })).rejects.toMatchObject({ message: 'Your filters exclude the newest 2 meetings' });
			expect(await latest(event, { filters })).toEqual([]);
		}
		const older = world((query) => listed(query.has('since') ? [ended('m1', HOUR_MS)] : [ended('pilot', 30 * 24 * HOUR_MS)]));
		expect(ids(await older.latest('conversation.created', { isSample: true, filters }))).toEqual(['pilot']);
	});

	test('is looked for among the newest twenty', async () => {
		const many = Array.from({ length: 25 }, (_, index) => ended(`m${index}`, HOUR_MS + index));
		const { latest, asked } = world(many, none(...many.map(({ id }) => id)));
		expect(await latest(READY, { isSample: true })).toEqual([]);
		expect(results(asked)).toEqual(many.slice(0, 20).map(({ id }) => id));
	});
});

describe('the action items of a delivered event', () => {
	const ready = (answers: Readonly<Record<string, Answer>>) => actionItemsReady(clientOf(answers).client, 'c1', { now: NOW, timezone: 'UTC', terms, withOwnerEmail: false });

	test('are those that polling reports', async () => {
		expect(await ready({ conversations: listed([conversation]), keypoints: { data: keyPoints } })).toMatchObject([
			{ title: conversation.title, actionItem: { item: 'Send the deck' } },
			{ actionItem: { item: 'Book a room' } },
			{ actionItem: { item: 'Ask legal' } },
		]);
	});

	test('do without a conversation that is not among the first of the list', async () => {
		const others = Array.from({ length: 300 }, (_, index) => ended(`m${index}`, HOUR_MS));
		expect(await ready({ conversations: listed(others), keypoints: { data: keyPoints } })).toMatchObject([{ title: keyPoints.title }, {}, {}]);
		expect(await ready({ conversations: listed([]), keypoints: 404 })).toEqual([]);
	});

	test('fail if the service does', async () => {
		await expect(ready({ conversations: 403, keypoints: { data: keyPoints } })).rejects.toMatchObject({ problem: { kind: 'api', status: 403 } });
	});
});

test('meetings within a time are those that start after now and not later', async () => {
	const meeting = (id: string, inMs: number) => ({ id, summary: id, start: { dateTime: iso(NOW + inMs) }, end: { dateTime: iso(NOW + inMs + HOUR_MS) } });
	const meetings = [meeting('running', 0), meeting('next', 1), meeting('last', HOUR_MS), meeting('later', HOUR_MS + 1)];
	const { client } = clientOf({ 'calendar/events': listed(meetings) });
	const soon = await meetingsWithin({ leadMs: HOUR_MS, filters: noFilters, client, now: NOW, terms, recall: async () => null, keep: async () => true, onUnplaced: () => {} });
	expect(soon.map(({ title }) => title)).toEqual(['next', 'last']);
	expect(Object.keys(soon[0] ?? {})).toEqual(Object.keys(sampleMeeting));
});

test('who is from outside is known for the price of one profile, which is kept; an event without a known zone is mentioned', async () => {
	const zoned = (id: string, timeZone: string) => ({ id, subject: id, start: { dateTime: iso(NOW + 600_000).slice(0, 19), timeZone }, attendees: [{ emailAddress: { address: 'priya@harbour.example' } }], organizer: { emailAddress: { address: 'nora@own.example' } } });
	const { client, asked } = clientOf({ 'calendar/events': listed([zoned('soon', 'Greenwich Standard Time'), zoned('lost', 'Customized Time Zone')]), 'user/profile': { data: { profile: { email: 'nora@own.example' } } } });
	const kept = new Map<string, unknown>();
	const hints: string[] = [];
	const look = () =>
		meetingsWithin({
			...{ leadMs: HOUR_MS, filters: noFilters, client, now: NOW, terms, onUnplaced: (hint: string) => void hints.push(hint) },
			recall: async (key) => kept.get(key),
			keep: async (key, value) => void kept.set(key, value),
		});
	expect(await look()).toMatchObject([{ title: 'soon', startTime: iso(NOW + 600_000), data: { externalEmails: ['priya@harbour.example'], internalEmails: ['nora@own.example'], externalCompanies: ['harbour.example'] } }]);
	expect(await look()).toHaveLength(1);
	expect(asked.filter((path) => path === 'user/profile')).toHaveLength(1);
	expect(hints[0]).toBe('The calendar event “lost” may start soon, but was not reported: its start (2026-03-02T09:25:00) is in a time zone that is not known, “Customized Time Zone”. Choose another time zone for it in the calendar.');
});
