import { byId, jsonOf, type NodeOptions } from '../nodes/engine.ts';
import { againstScript } from '../nodes/recording.ts';

const at = (seconds: number) => new Date(Date.UTC(2026, 10, 2, 10, 0, seconds)).toISOString();
const segments = [
	{ speaker: 'local', text: 'Hello <b>Ben</b> & all', timestamp: at(0) },
	{ speaker: 'local', text: 'Shall we start?', timestamp: at(3) },
	{ speaker: 'remote', text: 'Да, начнём --> jetzt', timestamp: at(6) },
	{ speaker: null, text: '(laughs)', timestamp: at(9) },
];
const transcript = { data: { id: 'conv/1', segments } };
const profile = { data: { profile: { name: 'Nora Feld', email: 'nora@acme.com' }, subscription: {}, apiUsage: {} } };

const get = (parameters: NodeOptions['parameters'] = {}, extra: Partial<NodeOptions> = {}) => ({
	parameters: { resource: 'conversation', operation: 'getTranscript', conversationId: byId('conv/1'), ...parameters },
	...extra,
});

const READ = 'GET /conversations/conv%2F1/transcript';
const PROFILE = 'GET /user/profile';

test('as an object: one item, one request', async () => {
	const { outputs, asked } = await againstScript([transcript], get());
	expect(jsonOf(outputs[0])).toEqual([transcript.data]);
	expect(asked).toEqual([READ]);
});

test('an item for each segment, with the user’s own name', async () => {
	const { outputs, asked } = await againstScript([transcript, profile], get({ format: 'segments' }));
	expect(asked).toEqual([READ, PROFILE]);
	expect(jsonOf(outputs[0])).toEqual([
		{ conversationId: 'conv/1', index: 0, speaker: 'Nora Feld', text: 'Hello <b>Ben</b> & all', timestamp: at(0), startSeconds: 0 },
		{ conversationId: 'conv/1', index: 1, speaker: 'Nora Feld', text: 'Shall we start?', timestamp: at(3), startSeconds: 3 },
		{ conversationId: 'conv/1', index: 2, speaker: 'Other participant', text: 'Да, начнём --> jetzt', timestamp: at(6), startSeconds: 6 },
		{ conversationId: 'conv/1', index: 3, speaker: null, text: '(laughs)', timestamp: at(9), startSeconds: 9 },
	]);
	expect(outputs[0]?.map(({ pairedItem }) => pairedItem)).toEqual(segments.map(() => ({ item: 0 })));
});

test.each([
	['text', '[00:00:00] Nora Feld: Hello <b>Ben</b> & all\n'],
	['markdown', '**[00:00:00] Nora Feld:** Hello \\<b\\>Ben\\</b\\> & all\n'],
	['srt', '1\n00:00:00,000 --> 00:00:03,000\nNora Feld: Hello'],
	['vtt', 'WEBVTT\n\n00:00:00.000 --> 00:00:03.000\n<v Nora Feld>Hello &lt;b&gt;Ben'],
])('%s in a field', async (format, beginning) => {
	const { outputs } = await againstScript([transcript, profile], get({ format }));
	expect(jsonOf(outputs[0])).toEqual([
		{ id: 'conv/1', format, text: expect.stringContaining('начнём'), segmentCount: 4 },
	]);
	expect(String(outputs[0]?.[0]?.json.text).slice(0, beginning.length)).toBe(beginning);
	expect(outputs[0]?.[0]).not.toHaveProperty('binary');
});

test.each([
	['text', 'txt', 'text/plain'],
	['markdown', 'md', 'text/markdown'],
	['srt', 'srt', 'application/x-subrip'],
	['vtt', 'vtt', 'text/vtt'],
])('%s as a file too', async (format, extension, mimeType) => {
	const parameters = { format, asFile: true, binaryPropertyName: 'attachment' };
	const { outputs } = await againstScript([transcript, profile], get(parameters));
	const file = outputs[0]?.[0]?.binary?.attachment;
	expect(file).toMatchObject({ fileName: `transcript conv_1.${extension}`, mimeType });
	expect(Buffer.from(file?.data ?? '', 'base64').toString('utf8')).toBe(outputs[0]?.[0]?.json.text);
});

