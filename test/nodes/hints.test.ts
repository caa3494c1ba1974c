import { contexts } from './context.ts';
import { startService, type Service } from './service.ts';

let service: Service;

beforeAll(async () => {
	service = await startService();
});

afterAll(() => service.sandbox.stop());

async function hintsOf(resource: string) {
	const parameters = { resource, operation: 'getAll', returnAll: true };
	const { nodeType, run } = await contexts({ credential: service.credential, parameters, items: 2 });
	await nodeType.execute?.call(run);
	return run.hints;
}

test.each(['contact', 'actionItem'])('an empty list of %s says why, once', async (resource) => {
	expect(await hintsOf(resource)).toEqual([
		{ message: expect.stringContaining('with the memory feature switched on'), location: 'outputPane' },
	]);
});

test('an empty list of conversations needs no explanation', async () => {
	expect(await hintsOf('conversation')).toEqual([]);
});

test('a list with something in it needs none either', async () => {
	await service.addMeeting('With Ben');
	expect(await hintsOf('contact')).toEqual([]);
});
