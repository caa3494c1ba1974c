import { api } from '../../../src/api/index.ts';
import { againstScript, resultsOf, runCore, type CoreOptions, type CoreRun, type Parameters } from '../core.ts';
import { actionItem, ago, HOUR_MS, insightWorld, type InsightWorld } from '../insight/world.ts';

let world: InsightWorld;
beforeEach(async () => void (world = await insightWorld()));
afterEach(() => world.sandbox.stop());

const asked = (rows: unknown, more: Parameters = {}): CoreOptions['parameters'] => ({ resource: 'actionItem', operation: 'sync', syncedBefore: rows, ...more });

const sync = (rows: unknown = [], more: Parameters = {}, options: Partial<CoreOptions> = {}) =>
	resultsOf({ credential: world.credential, parameters: asked(rows, more), ...options });

const hintsOf = async (rows: readonly object[], options: Partial<CoreOptions> = {}) =>
	(await runCore({ credential: world.credential, parameters: asked(rows), ...options })).hints;

const changes = (rows: CoreRun['results']) => rows.map(({ change, item }) => [change, item]);

async function addMeetings(count: number): Promise<string[]> {
	const ids: string[] = [];
	for (let index = 0; index < count; index++) {
		const keyPoints = { actionItems: [actionItem(`Task ${index}`)] };
		ids.push(await world.addMeeting({ title: `Meeting ${index}`, startTime: ago((index + 1) * 60_000), keyPoints }));
	}
	return ids;
}

const regenerate = (id: string, ...actionItems: ReturnType<typeof actionItem>[]) => world.regenerate(id, { actionItems });

test.each([
	[0, 2],
	[1, 3],
	[101, 104],
])('%i meetings take %i requests, the first time and later', async (count, requests) => {
	await addMeetings(count);
	const first = await world.requestsOf(() => sync());
	expect(first.requests).toBe(requests);
	expect(changes(first.result)).toEqual(Array.from({ length: count }, (_, index) => ['created', `Task ${index}`]));
	// They are recent, so all are read again.
	expect(await world.requestsOf(() => sync(first.result))).toEqual({ requests, result: [] });
});

test('created, changed and disappeared action items, each with what a CRM needs', async () => {
	const [id = ''] = await addMeetings(1);
	await regenerate(id, actionItem('Keep'), actionItem('Reassign', 'Ann', 'low'), actionItem('Drop'));
	const before = await sync();
	const rows = before.map((row, index) => ({ ...row, taskId: `crm-${index}` }));
	await regenerate(id, actionItem('Add'), actionItem('Reassign', 'Ben', 'low'), actionItem('keep.'));
	const found = await sync(rows);
	expect(changes(found)).toEqual([
		['created', 'Add'],
		['changed', 'Reassign'],
		['disappeared', 'Drop'],
	]);
	expect(found[0]).toEqual({
		change: 'created',
		item: 'Add',
		owner: 'Ann',
		priority: 'high',
		confidence: 0.9,
		dueDate: null,
		dueText: null,
		dedupeKey: expect.stringMatching(/^a[0-9a-f]{16}$/),
		hash: expect.stringMatching(/^h[0-9a-f]{12}$/),
		open: null,
		contactId: null,
		conversationId: id,
		conversationTitle: 'Meeting 0',
		conversationDate: expect.any(String),
	});
	expect(found[1]).toMatchObject({ owner: 'Ben', dedupeKey: before[1]?.['dedupeKey'], taskId: 'crm-1' });
	expect(found[2]).toMatchObject({ conversationId: id, owner: 'Ann', taskId: 'crm-2' });
	expect(await hintsOf(rows)).toEqual(['1 action item is unchanged.']);
});

test('keys are those of Find Action Items', async () => {
	const [id = ''] = await addMeetings(1);
	await regenerate(id, actionItem('Call'), actionItem('call.', 'Ben'), actionItem('Send'));
	const found = await resultsOf({ credential: world.credential, parameters: { resource: 'actionItem', operation: 'find' } });
	expect((await sync()).map(({ dedupeKey }) => dedupeKey)).toEqual(found.map(({ dedupeKey }) => dedupeKey));
});

