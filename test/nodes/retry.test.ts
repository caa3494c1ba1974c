import { byId } from './engine.ts';
import { againstScript } from './recording.ts';

const settings = { retryOnFail: true, maxTries: 3, waitBetweenTries: 0 };
const events = { resource: 'calendarEvent', operation: 'getAll', simplify: false };

test('Retry On Fail runs a failed node again', async () => {
	const failed = { status: 403, body: { error: { code: 'forbidden', message: 'No' } } };
	const { error, asked } = await againstScript([failed, { data: [{ id: 'e' }] }], { parameters: events, settings });
	expect(error).toBeUndefined();
	expect(asked).toHaveLength(2);
});

test('a field called “error” in a response is not taken for a failure', async () => {
	const answer = { data: [{ id: 'e', error: 'a field of the provider' }] };
	const { outputs, asked } = await againstScript([answer], { parameters: events, settings });
	expect(asked).toHaveLength(1);
	expect(outputs[0]?.[0]?.json).toEqual({ id: 'e', providerError: 'a field of the provider' });
});

test('a response’s own fields never make it an error item', async () => {
	const answer = { data: { id: 'c', segments: [], error: 'x', message: 'y' } };
	const parameters = { resource: 'conversation', operation: 'getTranscript', conversationId: byId('c') };
	const { outputs } = await againstScript([answer], { parameters, onError: 'continueErrorOutput' });
	expect(outputs.map((items) => items.length)).toEqual([1, 0]);
});
