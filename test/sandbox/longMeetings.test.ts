import { z } from 'zod/v4';
import { Answer, KeyPoints } from '../../src/api/index.ts';
import { dataOf, errorOf, messageOf, startTestSandbox, call, type Account } from './support/harness.ts';

let env: Awaited<ReturnType<typeof startTestSandbox>>;
let account: Account;
const start = async (options: Parameters<typeof startTestSandbox>[0] = {}) => {
	env = await startTestSandbox({ ai: undefined, ...options });
	account = env.account('enterprise');
};
afterEach(() => env.sandbox.stop());

const numbered = (count: number) => Array.from({ length: count }, (_, line) => `${line % 2 ? 'Ines' : 'Vera'}: Line ${line}.`).join('\n');
const post = (id: string, action: string, body?: unknown) => account.call('POST', `/api/v1/conversations/${id}/${action}`, body);
const Imported = z.object({ segmentCount: z.int(), participants: z.array(z.string()) });

test('a meeting with more segments than a function takes arguments is imported in full', async () => {
	await start();
	const meeting = { user: account.id, text: numbered(130_000), filename: 'year.txt' };
	const reply = await call(env.sandbox.url, null, 'POST', '/sandbox/meetings', meeting);
	expect(dataOf(Imported, reply)).toMatchObject({ segmentCount: 130_000, participants: ['Vera', 'Ines'] });
});

test('other requests are answered while a long meeting is processed', async () => {
	await start();
	let ended = false;
	const importing = account.importMeeting({ text: numbered(5000), filename: 'long.txt', generateKeyPoints: true }).then(() => (ended = true));
	let answered = 0;
	while (!ended && answered < 20) {
		expect((await account.call('GET', '/api/v1/user/profile')).status).toBe(200);
		answered += 1;
	}
	expect(ended).toBe(false);
	await importing;
});

describe('overlong words and lines', () => {
	const letters = 'a'.repeat(100_000);
	const words = 'and so on '.repeat(10_000).trim();
	const meeting = `Vera: I will send the contract by Friday.\nInes: ${letters}\nVera: ${words}\nInes: 会議 😀${'語'.repeat(1000)}\n${numbered(10)}`;

	test('are stored and returned unchanged, and read by the AI', async () => {
		await start();
		const id = await account.importMeeting({ text: meeting, filename: 'odd.txt' });
		const { body } = await account.call('GET', `/api/v1/conversations/${id}/transcript`);
		expect(JSON.stringify(body)).toContain(letters);
		expect(JSON.stringify(body)).toContain(words);
		for (const action of ['feedback', 'email']) expect((await post(id, action)).status).toBe(200);
		const { keypoints } = dataOf(KeyPoints, await post(id, 'keypoints'));
		expect(keypoints.participants).toEqual(['Vera', 'Ines']);
		const { metadata } = dataOf(Answer, await post(id, 'query', { query: 'Who sends the contract?' }));
		expect(metadata.segmentsAnalyzed).toBe(14);
	});

	test('reach the AI broken up, and nothing is lost', async () => {
		const seen: string[] = [];
		await start({
			ai: {
				keyPoints: async ({ segments }) => {
					seen.push(...segments.map(({ text }) => text));
					throw new Error('enough');
				},
				feedback: async () => Promise.reject(new Error('not asked')),
				answer: async () => Promise.reject(new Error('not asked')),
				email: async () => Promise.reject(new Error('not asked')),
			},
			onError: () => {},
		});
		await post(await account.importMeeting({ text: meeting, filename: 'odd.txt' }), 'keypoints');
		expect(seen.filter((text) => text.length > 2000)).toEqual([]);
		expect(seen.flatMap((text) => text.split(' ')).filter((word) => word.length > 200)).toEqual([]);
		const together = seen.join('').replaceAll(' ', '');
		expect(together).toContain(letters);
		expect(together).toContain(words.replaceAll(' ', ''));
		expect(together).toContain(`会議😀${'語'.repeat(1000)}`);
	});
});

describe('work that takes too long', () => {
	const impatient = { textWorkTimeoutMs: 1, onError: () => {} };

	test('a file is refused with advice, and nothing from it is kept', async () => {
		await start(impatient);
		const meeting = { user: account.id, text: numbered(20_000), filename: 'long.txt' };
		const reply = await call(env.sandbox.url, null, 'POST', '/sandbox/meetings', meeting);
		expect(errorOf(reply)).toBe('400 validation_error');
		expect(messageOf(reply)).toBe('line 1: reading this file took longer than 0.001 seconds; split it into shorter meetings');
		expect((await account.call('GET', '/api/v1/conversations')).body).toMatchObject({ pagination: { total: 0 } });
	});

	test('a generation is a clear 500 and uses no credit', async () => {
		await start(impatient);
		const reply = await post(await account.importMeeting(), 'keypoints');
		expect(errorOf(reply)).toBe('500 internal_error');
		expect(messageOf(reply)).toBe('The offline AI took longer than 0.001 seconds.');
		const { body } = await account.call('GET', '/api/v1/user/profile');
		expect(body).toMatchObject({ data: { apiUsage: { aiGenerations: { used: 0 } } } });
	});
});

test('stopping in the middle of the work ends it silently', async () => {
	const onError = jest.fn();
	await start({ onError });
	const id = await account.importMeeting({ text: numbered(5000), filename: 'long.txt' });
	const asked = Promise.allSettled(['keypoints', 'feedback', 'email'].map((action) => post(id, action)));
	const importing = Promise.allSettled([account.importMeeting({ text: numbered(60_000), filename: 'longer.txt' })]);
	await new Promise((resolve) => setTimeout(resolve, 50));
	await env.sandbox.stop();
	expect((await asked).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
	expect(await importing).toMatchObject([{ status: 'rejected', reason: { message: 'The sandbox was stopped before this finished.' } }]);
	expect(onError).not.toHaveBeenCalled();
	await start();
});
