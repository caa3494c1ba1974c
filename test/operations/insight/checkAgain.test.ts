import type { INodeParameters } from 'n8n-workflow';
import { api } from '../../../src/api/index.ts';
import { fieldsOf, listOf, textOf, type UnknownFields } from '../../../src/format/read.ts';
import { ROTATION, STATE_KEY } from '../../../src/operations/resources/insight/sync/syncState.ts';
import { syncActionItems } from '../../../src/operations/resources/insight/sync/syncActionItems.ts';
import { account, HOUR_MS, NOW, type Account } from '../../insights/support/account.ts';
import { runIn } from '../../insights/support/runIn.ts';
import { jsonOf } from '../../nodes/engine.ts';
import { againstScript } from '../../nodes/recording.ts';
import { actionItem } from './world.ts';

const DAY_MS = 24 * HOUR_MS;

let world: Account;
/** Kept in sync with one row per key, as in the example workflows. */
let table: Map<string, UnknownFields>;
beforeEach(async () => {
	world = await account();
	table = new Map();
});
afterEach(() => world.stop());

type Values = Readonly<Record<string, unknown>>;
const recent: Values = { period: 'last30Days', checkAgain: 'recent' };

async function run(values: Values, options: Parameters<typeof runIn>[3] = {}) {
	const found = await runIn(world, syncActionItems, { ...recent, syncedBefore: [...table.values()], ...values }, options);
	const results = found.results.map(fieldsOf);
	return {
		...found,
		results,
		changes: results.filter(({ change }) => change !== 'state').map(({ change, item }) => [change, item]),
		reads: found.sent.filter((path) => path.includes('/keypoints')).length,
	};
}

async function sync(values: Values = {}, options: Parameters<typeof runIn>[3] = {}) {
	const found = await run(values, options);
	for (const row of found.results) table.set(textOf(row['dedupeKey']), row);
	return found;
}

const attendees = [{ name: 'Ben', email: 'ben@acme.example' }];

/** Meetings with one action item each, a minute apart. */
async function addMeetings(count: number, daysAgo = 5): Promise<string[]> {
	const ids: string[] = [];
	for (let index = 0; index < count; index++) {
		const startTime = new Date(Date.parse(NOW) - daysAgo * DAY_MS - (index + 1) * 60_000).toISOString();
		ids.push(await world.addMeeting({ title: `Meeting ${index}`, startTime, attendees, keyPoints: { actionItems: [actionItem(`Task ${index}`)] } }));
	}
	return ids;
}

const regenerate = (id: string, ...actionItems: ReturnType<typeof actionItem>[]) => world.regenerate(id, { actionItems });

async function setState(item: string, state: 'dismissed' | 'open' | 'resolved'): Promise<void> {
	const { data } = await world.connect().client.contacts.unresolvedThreads({ limit: 100 });
	const thread = data.find(({ actionItem: text }) => text === item);
	if (!thread) throw new Error(`${item} is not open`);
	world.sandbox.setActionItem(thread.sessionId, thread.hash, state);
}

test('250 meetings of a month, two of which are new, take at most 30 requests', async () => {
	const startOf = (index: number): string => new Date(Date.parse(NOW) - (index + 0.5) * (30 * DAY_MS) / 250).toISOString();
	const add = (index: number) => world.addMeeting({ title: `Meeting ${index}`, startTime: startOf(index), attendees, keyPoints: { actionItems: [actionItem(`Task ${index}`)] } });
	for (let index = 2; index < 250; index++) await add(index);
	await sync();
	await add(0);
	await add(1);
	const { sent, changes } = await sync();
	expect(changes).toEqual([['created', 'Task 0'], ['created', 'Task 1']]);
	expect(sent.length).toBeLessThanOrEqual(30);
});

