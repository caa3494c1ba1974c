import { scriptedServer, type Scripted } from '../support/scriptedServer.ts';
import { contexts } from './context.ts';
import { byId, jsonOf, runNode, type NodeOptions } from './engine.ts';
import { startService, type Service } from './service.ts';

let service: Service;

beforeEach(async () => {
	service = await startService();
});

afterEach(() => service.sandbox.stop());

const ids = async (count: number) => {
	const meetings: { id: string }[] = [];
	for (let index = 0; index < count; index++) {
		meetings.push({ id: (await service.addMeeting(`Meeting ${index}`)).conversationId });
	}
	return meetings;
};

const transcripts = (limits: object, extra: Partial<NodeOptions> = {}): NodeOptions => ({
	credential: service.credential,
	parameters: {
		resource: 'conversation',
		operation: 'getTranscript',
		conversationId: byId('={{ $json.id }}'),
		options: { limits: { concurrency: 1, ...limits } },
	},
	...extra,
});

/** Another of the meetings for each item, whatever the items are. */
const oneForEach = async (count: number) => byId(`={{ ${JSON.stringify((await ids(count)).map(({ id }) => id))}[$itemIndex] }}`);

/** The hints of a run without items of its own. */
async function hintsOf(parameters: NodeOptions['parameters'], items = 1, credential = service.credential) {
	const { nodeType, run } = await contexts({ credential, parameters, items });
	const outputs = await nodeType.execute?.call(run);
	const results = Array.isArray(outputs) ? (outputs[0] ?? []) : [];
	return { hints: run.hints.map(({ message }) => message), results };
}

describe('a budget of requests for the run', () => {
	test('returns the results so far', async () => {
		const { outputs, error } = await runNode(transcripts({ maxRequests: 2 }, { items: await ids(5) }));
		expect(error).toBeUndefined();
		expect(outputs[0]).toHaveLength(2);
	});

	test('with an error output, the rest goes there', async () => {
		const items = await ids(5);
		const options = transcripts({ maxRequests: 2 }, { items, onError: 'continueErrorOutput' });
		const { outputs } = await runNode(options);
		expect(outputs.map((rest) => rest.length)).toEqual([2, 3]);
		expect(jsonOf(outputs[1])[0]).toMatchObject({
			id: items[2]?.id,
			details: { code: 'request_budget_used', requestsMade: 2, retryAfterSeconds: 0 },
		});
	});

	test('says how many items remain', async () => {
		const parameters = { ...transcripts({ maxRequests: 1 }).parameters, conversationId: await oneForEach(4) };
		const { hints, results } = await hintsOf(parameters, 4);
		expect(results).toHaveLength(1);
		expect(hints).toEqual([expect.stringMatching(/^Stopped at the request limit: 3 of 4 input items were not processed\. Continue with them in another run\./)]);
	});

	test('ends a list early and says where', async () => {
		await ids(130);
		const parameters = { resource: 'conversation', operation: 'getAll', returnAll: true, options: { limits: { maxRequests: 1 } } };
		const { hints, results } = await hintsOf(parameters);
		expect(results).toHaveLength(100);
		expect(hints[0]).toBe(
			'The list ends after 100 of 130 results. Change “Requests and Credits” under “Options” to allow more, or ask for less at once.',
		);
	});

	test('is not green without a result: a list that could not look would pass for an empty one', async () => {
		await ids(3);
		const list = (maxRequests: number) => ({ resource: 'conversation', operation: 'getAll', returnAll: true, filters: { participant: 'Harbour' }, options: { limits: { maxRequests } } });
		const run = async (maxRequests: number) => (await runNode({ credential: service.credential, parameters: list(maxRequests) })).error?.message;
		expect(await run(2)).toContain('This run has used up its 2 requests.');
		expect(await run(50)).toBeUndefined();
	});

	test.each(['={{ true }}', '={{ "true" }}'])('a list is whole if Return All is %s', async (returnAll) => {
		await ids(60);
		expect((await hintsOf({ resource: 'conversation', operation: 'getAll', returnAll })).results).toHaveLength(60);
	});

	test('an AI agent gets an error that names the limit', async () => {
		const { error } = await runNode(transcripts({ maxRequests: 1 }, { items: await ids(2), asTool: true }));
		expect(error?.message).toContain('This run has used up its 1 request.');
	});

	test.each([['maxRequests', '={{ "many" }}'], ['reserveCredits', '={{ "all" }}'], ['reserveRequests', -1]])(
		'%s of %s is refused, before anything is sent',
		async (name, value) => {
			const before = await service.requestsLeft();
			const { error } = await runNode({
				credential: service.credential,
				parameters: {
					resource: 'conversation',
					operation: 'ask',
					conversationId: byId('conv_1'),
					question: 'Who?',
					options: { limits: { [name]: value } },
				},
			});
			expect(error?.message).toMatch(/cannot be used: it must be a whole number/);
			expect(before - (await service.requestsLeft())).toBe(1);
		},
	);
});

test('requests are reserved for others, and a hint says when to continue', async () => {
	const conversationId = await oneForEach(10);
	const left = await service.requestsLeft();
	const parameters = { ...transcripts({ reserveRequests: left - 3, patienceSeconds: 0 }).parameters, conversationId };
	const { hints, results } = await hintsOf(parameters, 10);
	expect(results).toHaveLength(3);
	expect(hints).toEqual([expect.stringMatching(/7 of 10 input items were not processed\. Continue with them at \d{4}-\d\d-\d\d \d\d:00 \S+\. /)]);
});

