import { againstScript, type CoreOptions, type Parameters } from '../core.ts';

const at = (seconds: number) => new Date(Date.UTC(2026, 10, 2, 10, 0, seconds)).toISOString();
const segments = [
	{ speaker: 'local', text: 'Hello <b>Ben</b> & all', timestamp: at(0) },
	{ speaker: 'local', text: 'Shall we start?', timestamp: at(3) },
	{ speaker: 'remote', text: 'Да, начнём --> jetzt', timestamp: at(6) },
	{ speaker: null, text: '(laughs)', timestamp: at(9) },
];
const transcript = { data: { id: 'conv/1', segments } };
const profile = { data: { profile: { name: 'Nora Feld', email: 'nora@acme.com' }, subscription: {}, apiUsage: {} } };

const get = (parameters: Parameters = {}, extra: Partial<CoreOptions> = {}) => ({
	parameters: { resource: 'conversation', operation: 'getTranscript', conversationId: 'conv/1', ...parameters },
	...extra,
});

const READ = 'GET /conversations/conv%2F1/transcript';
const PROFILE = 'GET /user/profile';

test('as an object: one item, one request', async () => {
	const { results, asked } = await againstScript([transcript], get());
	expect(results).toEqual([transcript.data]);
	expect(asked).toEqual([READ]);
});

test('an item for each segment, with the user’s own name', async () => {
	const { results, asked } = await againstScript([transcript, profile], get({ format: 'segments' }));
	expect(asked).toEqual([READ, PROFILE]);
	expect(results).toEqual([
		{ conversationId: 'conv/1', index: 0, speaker: 'Nora Feld', text: 'Hello <b>Ben</b> & all', timestamp: at(0), startSeconds: 0 },
		{ conversationId: 'conv/1', index: 1, speaker: 'Nora Feld', text: 'Shall we start?', timestamp: at(3), startSeconds: 3 },
		{ conversationId: 'conv/1', index: 2, speaker: 'Other participant', text: 'Да, начнём --> jetzt', timestamp: at(6), startSeconds: 6 },
		{ conversationId: 'conv/1', index: 3, speaker: null, text: '(laughs)', timestamp: at(9), startSeconds: 9 },
	]);
});

test.each([
	['text', '[00:00:00] Nora Feld: Hello <b>Ben</b> & all\n'],
	['markdown', '**[00:00:00] Nora Feld:** Hello \\<b\\>Ben\\</b\\> & all\n'],
	['srt', '1\n00:00:00,000 --> 00:00:03,000\nNora Feld: Hello'],
	['vtt', 'WEBVTT\n\n00:00:00.000 --> 00:00:03.000\n<v Nora Feld>Hello &lt;b&gt;Ben'],
])('%s in a field', async (format, beginning) => {
	const { results, files } = await againstScript([transcript, profile], get({ format }));
	expect(results).toEqual([{ id: 'conv/1', format, text: expect.stringContaining('начнём'), segmentCount: 4 }]);
	expect(String(results[0]?.text).slice(0, beginning.length)).toBe(beginning);
	expect(files).toEqual([]);
});

test.each([
	['text', 'txt', 'text/plain'],
	['markdown', 'md', 'text/markdown'],
	['srt', 'srt', 'application/x-subrip'],
	['vtt', 'vtt', 'text/vtt'],
])('%s as a file too', async (format, extension, mimeType) => {
	const parameters = { format, asFile: true, binaryPropertyName: 'attachment' };
	const { results, files } = await againstScript([transcript, profile], get(parameters));
	expect(files).toEqual([{ field: 'attachment', fileName: `transcript conv_1.${extension}`, mimeType, text: results[0]?.text }]);
});

test('as a note, in a file named after the ID, with what was written below it', async () => {
	const options = { title: 'Weekly: sync', startTime: at(0), tags: 'call, acme', existingNote: 'Mine.' };
	const { results, files } = await againstScript([transcript, profile], get({ format: 'note', asFile: true, options }));
	const [note] = results;
	expect(note?.fileName).toMatch(/^conv-1-[0-9a-f]{16} transcript\.md$/);
	expect(files).toEqual([{ field: 'data', fileName: note?.fileName, mimeType: 'text/markdown', text: note?.text }]);
	expect(note?.text).toMatch(/^---\ntitle: "Transcript: Weekly: sync"\n[\s\S]*\n {2}- "\[\[Nora Feld\]\]"\ntags:\n {2}- "call"\n {2}- "acme"\n[\s\S]*\*\*\[00:00:00\] Nora Feld:[\s\S]*-->\nMine\.$/);
});

