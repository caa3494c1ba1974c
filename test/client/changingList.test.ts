import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import fc from 'fast-check';
import { api } from '../../src/api/index.ts';
import { createClient } from '../../src/client/index.ts';
import { fetchTransport } from '../../src/transport/fetch.ts';

interface Change {
	readonly kind: 'add' | 'remove' | 'move';
	/** The place in the list, as a fraction: 0 is its start. */
	readonly at: number;
	readonly to: number;
}

interface Plan {
	readonly count: number;
	/** What happens after the first request, after the second, and so on. */
	readonly changes: readonly (Change | null)[];
	readonly hasTotal: boolean;
	/** The size of the service's pages, whatever is requested. */
	readonly pageLength?: number | undefined;
	readonly limit?: number | undefined;
}

const NEVER: readonly null[] = [];
let plan: Plan = { count: 0, changes: NEVER, hasTotal: true };
let list: string[] = [];
let requests = 0;
/** Listed from the first request to the last. */
let stayed = new Set<string>();

function change({ kind, at, to }: Change): void {
	const place = Math.floor(at * list.length);
	if (kind === 'add') return void list.splice(place, 0, `new${requests}`);
	const [taken] = list.splice(place, 1);
	if (taken === undefined) return;
	if (kind === 'move') list.splice(Math.floor(to * (list.length + 1)), 0, taken);
	else stayed.delete(taken);
}

const server = createServer(({ url = '' }, response) => {
	const { searchParams } = new URL(url, 'http://service');
	const offset = Number(searchParams.get('offset'));
	const limit = plan.pageLength ?? Number(searchParams.get('limit'));
	const data = list.slice(offset, offset + limit).map((id) => ({ id }));
	const pagination = plan.hasTotal ? { total: list.length, limit, offset } : undefined;
	const happening = plan.changes[requests];
	requests += 1;
	if (happening) change(happening);
	response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ data, pagination }));
});

let client: ReturnType<typeof createClient>;
beforeAll(async () => {
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const { port } = server.address() as AddressInfo;
	client = createClient({ baseUrl: `http://127.0.0.1:${port}`, transport: fetchTransport({ apiKey: 'none' }), sleep: async () => {} });
});
afterAll(() => {
	server.closeAllConnections();
	server.close();
});

async function walk(given: Plan) {
	plan = given;
	list = Array.from({ length: plan.count }, (_, index) => `c${index}`);
	stayed = new Set(list);
	requests = 0;
	let complete = true;
	const ids: string[] = [];
	const onIncomplete = (): void => void (complete = false);
	for await (const { id } of client.each(api.conversations.list, {}, { limit: plan.limit, onIncomplete })) ids.push(id);
	return { ids, complete, requests, missed: missedBy(new Set(ids)) };
}

const missedBy = (ids: ReadonlySet<string>): string[] => [...stayed].filter((id) => !ids.has(id));

const at = (place: number, count: number): number => (place + 0.5) / count;
const remove = (place: number, count: number): Change => ({ kind: 'remove', at: at(place, count), to: 0 });