describe('a meeting is read', () => {
	test('every time, without a state, in which case none is returned', async () => {
		await addMeetings(3);
		const first = await sync({ checkAgain: undefined });
		expect(first.results.map(({ change }) => change)).toEqual(['created', 'created', 'created']);
		expect((await sync({ checkAgain: undefined })).reads).toBe(3);
	});

	test('once, with “never”, unless its rows are not those that it left', async () => {
		world.sandbox.updateUser(world.userId, { memory: false });
		const [id = ''] = await addMeetings(3, 0);
		expect((await sync({ checkAgain: 'never' })).reads).toBe(3);
		await regenerate(id, actionItem('Other'));
		expect(await sync({ checkAgain: 'never' })).toMatchObject({ reads: 0, changes: [] });
		const [lost = ''] = [...table].find(([, { item }]) => item === 'Task 1') ?? [];
		table.delete(lost);
		expect(await sync({ checkAgain: 'never' })).toMatchObject({ reads: 1, changes: [['created', 'Task 1']] });
		expect((await sync({ checkAgain: 'never' })).reads).toBe(0);
	});

	test('every time, if it is recent', async () => {
		const [id = ''] = await addMeetings(2, 1);
		await addMeetings(1, 5);
		await sync();
		await regenerate(id, actionItem('Other'));
		expect(await sync()).toMatchObject({ reads: 3, changes: [['created', 'Other'], ['disappeared', 'Task 0']] });
		expect(await sync({ checkAgainDays: 0 })).toMatchObject({ reads: 1, changes: [] });
	});

	test(`at least once in ${ROTATION} syncs, however many there are`, async () => {
		const ids = await addMeetings(ROTATION + 3);
		await sync();
		const pathOf = (id: string): string => api.keyPoints.get.path.replace('{id}', id);
		const lastRead = new Map(ids.map((id) => [pathOf(id), 0]));
		let longest = 0;
		for (let number = 1; number <= 2 * ROTATION; number++) {
			const { sent } = await sync();
			for (const path of sent) {
				const before = lastRead.get(path);
				if (before === undefined) continue;
				longest = Math.max(longest, number - before);
				lastRead.set(path, number);
			}
			expect(sent.filter((path) => lastRead.has(path)).length).toBeLessThanOrEqual(2);
		}
		expect(longest).toBeLessThanOrEqual(ROTATION);
		expect(Math.min(...lastRead.values())).toBeGreaterThan(ROTATION);
	});

	test('without action items or key points as seldom as others', async () => {
		const startTime = new Date(Date.parse(NOW) - 5 * DAY_MS).toISOString();
		await world.addMeeting({ title: 'None', startTime, keyPoints: {} });
		const id = await world.addMeeting({ title: 'Not yet', startTime });
		expect((await sync()).reads).toBe(2);
		expect(await sync()).toMatchObject({ reads: 1, hints: expect.arrayContaining([expect.stringContaining('1 meeting was read by earlier syncs')]) });
		await regenerate(id, actionItem('Late'));
		expect((await sync()).changes.concat((await sync()).changes)).toEqual([['created', 'Late']]);
	});

	test('next time, if a limit ended the sync before, and before those that were read', async () => {
		await addMeetings(6);
		const found = await sync({}, { maxRequests: 5 });
		const [read] = [found.changes.length];
		expect(read).toBeLessThan(6);
		const next = await sync({}, { maxRequests: 5 });
		expect(found.changes.length + next.changes.length).toBe(6);
		expect(found.changes.concat(next.changes).every(([change]) => change === 'created')).toBe(true);
	});

	test('next time, if its key points were incomplete or could not be read', async () => {
		const [id = ''] = await addMeetings(1);
		const never = { checkAgain: 'never' };
		world.sandbox.faults.add({ kind: 'internal-error', path: api.keyPoints.get.path.replace('{id}', id) });
		expect((await sync(never)).changes).toEqual([]);
		world.sandbox.faults.clear();
		world.sandbox.faults.add({ kind: 'incomplete-key-points' });
		expect((await sync(never)).reads).toBe(1);
		world.sandbox.faults.clear();
		expect((await sync(never)).reads).toBe(1);
		expect((await sync(never)).reads).toBe(0);
	});

	test('next time, if only a part of what it changed to could be read', async () => {
		const [id = ''] = await addMeetings(1, 0);
		await sync();
		await regenerate(id, actionItem('Task 0', 'Ben'));
		world.sandbox.faults.add({ kind: 'incomplete-key-points' });
		expect((await sync()).changes).toEqual([]);
		world.sandbox.faults.clear();
		expect((await sync({ checkAgain: 'never' })).changes).toEqual([['changed', 'Task 0']]);
	});
});

