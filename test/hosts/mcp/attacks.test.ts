import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { DEFAULT_REQUEST_TIMEOUT_MSEC } from '@modelcontextprotocol/server';
import { ANSWER_WITHIN_MS } from '../../../packages/mcp/call.ts';
import { startWorld, use, type World } from '../../mcp/support.ts';

let world: World;
const closing: (() => void)[] = [];
beforeAll(async () => {
	world = await startWorld();
});
afterAll(async () => {
	await world.stop();
	for (const close of closing) close();
});

/** The base URL of a service that answers in any way. */
async function service(answer: (incoming: IncomingMessage, response: ServerResponse) => unknown): Promise<string> {
	const server = createServer((incoming, response) => void answer(incoming, response)).listen(0, '127.0.0.1');
	closing.push(() => {
		server.closeAllConnections();
		server.close();
	});
	await once(server, 'listening');
	const address = server.address();
	return `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
}

describe('A service that is too slow for the client', () => {
	/** A time limit that the test ends itself. */
	const answerWithinMs = 12_345;
	let timeIsUp: AbortController;
	beforeEach(() => {
		timeIsUp = new AbortController();
		const timeout = AbortSignal.timeout.bind(AbortSignal);
		jest.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => (ms === answerWithinMs ? timeIsUp.signal : timeout(ms)));
	});
	afterEach(() => void jest.restoreAllMocks());

	test('does not use up the time that clients wait', () => {
		expect(ANSWER_WITHIN_MS).toBeLessThan(DEFAULT_REQUEST_TIMEOUT_MSEC);
	});

	test('may have used a credit, and the answer says so', async () => {
		const baseUrl = await service(({ method }, response) => (method === 'POST' ? timeIsUp.abort() : response.writeHead(404).end()));
		const client = await world.overHttp({ baseUrl, answerWithinMs });
		const { isError, text, details } = await use(client, 'conversation_ask', { conversationId: 'any', question: 'Who?' });
		expect({ isError, text, details }).toEqual({
			isError: true,
			text: 'The service did not answer in time. The request may have been processed, which would have used an AI credit. Check “user_get_profile” before retrying.',
			details: { code: 'no_answer', reason: 'timeout', creditAtRisk: true },
		});
	});

	test('does not lose the drafts that were paid for', async () => {
		const noon = new Date();
		noon.setUTCHours(-12, 0, 0, 0);
		const hoursAgo = (Date.now() - noon.getTime()) / 3_600_000;
		for (const [index, title] of ['Third', 'Second', 'First'].entries()) await world.addMeeting(title, { hoursAgo: hoursAgo + index, generateKeyPoints: false });
		let drafts = 0;
		const baseUrl = await service(async ({ method = '', url = '', headers: { authorization = '' } }, response) => {
			if (method === 'POST') drafts += 1;
			if (drafts > 1) return timeIsUp.abort();
			const headers = { authorization, 'content-type': 'application/json' };
			const answer = await fetch(new URL(url, world.settings.baseUrl), { method, headers, ...(method === 'POST' && { body: '{}' }) });
			response.writeHead(answer.status, { 'content-type': 'application/json' }).end(await answer.text());
		});
		const client = await world.overHttp({ baseUrl, answerWithinMs, timezone: 'UTC' });
		const { isError, results } = await use(client, 'insight_draft_follow_ups', { day: 'date', date: noon.toISOString(), minMinutes: 0 });
		expect({ isError, result: results[0] }).toEqual({
			isError: false,
			result: {
				drafts: [expect.objectContaining({ conversationTitle: 'First', text: expect.stringContaining('Kind regards') })],
				failed: [expect.objectContaining({ conversationTitle: 'Second', creditAtRisk: true })],
				notDrafted: [expect.objectContaining({ conversationTitle: 'Third' })],
				because: 'the time is up. Run it again for the rest, with the drafts so far as “draftedBefore”',
			},
		});
		expect(drafts).toBe(2);
	});
});

describe('An account with more than an answer can hold', () => {
	test('returns what fits, and where to continue', async () => {
		let requests = 0;
		const one = { startTime: '2026-01-05T09:00:00Z', endTime: '2026-01-05T10:00:00Z', duration: 60, segmentCount: 1, linkedCalendarEventId: null };
		const data = Array.from({ length: 100 }, (_, index) => ({ id: `conv_${index}`, title: 'x'.repeat(10_000), ...one }));
		const baseUrl = await service((_, response) => {
			requests += 1;
			const page = { success: true, data, pagination: { total: 1000, limit: 91, offset: 0, hasMore: true } };
			response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(page));
		});
		const { results, complete, next, text } = await use(await world.overHttp({ baseUrl }), 'conversation_get_all', { limit: 90 });
		expect({ requests, results: results.length, complete, next }).toEqual({
			requests: 1,
			results: 3,
			complete: false,
			next: expect.stringMatching(/^3\./),
		});
		expect(text.length).toBeLessThan(50_000);
	});

	test('gets a single result in full', async () => {
		const data = { id: 'any', query: 'Who?', response: 'y'.repeat(1_000_000), conversationDuration: 1, tokensUsed: 1 };
		const baseUrl = await service((_, response) => response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ success: true, data })));
		const { results } = await use(await world.overHttp({ baseUrl }), 'conversation_ask', { conversationId: 'any', question: 'Who?' });
		expect(results).toEqual([expect.objectContaining({ response: data.response })]);
	});

	test('returns an error for a result that is too large, and keeps the connection', async () => {
		let answer = '';
		const baseUrl = await service((_, response) => response.writeHead(200, { 'content-type': 'application/json' }).end(answer));
		const client = await world.overStdio([], { MEETING_ASSISTANT_BASE_URL: baseUrl });
		const ask = (response: string) => {
			answer = JSON.stringify({ data: { id: 'any', query: 'Who?', response, conversationDuration: 1, tokensUsed: 1 } });
			return use(client, 'conversation_ask', { conversationId: 'any', question: 'Who?' });
		};
		expect(await ask('語'.repeat(4_000_000))).toMatchObject({
			isError: true,
			text: 'The result is too large. Ask for less, or in another format. The request may have been processed, which would have used an AI credit. Check “user_get_profile” before retrying.',
			details: { code: 'result_too_large', creditAtRisk: true },
		});
		// Each quote takes two bytes as data, and four as text.
		const { results } = await ask('"'.repeat(1_499_000));
		expect(results).toHaveLength(1);
	});
});
