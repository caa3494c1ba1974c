import { byId, jsonOf, output, runNode, type NodeOptions } from './engine.ts';
import { againstScript } from './recording.ts';
import { startService, type Service } from './service.ts';

let service: Service;

beforeAll(async () => {
	service = await startService();
});

afterAll(() => service.sandbox.stop());

const at = (seconds: number) => new Date(Date.UTC(2026, 10, 2, 10, 0, seconds)).toISOString();
const segments = [
	{ speaker: 'local', text: 'Hello', timestamp: at(0) },
	{ speaker: 'remote', text: 'Да, начнём --> jetzt', timestamp: at(6) },
];
const transcript = { data: { id: 'conv/1', segments } };
const getTranscript = (parameters: NodeOptions['parameters']) => ({
	parameters: { resource: 'conversation', operation: 'getTranscript', conversationId: byId('conv/1'), format: 'text', ...parameters },
});

test('a text that is asked for as a file is the binary data of its item too', async () => {
	const options = { speakerNames: { speaker: [{ from: 'local', to: 'Nora' }] } };
	const asFile = await againstScript([transcript], getTranscript({ options, asFile: true, binaryPropertyName: 'attachment' }));
	const file = asFile.outputs[0]?.[0]?.binary?.attachment;
	expect(file).toMatchObject({ fileName: 'transcript conv_1.txt', mimeType: 'text/plain' });
	expect(Buffer.from(file?.data ?? '', 'base64').toString('utf8')).toBe(asFile.outputs[0]?.[0]?.json.text);
	const { outputs } = await againstScript([transcript], getTranscript({ options }));
	expect(jsonOf(outputs[0])).toEqual([{ id: 'conv/1', format: 'text', text: expect.stringContaining('начнём'), segmentCount: 2 }]);
	expect(outputs[0]?.[0]).not.toHaveProperty('binary');
});

test('pairs as the editor saves them, and times in the workflow’s time zone, which is Berlin', async () => {
	const options = { times: 'clock', speakerNames: { speaker: [{ from: 'local', to: 'Nora' }, { from: 'remote', to: 'Ben / Acme' }] } };
	const { outputs } = await againstScript([transcript], getTranscript({ options }));
	expect(outputs[0]?.[0]?.json.text).toBe('[11:00:00] Nora: Hello\n[11:00:06] Ben / Acme: Да, начнём --> jetzt\n');
});

test('a choice may come from an expression', async () => {
	const { conversationId } = await service.addMeeting('Expression');
	const generate = (forceRefresh: string) =>
		runNode({
			credential: service.credential,
			parameters: { resource: 'keyPoints', operation: 'generate', conversationId: byId(conversationId), forceRefresh },
		});
	expect(jsonOf((await generate('={{ "false" }}')).outputs[0])).toEqual([expect.objectContaining({ cached: false })]);
	expect(jsonOf((await generate('={{ "false" }}')).outputs[0])).toEqual([expect.objectContaining({ cached: true })]);
	expect(jsonOf((await generate('={{ "true" }}')).outputs[0])).toEqual([expect.objectContaining({ cached: false })]);
	const { error } = await generate('={{ "yes" }}');
	expect(error?.message).toBe('“Mode” cannot be used: it must be one of “Use Saved, Otherwise Generate” (false), “Always Regenerate” (true).');
});

test('several choices may be one from an expression, and a time one of the item', async () => {
	const actionItem = (item: string, priority: string) => ({ item, owner: 'Ben', confidence: 0.9, priority });
	const keypoints = { actionItems: [actionItem('Send the contract', 'high'), actionItem('Book a room', 'low')] };
	const { outputs, asked } = await againstScript([{ data: { id: 'c', title: 'Weekly', keypoints } }], {
		parameters: {
			resource: 'keyPoints',
			operation: 'get',
			conversationId: byId('c'),
			format: 'actionItems',
			filters: { priority: '={{ "low" }}' },
			options: { conversationDate: '={{ $json.startTime }}' },
		},
		items: [{ startTime: '2026-11-02T10:00:00Z' }],
	});
	expect(asked).toHaveLength(1);
	expect(jsonOf(outputs[0])).toEqual([expect.objectContaining({ item: 'Book a room', conversationDate: '2026-11-02T10:00:00.000Z' })]);
});

test('a person may be given by their email address', async () => {
	await service.addMeeting('With Ben');
	const person = { __rl: true, mode: 'email', value: 'ben@acme.example' };
	const parameters = { resource: 'insight', operation: 'prepareForMeeting', prepareFor: 'person', person };
	expect(jsonOf(await output({ credential: service.credential, parameters }))).toEqual([expect.objectContaining({ text: expect.stringContaining('With Ben') })]);
});

describe('Limit', () => {
	const getMany = (parameters: NodeOptions['parameters']) =>
		output({ credential: service.credential, parameters: { resource: 'conversation', operation: 'getAll', ...parameters } });

	test('defaults to 50, and Return All takes its place', async () => {
		for (let index = 0; index < 51; index++) await service.addMeeting(`Meeting ${index}`);
		expect(await getMany({})).toHaveLength(50);
		expect(await getMany({ limit: 2 })).toHaveLength(2);
		expect((await getMany({ limit: 2, returnAll: true })).length).toBeGreaterThan(50);
	});

	test.each([[0], [-1], [1.5], ['many'], [{ toString: 1 }]])('of %j is refused', async (limit) => {
		const answer = getMany({ limit: `={{ ${JSON.stringify(limit)} }}` });
		await expect(answer).rejects.toMatchObject({ message: expect.stringMatching(/^“Limit” cannot be used/) });
	});
});
