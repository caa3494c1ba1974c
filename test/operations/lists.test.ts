import { resultsOf, type Parameters } from './core.ts';
import { actionItem, ago, HOUR_MS, insightWorld, type InsightWorld } from './insight/world.ts';

let world: InsightWorld;
beforeEach(async () => void (world = await insightWorld()));
afterEach(() => world.sandbox.stop());

const listOf = (resource: string, more: Parameters = {}) =>
	world.requestsOf(() => resultsOf({ credential: world.credential, parameters: { resource, operation: resource === 'actionItem' ? 'getOpen' : 'getAll', ...more } }));

const counted = (count: number) => Array.from({ length: count }, (_, index) => index);

/** For a number of elements: how many results to expect, and how many requests they take. */
type Row = readonly [there: number, expected: number, requests: number];

interface List {
	readonly resource: string;
	readonly rows: readonly Row[];
	readonly fill: (count: number) => Promise<unknown>;
	/** The field that identifies them. */
	readonly key: string;
}

const lists: readonly List[] = [
	{
		resource: 'contact',
		rows: [[0, 0, 1], [1, 1, 1], [101, 101, 1], [250, 250, 2]],
		fill: async (count) =>
			counted(count).map((index) => world.sandbox.addContact(world.userId, { email: `person${index}@acme.example` })),
		key: 'id',
	},
	{
		resource: 'actionItem',
		rows: [[0, 0, 1], [1, 1, 1], [101, 100, 1], [250, 100, 1]],
		fill: (count) =>
			world.addMeeting({
				title: 'Plan',
				startTime: ago(HOUR_MS),
				attendees: [{ email: 'ben@acme.example' }],
				keyPoints: { actionItems: counted(count).map((index) => actionItem(`Task ${index}`)) },
			}),
		key: 'hash',
	},
	{
		resource: 'calendarEvent',
		rows: [[0, 0, 1], [1, 1, 1], [101, 50, 1], [250, 50, 1]],
		fill: async (count) => {
			world.sandbox.connectCalendar(world.userId, 'google');
			for (const index of counted(count)) {
				const at = { dateTime: ago(-(index + 1) * 60_000), timeZone: 'UTC' };
				world.sandbox.addCalendarEvent(world.userId, { id: `e${index}`, summary: `Event ${index}`, start: at, end: at });
			}
		},
		key: 'id',
	},
	{
		resource: 'webhook',
		rows: [[0, 0, 1], [1, 1, 1], [101, 101, 1], [250, 250, 1]],
		fill: async (count) => {
			for (const index of counted(count)) {
				const parameters = { resource: 'webhook', operation: 'register', url: `https://hooks.example/${index}`, events: ['transcript.ready'] };
				await resultsOf({ credential: world.credential, parameters });
			}
		},
		key: 'id',
	},
];

describe.each(lists)('$resource', ({ resource, rows, fill, key }) => {
	test.each(rows)('%i in the service: %i results with %i requests', async (there, expected, requests) => {
		await fill(there);
		const all = await listOf(resource);
		expect(all.requests).toBe(requests);
		expect(all.result).toHaveLength(expected);
		expect(new Set(all.result.map((item) => item[key])).size).toBe(expected);
	});
});

test('Limit reads no more than it needs', async () => {
	for (const index of counted(250)) world.sandbox.addContact(world.userId, { email: `person${index}@acme.example` });
	for (const { limit, requests } of [
		{ limit: 1, requests: 1 },
		{ limit: 200, requests: 1 },
		{ limit: 201, requests: 2 },
		{ limit: 1000, requests: 2 },
	]) {
		const some = await listOf('contact', { limit });
		expect({ limit, requests: some.requests }).toEqual({ limit, requests });
		expect(some.result).toHaveLength(Math.min(limit, 250));
	}
});
