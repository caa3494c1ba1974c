import { api } from '../../src/api/index.ts';
import { createClient } from '../../src/client/index.ts';
import type { TransportRequest } from '../../src/transport/index.ts';

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

/** A client of a service that lists the same data for every request. */
const answering = (data: readonly unknown[], urls: string[] = []) =>
	createClient({
		baseUrl: 'https://api.example.com',
		sleep: async () => {},
		transport: async ({ url }) => {
			urls.push(url);
			return { status: 200, headers: {}, body: JSON.stringify({ data }) };
		},
	});

const many = (count: number) => Array.from({ length: count }, (_, index) => `c${index}`);

async function read(service: Service, limit?: number) {
	const { client, asked } = clientOf(service);
	const ids: string[] = [];
	let complete = true;
	for await (const { id } of client.each(api.conversations.list, {}, { limit, onIncomplete: () => void (complete = false) })) ids.push(id);
	return { ids, asked, complete };
}

test('each: no item follows an abort, so that no list that was stopped seems to be whole', async () => {
	const { client, asked } = clientOf({ ids: () => many(150) });
	const [ids, stop] = [new Array<string>(), new AbortController()];
	const read = async () => {
		for await (const { id } of client.each(api.conversations.list, {}, { signal: stop.signal })) if (ids.push(id) === 20) stop.abort('enough');
	};
	await expect(read()).rejects.toMatchObject({ problem: { kind: 'noAnswer', reason: 'aborted' }, cause: 'enough' });
	expect([ids.length, asked.length]).toEqual([20, 1]);
});

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

	test.each([null, 'many', [], { toString: 1 }, 50].map((total) => [total]))('a total of %j is ignored', async (total) => {
		const { ids, asked } = await read({ ids: () => many(130), total });
		expect(ids).toEqual(many(130));
		expect(asked).toHaveLength(2);
	});

	test('a total above the real number does not cause a loop, and the list counts as incomplete', async () => {
		const { ids, asked, complete } = await read({ ids: () => many(100), total: 150 });
		expect(ids).toEqual(many(100));
		expect(asked).toHaveLength(2);
		expect(complete).toBe(false);
	});

	test('a total below the real number hides nothing, and the list counts as incomplete', async () => {
		const { ids, complete } = await read({ ids: () => many(250), total: 150 });
		expect(ids).toEqual(many(250));
		expect(complete).toBe(false);
	});

	test.each([true, false])('a service that ignores the offset is read three times and then left, and the list counts as incomplete (with pagination: %s)', async (withPagination) => {
		const { ids, asked, complete } = await read({ ids: () => [...many(100), ...many(100), ...many(100)], withPagination });
		expect({ ids, requests: asked.length, complete }).toEqual({ ids: many(100), requests: 6, complete: false });
	});

	test.each([
		[250, 0, 250],
		[250, 100, 150],
		[250, 300, 0],
	])('of %i conversations, those from number %i on are read, and each page counts %i', async (count, start, total) => {
		const { client, asked } = clientOf({ ids: () => many(count) });
		const [ids, totals]: [string[], unknown[]] = [[], []];
		const onPage = (page: { pagination?: { total: number } }) => void totals.push(page.pagination?.total);
		const onIncomplete = jest.fn();
		for await (const { id } of client.each(api.conversations.list, {}, { start, onPage, onIncomplete })) ids.push(id);
		expect(onIncomplete).not.toHaveBeenCalled();
		expect(ids).toEqual(many(count).slice(start));
		expect(ids).toHaveLength(total);
		expect(new Set(totals)).toEqual(new Set([count]));
		expect(asked[0]).toBe(`limit=100&offset=${start}`);
		expect(asked).toHaveLength(Math.max(1, Math.ceil(total / 100)));
	});

	test('without pagination in the answers, the rest of a list is read all the same', async () => {
		const { client } = clientOf({ ids: () => many(130), withPagination: false });
		const ids: string[] = [];
		for await (const { id } of client.each(api.conversations.list, {}, { start: 20 })) ids.push(id);
		expect(ids).toEqual(many(130).slice(20));
	});

	test('a list with a single page is read once, at its maximum size', async () => {
		const { client, asked } = clientOf({ ids: () => many(150) });
		let count = 0;
		for await (const _ of client.each(api.contacts.unresolvedThreads, {})) count++;
		expect({ count, asked }).toEqual({ count: 100, asked: ['limit=100'] });
	});

	test.each([[undefined, 3], [2, 2], [9, 3]])('a list with a single page yields at most its limit, %p, even if the service sends more', async (limit, count) => {
		const read: unknown[] = [];
		for await (const thread of answering([1, 2, 3]).each(api.contacts.unresolvedThreads, {}, { limit })) read.push(thread);
		expect(read).toHaveLength(count);
	});

	test('a list without pages is read whole, and asks for no page', async () => {
		const urls: string[] = [];
		for await (const _ of answering([{ id: 'w1' }], urls).each(api.webhooks.list, {}));
		expect(urls).toEqual([`https://api.example.com${api.webhooks.list.path}`]);
	});

	test('items without a usable ID are told apart by what they say', async () => {
		const items = [null, 'text', { title: 'a' }, { title: 'b' }, { id: null, title: 'a' }, { id: null, title: 'b' }, { id: 7 }];
		const read: unknown[] = [];
		for await (const item of answering([...items, { title: 'a' }]).each(api.conversations.list, {})) read.push(item);
		expect(read).toEqual(items);
	});

	test('an item that changes while the list is read is given once', async () => {
		let requests = 0;
		const client = createClient({
			baseUrl: 'https://api.example.com',
			sleep: async () => {},
			transport: async ({ url }) => {
				const [offset, total] = [Number(new URL(url).searchParams.get('offset')), (requests += 1) === 1 ? 150 : 149];
				const data = many(total).slice(offset, offset + 100).map((id) => ({ id, title: `read ${requests}` }));
				return { status: 200, headers: {}, body: JSON.stringify({ data, pagination: { total, limit: 100, offset } }) };
			},
		});
		const ids: string[] = [];
		for await (const { id } of client.each(api.conversations.list, {})) ids.push(id);
		expect(ids).toEqual(many(149));
	});
});
