import type { Conversation } from '../../../src/api/index.ts';
import { noFilters } from '../../../src/triggers/items/filters.ts';
import { recentConversations } from '../../../src/triggers/poll/conversations.ts';
import { latestItems } from '../../../src/triggers/poll/latest.ts';
import { generateKeyPoints } from '../../../src/operations/resources/keyPoints.ts';
import { createAccount } from '../../../src/limits/index.ts';
import { searchPicks } from '../../../src/operations/picks.ts';
import { createSession } from '../../../src/operations/session.ts';
import { terms } from '../../../packages/zapier/terms.ts';
import { NOW } from '../../reports/support/account.ts';
import { listReply, service, stopServices } from '../../reports/support/service.ts';

const now = Date.parse(NOW);
const HOUR = 3_600_000;

afterEach(stopServices);

const orders = {
	newest: (a: number, b: number) => a - b,
	oldest: (a: number, b: number) => b - a,
	arbitrary: (a: number, b: number) => ((a * 7919) % 1009) - ((b * 7919) % 1009),
} as const;

/** One conversation per hour, of which `m0` is the newest, listed in this order. All have saved key points. */
async function listing(order: keyof typeof orders, count: number) {
	const hours = Array.from({ length: count }, (_, hour) => hour).sort(orders[order]);
	const all = hours.map((hour): Conversation => {
		const start = now - (hour + 1) * HOUR;
		return { id: `m${hour}`, title: 'Weekly', startTime: new Date(start).toISOString(), endTime: new Date(start + HOUR / 2).toISOString(), duration: 30, segmentCount: 1, linkedCalendarEventId: null };
	});
	return await service(({ pathname, searchParams }) => {
		if (pathname.endsWith('/keypoints')) {
			const keypoints = { summary: 'x', actionItems: [{ item: 'Send the deck', owner: 'Anna', priority: 'high' }] };
			return { body: { data: { id: 'k', title: 'Weekly', keypoints, ...keypoints } } };
		}
		const since = Date.parse(searchParams.get('since') ?? '1970-01-01');
		const [offset, limit] = [Number(searchParams.get('offset')), Number(searchParams.get('limit'))];
		const found = all.filter(({ startTime }) => Date.parse(startTime) > since);
		return listReply(found.slice(offset, offset + limit), found.length);
	});
}

const ids = (count: number) => Array.from({ length: count }, (_, hour) => `m${hour}`);
const latest = { now, recall: async () => null, keep: async () => {}, isFirst: true, isSample: false, filters: noFilters, timezone: 'UTC', withOwnerEmail: false, terms };

describe.each(['newest', 'oldest', 'arbitrary'] as const)('listed with the %s first', (order) => {
	test('polling finds all of the last days, newest first', async () => {
		const { client } = await listing(order, 150);
		const items = await latestItems('conversation.created', { ...latest, client });
		expect(items.map(({ conversationId }) => conversationId)).toEqual(ids(150));
	});

	test('polling takes one request for up to 100 conversations, and reports nothing from before the last days', async () => {
		const { client, sent } = await listing(order, 400);
		const items = await latestItems('conversation.created', { ...latest, client });
		expect(items.map(({ conversationId }) => conversationId)).toEqual(ids(7 * 24 - 1));
		expect(sent).toHaveLength(2);
	});

	test('results of the newest are requested first', async () => {
		const { client } = await listing(order, 150);
		const items = await latestItems('conversation.keypoints.ready', { ...latest, client, isFirst: false });
		expect(items.map(({ conversationId }) => conversationId)).toEqual(ids(5));
	});

	test('a sample is about the newest', async () => {
		const { client } = await listing(order, 150);
		expect((await recentConversations(client, now))[0]?.id).toBe('m0');
	});

	test('the list to pick from starts with the newest, and its pages hold every conversation once', async () => {
		const { client } = await listing(order, 1000);
		const shown: string[] = [];
		let next: number | undefined = 0;
		while (next !== undefined) {
			const page = await searchPicks(client, 'conversation', { now, timezone: 'UTC', offset: next });
			expect(page.picks.length > 0 || page.next === undefined).toBe(true);
			shown.push(...page.picks.map(({ id }) => id));
			({ next } = page);
		}
		expect(shown.slice(0, 100)).toEqual(ids(100));
		expect(shown.toSorted()).toEqual(ids(1000).toSorted());
	});

	test('the date of an action item is found among many meetings with the same title', async () => {
		const { client } = await listing(order, 150);
		const session = createSession({
			account: createAccount(),
			limits: { patienceMs: 0, concurrency: 1 },
			connect: () => client,
			...{ isAgent: false, now: () => now, sleep: async () => {}, terms, timezone: 'UTC' },
		});
		const values = { id: 'm0', format: 'actionItems' };
		for await (const { json } of generateKeyPoints.run(session, { valueOf: (input) => Reflect.get(values, input), toInstant: () => null })) {
			expect(json).toMatchObject({ item: 'Send the deck', conversationDate: new Date(now - HOUR).toISOString() });
		}
		expect.assertions(1);
	});
});

