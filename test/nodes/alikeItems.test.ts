import { api } from '../../src/api/index.ts';
import { contexts } from './context.ts';
import { byId, jsonOf, runNode, type NodeOptions } from './engine.ts';
import { startService, type Service } from './service.ts';

let service: Service;
let id: string;
let other: string;
beforeAll(async () => {
	service = await startService();
	id = (await service.addMeeting('One')).conversationId;
	other = (await service.addMeeting('Two')).conversationId;
});
afterAll(() => service.sandbox.stop());

/** Runs the node, and counts its requests and credits. */
async function counted(parameters: NodeOptions['parameters'], { items = [{}, {}, {}, {}], ...more }: Partial<NodeOptions> = {}) {
	const before = [await service.requestsLeft(), await creditsUsed()] as const;
	const { outputs } = await runNode({ credential: service.credential, parameters, items, ...more });
	const [results, failed] = outputs;
	const after = [await service.requestsLeft(), await creditsUsed()] as const;
	return { results, failed, requests: before[0] - after[0] - 2, credits: after[1] - before[1] };
}

async function creditsUsed(): Promise<number> {
	const answer = await fetch(`${service.sandbox.url}${api.user.profile.path}`, { headers: { Authorization: `Bearer ${service.credential.apiKey}` } });
	return api.user.profile.response.parse(await answer.json()).data.apiUsage.aiGenerations.used;
}

const ask = { resource: 'conversation', operation: 'ask', conversationId: byId('={{ $json.id }}'), question: 'What did we decide?' };

test.each([1, 5])('items with the same question share one answer, %i at once', async (concurrency) => {
	const { results, requests, credits } = await counted({ ...ask, conversationId: byId(id), options: { limits: { concurrency } } });
	expect(new Set(jsonOf(results).map(({ response }) => response))).toEqual(new Set([expect.stringContaining('ship the release')]));
	expect(results?.map(({ pairedItem }) => pairedItem)).toEqual([0, 1, 2, 3].map((item) => ({ item })));
	// One of them is the list, which says whether there is a transcript.
	expect([requests, credits]).toEqual([2, 1]);
	// A later node may change one of them.
	expect(results?.[0]?.json).not.toBe(results?.[1]?.json);
});

test('each question is asked once for the items that have it', async () => {
	const items = [{ id }, { id: other }, { id }, { id: other }];
	const { results, requests, credits } = await counted(ask, { items });
	expect(jsonOf(results).map((json) => json['id'])).toEqual([id, other, id, other]);
	expect([requests, credits]).toEqual([3, 2]);
});

test('a person is told, unless there is only one item, or nothing is done twice', async () => {
	const hintsOf = async (parameters: NodeOptions['parameters'], items: number) => {
		const { nodeType, run } = await contexts({ credential: service.credential, parameters, items });
		await nodeType.execute?.call(run);
		return run.hints.map(({ message }) => message);
	};
	const same = { ...ask, conversationId: byId(id) };
	expect(await hintsOf(same, 4)).toEqual([expect.stringMatching(/^All 4 input items made the same request.*“Execute Once”/)]);
	expect(await hintsOf(same, 1)).toEqual([]);
	expect(await hintsOf({ ...same, operation: 'rename', title: 'One' }, 4)).toEqual([]);
});

test('anything that costs no credit is done for every item', async () => {
	expect((await counted({ resource: 'conversation', operation: 'rename', conversationId: byId(id), title: 'One' })).requests).toBe(4);
});

test('an answer that was lost after its credit was spent is not requested again', async () => {
	service.sandbox.faults.add({ kind: 'connection-reset', afterProcessing: true, method: 'POST', count: 1 });
	const { results, failed, credits } = await counted({ ...ask, conversationId: byId(id) }, { onError: 'continueErrorOutput' });
	expect([results?.length, failed?.length, credits]).toEqual([0, 4, 1]);
});
