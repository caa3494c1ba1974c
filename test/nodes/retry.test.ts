import type { INode, INodeExecutionData } from 'n8n-workflow';
import { noneListed, scriptedServer, type Scripted } from '../support/scriptedServer.ts';
import { contexts } from './context.ts';
import { byId, jsonOf } from './engine.ts';
import { againstScript } from './recording.ts';

type OnError = INode['onError'];

const settings = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };
const events = { resource: 'calendarEvent', operation: 'getAll', simplify: false };

test('Retry On Fail runs a failed node again', async () => {
	const failed = { status: 403, body: { error: { code: 'forbidden', message: 'No' } } };
	const { error, asked } = await againstScript([failed, { data: [{ id: 'e' }] }], { parameters: events, settings });
	expect(error).toBeUndefined();
	expect(asked).toHaveLength(2);
});

test('a field called “error” in a response is not taken for a failure', async () => {
	const answer = { data: [{ id: 'e', error: 'a field of the provider' }] };
	const { outputs, asked } = await againstScript([answer], { parameters: events, settings });
	expect(asked).toHaveLength(1);
	expect(outputs[0]?.[0]?.json).toEqual({ id: 'e', providerError: 'a field of the provider' });
});

test('a response’s own fields never make it an error item', async () => {
	const answer = { data: { id: 'c', segments: [], error: 'x', message: 'y' } };
	const parameters = { resource: 'conversation', operation: 'getTranscript', conversationId: byId('c') };
	const { outputs } = await againstScript([answer], { parameters, onError: 'continueErrorOutput' });
	expect(outputs.map((items) => items.length)).toEqual([1, 0]);
});

