import { createServer, request as httpRequest } from 'node:http';
import { byId, jsonOf, runNode, type NodeOptions } from '../nodes/engine.ts';
import { startService, type Service } from '../nodes/service.ts';

let service: Service;

beforeEach(async () => {
	service = await startService();
	// 33 a day of 100 a month: enough for what follows.
	service.sandbox.updateUser(service.user.id, { plan: 'professional' });
});

afterEach(() => service.sandbox.stop());

const creditsLeft = async (): Promise<number> => {
	const { outputs } = await runNode({
		credential: service.credential,
		parameters: { resource: 'user', operation: 'getProfile' },
	});
	const [profile] = jsonOf(outputs[0]);
	return Number(profile?.creditsLeft);
};

const add = async (title: string) => (await service.addMeeting(title)).conversationId;

const run = async (resource: string, operation: string, id: string, extra: NodeOptions['parameters'] = {}, items = 1) =>
	await runNode({
		credential: service.credential,
		parameters: { resource, operation, conversationId: byId(id), ...extra },
		items: Array.from({ length: items }, () => ({})),
	});

describe.each(['keyPoints', 'feedback'])('%s', (resource) => {
	test('Get Saved never spends; Get or Generate spends once; Always Regenerate spends each time', async () => {
		const id = await add('Spending');
		expect((await run(resource, 'get', id)).error).toMatchObject({ httpCode: '404' });
		expect(await creditsLeft()).toBe(100);
		await run(resource, 'generate', id);
		expect(await creditsLeft()).toBe(99);
		const { outputs } = await run(resource, 'generate', id);
		expect(jsonOf(outputs[0])).toEqual([expect.objectContaining({ cached: true })]);
		expect(await creditsLeft()).toBe(99);
		await run(resource, 'generate', id, { forceRefresh: true });
		expect(await creditsLeft()).toBe(98);
	});

	test('the mode may come from an expression', async () => {
		const id = await add('Expression');
		await run(resource, 'generate', id);
		await run(resource, 'generate', id, { forceRefresh: '={{ "true" }}' });
		expect(await creditsLeft()).toBe(98);
		const { error } = await run(resource, 'generate', id, { forceRefresh: '={{ "yes" }}' });
		expect(error?.message).toBe('“Mode” cannot be used: it must be one of false, true.');
	});

	test('at the floor nothing is spent, and saved results are still returned', async () => {
		const saved = await add('Saved');
		await run(resource, 'generate', saved);
		const limits = { keepCredits: 99 };
		const { outputs } = await run(resource, 'generate', saved, { limits });
		expect(jsonOf(outputs[0])).toEqual([expect.objectContaining({ cached: true, creditsLeft: 99 })]);
		const { error } = await run(resource, 'generate', await add('Fresh'), { limits });
		expect(error).toMatchObject({
			message: 'Only 99 AI credits are left and 99 are reserved, so nothing was spent.',
			description: expect.stringContaining('“AI Credits to Reserve”'),
		});
		expect((await run(resource, 'generate', saved, { limits, forceRefresh: true })).error?.message).toBe(error?.message);
		expect(await creditsLeft()).toBe(99);
	});
});

test('credits are read once per run and counted down, also with items at the same time', async () => {
	const id = await add('Many questions');
	const before = await service.requestsLeft();
	const { outputs } = await runNode({
		credential: service.credential,
		parameters: {
			resource: 'conversation',
			operation: 'ask',
			conversationId: byId(id),
			question: '=Who is number {{ $itemIndex }}?',
			limits: { keepCredits: 97 },
		},
		items: Array.from({ length: 6 }, () => ({})),
		onError: 'continueErrorOutput',
	});
	// The profile, three questions, and this one.
	expect(before - (await service.requestsLeft())).toBe(5);
	expect(outputs.map((items) => items.length)).toEqual([3, 3]);
	// Calls in progress count as spent.
	expect(jsonOf(outputs[0]).map(({ creditsLeft: left }) => left)).toEqual([97, 97, 97]);
	expect(jsonOf(outputs[1])[0]?.details).toEqual({ code: 'credit_floor_reached', creditsLeft: 97, creditsToKeep: 97 });
});

