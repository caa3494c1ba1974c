import { step } from '../../packages/zapier/step.ts';

class Failure extends Error {}

const z = {
	request: () => Promise.reject(new Error('Nothing is sent')),
	errors: { Error: Failure, ExpiredAuthError: Failure, HaltedError: Failure, ThrottledError: Failure },
	cache: { get: async () => null, set: async () => null },
	console: { log: () => {} },
	dehydrate: () => '',
};

test('no wait outlasts the time that Zapier gives a step', async () => {
	const time = jest.spyOn(AbortSignal, 'timeout').mockReturnValue(AbortSignal.abort());
	const waiting = step(async ({ sleep }) => {
		await sleep(3_600_000);
		return 'said why';
	});
	expect(await waiting(z, {})).toBe('said why');
	time.mockRestore();
});