test('as a note, in a file named after the ID, with what was written below it', async () => {
	const options = { title: 'Weekly: sync', tags: 'call, acme', existingNote: 'Mine.' };
	const { outputs } = await againstScript([transcript, profile], get({ format: 'note', asFile: true, options }));
	const [item] = outputs[0] ?? [];
	expect(item?.json.fileName).toMatch(/^conv-1-[0-9a-f]{16} transcript\.md$/);
	expect(item?.binary?.data).toMatchObject({ fileName: item?.json.fileName, mimeType: 'text/markdown' });
	expect(item?.json.text).toMatch(/^---\ntitle: "Transcript: Weekly: sync"\n[\s\S]*\n {2}- "\[\[Nora Feld\]\]"\ntags:\n {2}- "call"\n {2}- "acme"\n[\s\S]*\*\*\[00:00:00\] Nora Feld:[\s\S]*-->\nMine\.$/);
});

test('one profile request per run, and none when the name is known or not needed', async () => {
	const items = [{}, {}, {}];
	const two = await againstScript([transcript, profile, transcript, transcript], {
		...get({ format: 'text', limits: { concurrency: 1 } }),
		items,
	});
	expect(two.asked).toEqual([READ, PROFILE, READ, READ]);
	const named = await againstScript([transcript], get({ format: 'text', options: { userName: 'Me myself' } }));
	expect(named.asked).toEqual([READ]);
	expect(named.outputs[0]?.[0]?.json.text).toContain('Me myself: Hello');
	const others = { data: { id: 'conv/1', segments: segments.slice(2) } };
	expect((await againstScript([others], get({ format: 'text' }))).asked).toEqual([READ]);
});

test('merging, names and times', async () => {
	const options = {
		userName: 'Nora',
		otherName: 'Customer',
		unknownName: 'Somebody',
		mergeSpeakers: true,
		times: 'clock',
		speakerNames: { speaker: [{ from: 'remote', to: 'Ben / Acme' }] },
	};
	const { outputs } = await againstScript([transcript], get({ format: 'text', options }));
	// The workflow's time zone is Berlin.
	expect(outputs[0]?.[0]?.json.text).toBe(
		'[11:00:00] Nora: Hello <b>Ben</b> & all Shall we start?\n[11:00:06] Ben / Acme: Да, начнём --> jetzt\n[11:00:09] Somebody: (laughs)\n',
	);
});

test('times count from the start of the meeting if it is known', async () => {
	const options = { userName: 'N', startTime: '={{ "2026-11-02T09:59:00Z" }}' };
	const { outputs } = await againstScript([transcript], get({ format: 'segments', options }));
	expect(jsonOf(outputs[0]).map(({ startSeconds }) => startSeconds)).toEqual([60, 63, 66, 69]);
});

test.each(['object', 'segments', 'text', 'srt'])('%s of an empty and of a malformed transcript', async (format) => {
	const empty = await againstScript([{ data: { id: 'conv/1', segments: [] } }], get({ format }));
	expect(empty.error).toBeUndefined();
	const odd = { data: { id: 'conv/1', segments: [null, 7, { text: null, speaker: 3, timestamp: 'soon' }] } };
	expect((await againstScript([odd], get({ format }))).error).toBeUndefined();
});

describe('as an AI agent’s tool', () => {
	const long = {
		data: { id: 'conv/1', segments: Array.from({ length: 500 }, (_, index) => ({ speaker: 'Ben', text: `Sentence number ${index}.`, timestamp: at(index) })) },
	};

	test('it returns plain text, cut to fit a model, and says what to do next', async () => {
		const options = { maxCharacters: 1000 };
		const { outputs } = await againstScript([long], get({ options }, { asTool: true }));
		const [json] = jsonOf(outputs[0]);
		expect(String(json?.text).length).toBeLessThanOrEqual(1000);
		expect(String(json?.text)).toMatch(/^\[00:00:00\] Ben: Sentence number 0\.\n.*\.$/s);
		expect(json?.cut).toMatch(/^These are characters 1 to \d+ of \d+\..* ask a question/);
	});

	test('it never waits', async () => {
		const refusal = { status: 404, body: { error: { code: 'not_found', message: 'Not there' } } };
		const { asked, error } = await againstScript([refusal], get({ options: { waitSeconds: 300 } }, { asTool: true }));
		expect(asked).toEqual([READ]);
		expect(error?.message).toContain('Not there.');
	});
});
