import { byId, jsonOf, type NodeOptions } from '../nodes/engine.ts';
import { againstScript } from '../nodes/recording.ts';

const keyPoints = {
	id: 'конв/1',
	title: 'Weekly / Ünï',
	createdAt: '2026-11-02T11:00:00Z',
	keypoints: {
		title: 'Release & contract',
		sections: [{ heading: 'Release', points: ['Ships *Friday*'] }],
		decisions: ['Ship on Friday'],
		actionItems: [
			{ item: 'Send the contract', owner: 'Ben Ode', confidence: 0.9, priority: 'high' },
			{ item: 'Book a room', owner: 'Anna', confidence: 0.4, priority: 'low' },
			{ item: 'Call <Acme>', owner: '', confidence: 0.7, priority: 'medium' },
		],
		participants: ['Anna', 'Ben'],
		importantDates: [{ date: '2026-11-06', context: 'Release' }],
	},
};
const listed = (items: object[]) => ({ data: items, pagination: { total: items.length, limit: 100, offset: 0 } });
const conversation = {
	id: 'конв/1',
	title: keyPoints.title,
	startTime: '2026-11-02T10:00:00Z',
	endTime: '2026-11-02T10:30:00Z',
	duration: 30,
	segmentCount: 9,
	linkedCalendarEventId: null,
};

const get = (parameters: NodeOptions['parameters'] = {}, extra: Partial<NodeOptions> = {}) => ({
	parameters: { resource: 'keyPoints', operation: 'get', conversationId: byId('конв/1'), ...parameters },
	...extra,
});
const READ = `GET /conversations/${encodeURIComponent('конв/1')}/keypoints`;
const answer = { data: keyPoints };

test('as an object: as saved, marked as saved, with due dates', async () => {
	const { outputs, asked } = await againstScript([answer], get());
	expect(jsonOf(outputs[0])).toEqual([
		{
			...keyPoints,
			keypoints: { ...keyPoints.keypoints, actionItems: keyPoints.keypoints.actionItems.map((item) => ({ ...item, dueDate: null, dueText: null })) },
			cached: true,
		},
	]);
	expect(asked).toEqual([READ]);
});

describe('action items', () => {
	test('one item each, with the meeting and a stable key', async () => {
		const { outputs, asked } = await againstScript([answer, listed([conversation])], get({ format: 'actionItems' }));
		expect(asked).toEqual([READ, expect.stringMatching(/^GET \/conversations\?limit=100&offset=0&search=Weekly/)]);
		const items = jsonOf(outputs[0]);
		expect(items[0]).toEqual({
			item: 'Send the contract',
			owner: 'Ben Ode',
			priority: 'high',
			confidence: 0.9,
			dueDate: null,
			dueText: null,
			dedupeKey: expect.stringMatching(/^a[0-9a-f]{16}$/),
			conversationId: 'конв/1',
			conversationTitle: 'Weekly / Ünï',
			conversationDate: '2026-11-02T10:00:00Z',
		});
		expect(items[2]).toMatchObject({ item: 'Call <Acme>', owner: null });
		const again = await againstScript([answer, listed([])], get({ format: 'actionItems' }));
		expect(jsonOf(again.outputs[0]).map(({ dedupeKey }) => dedupeKey)).toEqual(items.map(({ dedupeKey }) => dedupeKey));
		expect(jsonOf(again.outputs[0])[0]).toMatchObject({ conversationDate: null });
	});

	test('meetings with the same title are looked up once, and not at all when the date is given', async () => {
		const three = await againstScript([answer, listed([conversation]), answer, answer], {
			...get({ format: 'actionItems', limits: { concurrency: 1 } }),
			items: [{}, {}, {}],
		});
		expect(three.asked).toHaveLength(4);
		expect(three.outputs[0]).toHaveLength(9);
		const options = { conversationDate: '={{ $json.startTime }}' };
		const given = await againstScript([answer], {
			...get({ format: 'actionItems', options }),
			items: [{ startTime: '2026-11-02T10:00:00Z' }],
		});
		expect(given.asked).toEqual([READ]);
		expect(jsonOf(given.outputs[0])[0]).toMatchObject({ conversationDate: '2026-11-02T10:00:00.000Z' });
	});

	test.each<[string, NodeOptions['parameters'], string[]]>([
		['owner', { owner: ' ben ' }, ['Send the contract']],
		['priority', { priority: ['high', 'medium'] }, ['Send the contract', 'Call <Acme>']],
		['one priority from an expression', { priority: '={{ "low" }}' }, ['Book a room']],
		['confidence', { minConfidence: 0.7 }, ['Send the contract', 'Call <Acme>']],
		['all of them', { owner: 'a', priority: ['low'], minConfidence: 0 }, ['Book a room']],
	])('filtered by %s', async (_, filters, expected) => {
		const options = { conversationDate: '2026-11-02T10:00:00Z' };
		const { outputs } = await againstScript([answer], get({ format: 'actionItems', filters, options }));
		expect(jsonOf(outputs[0]).map(({ item }) => item)).toEqual(expected);
	});

	test('none left: no items, and no further request', async () => {
		const { outputs, asked } = await againstScript([answer], get({ format: 'actionItems', filters: { owner: 'nobody' } }));
		expect(outputs[0]).toEqual([]);
		expect(asked).toEqual([READ]);
	});
});

