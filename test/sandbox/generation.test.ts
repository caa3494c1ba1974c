import { z } from 'zod/v4';
import { Answer, Email, Feedback, KeyPoints } from '../../src/api/index.ts';
import { AiBusyError } from '../../sandbox/index.ts';
import { content, scriptedAi } from './support/ai.ts';
import { dataOf, errorOf, startTestSandbox, START, type Account } from './support/harness.ts';
import { lineCount, vtt } from './support/meeting.ts';

const Generated = KeyPoints.extend({ cached: z.boolean() });
const GeneratedFeedback = Feedback.extend({ cached: z.boolean() });

let env: Awaited<ReturnType<typeof startTestSandbox>>;
let account: Account;
let id: string;
beforeEach(async () => {
	env = await startTestSandbox({ ai: scriptedAi([content(), content({ title: 'Made again' })]) });
	account = env.account();
	id = await account.importMeeting();
});
afterEach(() => env.sandbox.stop());

const post = (action: string, body?: unknown) => account.call('POST', `/api/v1/conversations/${id}/${action}`, body);
const get = (action: string) => account.call('GET', `/api/v1/conversations/${id}/${action}`);

const Usage = z.object({ apiUsage: z.object({ aiGenerations: z.object({ used: z.int() }) }) });
const creditsUsed = async () =>
	dataOf(Usage, await account.call('GET', '/api/v1/user/profile')).apiUsage.aiGenerations.used;

describe('Key points', () => {
	test('GET is 404 while none are saved, and has no `cached` afterwards', async () => {
		expect(errorOf(await get('keypoints'))).toBe('404 not_found');
		await post('keypoints');
		const saved = dataOf(KeyPoints, await get('keypoints'));
		expect(saved).toEqual({ id, title: 'Lisbon office', keypoints: content(), createdAt: START });
	});

	test('States: none saved: POST uses a credit and `cached` is false; saved: no credit, unchanged, `cached` true', async () => {
		const first = dataOf(Generated, await post('keypoints'));
		expect(first.cached).toBe(false);
		expect(await creditsUsed()).toBe(1);
		env.clock.advance(60_000);
		expect(dataOf(Generated, await post('keypoints', {}))).toEqual({ ...first, cached: true });
		expect(await creditsUsed()).toBe(1);
	});

	test('States: saved: POST with forceRefresh regenerates for a credit', async () => {
		await post('keypoints');
		env.clock.advance(60_000);
		const second = dataOf(Generated, await post('keypoints', { forceRefresh: true }));
		expect(second).toMatchObject({
			cached: false,
			keypoints: { title: 'Made again' },
			createdAt: '2026-03-02T09:16:00.000Z',
		});
		expect(dataOf(KeyPoints, await get('keypoints')).keypoints.title).toBe('Made again');
		expect(await creditsUsed()).toBe(2);
	});

	test('saved by the desktop application after a call: POST returns them', async () => {
		id = await account.importMeeting({ generateKeyPoints: true });
		expect(await creditsUsed()).toBe(1);
		expect(dataOf(Generated, await post('keypoints')).cached).toBe(true);
	});
});

describe('Errors while generating', () => {
	const restart = async (error: Error, onError = () => {}) => {
		await env.sandbox.stop();
		env = await startTestSandbox({ ai: scriptedAi([error]), onError });
		account = env.account();
		id = await account.importMeeting();
	};

	test('429 rate_limited without rate-limit headers when the model provider is busy; no credit, nothing saved', async () => {
		await restart(new AiBusyError());
		const reply = await post('keypoints');
		expect(errorOf(reply)).toBe('429 rate_limited');
		expect([...reply.headers.keys()].filter((name) => /ratelimit|retry/.test(name))).toEqual([]);
		expect(await creditsUsed()).toBe(0);
		expect(errorOf(await get('keypoints'))).toBe('404 not_found');
		expect((await post('keypoints')).status).toBe(200);
	});

	test('500 internal_error for anything unexpected, with details for the operator only; no credit', async () => {
		const seen = jest.fn();
		await restart(new Error('secret path /etc/x'), seen);
		const reply = await post('keypoints');
		expect(errorOf(reply)).toBe('500 internal_error');
		expect(JSON.stringify(reply.body)).not.toMatch(/secret| at |\.ts/);
		expect(seen).toHaveBeenCalledWith(expect.objectContaining({ message: 'secret path /etc/x' }));
		expect(await creditsUsed()).toBe(0);
	});
});

describe('Feedback', () => {
	test('GET is 404 until generated; POST saves it for a credit, then returns it for free', async () => {
		expect(errorOf(await get('feedback'))).toBe('404 not_found');
		const first = dataOf(GeneratedFeedback, await post('feedback'));
		expect(first.cached).toBe(false);
		expect(dataOf(GeneratedFeedback, await post('feedback'))).toEqual({ ...first, cached: true });
		const { cached: _cached, ...saved } = first;
		expect(dataOf(Feedback, await get('feedback'))).toEqual(saved);
		expect(await creditsUsed()).toBe(1);
		expect(dataOf(GeneratedFeedback, await post('feedback', { forceRefresh: true })).cached).toBe(false);
		expect(await creditsUsed()).toBe(2);
	});

	test('Limits, 7: needs at least 10 segments', async () => {
		id = await account.importMeeting({ text: vtt(9) });
		expect(errorOf(await post('feedback'))).toBe('400 validation_error');
		id = await account.importMeeting({ text: vtt(10) });
		expect((await post('feedback')).status).toBe(200);
		expect(await creditsUsed()).toBe(1);
	});
});

describe('Query', () => {
	test('returns the question, what was analyzed, the minutes and further questions; one credit each time', async () => {
		const query = 'Who orders the router?';
		const answer = dataOf(Answer, await post('query', { query }));
		expect(answer).toMatchObject({ id, query, metadata: { conversationDuration: 6 } });
		expect(answer.response).toContain('router');
		expect(answer.metadata.segmentsAnalyzed).toBeLessThanOrEqual(lineCount);
		await post('query', { query });
		expect(await creditsUsed()).toBe(2);
	});
});

describe('Email', () => {
	test('drafts without a body, and with tone and recipient; one credit each time', async () => {
		const draft = dataOf(Email, await post('email'));
		expect(draft).toMatchObject({ id, generatedAt: START });
		const casual = dataOf(Email, await post('email', { tone: 'casual', recipientName: 'Ines' }));
		expect(casual.body).toContain('Ines');
		expect(casual.body).not.toBe(draft.body);
		expect(dataOf(Email, await post('email', { tone: 'professional' })).body).toBe(draft.body);
		expect(await creditsUsed()).toBe(3);
	});
});