test('a renamed meeting changes nothing', async () => {
	const [id = ''] = await addMeetings(1);
	const rows = await sync();
	await resultsOf({ credential: world.credential, parameters: { resource: 'conversation', operation: 'rename', conversationId: id, title: 'Renamed' } });
	expect(await sync(rows)).toEqual([]);
});

describe('an action item has not disappeared', () => {
	test('if its meeting is outside the period', async () => {
		await world.addMeeting({ title: 'Old', startTime: ago(20 * 24 * HOUR_MS), keyPoints: { actionItems: [actionItem('old')] } });
		const rows = await sync([], { period: 'last30Days' });
		expect(rows).toHaveLength(1);
		expect(await sync(rows)).toEqual([]);
	});

	test('if its meeting was deleted', async () => {
		const [id = ''] = await addMeetings(1);
		const rows = await sync();
		await resultsOf({ credential: world.credential, parameters: { resource: 'conversation', operation: 'delete', conversationId: id } });
		expect(await sync(rows)).toEqual([]);
	});

	test('if a limit ended the run before its meeting was read', async () => {
		const ids = await addMeetings(3);
		const rows = await sync();
		for (const id of ids) await regenerate(id);
		const limits = { limits: { maxRequests: 3, concurrency: 1 } };
		expect(changes(await sync(rows, {}, limits))).toEqual([['disappeared', 'Task 0']]);
		expect(await hintsOf(rows, limits)).toEqual([
			expect.stringMatching(/^Incomplete: 2 meetings left out/),
			'2 action items synced before were not checked, because the meeting is outside the period or could not be read.',
		]);
		expect(changes(await sync(rows))).toHaveLength(3);
	});

	test('if its meeting could not be read', async () => {
		const [id = ''] = await addMeetings(2);
		const rows = await sync();
		await regenerate(id);
		world.sandbox.faults.add({ kind: 'internal-error', path: api.keyPoints.get.path.replace('{id}', id) });
		expect(await sync(rows, {}, { limits: { patienceMs: 0 } })).toEqual([]);
	});

	test.each([
		['it is blank', { ...actionItem('Call'), item: ' ' }],
		['its priority is written in capitals', { ...actionItem('Call'), priority: 'HIGH' }],
	])('if %s', async (_, odd) => {
		const meeting = { id: 'a', title: 'A', startTime: ago(HOUR_MS), endTime: ago(0) };
		const syncOf = async (rows: readonly object[], item: object) => {
			const script = [{ data: [], total: 0 }, { data: [meeting], pagination: { total: 1 } }, { data: { id: 'a', keypoints: { actionItems: [actionItem('Send it'), item] } } }];
			const { results, failures } = await againstScript(script, { parameters: asked(rows) });
			expect(failures).toEqual([]);
			return results;
		};
		const rows = await syncOf([], actionItem('Call'));
		expect(changes(rows)).toEqual([['created', 'Send it'], ['created', 'Call']]);
		expect(await syncOf(rows, odd)).toEqual([]);
	});

	test('if its key points were incomplete', async () => {
		await addMeetings(1);
		const rows = await sync();
		world.sandbox.faults.add({ kind: 'incomplete-key-points' });
		expect(await sync(rows)).toEqual([]);
		expect(await hintsOf(rows)).toEqual([
			expect.stringContaining('differs from its documentation'),
			'The key points of 1 meeting are incomplete. What changed or disappeared there is not known.',
		]);
	});
});