describe('a list that changes while it is read', () => {
	test('an item removed from the part that was read hides none of the others', async () => {
		const walked = await walk({ count: 150, changes: [remove(5, 150)], hasTotal: true });
		expect(walked).toMatchObject({ complete: true, missed: [], requests: 4 });
		expect(walked.ids).toHaveLength(150);
	});

	test('the same with a limit: no gap in the middle', async () => {
		const { ids, requests: made } = await walk({ count: 300, changes: [remove(5, 300)], hasTotal: true, limit: 150 });
		expect(made).toBe(4);
		expect(ids).toEqual(Array.from({ length: 150 }, (_, index) => `c${index}`));
	});

	test('an item that moves to the start of the list is not missed', async () => {
		const walked = await walk({ count: 150, changes: [{ kind: 'move', at: at(120, 150), to: 0 }], hasTotal: true });
		expect(walked).toMatchObject({ complete: true, missed: [] });
		expect(new Set(walked.ids).size).toBe(150);
	});

	test.each([150, 101])('the first of %i items that moves down by a page is no repeated page', async (count) => {
		const walked = await walk({ count, changes: [{ kind: 'move', at: 0, to: at(100, count) }], hasTotal: true });
		expect(walked).toMatchObject({ complete: true, missed: [] });
		expect(walked.ids).toHaveLength(count);
	});

	test('a list that shrinks in every pass until its second page is empty ends there', async () => {
		const walked = await walk({ count: 105, changes: Array.from({ length: 5 }, () => remove(0, 105)), hasTotal: true });
		expect(walked).toMatchObject({ complete: false, requests: 6 });
	});

	test('a list that changes in every pass is read to its end, and says that it may be incomplete', async () => {
		const changes = Array.from({ length: 20 }, () => remove(0, 300));
		const { complete, requests: made } = await walk({ count: 300, changes, hasTotal: true });
		expect({ complete, made }).toEqual({ complete: false, made: 7 });
	});

	test('deleting each item while iterating reaches all of them, with two requests for each page', async () => {
		plan = { count: 950, changes: NEVER, hasTotal: true };
		list = Array.from({ length: plan.count }, (_, index) => `c${index}`);
		requests = 0;
		const onIncomplete = jest.fn();
		for await (const { id } of client.each(api.conversations.list, {}, { onIncomplete })) list = list.filter((one) => one !== id);
		expect({ left: list.length, requests }).toEqual({ left: 0, requests: 19 });
		expect(onIncomplete).not.toHaveBeenCalled();
	});

	test('without a total, nobody knows whether a list of several pages is complete', async () => {
		const lost = await walk({ count: 150, changes: [remove(5, 150)], hasTotal: false });
		expect(lost).toMatchObject({ complete: false, missed: ['c100'] });
		expect(await walk({ count: 50, changes: NEVER, hasTotal: false })).toMatchObject({ complete: true, missed: [] });
		expect(await walk({ count: 100, changes: NEVER, hasTotal: false })).toMatchObject({ complete: false, missed: [], requests: 2 });
	});
});

describe('pages of another length than requested', () => {
	test.each([
		{ pageLength: 200, requests: 2 },
		{ pageLength: 1000, requests: 1 },
		{ pageLength: 50, requests: 8 },
		{ pageLength: 30, requests: 14 },
	])('$pageLength items of 400: $requests requests', async ({ pageLength, requests: expected }) => {
		const walked = await walk({ count: 400, changes: NEVER, hasTotal: true, pageLength });
		expect(walked).toMatchObject({ complete: true, missed: [], requests: expected });
		expect(walked.ids).toEqual(Array.from({ length: 400 }, (_, index) => `c${index}`));
	});

	test('longer pages do not exceed the limit', async () => {
		const { ids } = await walk({ count: 400, changes: NEVER, hasTotal: true, pageLength: 200, limit: 5 });
		expect(ids).toEqual(['c0', 'c1', 'c2', 'c3', 'c4']);
	});
});

const share = fc.double({ min: 0, max: 0.999999, noNaN: true });
const anyChange = fc.record({ kind: fc.constantFrom('add' as const, 'remove' as const, 'move' as const), at: share, to: share });

test('whatever changes: nothing twice, nothing missed silently, and nothing read again without a change', async () => {
	const plans = fc.record({
		count: fc.integer({ min: 0, max: 420 }),
		changes: fc.array(fc.option(anyChange, { freq: 2 }), { maxLength: 8 }),
		hasTotal: fc.boolean(),
	});
	await fc.assert(
		fc.asyncProperty(plans, async (given) => {
			const { ids, complete, missed, requests: made } = await walk(given);
			expect(new Set(ids).size).toBe(ids.length);
			if (complete) expect(missed).toEqual([]);
			if (given.hasTotal && given.changes.every((one) => one === null)) {
				expect({ complete, made }).toEqual({ complete: true, made: Math.max(1, Math.ceil(given.count / 100)) });
			}
			const changed = given.changes.slice(0, 3).some((one) => one !== null);
			if (given.hasTotal && changed && given.changes.length <= 3) expect(complete).toBe(true);
		}),
		{ numRuns: 150 },
	);
}, 60_000);
