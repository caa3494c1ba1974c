import { jsonOf, output } from '../nodes/engine.ts';
import { startService, type Service } from '../nodes/service.ts';

let service: Service;

beforeEach(async () => {
	service = await startService();
});

afterEach(() => service.sandbox.stop());

const addMeetings = async (count: number) => {
	for (let index = 0; index < count; index++) await service.addMeeting(`Meeting ${index}`);
};

const getMany = async (parameters: Parameters<typeof output>[0]['parameters']) =>
	jsonOf(
		await output({
			credential: service.credential,
			parameters: { resource: 'conversation', operation: 'getAll', ...parameters },
		}),
	);

/** The requests that `work` takes. Reading the count takes one itself. */
async function requestsOf(work: () => Promise<unknown>): Promise<number> {
	const before = await service.requestsLeft();
	await work();
	return before - (await service.requestsLeft()) - 1;
}

test('an empty list gives no items', async () => {
	expect(await getMany({ returnAll: true })).toEqual([]);
});

test('a single result', async () => {
	await addMeetings(1);
	expect(await getMany({ returnAll: true })).toHaveLength(1);
});

test('Limit defaults to 50, and Return All reads every page, each result once', async () => {
	await addMeetings(250);
	expect(await getMany({})).toHaveLength(50);
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
		const all = await getMany({ returnAll: true });
		expect(new Set(all.map(({ id }) => id)).size).toBe(250);
		expect(all).toHaveLength(250);
	});
	expect(taken).toBe(3);
});

test('a list that is exactly one page takes one request', async () => {
	await addMeetings(100);
	expect(await requestsOf(() => getMany({ returnAll: true }))).toBe(1);
});

test.each([[0], [-1], [1.5], ['many'], [{ toString: 1 }]])('a limit of %j is refused', async (limit) => {
	const answer = getMany({ limit: `={{ ${JSON.stringify(limit)} }}` });
	await expect(answer).rejects.toMatchObject({ message: expect.stringMatching(/^“Limit” cannot be used/) });
});