test('without a floor the credits are not read', async () => {
	const id = await add('One request');
	const before = await service.requestsLeft();
	const { outputs } = await run('conversation', 'draftEmail', id);
	expect(before - (await service.requestsLeft())).toBe(2);
	expect(jsonOf(outputs[0])[0]).not.toHaveProperty('creditsLeft');
});

test('once the credits are used up, no request that must cost one is sent', async () => {
	const id = await add('Used up');
	service.sandbox.useCreditsInApplication(service.user.id, 100);
	const before = await service.requestsLeft();
	const { outputs } = await runNode({
		credential: service.credential,
		parameters: {
			resource: 'conversation',
			operation: 'ask',
			conversationId: byId(id),
			question: 'Who?',
			limits: { concurrency: 1 },
		},
		items: [{}, {}, {}],
		onError: 'continueErrorOutput',
	});
	expect(before - (await service.requestsLeft())).toBe(2);
	expect(jsonOf(outputs[1]).map(({ details }) => details)).toEqual(
		Array.from({ length: 3 }, () => ({ httpCode: 429, code: 'ai_limit_exceeded', creditAtRisk: false })),
	);
});

test('on an unlimited plan the floor has no effect', async () => {
	service.sandbox.updateUser(service.user.id, { plan: 'enterprise' });
	const { outputs } = await run('keyPoints', 'generate', await add('Unlimited'), { limits: { keepCredits: 1000 } });
	expect(jsonOf(outputs[0])).toEqual([expect.objectContaining({ cached: false, creditsLeft: null })]);
});

/** Passes requests on to the service; the answer to the first generation of each conversation gets lost. */
async function losingAnswers(target: string) {
	const lost = new Set<string>();
	const server = createServer((request, response) => {
		const { method = 'GET', url = '/', headers } = request;
		const outgoing = httpRequest(new URL(url, target), { method, headers }, (answer) => {
			if (method === 'POST' && !lost.has(url)) {
				lost.add(url);
				answer.resume().on('end', () => request.socket.resetAndDestroy());
				return;
			}
			response.writeHead(answer.statusCode ?? 500, answer.headers);
			answer.pipe(response);
		});
		request.pipe(outgoing);
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const address = server.address();
	const port = typeof address === 'object' && address ? address.port : 0;
	return { url: `http://127.0.0.1:${port}`, stop: () => new Promise((resolve) => server.close(resolve)) };
}

test('a credit whose response was lost counts: the floor holds, and every item says what is left', async () => {
	const proxy = await losingAnswers(service.sandbox.url);
	const ids: string[] = [];
	for (let index = 0; index < 6; index++) ids.push(await add(`Lost ${index}`));
	const { outputs } = await runNode({
		credential: { ...service.credential, baseUrl: proxy.url },
		parameters: {
			resource: 'keyPoints',
			operation: 'generate',
			conversationId: byId('={{ $json.id }}'),
			limits: { keepCredits: 98, patienceSeconds: 10 },
		},
		items: ids.map((id) => ({ id })),
		onError: 'continueErrorOutput',
	});
	await proxy.stop();
	expect(await creditsLeft()).toBe(98);
	expect(jsonOf(outputs[0]).map(({ cached }) => cached)).toEqual([false, false]);
	expect(Math.min(...jsonOf(outputs[0]).map(({ creditsLeft: left }) => Number(left)))).toBe(98);
	expect(jsonOf(outputs[1]).map(({ details }) => details)).toEqual(
		Array.from({ length: 4 }, () => ({ code: 'credit_floor_reached', creditsLeft: 98, creditsToKeep: 98 })),
	);
});
