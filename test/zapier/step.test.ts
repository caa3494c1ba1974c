import { step } from '../../packages/zapier/step.ts';

class Failure extends Error {}

const z = {
	request: () => Promise.reject(new Error('Nothing is sent')),
	errors: { Error: Failure, ExpiredAuthError: Failure, HaltedError: Failure, ThrottledError: Failure },
	cache: { get: async () => null, set: async () => null, delete: async () => null },
	console: { log: () => {} },
	dehydrate: () => '',
	dehydrateFile: () => '',
	stashFile: async () => '',
};

test('no wait outlasts the time that Zapier gives a step', async () => {
	jest.useFakeTimers();
	const waiting = step(async ({ sleep }) => {
		await sleep(3_600_000);
		return 'said why';
	});
	const said = waiting(z, {});
	jest.advanceTimersByTime(30_000);
	expect(await said).toBe('said why');
	jest.useRealTimers();
});
