import { startService, type Service } from '../nodes/service.ts';
import { resultsOf, type Parameters } from './core.ts';

let service: Service;

beforeEach(async () => {
	service = await startService();
});

afterEach(() => service.sandbox.stop());

const addMeetings = async (count: number) => {
	for (let index = 0; index < count; index++) await service.addMeeting(`Meeting ${index}`);
};

const getMany = (parameters: Parameters = {}) =>
	resultsOf({ credential: service.credential, parameters: { resource: 'conversation', operation: 'getAll', ...parameters } });

/** The requests that `work` takes. Reading the count takes one itself. */
async function requestsOf(work: () => Promise<unknown>): Promise<number> {
	const before = await service.requestsLeft();
	await work();
	return before - (await service.requestsLeft()) - 1;
}

test('an empty list gives no results', async () => {
	expect(await getMany()).toEqual([]);
});

test('a single result', async () => {
	await addMeetings(1);
	expect(await getMany()).toHaveLength(1);
});

test('a limit reads no more pages than it needs, and none reads every page, each result once', async () => {
	await addMeetings(250);
	for (const { limit, requests } of [
		{ limit: 1, requests: 1 },
		{ limit: 100, requests: 1 },
		{ limit: 101, requests: 2 },
		{ limit: 250, requests: 3 },
		{ limit: 1000, requests: 3 },
	]) {
		const expected = Math.min(limit, 250);
		const taken = await requestsOf(async () => expect(await getMany({ limit })).toHaveLength(expected));
		expect({ limit, requests: taken }).toEqual({ limit, requests });
	}
	const taken = await requestsOf(async () => {
		const all = await getMany();
		expect(new Set(all.map(({ id }) => id)).size).toBe(250);
		expect(all).toHaveLength(250);
	});
	expect(taken).toBe(3);
});

test('a list that is exactly one page takes one request', async () => {
	await addMeetings(100);
	expect(await requestsOf(() => getMany())).toBe(1);
});