describe('Retry On Fail with an operation that costs AI credits', () => {
	const ask = {
		resource: 'conversation',
		operation: 'ask',
		conversationId: byId('={{ $json.id }}'),
		question: 'Who?',
		options: { limits: { concurrency: 1 } },
	};
	const asking: typeof againstScript = (script, options) => againstScript(script, options, noneListed);
	const items = (...ids: readonly string[]) => ids.map((id) => ({ id }));
	const answered = (response: string) => ({ data: { id: 'q', response } });
	const refused = { status: 404, body: { error: { code: 'not_found', message: 'No' } } };
	const lost = { status: 500, body: 'a proxy’s page' };
	const question = (id: string) => `POST /conversations/${id}/query`;
	const responses = (outputs: readonly INodeExecutionData[][], index = 0) => jsonOf(outputs[index]).map(({ response }) => response);
	const mayHaveCost = /may have been processed, which would have used an AI credit/;

	test('a request that may have cost one is not repeated', async () => {
		const { asked, error } = await asking([lost, answered('late')], { parameters: ask, settings, items: items('a') });
		expect(asked).toEqual([question('a')]);
		expect(error).toMatchObject({ description: expect.stringMatching(mayHaveCost) });
	});

	test.each<[OnError, number]>([
		['continueErrorOutput', 1],
		['continueRegularOutput', 0],
	])('with On Error “%s” it is not repeated either, and what failed without a risk is tried again', async (onError, output) => {
		const script = [lost, refused, answered('b')];
		const { asked, outputs } = await asking(script, { parameters: ask, settings, items: items('a', 'b'), onError });
		expect(asked).toEqual([question('a'), question('b'), question('b')]);
		expect(jsonOf(outputs[output])).toContainEqual(
			expect.objectContaining({ message: expect.stringMatching(mayHaveCost), details: expect.objectContaining({ creditAtRisk: true }) }),
		);
		expect(jsonOf(outputs[0])).toContainEqual(expect.objectContaining({ response: 'b' }));
	});

	test('results of an earlier try are kept, and only what failed is tried again', async () => {
		const script = [answered('a'), answered('b'), refused, refused, answered('c'), answered('d')];
		const { asked, outputs } = await asking(script, { parameters: ask, settings, items: items('a', 'b', 'c', 'd') });
		expect(asked).toEqual(['a', 'b', 'c', 'c', 'c', 'd'].map(question));
		expect(responses(outputs)).toEqual(['a', 'b', 'c', 'd']);
		expect(outputs[0]?.map(({ pairedItem }) => pairedItem)).toEqual([0, 1, 2, 3].map((item) => expect.objectContaining({ item })));
	});

	test('after a failure that is not tried again, no other item is either', async () => {
		const script = [refused, lost, answered('c')];
		const parameters = { ...ask, options: { limits: { concurrency: 2 } } };
		const { asked, error } = await asking(script, { parameters, settings, items: items('a', 'b', 'c') });
		expect(asked.toSorted()).toEqual([question('a'), question('b')]);
		expect(error).toMatchObject({ description: expect.stringMatching(mayHaveCost) });
	});

	test('each run of the node asks again', async () => {
		const script = [answered('first'), answered('second')];
		const { asked, outputs } = await asking(script, { parameters: ask, settings, items: items('a'), runs: 2 });
		expect(asked).toEqual([question('a'), question('a')]);
		expect(responses(outputs)).toEqual(['second']);
	});

	test.each([
		['a run of the node', undefined, 1],
		['a run of an AI agent', 'AI Agent', 2],
	])('in %s, asking twice takes this many requests', async (_, runningNode, requests) => {
		const answers = [answered('first'), answered('second')].map((body): Scripted => ({ status: 200, body }));
		const server = await scriptedServer(answers, noneListed);
		try {
			const credential = { baseUrl: server.url, apiKey: 'svc_test' };
			const parameters = { ...ask, conversationId: byId('a') };
			const { nodeType, run } = await contexts({ credential, parameters, settings, ...(runningNode && { runningNode }) });
			await nodeType.execute?.call(run);
			await nodeType.execute?.call(run);
			expect(server.seen).toHaveLength(requests);
		} finally {
			await server.stop();
		}
	});

	test('executeOnce changes nothing about that', async () => {
		const script = [lost, answered('late')];
		const { asked } = await asking(script, { parameters: ask, settings: { ...settings, executeOnce: true }, items: items('a', 'b') });
		expect(asked).toEqual([question('a')]);
	});

	test('a new result whose date cannot be looked up is not made again', async () => {
		const keypoints = { actionItems: [{ item: 'Send it', owner: 'Ben' }] };
		const made = { data: { id: 'a', title: 'Standup', keypoints, cached: false } };
		const parameters = { resource: 'keyPoints', operation: 'generate', conversationId: byId('a'), forceRefresh: true, format: 'actionItems' };
		const { asked, error } = await againstScript([refused, made, refused, refused, made, refused], { parameters, settings });
		expect(asked.filter((request) => request.startsWith('POST'))).toHaveLength(1);
		expect(error).toMatchObject({ description: expect.stringMatching(mayHaveCost) });
	});

	describe('a failed run says what it cost', () => {
		const keep = 'To keep the results of other items when one fails, set On Error to “Continue (using error output)” in the node’s settings.';

		test.each<[string, readonly object[], string]>([
			['one result', [answered('a'), refused], `n8n discards 1 result that used an AI credit. ${keep}`],
			['several', [answered('a'), answered('b'), refused], `n8n discards 2 results that used AI credits. ${keep}`],
		])('%s', async (_, script, said) => {
			const ids = items(...script.map((_answer, index) => `${index}`));
			const { error } = await asking(script, { parameters: ask, items: ids });
			expect(error).toMatchObject({ description: expect.stringContaining(said) });
		});

		test('with the results of all tries', async () => {
			const script = [answered('a'), refused, answered('b'), refused, refused];
			const { asked, error } = await asking(script, { parameters: ask, settings, items: items('a', 'b', 'c') });
			expect(asked).toEqual(['a', 'b', 'b', 'c', 'c'].map(question));
			expect(error).toMatchObject({ description: expect.stringContaining('n8n discards 2 results that used AI credits.') });
		});

		test('with other items that may have cost one', async () => {
			const parameters = { ...ask, options: { limits: { concurrency: 2 } } };
			const { error } = await asking([lost, lost], { parameters, items: items('a', 'b') });
			expect(error).toMatchObject({ description: expect.stringContaining('1 more request may have used an AI credit without a result.') });
		});

		test('saved results cost nothing, and neither do other operations', async () => {
			const saved = { data: { id: 'a', keypoints: {}, cached: true } };
			const generate = { resource: 'keyPoints', operation: 'generate', conversationId: byId('={{ $json.id }}'), options: { limits: { concurrency: 1 } } };
			const runs = [
				await asking([saved, refused, refused], { parameters: generate, items: items('a', 'b') }),
				await asking([{ data: [] }, refused], { parameters: { ...events, filters: { since: '={{ $json.id }}' } }, items: items('2026-11-02T10:00:00Z', '2026-11-03T10:00:00Z') }),
			];
			for (const { error } of runs) expect(JSON.stringify(error)).not.toContain('discards');
		});
	});
});
