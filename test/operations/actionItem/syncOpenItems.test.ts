import { api } from '../../../src/api/index.ts';
import { fieldsOf, textOf, type UnknownFields } from '../../../src/format/read.ts';
import { syncActionItems } from '../../../src/operations/resources/actionItem/sync.ts';
import { account, HOUR_MS, NOW, type Account } from '../../reports/support/account.ts';
import { runIn } from '../../reports/support/runIn.ts';
import { againstScript, type CoreOptions } from '../core.ts';
import { actionItem } from '../insight/world.ts';

const DAY_MS = 24 * HOUR_MS;
const TURNS = 31;

let world: Account;
/** Kept in sync with one row per key, as in the example workflows. */
let table: Map<string, UnknownFields>;
beforeEach(async () => {
	world = await account();
	table = new Map();
});
afterEach(() => world.stop());

type RunOptions = NonNullable<Parameters<typeof runIn>[3]>;
type Values = Readonly<Record<string, unknown>>;

async function run(values: Values = {}, options: RunOptions = {}) {
	const found = await runIn(world, syncActionItems, { period: 'last30Days', syncedBefore: [...table.values()], ...values }, options);
	const results = found.results.map(fieldsOf);
	return {
		...found,
		results,
		changes: results.map(({ change, item }) => [change, item]),
		reads: found.sent.filter((path) => path.includes('/keypoints')).length,
	};
}

/** Syncs, an hour after the last time. */
async function sync(values: Values = {}, options: RunOptions = {}) {
	const found = await run(values, options);
	for (const row of found.results) table.set(textOf(row['dedupeKey']), row);
	world.clock.advance(HOUR_MS);
	return found;
}

const attendees = [{ name: 'Ben', email: 'ben@acme.example' }];

