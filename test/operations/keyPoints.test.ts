import type { KeyPoints } from '../../src/api/index.ts';
import { keyPointsTexts } from '../../src/format/index.ts';
import { againstScript, type CoreOptions, type Parameters } from './core.ts';

const keyPoints: KeyPoints = {
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

const get = (parameters: Parameters = {}, extra: Partial<CoreOptions> = {}) => ({
	parameters: { resource: 'keyPoints', operation: 'get', conversationId: 'конв/1', ...parameters },
	...extra,
});
const READ = `GET /conversations/${encodeURIComponent('конв/1')}/keypoints`;
const answer = { data: keyPoints };

test('as an object: as saved, marked as saved, with due dates', async () => {
	const { results, asked } = await againstScript([answer], get());
	expect(results).toEqual([
		{
			...keyPointsTexts(keyPoints),
			...keyPoints,
			keypoints: { ...keyPoints.keypoints, actionItems: keyPoints.keypoints.actionItems.map((item) => ({ ...item, dueDate: null, dueText: null })) },
			cached: true,
		},
	]);
	expect(asked).toEqual([READ]);
});

describe('action items', () => {
	test('one item each, with the meeting and a stable key', async () => {
		const { results: items, asked } = await againstScript([answer, listed([conversation])], get({ format: 'actionItems' }));
		expect(asked).toEqual([READ, expect.stringMatching(/^GET \/conversations\?limit=100&offset=0&search=Weekly/)]);
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
		expect(again.results.map(({ dedupeKey }) => dedupeKey)).toEqual(items.map(({ dedupeKey }) => dedupeKey));
		expect(again.results[0]).toMatchObject({ conversationDate: null });
	});

	test('meetings with the same title are looked up once, and not at all when the date is given', async () => {
		const three = await againstScript([answer, listed([conversation]), answer, answer], {
			...get({ format: 'actionItems' }),
			items: ['a', 'b', 'c'].map((conversationId) => ({ conversationId })),
			limits: { concurrency: 1 },
		});
		expect(three.asked).toHaveLength(4);
		expect(three.results).toHaveLength(9);
		const options = { conversationDate: '2026-11-02T10:00:00Z' };
		const given = await againstScript([answer], get({ format: 'actionItems', options }));
		expect(given.asked).toEqual([READ]);
		expect(given.results[0]).toMatchObject({ conversationDate: '2026-11-02T10:00:00.000Z' });
	});

	test.each<[string, Parameters, string[]]>([
		['owner', { owner: ' ben ' }, ['Send the contract']],
		['priority', { priority: ['high', 'medium'] }, ['Send the contract', 'Call <Acme>']],
		['one priority, which need not be a list', { priority: 'low' }, ['Book a room']],
		['confidence', { minConfidence: 0.7 }, ['Send the contract', 'Call <Acme>']],
		['all of them', { owner: 'a', priority: ['low'], minConfidence: 0 }, ['Book a room']],
	])('filtered by %s', async (_, filters, expected) => {
		const options = { conversationDate: '2026-11-02T10:00:00Z' };
		const { results } = await againstScript([answer], get({ format: 'actionItems', filters, options }));
		expect(results.map(({ item }) => item)).toEqual(expected);
	});

	test('what belongs to somebody who is not named may be of the wanted owner', async () => {
		const { actionItems } = keyPoints.keypoints;
		const unnamed = { ...keyPoints.keypoints, actionItems: [...actionItems, { item: 'Count', owner: 'remote', confidence: 0.4, priority: 'low' as const }] };
		const profile = { data: { profile: { name: 'Nora Feld', email: 'nora@acme.com' }, subscription: {}, apiUsage: {} } };
		const hintsWith = async (filters: object) => {
			const { hints } = await againstScript([{ data: { ...keyPoints, keypoints: unnamed } }, profile], get({ format: 'actionItems', filters: { owner: 'nobody', ...filters } }));
			return hints.find((hint) => !hint.includes('differs from its documentation'));
		};
		expect(await hintsWith({})).toBe('1 action item of 1 meeting belongs to a participant who is not named. To get them too, set “Owner Contains” to not me.');
		expect(await hintsWith({ owner: 'nora' })).toBe('The key points have 4 action items, but none match the filters. Change or remove some.');
		expect(await hintsWith({ minConfidence: 0.5 })).toBe('The key points have 4 action items, but none match the filters. Change or remove some.');
	});

	test('none left: no results, and no further request', async () => {
		const { results, asked } = await againstScript([answer], get({ format: 'actionItems', filters: { owner: 'nobody' } }));
		expect(results).toEqual([]);
		expect(asked).toEqual([READ]);
	});
});

test('the texts come first in every format, and the Markdown as a file too', async () => {
	const { results, files } = await againstScript([answer], get({ asFile: true }));
	const [found] = results;
	expect(Object.keys(found ?? {}).slice(0, 6)).toEqual(['subject', 'text', 'html', 'markdown', 'slack', 'blocks']);
	expect(found).toMatchObject({
		id: 'конв/1',
		title: 'Weekly / Ünï',
		cached: true,
		subject: 'Weekly / Ünï',
		text: expect.stringMatching(/^Weekly \/ Ünï\n/),
		html: expect.stringMatching(/^<div [^>]*>\n<h1 [^>]*>Weekly \/ Ünï<\/h1>\n/),
		markdown: expect.stringMatching(/^# Weekly \/ Ünï\n/),
		slack: expect.stringMatching(/^\*Weekly \/ Ünï\*\n/),
		blocks: expect.arrayContaining([{ type: 'header', text: { type: 'plain_text', text: 'Weekly / Ünï', emoji: false } }]),
	});
	expect(files).toEqual([{ field: 'data', fileName: 'Weekly _ Ünï.md', mimeType: 'text/markdown', text: found?.['markdown'] }]);
});

test.each(['object', 'actionItems', 'note'])('%s of a malformed response', async (format) => {
	const odd = { data: { id: null, title: null, keypoints: { actionItems: [null, { item: 7 }], decisions: 'x' } } };
	expect((await againstScript([odd, listed([])], get({ format }))).failures).toEqual([]);
});

test('as a note with the date of the meeting, in a file that keeps its name when the meeting is renamed', async () => {
	const options = { existingNote: 'Mine.', tags: '' };
	const { results, files, asked } = await againstScript([answer, listed([{ id: 'конв/1', title: 'x', startTime: '2026-03-02T09:00:00Z' }])], get({ format: 'note', asFile: true, options }));
	expect(asked).toHaveLength(2);
	const [note] = results;
	expect(note).toMatchObject({ fileName: expect.stringMatching(/^конв-1-[0-9a-f]{16}\.md$/), title: 'Weekly / Ünï' });
	expect(files).toEqual([{ field: 'data', fileName: note?.fileName, mimeType: 'text/markdown', text: note?.text }]);
	expect(note?.text).toMatch(/^---\ntitle: "Weekly \/ Ünï"\n[\s\S]*\ndate: 2026-03-02\n[\s\S]*\n## Decisions\n[\s\S]*-->\nMine\.$/);
	const dated = await againstScript([{ data: { ...answer.data, title: 'Renamed' } }], get({ format: 'note', options: { conversationDate: '2026-03-02T09:00:00Z' } }));
	expect(dated.asked).toHaveLength(1);
	expect(dated.results[0]?.fileName).toBe(note?.fileName);
});

test('an AI agent gets Markdown', async () => {
	const { results } = await againstScript([answer], get({}, { isAgent: true }));
	expect(results[0]).toEqual({ text: expect.stringContaining('## Decisions'), id: 'конв/1', title: 'Weekly / Ünï', createdAt: expect.any(String), cached: true });
});