describe('a state that cannot be used', () => {
	const stateOf = (): string => textOf(table.get(STATE_KEY)?.['hash']);
	test.each<[string, (state: string) => string]>([
		['was cut off by a column', (state) => state.slice(0, 40)],
		['was edited', (state) => state.replace(/^1\.1/, '1.9')],
		['is of another version', (state) => state.replace(/^1/, '2')],
		['is something else', () => '{"sync": -1}'],
		['is empty', () => ''],
	])('because it %s, is said, and everything is read', async (_, broken) => {
		await addMeetings(3);
		await sync();
		table.set(STATE_KEY, { ...table.get(STATE_KEY), hash: broken(stateOf()) });
		const { reads, changes, hints } = await sync();
		expect({ reads, changes }).toEqual({ reads: 3, changes: [] });
		expect(hints[0]).toBe('“Synced Before”: the state cannot be used, because it was changed or cut, so all meetings are read.');
		expect((await sync()).reads).toBe(1);
	});

	test('because it is another account’s, makes nothing disappear or be resolved', async () => {
		await addMeetings(2);
		await sync();
		const other = await account();
		await world.stop();
		world = other;
		await addMeetings(2);
		expect((await sync()).changes).toEqual([['created', 'Task 0'], ['created', 'Task 1']]);
	});

	test('because an older version wrote the rows, does not count', async () => {
		await addMeetings(2);
		await sync({ checkAgain: 'all' });
		expect(await sync()).toMatchObject({ reads: 2, changes: [] });
		expect((await sync()).reads).toBe(1);
	});

	test('is ignored by syncs that read all meetings, which do not take it for an action item', async () => {
		await addMeetings(2);
		await sync();
		expect(await run({ checkAgain: 'all', output: 'together' })).toMatchObject({ reads: 2, results: [{ changes: [], unchanged: 2, notChecked: 0 }] });
	});
});

describe('a resolved action item', () => {
	test.each(['resolved', 'dismissed'] as const)('is reported once it was %s, with its row', async (state) => {
		await addMeetings(3);
		await sync();
		await setState('Task 1', state);
		const { changes, results, sent } = await sync();
		expect(changes).toEqual([['resolved', 'Task 1']]);
		expect(results[0]).toMatchObject({ owner: 'Ann', conversationTitle: 'Meeting 1', before: { change: 'created', item: 'Task 1' } });
		expect(sent.filter((path) => path.startsWith(api.contacts.list.path))).toHaveLength(2);
		expect((await sync()).changes).toEqual([]);
	});

	test('is read about, whether or not its meeting is due', async () => {
		await addMeetings(40);
		await sync();
		await setState('Task 39', 'resolved');
		expect((await sync({ checkAgain: 'never' })).changes).toEqual([['resolved', 'Task 39']]);
	});

	test('is counted and written down in a text', async () => {
		await addMeetings(2);
		await sync();
		await setState('Task 0', 'resolved');
		const { results } = await run({ output: 'together' });
		expect(results[0]).toMatchObject({ resolved: 1, created: 0, disappeared: 0, notReadAgain: 0, text: expect.stringContaining('## Resolved') });
		expect(listOf(results[0]?.['changes'])).toHaveLength(2);
	});

	test('that was opened again is reported when it is resolved again', async () => {
		await addMeetings(1);
		await sync();
		const { data } = await world.connect().client.contacts.unresolvedThreads({ limit: 100 });
		const [{ sessionId = '', hash = '' } = {}] = data;
		const changes: unknown[] = [];
		for (const state of ['resolved', 'open', 'resolved'] as const) {
			world.sandbox.setActionItem(sessionId, hash, state);
			changes.push((await sync()).changes);
		}
		expect(changes).toEqual([[['resolved', 'Task 0']], [], [['resolved', 'Task 0']]]);
	});
});