/** Meetings with one action item each, a minute apart. */
async function addMeetings(count: number, daysAgo = 0): Promise<string[]> {
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

describe('a meeting is read', () => {
	test(`every time while it is recent, and once in ${TURNS} syncs after that, however many there are`, async () => {
		const ids = await addMeetings(20, 5);
		await addMeetings(2, 1);
		expect((await sync()).reads).toBe(22);
		const pathOf = (id: string): string => api.keyPoints.get.path.replace('{id}', id);
		const read = new Map(ids.map((id) => [pathOf(id), 0]));
		const requests: number[] = [];
		for (let number = 1; number <= TURNS; number++) {
			const { sent, changes } = await sync();
			expect(changes).toEqual([]);
			for (const path of sent) if (read.has(path)) read.set(path, (read.get(path) ?? 0) + 1);
			requests.push(sent.length);
		}
		expect([...read.values()]).toEqual(ids.map(() => 1));
		expect(Math.max(...requests)).toBeLessThan(10);
	});

	test('next time, if a limit ended the sync before', async () => {
		await addMeetings(6, 5);
		const found = await sync({}, { maxRequests: 5 });
		expect(found.changes.length).toBeLessThan(6);
		const next = await sync({}, { maxRequests: 8 });
		expect(found.changes.length + next.changes.length).toBe(6);
		expect(found.changes.concat(next.changes).every(([change]) => change === 'created')).toBe(true);
	});

	test('if its open item is no longer listed, whether or not it is due', async () => {
		await addMeetings(40, 5);
		await sync();
		await setState('Task 39', 'resolved');
		expect(await sync()).toMatchObject({ changes: [['resolved', 'Task 39']] });
	});

	test('and a hint says how many were not', async () => {
		await addMeetings(3, 5);
		await sync();
		const { reads, hints } = await sync();
		expect(hints).toContainEqual(expect.stringMatching(`^${3 - reads} older meetings? (was|were) not read this time: each is read once in ${TURNS} syncs\\.$`));
	});
});

test('key points that were incomplete once are read again', async () => {
	const [id = ''] = await addMeetings(1);
	await sync();
	await regenerate(id, actionItem('Task 0', 'Ben'));
	world.sandbox.faults.add({ kind: 'incomplete-key-points' });
	expect((await sync()).changes).toEqual([]);
	world.sandbox.faults.clear();
	expect((await sync()).changes).toEqual([['changed', 'Task 0']]);
});

test('rows of another account make nothing disappear or be resolved', async () => {
	await addMeetings(2);
	await sync();
	await world.stop();
	world = await account();
	await addMeetings(2);
	expect((await sync()).changes).toEqual([['created', 'Task 0'], ['created', 'Task 1']]);
});

test('an item that becomes open later is a change, so that it can be resolved', async () => {
	world.sandbox.updateUser(world.userId, { memory: false });
	await addMeetings(1);
	await sync();
	world.sandbox.updateUser(world.userId, { memory: true });
	expect((await sync()).changes).toEqual([['changed', 'Task 0']]);
	await setState('Task 0', 'resolved');
	expect((await sync()).changes).toEqual([['resolved', 'Task 0']]);
});

describe('a resolved action item', () => {
	test.each(['resolved', 'dismissed'] as const)('is reported once it was %s, with its row', async (state) => {
		await addMeetings(3);
		await sync();
		await setState('Task 1', state);
		const { changes, results } = await sync();
		expect(changes).toEqual([['resolved', 'Task 1']]);
		expect(results[0]).toMatchObject({ owner: 'Ann', conversationTitle: 'Meeting 1', open: null });
		expect((await sync()).changes).toEqual([]);
	});

	test('is counted and written down in a text', async () => {
		await addMeetings(2);
		await sync();
		await setState('Task 0', 'resolved');
		const { results } = await run({ output: 'together' });
		expect(results[0]).toMatchObject({ resolved: 1, created: 0, disappeared: 0, notDue: 0, markdown: expect.stringContaining('## Resolved') });
	});

	test.each([0, 5])('that was opened again is a change, and resolved again, %i days after the meeting', async (daysAgo) => {
		await addMeetings(1, daysAgo);
		await sync();
		const { data } = await world.connect().client.contacts.unresolvedThreads({ limit: 100 });
		const [{ sessionId = '', hash = '' } = {}] = data;
		const changes: unknown[] = [];
		for (const state of ['resolved', 'open', 'resolved'] as const) {
			world.sandbox.setActionItem(sessionId, hash, state);
			changes.push((await sync()).changes);
		}
		expect(changes).toEqual([[['resolved', 'Task 0']], [['changed', 'Task 0']], [['resolved', 'Task 0']]]);
		// An old meeting is read in one of many syncs, which the next one may be, but not the next two.
		const after = [await sync(), await sync()];
		expect(after.map((one) => one.changes)).toEqual([[], []]);
		expect(Math.min(...after.map(({ reads }) => reads))).toBe(daysAgo === 0 ? 1 : 0);
	});
});

describe('nothing is said to be resolved', () => {
	const NOT_KNOWN = 'Which action items were resolved is not known this time, because the open ones could not be read.';

	async function resolvedLater(): Promise<void> {
		await addMeetings(1);
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
		const failed = await run({ output: 'together' });
		expect(failed.hints).toContain(NOT_KNOWN);
		expect(failed.results).toEqual([expect.objectContaining({ resolved: null, changes: [] })]);
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

	test('where the list of open items is full and does not reach as far', async () => {
		const [id = ''] = await addMeetings(1);
		await regenerate(id, ...Array.from({ length: 120 }, (_, index) => actionItem(`Many ${index}`)));
		await sync();
		await setState('Many 0', 'resolved');
		// An item that is missing from the list may only have had no room in it. Another item takes its place.
		expect((await sync()).changes).toEqual([['changed', 'Many 100']]);
		for (let index = 1; index <= 30; index++) await setState(`Many ${index}`, 'resolved');
		const { changes } = await sync();
		expect(changes.filter(([change]) => change === 'resolved')).toHaveLength(31);
	});

	test('but of a meeting that is older than the last in a full list, it is', async () => {
		const many = Array.from({ length: 100 }, (_, index) => actionItem(`Many ${index}`));
		await world.addMeeting({ title: 'Old', startTime: new Date(Date.parse(NOW) - DAY_MS).toISOString(), attendees, keyPoints: { actionItems: many } });
		await world.addMeeting({ title: 'New', startTime: new Date(Date.parse(NOW) - HOUR_MS).toISOString(), attendees, keyPoints: { actionItems: [actionItem('Call')] } });
		await sync();
		expect((await sync()).changes).toEqual([]);
		await setState('Many 0', 'resolved');
		expect((await sync()).changes).toEqual([['changed', 'Call'], ['resolved', 'Many 0']]);
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

describe('on canned answers', () => {
	const answers = async (open: object, list: object, parameters: Partial<CoreOptions['parameters']> = {}) =>
		againstScript([open, list], { parameters: { resource: 'actionItem', operation: 'sync', ...parameters } });
	const refused = (status: number) => ({ status, body: { error: { code: 'no', message: 'No' } } });
	const none = { data: [], pagination: { total: 0, limit: 100, offset: 0 } };

	describe('an action item that is no longer open is resolved only if its contact c1 is still listed', () => {
		const meeting = { id: 'a', title: 'A', startTime: new Date().toISOString(), endTime: new Date().toISOString() };
		const page = (...data: object[]) => ({ data, pagination: { total: data.length, limit: 100, offset: 0 } });
		const keyPoints = { data: { id: 'a', keypoints: { actionItems: [actionItem('Call')] } } };
		const open = { sessionId: 'a', actionItem: 'Call', hash: 'h', contactId: 'c1', createdAt: meeting.startTime };
		const syncOf = async (rows: readonly object[], ...script: readonly object[]) => {
			const parameters = { resource: 'actionItem', operation: 'sync', syncedBefore: JSON.stringify(rows) };
			const { results, failures } = await againstScript(script, { parameters });
			expect(failures).toEqual([]);
			return results;
		};
		/** The next sync, given the pages of contacts. */
		const resolvedWith = async (rows: readonly object[], ...contacts: readonly object[]) => await syncOf(rows, { data: [], total: 0 }, page(meeting), keyPoints, ...contacts);
		const changesIn = (rows: readonly object[]) => rows.map((row) => Reflect.get(row, 'change'));

		test.each([
			['c1', ['resolved']],
			['c2', []],
		])('%s is', async (listed, changes) => {
			const rows = await syncOf([], { data: [open], total: 1 }, page(meeting), keyPoints);
			expect(rows).toEqual([expect.objectContaining({ change: 'created', contactId: 'c1', open: expect.stringMatching(/^t[0-9a-f]{12}$/) })]);
			expect(changesIn(await resolvedWith(rows, page({ id: listed })))).toEqual(changes);
		});

		test('and is reported later if the list of contacts ends too early', async () => {
			const rows = await syncOf([], { data: [open], total: 1 }, page(meeting), keyPoints);
			const pagination = { total: 2, limit: 100, offset: 0 };
			expect(await resolvedWith(rows, { data: [{ id: 'c2' }], pagination }, { data: [], pagination })).toEqual([]);
			expect(changesIn(await resolvedWith(rows, page({ id: 'c1' })))).toEqual(['resolved']);
		});
	});

	test('a key without access to contacts syncs without them', async () => {
		expect(await answers(refused(403), none)).toMatchObject({ results: [], failures: [] });
	});

	test('a key without any access fails', async () => {
		expect(await answers(refused(401), refused(401))).toMatchObject({ results: [], failures: [{ details: { httpCode: 401 } }] });
	});

	test.each([{ data: [7, {}], total: 2 }, { data: [], total: 9 }])('open action items that cannot be read say nothing: %j', async (open) => {
		const { results } = await answers(open, none, { options: { output: 'together' } });
		expect(results).toEqual([expect.objectContaining({ resolved: null })]);
	});
});