const resetsIn = (seconds: number) => String(Math.ceil(Date.now() / 1000) + seconds);
const transcript = { data: { id: 'conv_0', segments: [] } };

async function against(script: readonly Scripted[], items: number, onError?: NodeOptions['onError']) {
	const server = await scriptedServer(script);
	try {
		const credential = { baseUrl: server.url, apiKey: 'svc_test' };
		const { parameters } = transcripts({});
		const input = Array.from({ length: items }, (_, index) => ({ id: `conv_${index}` }));
		const run = await runNode({ credential, parameters, items: input, ...(onError && { onError }) });
		return { ...run, requests: server.seen.length };
	} finally {
		await server.stop();
	}
}

const headers = (remaining: number) => ({
	'x-ratelimit-limit': '100',
	'x-ratelimit-remaining': String(remaining),
	'x-ratelimit-reset': resetsIn(1800),
});

describe('after the hour’s requests are used up', () => {
	const refusal: Scripted = {
		status: 429,
		headers: { 'retry-after': '1800' },
		body: { error: { code: 'rate_limited', message: 'Hourly limit exceeded' } },
	};

	test('the remaining items send nothing, and each says when to continue', async () => {
		const { outputs, requests } = await against([refusal], 20, 'continueErrorOutput');
		expect(requests).toBe(1);
		expect(outputs[1]).toHaveLength(20);
		for (const { details } of jsonOf(outputs[1])) {
			expect(details).toMatchObject({ code: 'rate_limited', resetAt: expect.stringMatching(/Z$/) });
		}
	});

	test('the last remaining request is used, and none is sent to be refused', async () => {
		const { outputs, requests } = await against([{ status: 200, headers: headers(0), body: transcript }], 3, 'continueErrorOutput');
		expect(requests).toBe(1);
		expect(outputs.map((items) => items.length)).toEqual([1, 2]);
	});

	test('without an error output the run fails, and says when to continue', async () => {
		const { error } = await against([{ status: 200, headers: headers(0), body: transcript }], 3);
		expect(error).toMatchObject({ message: 'All 100 requests for this hour are used up.', httpCode: '429' });
	});
});

describe('hints', () => {
	const parameters = { resource: 'user', operation: 'getProfile' };

	async function hintsAgainst(answer: Scripted) {
		const server = await scriptedServer([answer, answer]);
		try {
			return (await hintsOf(parameters, 2, { baseUrl: server.url, apiKey: 'svc_test' })).hints;
		} finally {
			await server.stop();
		}
	}

	test('few requests left', async () => {
		const hints = await hintsAgainst({ status: 200, headers: headers(7), body: transcript });
		expect(hints).toContainEqual(expect.stringMatching(/^7 of 100 requests are left this hour, until \d{4}/));
	});

	test('a response that differs from its documentation: once, naming the fields', async () => {
		const hints = await hintsAgainst({ status: 200, headers: headers(90), body: { data: { profile: {}, subscription: {}, apiUsage: {} } } });
		expect(hints).toEqual([expect.stringMatching(/differs from its documentation \(data\.profile\.name, /), expect.stringMatching(/^All 2 input items made the same request/)]);
	});

	test('nothing to say', async () => {
		expect((await hintsOf(parameters)).hints).toEqual([]);
	});

	test('are shown above the output, once for all items', async () => {
		const empty = { resource: 'contact', operation: 'getAll' };
		const { nodeType, run } = await contexts({ credential: service.credential, parameters: empty, items: 2 });
		await nodeType.execute?.call(run);
		expect(run.hints).toEqual([{ message: expect.stringContaining('No contacts were found'), location: 'outputPane' }]);
	});
});

describe('a report that the hour’s requests cut short', () => {
	const limits = { concurrency: 1, patienceSeconds: 0 };
	const report = (operation: 'find' | 'sync', extra: Partial<NodeOptions> = {}): NodeOptions => ({
		credential: service.credential,
		parameters: { resource: 'actionItem', operation, period: 'custom', since: '2026-11-02', returnAll: true, options: { limits } },
		...extra,
	});
	beforeEach(async () => {
		const [first] = await Promise.all(
			['2026-11-02T10:00:00Z', '2026-11-02T11:00:00Z'].map(async (startTime) => {
				const { conversationId } = await service.addMeeting('Weekly', startTime);
				const parameters = { resource: 'keyPoints', operation: 'generate', conversationId: byId(conversationId) };
				await runNode({ credential: service.credential, parameters });
				return conversationId;
			}),
		);
		service.sandbox.faults.add({ kind: 'rate-limited', path: `/api/v1/conversations/${first}/keypoints` });
	});

	test('is not green: a list without some would pass for a complete one', async () => {
		const { error, outputs } = await runNode(report('find'));
		expect(error?.message).toContain('This hour’s requests are used up');
		expect(outputs).toEqual([]);
	});

	test('with an error output, what was found goes on, and the error is there', async () => {
		const { outputs, error } = await runNode(report('find', { onError: 'continueErrorOutput' }));
		expect(error).toBeUndefined();
		expect(jsonOf(outputs[0])).toContainEqual(expect.objectContaining({ item: expect.stringContaining('send the contract to Acme') }));
		expect(jsonOf(outputs[1])).toMatchObject([{ details: { code: 'rate_limited' } }]);
	});

	test('keeps what Sync found, since the next one reads the rest', async () => {
		const { outputs, error } = await runNode(report('sync'));
		expect(error).toBeUndefined();
		expect(outputs[0]).toHaveLength(1);
	});
});
