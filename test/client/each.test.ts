import { terms } from '../../nodes/shared/terms.ts';
import { api } from '../../src/api/index.ts';
import { createClient } from '../../src/client/index.ts';
import type { TransportRequest } from '../../src/transport/index.ts';
import { explainError } from '../../src/words/errors.ts';

interface Service {
	/** IDs that the service lists, newest first. Called for each page, so that the list can change between pages. */
	readonly ids: (page: number) => readonly string[];
	readonly withPagination?: boolean;
	/** The total that the service reports, if it differs from the real one. */
	readonly total?: unknown;
}

/** A client over a list in memory. One function is the whole service, so nothing else is replaced. */
function clientOf({ ids, withPagination = true, total }: Service) {
	const asked: string[] = [];
	const transport = async ({ url }: TransportRequest) => {
		const { searchParams } = new URL(url);
		asked.push(searchParams.toString());
		const all = ids(asked.length);
		const [limit, offset] = [Number(searchParams.get('limit')), Number(searchParams.get('offset'))];
		const data = all.slice(offset, offset + limit).map((id) => ({ id }));
		const pagination = withPagination ? { total: total === undefined ? all.length : total, limit, offset } : undefined;
		return { status: 200, headers: {}, body: JSON.stringify({ data, pagination }) };
	};
	const client = createClient({ baseUrl: 'https://api.example.com', transport, sleep: async () => {} });
	return { client, asked };
}

const many = (count: number) => Array.from({ length: count }, (_, index) => `c${index}`);

async function read(service: Service, limit?: number) {
	const { client, asked } = clientOf(service);
	const ids: string[] = [];
	for await (const { id } of client.each(api.conversations.list, {}, limit === undefined ? {} : { limit })) ids.push(id);
	return { ids, asked };
}

describe('each: the whole list with as few requests as possible', () => {
	test.each([
		[0, 1],
		[1, 1],
		[99, 1],
		[100, 1],
		[101, 2],
		[200, 2],
		[250, 3],
	])('%i conversations take %i requests', async (count, requests) => {
		const { ids, asked } = await read({ ids: () => many(count) });
		expect(ids).toEqual(many(count));
		expect(asked).toHaveLength(requests);
	});

	test.each([
		[0, []],
		[1, ['limit=1&offset=0']],
		[100, ['limit=100&offset=0']],
		[101, ['limit=100&offset=0', 'limit=1&offset=100']],
		[150, ['limit=100&offset=0', 'limit=50&offset=100']],
	])('a limit of %i requests no more', async (limit, pages) => {
		const { ids, asked } = await read({ ids: () => many(250) }, limit);
		expect(ids).toEqual(many(limit));
		expect(asked).toEqual(pages);
	});

	test('stopping early reads no further page', async () => {
		const { client, asked } = clientOf({ ids: () => many(250) });
		for await (const { id } of client.each(api.conversations.list, {})) if (id === 'c3') break;
		expect(asked).toHaveLength(1);
	});

	test('a conversation added between two pages causes no duplicates, and is read as well', async () => {
		const { ids } = await read({ ids: (page) => (page === 1 ? many(150) : ['new', ...many(150)]) });
		expect(ids).toEqual([...many(100), 'new', ...many(150).slice(100)]);
	});

	test('without pagination in the answer, a short page is the last one', async () => {
		const { ids, asked } = await read({ ids: () => many(130), withPagination: false });
		expect(ids).toEqual(many(130));
		expect(asked).toHaveLength(2);
	});

	test.each([null, 'many', [], { toString: 1 }].map((total) => [total]))('a total of %j is ignored', async (total) => {
		const { ids, asked } = await read({ ids: () => many(130), total });
		expect(ids).toEqual(many(130));
		expect(asked).toHaveLength(2);
	});

	test('a total above the real number does not cause a loop', async () => {
		const { ids, asked } = await read({ ids: () => many(100), total: 150 });
		expect(ids).toEqual(many(100));
		expect(asked).toHaveLength(2);
	});

	test.each([true, false])('a service that ignores the offset ends the list with an error (with pagination: %s)', async (withPagination) => {
		const repeating = read({ ids: () => [...many(100), ...many(100), ...many(100)], withPagination });
		const error: unknown = await repeating.catch((thrown: unknown) => thrown);
		expect(error).toMatchObject({ problem: { kind: 'api', code: 'repeated_page', outcomeUnknown: false, creditAtRisk: false } });
		expect(explainError(error, { terms, now: 0 })).toMatchObject({
			what: expect.stringContaining('only the first 100 results can be read'),
			next: expect.stringMatching(/^Set a limit .* title or date\. .* query string$/),
		});
	});

	test.each([
		[250, 0, 250],
		[250, 100, 150],
		[250, 300, 0],
	])('of %i conversations, those from number %i on are read, and each page counts %i', async (count, start, total) => {
		const { client, asked } = clientOf({ ids: () => many(count) });
		const [ids, totals]: [string[], unknown[]] = [[], []];
		const onPage = (page: { pagination?: { total: number } }) => void totals.push(page.pagination?.total);
		for await (const { id } of client.each(api.conversations.list, {}, { start, onPage })) ids.push(id);
		expect(ids).toEqual(many(count).slice(start));
		expect(ids).toHaveLength(total);
		expect(new Set(totals)).toEqual(new Set([count]));
		expect(asked[0]).toBe(`limit=100&offset=${start}`);
	});

	test('a list with a single page is read once, at its maximum size', async () => {
		const { client, asked } = clientOf({ ids: () => many(150) });
		let count = 0;
		for await (const _ of client.each(api.contacts.unresolvedThreads, {})) count++;
		expect({ count, asked }).toEqual({ count: 100, asked: ['limit=100'] });
	});
});