describe('nothing is said to be resolved', () => {
	const NOT_KNOWN = 'Which action items were resolved is not known this time, because the open ones could not be read.';

	async function resolvedLater(): Promise<void> {
		await addMeetings(2);
		await sync();
		await setState('Task 0', 'resolved');
	}

	test('if the key points no longer have it', async () => {
		const [id = ''] = await addMeetings(2);
		await sync();
		await regenerate(id, actionItem('Other'));
		expect((await sync()).changes).toEqual([['created', 'Other'], ['disappeared', 'Task 0']]);
		expect((await sync()).changes).toEqual([]);
	});

	test('if its meeting was deleted', async () => {
		const [id = ''] = await addMeetings(2);
		await sync();
		await world.connect().client.conversations.delete({ id });
		expect((await sync()).changes).toEqual([]);
		expect((await sync()).changes).toEqual([]);
	});

	test('until its meeting can be read', async () => {
		const [id = ''] = await addMeetings(2);
		await sync();
		await setState('Task 0', 'resolved');
		world.sandbox.faults.add({ kind: 'internal-error', path: api.keyPoints.get.path.replace('{id}', id) });
		expect((await sync()).changes).toEqual([]);
		world.sandbox.faults.clear();
		expect((await sync()).changes).toEqual([['resolved', 'Task 0']]);
	});

	test.each([
		['open action items', api.contacts.unresolvedThreads.path],
		['contacts', api.contacts.list.path],
	])('until the %s can be read: a hint says so', async (_, path) => {
		await resolvedLater();
		world.sandbox.faults.add({ kind: 'internal-error', path });
		const failed = await sync({ output: 'together' });
		expect(failed.hints).toContain(NOT_KNOWN);
		for (const row of listOf(failed.results[0]?.['changes']).map(fieldsOf)) table.set(textOf(row['dedupeKey']), row);
		expect(listOf(failed.results[0]?.['changes'])).toHaveLength(1);
		world.sandbox.faults.clear();
		expect((await sync()).changes).toEqual([['resolved', 'Task 0']]);
	});

	test('without the memory feature', async () => {
		await resolvedLater();
		world.sandbox.updateUser(world.userId, { memory: false });
		const { results, hints } = await run({ output: 'together' });
		expect(results[0]).toMatchObject({ resolved: null, created: 0, changed: 0, disappeared: 0 });
		expect(hints).not.toContain(NOT_KNOWN);
	});

	test('if the list of open action items may have been cut', async () => {
		const [id = ''] = await addMeetings(1);
		await regenerate(id, ...Array.from({ length: 120 }, (_, index) => actionItem(`Many ${index}`)));
		await sync();
		await setState('Many 0', 'resolved');
		expect((await sync()).changes).toEqual([]);
		for (let index = 1; index <= 30; index++) await setState(`Many ${index}`, 'resolved');
		expect((await sync()).changes).toHaveLength(31);
	});

	test('about one of two with the same text, nor about both', async () => {
		const [id = ''] = await addMeetings(1);
		await regenerate(id, actionItem('Call'), actionItem('call.', 'Ben'));
		await sync();
		for (const text of ['Call', 'call.']) {
			await setState(text, 'resolved');
			expect((await sync()).changes).toEqual([]);
		}
	});
});

test('an AI agent gets a state if it asks for one, and hands it on with the rest', async () => {
	await addMeetings(20);
	const agent = { isAgent: true };
	expect((await run({ checkAgain: undefined }, agent)).results[0]).not.toHaveProperty('state');
	const [first = {}] = (await run({}, agent)).results;
	expect(first).toEqual({ created: expect.any(Array), unchanged: 0, complete: true, notReadAgain: 0, state: { change: 'state', dedupeKey: STATE_KEY, hash: expect.any(String) } });
	await setState('Task 19', 'resolved');
	const next = await run({ syncedBefore: [...listOf(first['created']), first['state']] }, agent);
	expect(next.reads).toBe(2);
	expect(next.results).toEqual([expect.objectContaining({ resolved: [expect.objectContaining({ item: 'Task 19' })], notReadAgain: 18 })]);
});

