import { z } from 'zod/v4';
import { connect } from '../../../packages/client/index.ts';
import { creates, searches } from '../../../packages/zapier/actions.ts';
import { actionItem, insightWorld } from '../../operations/insight/world.ts';
import { startService, type Account, type Service } from '../../nodes/trigger/account.ts';
import { authOf, describeZapier, startZapier, type Zapier } from './support/zapier.ts';

const KEY = 'action_item_sync';
const Synced = z.looseObject({
	created: z.number(),
	disappeared: z.number(),
	changes: z.array(z.looseObject({ change: z.string(), dedupeKey: z.string(), item: z.string().nullable() })),
	syncedNow: z.string(),
});

let zapier: Zapier;
let service: Service;
let account: Account;

/**
 * The Zap of the README, run according to its schedule: it looks up a cell, syncs, does something for each change, and
 * writes the cell. All steps except the sync belong to other apps.
 */
function zap(credential: Account['credential']) {
	let cell = '';
	const tasks = new Map<string, string | null>();
	return {
		tasks,
		cell: () => cell,
		async run() {
			const inputData = { period: 'last30Days', synced_before: cell };
			const [found] = z.array(Synced).parse(await zapier.call(`searches.${KEY}.operation.perform`, { authData: authOf(credential), inputData }));
			if (!found) throw new Error('A sync always returns something');
			for (const { change, dedupeKey, item } of found.changes) {
				if (change === 'disappeared') tasks.delete(dedupeKey);
				else tasks.set(dedupeKey, item);
			}
			cell = found.syncedNow;
			return found;
		},
	};
}

const keysIn = (cell: string): string[] => z.array(z.object({ dedupeKey: z.string() })).parse(JSON.parse(cell)).map(({ dedupeKey }) => dedupeKey).toSorted();

async function addMeeting(title: string): Promise<string> {
	const { conversationId } = await account.addMeeting(title);
	await account.client.keyPoints.generate({ id: conversationId });
	return conversationId;
}

test('the form and the output say what to keep', () => {
	const { operation } = searches[KEY] ?? {};
	expect(operation?.outputFields).toContainEqual(expect.objectContaining({ key: 'syncedNow', label: 'Synced Now' }));
	expect(JSON.stringify(operation?.inputFields)).toContain('What the last run returned as “Synced Now”');
	expect(Object.keys({ ...searches, ...creates })).toContain(KEY);
});

describeZapier('a Zap that keeps action items in sync', () => {
	beforeAll(async () => {
		zapier = startZapier();
		service = await startService();
	}, 60_000);
	beforeEach(() => (account = service.account('enterprise')));
	afterAll(async () => {
		zapier?.stop();
		await service?.sandbox.stop();
	});

	test('creates each task once, whatever the runs', async () => {
		await addMeeting('Planning');
		const { run, tasks, cell } = zap(account.credential);
		const firstRun = await run();
		expect(firstRun.created).toBeGreaterThan(0);
		expect(firstRun.changes).toHaveLength(firstRun.created);
		const before = new Map(tasks);
		expect(await run()).toMatchObject({ created: 0, changed: 0, disappeared: 0, changes: [], unchanged: firstRun.created });
		await addMeeting('Review');
		const third = await run();
		expect(third).toMatchObject({ created: firstRun.created, disappeared: 0 });
		expect(tasks.size).toBe(before.size + third.created);
		expect(await run()).toMatchObject({ changes: [], unchanged: tasks.size });
		// One cell of a spreadsheet holds 50,000 characters.
		expect(cell().length / tasks.size).toBeLessThan(160);
	});

	test('what is no longer there is reported once, and not kept', async () => {
		const world = await insightWorld();
		try {
			const [sent, booked] = [actionItem('Send the contract'), actionItem('Book the room')];
			const id = await world.addMeeting({ title: 'Planning', startTime: new Date().toISOString(), keyPoints: { actionItems: [sent, booked] } });
			const { run, tasks, cell } = zap(world.credential);
			expect(await run()).toMatchObject({ created: 2 });
			await world.regenerate(id, { actionItems: [sent] });
			expect(await run()).toMatchObject({ created: 0, disappeared: 1, unchanged: 1, changes: [{ change: 'disappeared' }] });
			expect([...tasks.values()]).toEqual([sent.item]);
			expect(await run()).toMatchObject({ disappeared: 0, unchanged: 1, changes: [] });
			await connect(world.credential).conversations.delete({ id });
			expect(await run()).toMatchObject({ changes: [], unchanged: 0 });
			expect(keysIn(cell())).toEqual([]);
		} finally {
			await world.sandbox.stop();
		}
	});

	test('key points that lack fields for once change nothing', async () => {
		await addMeeting('Planning');
		const { run, cell } = zap(account.credential);
		const { created } = await run();
		const before = keysIn(cell());
		service.sandbox.faults.add({ kind: 'incomplete-key-points' });
		expect(await run()).toMatchObject({ created: 0, disappeared: 0 });
		service.sandbox.faults.clear();
		expect(await run()).toMatchObject({ changes: [], unchanged: created });
		expect(keysIn(cell())).toEqual(before);
	});
});
