import { againstScript, type Parameters } from './core.ts';

const conversation = (index: number, extra: object = {}) => ({
	id: `conv_${index}`,
	title: `Meeting ${index}`,
	startTime: new Date(Date.UTC(2026, 9, 1, index)).toISOString(),
	endTime: new Date(Date.UTC(2026, 9, 1, index, index % 60)).toISOString(),
	duration: 0,
	segmentCount: 10,
	linkedCalendarEventId: index % 2 ? `event_${index}` : null,
	...extra,
});
const page = (data: readonly unknown[], total = data.length, offset = 0) => ({ data, pagination: { total, limit: 100, offset } });
const range = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => conversation(from + index));

const getMany = (filters: Parameters, extra: Parameters = {}) => ({
	parameters: { resource: 'conversation', operation: 'getAll', filters, ...extra },
});
const idsOf = (results: readonly Parameters[]) => results.map(({ id }) => id);

test('search and Since are left to the service, and read no more than requested', async () => {
	const filters = { search: 'Ü / &', since: '2026-10-01T00:00:00' };
	const { asked } = await againstScript([page([])], getMany(filters, { limit: 3 }));
	expect(asked).toEqual([
		`GET /conversations?limit=3&offset=0&search=${new URLSearchParams({ x: 'Ü / &' }).toString().slice(2)}&since=2026-09-30T22%3A00%3A00.000Z`,
	]);
});

test.each<[string, Parameters, string[]]>([
	['Until, without its own moment', { until: '2026-10-01T02:00:00Z' }, ['conv_0', 'conv_1']],
	['Minimum Minutes, with its own', { minMinutes: 3 }, ['conv_3', 'conv_4']],
	['With Calendar Event', { withCalendarEvent: true }, ['conv_1', 'conv_3']],
	['Without Calendar Event', { withCalendarEvent: false }, ['conv_0', 'conv_2', 'conv_4']],
	['all of them', { until: '2026-10-01T04:00:00Z', minMinutes: 2, withCalendarEvent: true }, ['conv_3']],
])('%s', async (_, filters, expected) => {
	const { results } = await againstScript([page(range(0, 5))], getMany(filters));
	expect(idsOf(results)).toEqual(expected);
});

describe('Period', () => {
	const DAY_MS = 86_400_000;
	const ago = (days: number, extra = 0) => new Date(Date.now() - days * DAY_MS + extra).toISOString();
	const held = [0.5, 6, 8, 20, 40].map((days) => conversation(1, { id: `${days}`, startTime: ago(days) }));
	const sinceOf = (asked: readonly string[]) => Date.parse(new URLSearchParams(asked[0]?.split('?')[1]).get('since') ?? '');

	test('leaves its start to the service', async () => {
		const { asked } = await againstScript([page(held)], getMany({ period: 'last7Days' }));
		expect(Math.abs(sinceOf(asked) - Date.parse(ago(7)))).toBeLessThan(60_000);
	});

	test('has its own end, in the time zone of the flow', async () => {
		const midnight = new Date(`${new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Berlin' }).format()}T00:00:00Z`).getTime();
		const { results, asked } = await againstScript([page([conversation(1, { id: 'today', startTime: ago(0) }), conversation(1, { id: 'before', startTime: new Date(midnight - 12 * 3_600_000).toISOString() })])], getMany({ period: 'yesterday' }));
		expect(idsOf(results)).toEqual(['before']);
		expect(midnight - sinceOf(asked)).toBeGreaterThan(DAY_MS);
	});

	test.each([
		['later than its start', { since: ago(3) }, 3],
		['earlier than its start', { since: ago(100) }, 7],
	])('narrows down a time %s', async (_, filters, days) => {
		const { asked } = await againstScript([page(held)], getMany({ period: 'last7Days', ...filters }));
		expect(Math.abs(sinceOf(asked) - Date.parse(ago(days)))).toBeLessThan(60_000);
	});

	test('keeps an end that was given', async () => {
		const { results } = await againstScript([page(held)], getMany({ period: 'last30Days', until: ago(7) }));
		expect(idsOf(results)).toEqual(['8', '20', '40']);
	});
});

test('every page is read once, since the service does not promise an order', async () => {
	const script = [page(range(0, 100), 250), page(range(100, 200), 250, 100), page(range(200, 250), 250, 200)];
	const { results, asked } = await againstScript(script, getMany({ until: '2026-10-01T03:00:00Z' }));
	expect(idsOf(results)).toEqual(['conv_0', 'conv_1', 'conv_2']);
	expect(asked).toHaveLength(3);
});

test('reading stops once enough conversations match, page by page', async () => {
	const { results, asked } = await againstScript([page(range(0, 100), 250)], getMany({ withCalendarEvent: true }, { limit: 2 }));
	expect(idsOf(results)).toEqual(['conv_1', 'conv_3']);
	expect(asked).toEqual(['GET /conversations?limit=100&offset=0']);
});

test('malformed conversations match no filter and break nothing', async () => {
	const odd = [conversation(1, { startTime: null, duration: 'long', linkedCalendarEventId: 7 }), conversation(2), null, 7, []];
	for (const filter of [{ until: '2027-01-01T00:00:00Z' }, { minMinutes: 1 }]) {
		const { results } = await againstScript([page(odd)], getMany(filter));
		expect(idsOf(results)).toEqual(['conv_2']);
	}
});

test('inputs that ask for the same are read once, and each has the results; another limit is another question', async () => {
	const { results, asked } = await againstScript([page(range(0, 2)), page(range(0, 1), 2)], { ...getMany({}), items: [{}, {}, {}, { limit: 1 }], limits: { concurrency: 1 } });
	expect(asked).toHaveLength(2);
	expect(idsOf(results)).toEqual(['conv_0', 'conv_1', 'conv_0', 'conv_1', 'conv_0', 'conv_1', 'conv_0']);
});