describe('in n8n', () => {
	const answers = async (open: object, list: object, parameters: INodeParameters = {}, typeVersion = 2) =>
		againstScript([open, list], {
			parameters: { resource: 'insight', operation: 'syncActionItems', ...parameters },
			settings: { typeVersion, onError: 'continueErrorOutput' },
		});
	const refused = (status: number) => ({ status, body: { error: { code: 'no', message: 'No' } } });
	const none = { data: [], pagination: { total: 0, limit: 100, offset: 0 } };

	test('new nodes check recent meetings again, saved ones all', async () => {
		const added = await answers({ data: [], total: 0 }, none);
		expect(jsonOf(added.outputs[0])).toEqual([expect.objectContaining({ change: 'state', dedupeKey: STATE_KEY })]);
		expect(added.asked).toHaveLength(2);
		const saved = await answers(none, none, {}, 1);
		expect(jsonOf(saved.outputs[0])).toEqual([]);
		expect(saved.asked).toHaveLength(1);
	});

	describe('an action item that is no longer open is resolved only if its contact c1 is still listed', () => {
		const meeting = { id: 'a', title: 'A', startTime: new Date().toISOString(), endTime: new Date().toISOString() };
		const page = (...data: object[]) => ({ data, pagination: { total: data.length, limit: 100, offset: 0 } });
		const keyPoints = { data: { id: 'a', keypoints: { actionItems: [actionItem('Call')] } } };
		const open = { sessionId: 'a', actionItem: 'Call', hash: 'h', contactId: 'c1' };
		const syncOf = async (rows: readonly object[], ...script: readonly object[]) => {
			const parameters = { resource: 'insight', operation: 'syncActionItems', syncedBefore: JSON.stringify(rows) };
			return jsonOf((await againstScript(script, { parameters, settings: { typeVersion: 2 } })).outputs[0]);
		};
		/** The next sync, given the pages of contacts. */
		const resolvedWith = async (rows: readonly object[], ...contacts: readonly object[]) => await syncOf(rows, { data: [], total: 0 }, page(meeting), keyPoints, ...contacts);
		const changesIn = (rows: readonly object[]) => rows.map((row) => Reflect.get(row, 'change'));

		test.each([
			['c1', ['resolved', 'state']],
			['c2', ['state']],
		])('%s is', async (listed, changes) => {
			const rows = await syncOf([], { data: [open], total: 1 }, page(meeting), keyPoints);
			expect(changesIn(rows)).toEqual(['created', 'state']);
			expect(changesIn(await resolvedWith(rows, page({ id: listed })))).toEqual(changes);
		});

		test('and is reported later if the list of contacts ends too early', async () => {
			const rows = await syncOf([], { data: [open], total: 1 }, page(meeting), keyPoints);
			const pagination = { total: 2, limit: 100, offset: 0 };
			const [state, ...others] = await resolvedWith(rows, { data: [{ id: 'c2' }], pagination }, { data: [], pagination });
			expect(others).toEqual([]);
			const after = rows.map((row) => (row['change'] === 'state' ? (state ?? row) : row));
			expect(changesIn(await resolvedWith(after, page({ id: 'c1' })))).toEqual(['resolved', 'state']);
		});
	});

	test('a key without access to contacts syncs without them', async () => {
		const { outputs } = await answers(refused(403), none);
		expect(jsonOf(outputs[0])).toEqual([expect.objectContaining({ change: 'state' })]);
	});

	test('a key without any access goes to the error output, and no state is written', async () => {
		const { outputs } = await answers(refused(401), refused(401));
		expect(jsonOf(outputs[0])).toEqual([]);
		expect(jsonOf(outputs[1])).toEqual([expect.objectContaining({ error: expect.anything() })]);
	});

	test.each([{ data: [7, {}], total: 2 }, { data: [], total: 9 }])('open action items that cannot be read say nothing: %j', async (open) => {
		const { outputs } = await answers(open, none, { output: 'together' });
		expect(jsonOf(outputs[0])).toEqual([expect.objectContaining({ resolved: null })]);
	});
});