describe('what was synced before', () => {
	test.each<[string, (rows: CoreRun['results']) => unknown]>([
		['JSON', (rows) => JSON.stringify(rows)],
		['rows as JSON', (rows) => rows.map((row) => JSON.stringify(row))],
		['rows as lines of JSON', (rows) => `${rows.map((row) => JSON.stringify(row)).join('\n')}\n`],
		['items', (rows) => rows.map((json) => ({ json, pairedItem: { item: 0 } }))],
		['rows among empty ones and duplicates', (rows) => [null, '', {}, ...rows, ...rows, { json: {} }]],
		['rows with only what is needed', (rows) => rows.map(({ dedupeKey, hash, conversationId, open }) => ({ dedupeKey, hash, conversationId, open }))],
		['rows in a list', (rows) => [rows]],
		['JSON in a list', (rows) => [JSON.stringify(rows)]],
		['JSON in a list, after an empty text', (rows) => ['', JSON.stringify(rows)]],
		['JSON of JSON', (rows) => JSON.stringify([[JSON.stringify(rows)]])],
		['the text of several inputs', (rows) => rows.map((row) => JSON.stringify([row]))],
	])('may be %s', async (_, given) => {
		const [id = ''] = await addMeetings(2);
		const rows = await sync();
		expect(await sync(given(rows))).toEqual([]);
		await regenerate(id);
		expect((await sync(given(rows))).map(({ change, dedupeKey }) => [change, dedupeKey])).toEqual([['disappeared', rows[0]?.dedupeKey]]);
	});

	test.each([null, ', ', ' ', '\n'])('may be keys alone, joined by %j: they are brought up to date', async (separator) => {
		await addMeetings(2);
		const rows = await sync();
		const keys = rows.map(({ dedupeKey }) => dedupeKey);
		expect((await sync(separator === null ? keys : keys.join(separator))).map(({ change, dedupeKey }) => [change, dedupeKey])).toEqual(rows.map(({ dedupeKey }) => ['changed', dedupeKey]));
	});

	test.each<unknown>(['', '[]', 'null', null, [], [[]], [undefined], [{ json: {}, pairedItem: { item: 0 } }]])('may be nothing, which a hint explains: %j', async (syncedBefore) => {
		await addMeetings(1);
		expect(changes(await sync(syncedBefore))).toEqual([['created', 'Task 0']]);
		expect(await hintsOf([])).toEqual(['Nothing was synced before, so every action item is new. To get each of them only once, keep the results and pass them in as “Synced Before”.']);
	});

	const EXPECTED = 'It takes a list of what earlier runs returned, each entry with its “dedupeKey”, or that list as JSON. Leave it empty the first time.';
	const NO_TEXT = 'it contains text that is neither keys nor JSON';

	test.each<[unknown, string]>([
		[[{ id: 22, dedupeKey: '', item: 'Call Rosa back' }], 'the entry with “id” 22, “item” “Call Rosa back” has an empty “dedupeKey”. Leave out what no earlier run returned, such as a row that was added by hand'],
		[{ rows: [{}] }, 'one of its entries has no “dedupeKey” (it has “rows”)'],
		['[object Object]', 'it contains text that is no valid JSON, perhaps because it was cut off'],
		[7, 'it contains a number in place of an entry'],
		['Send the quote', NO_TEXT],
		[['Call', 'Send'], NO_TEXT],
		['[{"dedupeKey":', 'it contains text that is no valid JSON, perhaps because it was cut off'],
		['[{"dedupe_key":"a"},{"dedupe_key":"b"}]', 'one of its entries has no “dedupeKey” (it has “dedupe_key”)'],
		['[{"dedupeKey":"Send it"}]', '“Send it” is not the “dedupeKey” of an earlier result'],
		['[{"dedupeKey":5525350156270}]', '“5525350156270” is not the “dedupeKey” of an earlier result'],
		[[true], 'it contains a boolean in place of an entry'],
		[[[[{ title: 'Notes' }]]], 'one of its entries has no “dedupeKey” (it has “title”)'],
		[[undefined, undefined, undefined], 'all of its 3 entries are empty'],
		['[{},{},{}]', 'all of its 3 entries are empty'],
		[[[1]], 'it contains a number in place of an entry'],
	])('is refused if it is not understood, because all would be created again: %j', async (syncedBefore, reason) => {
		await addMeetings(1);
		const { result, requests } = await world.requestsOf(() => sync(syncedBefore).catch((error: unknown) => error));
		expect(result).toMatchObject({ message: `“Synced Before” cannot be used: ${reason}. ${EXPECTED}` });
		expect(requests).toBe(0);
	});

	test.each<[string, number]>([
		['{"dedupeKey":"a"}\n{"dedupeKey":', 2],
		['{"dedupeKey":"a"}\n\n{"dedupeKey":"b{"dedupeKey":"c"}\n{"dedupeKey":"d"}\n', 3],
	])('is refused with the line to remove, because left empty it would return everything again: %j', async (syncedBefore, line) => {
		await addMeetings(1);
		await expect(sync(syncedBefore)).rejects.toMatchObject({
			message: `“Synced Before” cannot be used: its line ${line} is no valid JSON, perhaps because it was cut off. Remove line ${line} to use the others.`,
		});
	});

	test('is refused if some entries are not understood', async () => {
		await addMeetings(1);
		const rows = await sync();
		await expect(sync([...rows, { dedupe_key: 'b' }])).rejects.toMatchObject({ message: expect.stringContaining('one of its entries has no “dedupeKey” (it has “dedupe_key”)') });
	});

	test('without what tells open items apart gives a hint', async () => {
		await addMeetings(1);
		const rows = (await sync()).map(({ dedupeKey, hash }) => ({ dedupeKey, hash }));
		expect(await hintsOf(rows)).toContain('“Synced Before”: keep “dedupeKey”, “hash”, “conversationId”, “contactId” and “open” of each result. Without them, what was resolved or disappeared is not known.');
	});

	test('is compared once, whatever the number of input items', async () => {
		await addMeetings(2);
		const items = Array.from({ length: 50 }, () => ({}));
		const { result, requests } = await world.requestsOf(() => resultsOf({ credential: world.credential, parameters: asked([]), items }));
		expect(requests).toBe(4);
		expect(changes(result)).toEqual([['created', 'Task 0'], ['created', 'Task 1']]);
	});
});