test.each([
	['markdown', '# Release & contract\n'],
	['html', '<article>\n<h1>Release &amp; contract</h1>\n'],
	['slack', '*Release &amp; contract*\n'],
	['text', 'Release & contract\n'],
])('as %s', async (format, beginning) => {
	const { outputs } = await againstScript([answer], get({ format, asFile: true }));
	const [item] = outputs[0] ?? [];
	expect(item?.json).toMatchObject({ id: 'конв/1', title: 'Weekly / Ünï', format, cached: true });
	expect(String(item?.json.text).slice(0, beginning.length)).toBe(beginning);
	if (format === 'slack') {
		expect(item?.json.blocks).toEqual([{ type: 'section', text: { type: 'mrkdwn', text: expect.any(String) } }]);
		expect(item?.binary).toBeUndefined();
	} else {
		expect(item?.binary?.data?.fileName).toMatch(/^Weekly _ Ünï\./);
	}
});

test.each(['object', 'actionItems', 'markdown', 'note', 'slack', 'html', 'text'])('%s of a malformed response', async (format) => {
	const odd = { data: { id: null, title: null, keypoints: { actionItems: [null, { item: 7 }], decisions: 'x' } } };
	expect((await againstScript([odd, listed([])], get({ format }))).error).toBeUndefined();
});

test('as a note with the date of the meeting, in a file that keeps its name when the meeting is renamed', async () => {
	const options = { existingNote: 'Mine.', tags: '' };
	const { outputs, asked } = await againstScript([answer, listed([{ id: 'конв/1', title: 'x', startTime: '2026-03-02T09:00:00Z' }])], get({ format: 'note', asFile: true, options }));
	expect(asked).toHaveLength(2);
	const [item] = outputs[0] ?? [];
	expect(item?.json).toMatchObject({ format: 'note', fileName: expect.stringMatching(/^конв-1-[0-9a-f]{8}\.md$/), title: 'Weekly / Ünï' });
	expect(item?.binary?.data).toMatchObject({ fileName: item?.json.fileName, mimeType: 'text/markdown' });
	expect(item?.json.text).toMatch(/^---\ntitle: "Weekly \/ Ünï"\n[\s\S]*\ndate: 2026-03-02\n[\s\S]*\n## Decisions\n[\s\S]*-->\nMine\.$/);
	const dated = await againstScript([{ data: { ...answer.data, title: 'Renamed' } }], get({ format: 'note', options: { conversationDate: '2026-03-02T09:00:00Z' } }));
	expect(dated.asked).toHaveLength(1);
	expect(jsonOf(dated.outputs[0])[0]?.fileName).toBe(item?.json.fileName);
});

test('an AI agent gets Markdown', async () => {
	const { outputs } = await againstScript([answer], get({}, { asTool: true }));
	expect(jsonOf(outputs[0])[0]).toMatchObject({ format: 'markdown', text: expect.stringContaining('## Decisions') });
});
