import type { NewRule } from '../../../sandbox/faults/rule.ts';
import { startService, type Account, type Service } from '../../nodes/trigger/account.ts';
import { authOf, describeZapier, startZapier, ZapierFailure, type Zapier } from './support/zapier.ts';

/** How many times as fast time passes for the steps. */
const SPEED = 5;

let zapier: Zapier;
let service: Service;
let account: Account;
let conversation: string;
/** By the service’s clock. */
let now = Date.now();

const KEY_POINTS = '/api/v1/conversations/{id}/keypoints';
const run = (key: string, inputData: object = {}) => zapier.call(`creates.${key}.operation.perform`, { authData: authOf(account.credential), inputData: { conversation_id: conversation, ...inputData } });
const inject = (rule: NewRule) => service.sandbox.faults.add(rule);

async function failureOf(work: Promise<unknown>): Promise<ZapierFailure> {
	const failure = await work.then(() => null, (error: unknown) => error);
	if (failure instanceof ZapierFailure) return failure;
	throw failure ?? new Error('It did not fail');
}

/** Zapier ends a step after 30 seconds. */
async function withinStep<T>(work: () => Promise<T>): Promise<T> {
	const began = performance.now();
	const done = await work();
	expect(performance.now() - began).toBeLessThan(30_000 / SPEED);
	return done;
}

const lookAgain = { name: 'ThrottledError', delay: 60, message: expect.stringContaining('The AI needs longer than Zapier gives a step. Try again in a minute: the result is then read without another AI credit.') };

/** Answers of the AI that take longer than a step of Zapier, each in its own time. */
describeZapier('answers that take longer than Zapier waits', () => {
	beforeAll(async () => {
		zapier = startZapier(undefined, {}, SPEED);
		service = await startService(() => now);
		// Loading the integration is not part of the first step.
		await zapier.definition('authentication.type');
	}, 60_000);
	beforeEach(async () => {
		account = service.account('professional');
		({ conversationId: conversation } = await account.addMeeting('Planning', new Date(Date.now() - 3_600_000).toISOString()));
	});
	afterEach(() => service.sandbox.faults.clear());
	afterAll(async () => {
		zapier?.stop();
		await service?.sandbox.stop();
	});

	test('a step that could not look for key points has asked for none, and says so', async () => {
		inject({ kind: 'internal-error', method: 'GET', path: KEY_POINTS });
		expect((await failureOf(run('key_points_generate'))).message).not.toContain('The AI needs longer');
		service.sandbox.faults.clear();
		expect(await run('key_points_generate')).toMatchObject({ id: conversation, cached: false });
	});

	test('key points: Zapier runs the step again, which reads them without a second credit', async () => {
		const { id: slow } = inject({ kind: 'slow-first-byte', delayMs: 40_000 / SPEED, method: 'POST', path: KEY_POINTS });
		const step = withinStep(() => failureOf(run('key_points_generate')));
		while (service.sandbox.faults.list().find(({ id }) => id === slow)?.seen === 0) await new Promise(setImmediate);
		// Whoever looks now does not find them.
		inject({ kind: 'internal-error', method: 'GET', path: KEY_POINTS });
		expect(await step).toMatchObject(lookAgain);
		service.sandbox.faults.clear();
		// Another request would fail, and therefore be noticed.
		inject({ kind: 'connection-reset', method: 'POST', path: KEY_POINTS });
		expect(await run('key_points_generate')).toMatchObject({ id: conversation, text: expect.any(String) });
		expect(await account.creditsUsed()).toBe(1);
		service.sandbox.faults.clear();
		expect(await run('key_points_generate', { force_refresh: 'true' })).toMatchObject({ cached: false });
		expect(await account.creditsUsed()).toBe(2);
	});

	test('while the AI is still at work, the step only looks, and asks for nothing', async () => {
		inject({ kind: 'connection-reset', method: 'POST', path: KEY_POINTS, count: 1 });
		expect(await withinStep(() => failureOf(run('key_points_generate')))).toMatchObject(lookAgain);
		expect(await failureOf(run('key_points_generate'))).toMatchObject(lookAgain);
		expect(await account.creditsUsed()).toBe(0);
		await account.client.keyPoints.generate({ id: conversation });
		expect(await run('key_points_generate')).toMatchObject({ id: conversation });
		expect(await account.creditsUsed()).toBe(1);
	});

	test('regenerated key points are not taken for the ones before them', async () => {
		now -= 1_800_000;
		await account.client.keyPoints.generate({ id: conversation });
		now += 1_800_000;
		inject({ kind: 'connection-reset', method: 'POST', path: KEY_POINTS, count: 1 });
		const again = () => run('key_points_generate', { force_refresh: 'true' });
		expect(await failureOf(again())).toMatchObject(lookAgain);
		expect(await failureOf(again())).toMatchObject(lookAgain);
		await account.client.keyPoints.generate({ id: conversation, forceRefresh: true });
		expect(await again()).toMatchObject({ id: conversation });
		expect(await account.creditsUsed()).toBe(2);
	});

	test('a question whose answer is lost is not asked again by itself, and the step says what to do', async () => {
		inject({ kind: 'slow-first-byte', delayMs: 40_000 / SPEED, method: 'POST', path: '/api/v1/conversations/{id}/query' });
		const failure = await withinStep(() => failureOf(run('conversation_ask', { question: 'Who sends the contract?' })));
		expect(failure.name).toBe('HaltedError');
		expect(failure.message).toMatch(/did not answer in time.*would have used an AI credit\. Check “Find User Profile” before retrying.*replay it in the Zap history\.$/);
	});

	test('drafts for a day end in time with those that were paid for', async () => {
		// A day that the account's other meeting is not on, whatever time it is.
		const date = `${new Date(Date.now() - 2 * 86_400_000).toISOString().slice(0, 10)}T12:00:00.000Z`;
		for (const title of ['First', 'Second', 'Third', 'Fourth']) await account.addMeeting(title, date);
		inject({ kind: 'slow-first-byte', delayMs: 8000 / SPEED, method: 'POST', path: '/api/v1/conversations/{id}/email' });
		const made = await withinStep(() => run('insight_draft_follow_ups', { day: 'date', date, min_minutes: 0 }));
		expect(made).toMatchObject({ count: 2, note: expect.stringMatching(/2 follow-ups were not drafted .*because the time is up\. No recipient/) });
		expect(await account.creditsUsed()).toBe(2);
	});
});
