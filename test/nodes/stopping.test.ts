import { scriptedServer } from '../support/scriptedServer.ts';
import { contexts } from './context.ts';
import { byId } from './engine.ts';

let server: Awaited<ReturnType<typeof scriptedServer>>;

beforeEach(async () => {
	server = await scriptedServer(['silence']);
});

afterEach(() => server.stop());

/** Runs the node for three items, one at a time, until the run is stopped. */
async function runUntilStopped(signal: AbortSignal) {
	const { nodeType, run } = await contexts({
		credential: { baseUrl: server.url, apiKey: 'svc_test' },
		parameters: { resource: 'conversation', operation: 'getTranscript', conversationId: byId('conv_1'), options: { limits: { concurrency: 1 } } },
		items: 3,
		onError: 'continueRegularOutput',
		signal,
	});
	return await nodeType.execute?.call(run);
}

test('a stopped run abandons its request, sends no other and returns nothing', async () => {
	const run = new AbortController();
	const running = runUntilStopped(run.signal);
	const asked = async () => {
		while (server.seen.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
	};
	await Promise.race([running, asked()]);
	run.abort();
	await expect(running).rejects.toMatchObject({ message: 'The run was stopped before the service answered.' });
	expect(server.seen).toHaveLength(1);
});

test('a run that is already stopped sends nothing', async () => {
	const running = runUntilStopped(AbortSignal.abort());
	await expect(running).rejects.toMatchObject({ message: 'The run was stopped before the service answered.' });
	expect(server.seen).toEqual([]);
});
