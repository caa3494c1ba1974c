import { z } from 'zod/v4';
import { extractiveAi } from '../../sandbox/index.ts';
import { content } from './support/ai.ts';
import { dataOf, errorOf, startTestSandbox } from './support/harness.ts';

const Generated = z.looseObject({ cached: z.boolean(), createdAt: z.string() });
const Usage = z.object({ apiUsage: z.object({ aiGenerations: z.object({ used: z.int() }) }) });

let env: Awaited<ReturnType<typeof startTestSandbox>>;
afterEach(() => env.sandbox.stop());

/** A conversation with a slow AI that fails `failures` times, and finishes none of its tasks before this many have begun. */
async function startSlow({ failures = 0, together = 1 } = {}) {
	const made = { keyPoints: 0, feedback: 0, atOnce: 0, most: 0 };
	const enough = Promise.withResolvers<void>();
	const slowly = async <T>(kind: 'keyPoints' | 'feedback', work: () => Promise<T>): Promise<T> => {
		made[kind] += 1;
		made.most = Math.max(made.most, (made.atOnce += 1));
		if (made.atOnce === together) enough.resolve();
		await enough.promise;
		await new Promise((resolve) => setTimeout(resolve, 20));
		made.atOnce -= 1;
		if (made[kind] <= failures) throw new Error('no luck');
		return work();
	};
	env = await startTestSandbox({
		onError: () => {},
		ai: {
			...extractiveAi,
			keyPoints: () => slowly('keyPoints', async () => content({ title: `Number ${made.keyPoints}` })),
			feedback: (meeting) => slowly('feedback', () => extractiveAi.feedback(meeting)),
		},
	});
	const account = env.account();
	const id = await account.importMeeting();
	return {
		made,
		account,
		generate: (action: string, body?: unknown, of = id) =>
			account.call('POST', `/api/v1/conversations/${of}/${action}`, body),
		creditsUsed: async () =>
			dataOf(Usage, await account.call('GET', '/api/v1/user/profile')).apiUsage.aiGenerations.used,
	};
}

describe('States: none saved, concurrent requests', () => {
	test.each(['keypoints', 'feedback'])('%s are generated once, for one credit; the others get the saved result', async (action) => {
		const { made, generate, creditsUsed } = await startSlow();
		const replies = await Promise.all([1, 2, 3].map(() => generate(action)));
		const results = replies.map((reply) => dataOf(Generated, reply));
		expect(results.map(({ cached }) => cached).toSorted()).toEqual([false, true, true]);
		expect(new Set(results.map(({ cached: _cached, ...result }) => JSON.stringify(result))).size).toBe(1);
		expect(made.keyPoints + made.feedback).toBe(1);
		expect(await creditsUsed()).toBe(1);
	});

	test('if the first fails, the next one generates them', async () => {
		const { generate, creditsUsed } = await startSlow({ failures: 1 });
		const [first, second] = await Promise.all([generate('keypoints'), generate('keypoints')]);
		expect(errorOf(first)).toBe('500 internal_error');
		expect(dataOf(Generated, second).cached).toBe(false);
		expect(await creditsUsed()).toBe(1);
	});

	test('forceRefresh generates new ones each time, one after the other', async () => {
		const { made, generate, creditsUsed } = await startSlow();
		const force = { forceRefresh: true };
		await Promise.all([generate('keypoints', force), generate('keypoints', force)]);
		expect(made).toMatchObject({ keyPoints: 2, most: 1 });
		expect(await creditsUsed()).toBe(2);
	});

	test('another conversation, and feedback along with key points, do not wait', async () => {
		const { made, account, generate } = await startSlow({ together: 3 });
		const other = await account.importMeeting();
		await Promise.all([generate('keypoints'), generate('feedback'), generate('keypoints', undefined, other)]);
		expect(made).toMatchObject({ keyPoints: 2, feedback: 1 });
	});

	test('a request while the desktop application is generating them gets those', async () => {
		const { made, account, generate, creditsUsed } = await startSlow();
		const importing = account.importMeeting({ title: 'Just recorded', generateKeyPoints: true });
		while (made.keyPoints === 0) await new Promise((resolve) => setTimeout(resolve, 1));
		const List = z.array(z.object({ id: z.string() }));
		const [recorded] = dataOf(List, await account.call('GET', '/api/v1/conversations?search=recorded'));
		expect(dataOf(Generated, await generate('keypoints', undefined, recorded?.id)).cached).toBe(true);
		expect(await importing).toBe(recorded?.id);
		expect(await creditsUsed()).toBe(1);
	});
});