test('500 action items', async () => {
	const [id = ''] = await addMeetings(1);
	await regenerate(id, ...Array.from({ length: 500 }, (_, index) => actionItem(`Task ${index % 400}`, `Owner ${index}`)));
	const rows = await sync();
	expect(rows).toHaveLength(500);
	expect(new Set(rows.map(({ dedupeKey }) => dedupeKey)).size).toBe(500);
	expect(await sync(rows)).toEqual([]);
});

test('all together: counts, what was left out, and a text', async () => {
	const [first = '', second = ''] = await addMeetings(2);
	const rows = await sync();
	await regenerate(first, actionItem('Send <b>'));
	await regenerate(second, actionItem('Task 1', 'Ben'));
	const [item, ...others] = await sync(rows, { options: { output: 'together' } });
	expect(others).toEqual([]);
	expect(item).toMatchObject({ created: 1, changed: 1, disappeared: 1, unchanged: 0, notChecked: 0, complete: true, failed: [] });
	expect(item?.changes).toHaveLength(3);
	for (const heading of ['New', 'Changed', 'No longer there']) expect(item?.['html']).toContain(`>${heading}</h2>`);
	expect(item?.['html']).toContain('Send &lt;b&gt;');
	expect(item?.['blocks']).toContainEqual({ type: 'section', text: { type: 'mrkdwn', text: expect.stringContaining('*New*') } });
});

test('nothing to do, and nothing at all, is said', async () => {
	expect(await hintsOf([])).toEqual(['No meeting in this period has saved key points. Choose a longer period.']);
	await addMeetings(1);
	expect(await hintsOf(await sync())).toEqual(['1 action item is unchanged, and nothing else was found.']);
});

