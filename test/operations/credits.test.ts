import { createServer, request as httpRequest } from 'node:http';
import { startService, type Service } from '../nodes/service.ts';
import { resultsOf, runCore, type CoreOptions, type Parameters } from './core.ts';

let service: Service;

beforeEach(async () => {
	service = await startService();
	// 33 a day of 100 a month: enough for what follows.
	service.sandbox.updateUser(service.user.id, { plan: 'professional' });
});

afterEach(() => service.sandbox.stop());

const creditsLeft = async (): Promise<number> => {
	const [profile] = await resultsOf({ credential: service.credential, parameters: { resource: 'user', operation: 'getProfile' } });
	return Number(profile?.creditsLeft);
};

const add = async (title: string) => (await service.addMeeting(title)).conversationId;

const run = (resource: string, operation: string, conversationId: string, extra: Parameters = {}, limits: CoreOptions['limits'] = {}) =>
	runCore({ credential: service.credential, parameters: { resource, operation, conversationId, ...extra }, limits });

describe.each(['keyPoints', 'feedback'])('%s', (resource) => {
	test('Get Saved never spends; Get or Generate spends once; Always Regenerate spends each time', async () => {
		const id = await add('Spending');
		expect((await run(resource, 'get', id)).failures).toEqual([expect.objectContaining({ details: expect.objectContaining({ httpCode: 404 }) })]);
		expect(await creditsLeft()).toBe(100);
		await run(resource, 'generate', id);
		expect(await creditsLeft()).toBe(99);
		const { results } = await run(resource, 'generate', id);
		expect(results).toEqual([expect.objectContaining({ cached: true })]);
		expect(await creditsLeft()).toBe(99);
		await run(resource, 'generate', id, { forceRefresh: true });
		expect(await creditsLeft()).toBe(98);
	});

	test('what is not saved is said of the meeting by its title, with one request for a whole run', async () => {
		const ids = [await add('Weekly with Acme'), 'conv_unknown'];
		const { failures, requests } = await runCore({ credential: service.credential, parameters: { resource, operation: 'get' }, items: ids.map((conversationId) => ({ conversationId })) });
		const what = resource === 'keyPoints' ? 'No key points of “Weekly with Acme” \\(.+\\) are saved yet\\.' : 'No feedback of “Weekly with Acme” \\(.+\\) is saved yet\\.';
		expect(failures).toMatchObject([{ message: expect.stringMatching(`^${what}$`), details: { httpCode: 404, code: 'not_found' } }, { message: 'Conversation conv_unknown not found.', description: expect.stringMatching(/^Check the ID\./) }]);
		expect(requests).toBe(3);
	});

	test('of a recording without a transcript, it is not advised to generate what nothing can generate', async () => {
		const { conversationId } = service.sandbox.recordFailedMeeting(service.user.id, { title: 'Silent', error: 'no audio' });
		const { failures } = await run(resource, 'get', conversationId);
		expect(failures).toMatchObject([{ message: '“Silent” has no transcript, so the AI has nothing to work from, and no AI credit was used.', description: expect.not.stringContaining('enerate'), details: { httpCode: 404, code: 'not_found' } }]);
	});

	test('the mode may be text, as expressions and programs give it', async () => {
		const id = await add('Text');
		await run(resource, 'generate', id);
		await run(resource, 'generate', id, { forceRefresh: 'true' });
		expect(await creditsLeft()).toBe(98);
		const { failures } = await run(resource, 'generate', id, { forceRefresh: 'yes' });
		expect(failures.map(({ message }) => message)).toEqual(['“Mode” cannot be used: it must be one of false, true.']);
	});

	test('at the floor nothing is spent, and saved results are still returned', async () => {
		const saved = await add('Saved');
		await run(resource, 'generate', saved);
		const limits = { reserveCredits: 99 };
		const { results } = await run(resource, 'generate', saved, {}, limits);
		expect(results).toEqual([expect.objectContaining({ cached: true })]);
		const refused = [
			expect.objectContaining({
				message: 'Only 99 AI credits are left and 99 are reserved, so nothing was spent.',
				description: expect.stringContaining('AI credits to reserve'),
			}),
		];
		expect((await run(resource, 'generate', await add('Fresh'), {}, limits)).failures).toEqual(refused);
		expect((await run(resource, 'generate', saved, { forceRefresh: true }, limits)).failures).toEqual(refused);
		expect(await creditsLeft()).toBe(99);
	});
});

test.each([
	['conversation', 'ask', { question: 'What?' }, 1],
	['conversation', 'draftEmail', {}, 1],
	['keyPoints', 'generate', {}, 2],
	['keyPoints', 'generate', { forceRefresh: true }, 1],
	['feedback', 'generate', {}, 2],
	['feedback', 'generate', { forceRefresh: true }, 1],
])('%s %s %j: nothing is spent on a recording without a transcript', async (resource, operation, extra, requests) => {
	const { conversationId } = service.sandbox.recordFailedMeeting(service.user.id, { title: 'Silent', error: 'no audio' });
	expect(await run(resource, operation, conversationId, extra)).toMatchObject({
		requests,
		results: [],
		failures: [
			{
				message: '“Silent” has no transcript, so the AI has nothing to work from, and no AI credit was used.',
				description: expect.stringMatching(/^If the meeting was only just recorded, .*set “Minimum Transcript Lines” in the trigger that starts the workflow, or keep those whose “segmentCount” is (?:not 0|10 or more) in Conversation > Get Many/),
			},
		],
	});
	expect(await creditsLeft()).toBe(100);
});