describe('a note without a title or a start', () => {
	const listed = ['a', 'b'].map((id) => ({ id, title: `Call ${id}`, startTime: '2026-11-02T09:59:58.000Z' }));
	const list = { data: listed, pagination: { total: 2, limit: 100, offset: 0, hasMore: false } };
	const ofMeeting = (id: string) => ({ data: { id, segments: segments.slice(2) } });
	const LIST = 'GET /conversations?limit=100&offset=0';

	test('takes them from the list of meetings, which is read once per run', async () => {
		const items = ['a', 'b'].map((conversationId) => ({ conversationId }));
		const { results, asked } = await againstScript([ofMeeting('a'), list, ofMeeting('b')], { ...get({ format: 'note' }), items, limits: { concurrency: 1 } });
		expect(asked).toEqual(['GET /conversations/a/transcript', LIST, 'GET /conversations/b/transcript']);
		const shown = results.map(({ text }) => String(text).match(/^(?:title|startTime|\[\[|\*\*\[).*$/gm)?.slice(0, 4));
		expect(shown).toEqual(['a', 'b'].map((id) => [`title: "Transcript: Call ${id}"`, 'startTime: "2026-11-02T09:59:58.000Z"', `[[${id}|Call ${id}]]`, expect.stringContaining('[00:00:00]')]));
	});

	test('keeps what is given, and needs no list for both', async () => {
		const title = await againstScript([ofMeeting('a'), list], get({ format: 'note', options: { title: 'Mine' } }));
		expect(title.results[0]?.text).toMatch(/title: "Transcript: Mine"[^]*startTime: "2026-11-02T09:59:58.000Z"/);
		const both = await againstScript([ofMeeting('a')], get({ format: 'note', options: { title: 'Mine', startTime: at(1) } }));
		expect(both.results[0]?.text).toMatch(/title: "Transcript: Mine"[^]*startTime: "2026-11-02T10:00:01.000Z"/);
	});

	test('has only its kind where the meeting is not listed', async () => {
		const { results } = await againstScript([ofMeeting('c'), list], get({ format: 'note' }));
		expect(results[0]?.text).toMatch(/^---\ntitle: "Transcript"\n[^]*startTime: "2026-11-02T10:00:06.000Z"/);
	});
});

test('one profile request per run, and none when the name is known or not needed', async () => {
	const items = ['a', 'b', 'c'].map((conversationId) => ({ conversationId }));
	const two = await againstScript([transcript, profile, transcript, transcript], {
		...get({ format: 'text' }),
		...{ items, limits: { concurrency: 1 } },
	});
	expect(two.asked).toEqual(['GET /conversations/a/transcript', PROFILE, 'GET /conversations/b/transcript', 'GET /conversations/c/transcript']);
	const named = await againstScript([transcript], get({ format: 'text', options: { speakerNames: { local: 'Me myself' } } }));
	expect(named.asked).toEqual([READ]);
	expect(named.results[0]?.text).toContain('Me myself: Hello');
	const others = { data: { id: 'conv/1', segments: segments.slice(2) } };
	expect((await againstScript([others], get({ format: 'text' }))).asked).toEqual([READ]);
});

test('merging, names and times', async () => {
	const options = {
		mergeSpeakers: true,
		times: 'clock',
		speakerNames: { 'Nora Feld': 'Nora', remote: 'Ben / Acme' },
	};
	const { results } = await againstScript([transcript, profile], get({ format: 'text', options }, { timezone: 'Europe/Berlin' }));
	expect(results[0]?.text).toBe(
		'[11:00:00] Nora: Hello <b>Ben</b> & all Shall we start?\n[11:00:06] Ben / Acme: Да, начнём --> jetzt\n[11:00:09] (laughs)\n',
	);
});

test('times count from the start of the meeting if it is known', async () => {
	const options = { speakerNames: { local: 'N' }, startTime: '2026-11-02T09:59:00Z' };
	const { results } = await againstScript([transcript], get({ format: 'segments', options }));
	expect(results.map(({ startSeconds }) => startSeconds)).toEqual([60, 63, 66, 69]);
});

test.each(['object', 'segments', 'text', 'srt'])('%s of an empty and of a malformed transcript', async (format) => {
	const empty = await againstScript([{ data: { id: 'conv/1', segments: [] } }], get({ format }));
	expect(empty.failures).toEqual([]);
	const odd = { data: { id: 'conv/1', segments: [null, 7, { text: null, speaker: 3, timestamp: 'soon' }] } };
	expect((await againstScript([odd], get({ format }))).failures).toEqual([]);
});

describe('for an AI agent', () => {
	const long = {
		data: { id: 'conv/1', segments: Array.from({ length: 500 }, (_, index) => ({ speaker: 'Ben', text: `Sentence number ${index}.`, timestamp: at(index) })) },
	};

	test('it returns plain text, cut to fit a model, and says what to do next', async () => {
		const options = { maxCharacters: 1000 };
		const { results } = await againstScript([long], get({ options }, { isAgent: true }));
		const text = String(results[0]?.text);
		expect(text.length).toBeLessThanOrEqual(1000);
		expect(text).toMatch(/^\[00:00:00\] Ben: Sentence number 0\.\n.*\.$/s);
		expect(results[0]?.cut).toMatch(/^These are characters 1 to \d+ of \d+\..* ask a question/);
	});

	test('it never waits', async () => {
		const refusal = { status: 404, body: { error: { code: 'not_found', message: 'Not there' } } };
		const { asked, failures } = await againstScript([refusal], get({ options: { waitSeconds: 300 } }, { isAgent: true }));
		expect(asked).toEqual([READ]);
		expect(failures.map(({ message }) => message)).toEqual(['Not there.']);
	});
});
