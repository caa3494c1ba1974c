import { api } from '../../src/api/index.ts';
import { createClient } from '../../src/client/index.ts';
import type { TransportRequest } from '../../src/transport/index.ts';

interface Service {
	/** Ids the service lists, newest first. Called for each page, so that a list can move under the reader. */
	readonly ids: (page: number) => readonly string[];
	readonly withPagination?: boolean;
	/** What the service says, where it differs from what it has. */
	readonly total?: number;
}

/** A client over a list held in memory; the whole service is one function, so nothing else is replaced. */
function clientOf({ ids, withPagination = true, total }: Service) {
	const asked: string[] = [];
	const transport = async ({ url }: TransportRequest) => {
		const { searchParams } = new URL(url);
		asked.push(searchParams.toString());
		const all = ids(asked.length);
		const [limit, offset] = [Number(searchParams.get('limit')), Number(searchParams.get('offset'))];
		const data = all.slice(offset, offset + limit).map((id) => ({ id }));
		const pagination = withPagination ? { total: total ?? all.length, limit, offset } : undefined;
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

describe('each: the whole list with the fewest requests', () => {
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
	])('a limit of %i asks for no more', async (limit, pages) => {
		const { ids, asked } = await read({ ids: () => many(250) }, limit);
		expect(ids).toEqual(many(limit));
		expect(asked).toEqual(pages);
	});

	test('a reader who stops early costs no further page', async () => {
		const { client, asked } = clientOf({ ids: () => many(250) });
		for await (const { id } of client.each(api.conversations.list, {})) if (id === 'c3') break;
		expect(asked).toHaveLength(1);
	});

	test('a conversation that comes in between two pages makes nothing appear twice', async () => {
		const { ids } = await read({ ids: (page) => (page === 1 ? many(150) : ['new', ...many(150)]) });
		expect(ids).toEqual(many(150));
	});

	test('without pagination in the answer, a short page is the last', async () => {
		const { ids, asked } = await read({ ids: () => many(130), withPagination: false });
		expect(ids).toEqual(many(130));
		expect(asked).toHaveLength(2);
	});

	test('a total that promises more than there is does not loop', async () => {
		const { ids, asked } = await read({ ids: () => many(100), total: 150 });
		expect(ids).toEqual(many(100));
		expect(asked).toHaveLength(2);
	});

	test('a list of one page asks once, for its maximum', async () => {
		const { client, asked } = clientOf({ ids: () => many(150) });
		let count = 0;
		for await (const _ of client.each(api.contacts.unresolvedThreads, {})) count++;
		expect({ count, asked }).toEqual({ count: 100, asked: ['limit=100'] });
	});
});