test.each([[{}, 2], [{ forceRefresh: true }, 1]])('feedback %j: a transcript that is too short for it is refused before the AI is asked', async (extra, requests) => {
	const text = ['Mara: Hi.', 'Jon: Hi.', 'Mara: Well?', 'Jon: Yes.'].join('\n');
	const { conversationId } = await service.sandbox.importMeeting(service.user.id, { text, filename: 'a.txt', title: 'Short', generateKeyPoints: false });
	expect(await run('feedback', 'generate', conversationId, extra)).toMatchObject({
		requests,
		failures: [
			{
				message: '“Short” has only 4 transcript segments, and this needs at least 10, so no AI credit was used.',
				description: expect.stringMatching(/To leave out recordings with fewer than 10 segments, set “Minimum Transcript Lines” in the trigger .*, or keep those whose “segmentCount” is 10 or more in Conversation > Get Many/),
				details: { code: 'short_transcript' },
			},
		],
	});
	expect((await run('keyPoints', 'generate', conversationId)).failures).toEqual([]);
});

test('one request says of all recordings of a run whether they have a transcript', async () => {
	const items = [{ conversationId: await add('One') }, { conversationId: await add('Two') }];
	const runAll = async (resource: string, operation: string) => (await runCore({ credential: service.credential, parameters: { resource, operation, question: 'What?' }, items })).requests;
	expect([await runAll('conversation', 'ask'), await runAll('feedback', 'generate'), await runAll('feedback', 'generate')]).toEqual([1 + 2, 2 + 1 + 2, 2]);
});

test('credits are read once per run and counted down, also with items at the same time', async () => {
	const id = await add('Many questions');
	const before = await service.requestsLeft();
	const { results, failures } = await runCore({
		credential: service.credential,
		parameters: { resource: 'conversation', operation: 'ask', conversationId: id },
		items: Array.from({ length: 6 }, (_, index) => ({ question: `Who is number ${index}?` })),
		limits: { reserveCredits: 97 },
	});
	// The list, the profile, three questions, and this one.
	expect(before - (await service.requestsLeft())).toBe(6);
	// Calls in progress count as spent.
	expect(results.map(({ creditsLeft: left }) => left)).toEqual([97, 97, 97]);
	expect(failures.map(({ details }) => details)).toEqual(Array.from({ length: 3 }, () => ({ code: 'credits_reserved', creditsLeft: 97, creditsReserved: 97 })));
});

test('without a floor the credits are not read', async () => {
	const id = await add('One request');
	const before = await service.requestsLeft();
	const { results } = await run('conversation', 'draftEmail', id);
	expect(before - (await service.requestsLeft())).toBe(3);
	expect(results).toHaveLength(1);
	expect(results[0]).not.toHaveProperty('creditsLeft');
});

test('once the credits are used up, no request that must cost one is sent', async () => {
	const id = await add('Used up');
	service.sandbox.useCreditsInApplication(service.user.id, 100);
	const before = await service.requestsLeft();
	const { failures } = await runCore({
		credential: service.credential,
		parameters: { resource: 'conversation', operation: 'ask', conversationId: id, question: 'Who?' },
		items: [{}, {}, {}],
		limits: { concurrency: 1 },
	});
	// The list, one question, and this one.
	expect(before - (await service.requestsLeft())).toBe(3);
	expect(failures.map(({ details }) => details)).toEqual(
		Array.from({ length: 3 }, () => ({ httpCode: 429, code: 'ai_limit_exceeded', resetAt: expect.stringMatching(/T00:00:00.000Z$/), retryAfterSeconds: expect.any(Number), creditAtRisk: false })),
	);
});

test('on an unlimited plan the floor has no effect', async () => {
	service.sandbox.updateUser(service.user.id, { plan: 'enterprise' });
	const { results } = await run('keyPoints', 'generate', await add('Unlimited'), {}, { reserveCredits: 1000 });
	expect(results).toEqual([expect.objectContaining({ cached: false, creditsLeft: null })]);
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
	const { results, failures } = await runCore({
		credential: { ...service.credential, baseUrl: proxy.url },
		parameters: { resource: 'keyPoints', operation: 'generate' },
		items: ids.map((conversationId) => ({ conversationId })),
		limits: { reserveCredits: 98, patienceMs: 10_000 },
	});
	await proxy.stop();
	expect(await creditsLeft()).toBe(98);
	expect(results.map(({ cached }) => cached)).toEqual([false, false]);
	expect(Math.min(...results.map(({ creditsLeft: left }) => Number(left)))).toBe(98);
	expect(failures.map(({ details }) => details)).toEqual(
		Array.from({ length: 4 }, () => ({ code: 'credits_reserved', creditsLeft: 98, creditsReserved: 98 })),
	);
});
