import { z } from 'zod/v4';
import { Answer, Email } from '../../src/api/index.ts';
import { AiBusyError } from '../../sandbox/index.ts';
import { scriptedAi } from './support/ai.ts';
import { dataOf, errorOf, startTestSandbox, START, type Account } from './support/harness.ts';
import { lineCount, vtt } from './support/meeting.ts';

let env: Awaited<ReturnType<typeof startTestSandbox>>;
let account: Account;
let id: string;
beforeEach(async () => {
	env = await startTestSandbox();
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
	test('saved by the desktop application after a call: POST returns them', async () => {
		id = await account.importMeeting({ generateKeyPoints: true });
		expect(await creditsUsed()).toBe(1);
		expect((await post('keypoints')).body).toMatchObject({ data: { cached: true } });
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
		expect(answer).toEqual({
			id,
			query,
			response: expect.stringContaining('router'),
			metadata: { segmentsAnalyzed: lineCount, conversationDuration: 6 },
			suggestedQueries: ['What did each participant say?', 'Who took on action items?', 'What were the main decisions?'],
		});
		await post('query', { query });
		expect(await creditsUsed()).toBe(2);
	});
});

describe('Email', () => {
	test('drafts without a body, and with tone and recipient; one credit each time', async () => {
		const draft = dataOf(Email, await post('email'));
		expect(draft).toMatchObject({ id, subject: 'Follow-up: Lisbon office', generatedAt: START });
		expect(draft.keyPoints).not.toEqual([]);
		expect(draft.actionItems).toContain('Tom Berg: I will order the router by Friday.');
		for (const line of [...draft.keyPoints, ...draft.actionItems]) expect(draft.body).toContain(line);
		expect(dataOf(Email, await post('email', { recipientName: 'Ines' })).body).toContain('Dear Ines');
		expect(dataOf(Email, await post('email', { tone: 'casual' })).body).not.toBe(draft.body);
		expect(dataOf(Email, await post('email', { tone: 'professional' })).body).toBe(draft.body);
		expect(await creditsUsed()).toBe(4);
	});
});
