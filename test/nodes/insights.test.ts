import { actionItem, ago, HOUR_MS, insightWorld, type InsightWorld } from '../operations/insight/world.ts';
import { api } from '../../src/api/index.ts';
import { jsonOf, output, runNode } from './engine.ts';
import { againstScript } from './recording.ts';

// What only n8n adds to insights: lists over all input items, and Retry On Fail.

let world: InsightWorld;
beforeEach(async () => void (world = await insightWorld()));
afterEach(() => world.sandbox.stop());

describe('Synced Before', () => {
	const asked = (syncedBefore: string) => ({ credential: world.credential, parameters: { resource: 'actionItem', operation: 'sync', syncedBefore } });

	/** The results of a first sync. */
	async function synced() {
		for (const task of ['Task 0', 'Task 1']) {
			const minutes = task === 'Task 0' ? 1 : 2;
			await world.addMeeting({ title: task, startTime: ago(minutes * 60_000), keyPoints: { actionItems: [actionItem(task)] } });
		}
		const rows = jsonOf(await output(asked('')));
		expect(rows.map(({ item }) => item)).toEqual(['Task 0', 'Task 1']);
		return rows;
	}

	test.each(['={{ $json }}', '={{ JSON.stringify($json) }}', '={{ $input.item }}', '={{ $input.all() }}'])('with one row in each input item is one sync: %s', async (syncedBefore) => {
		const items = await synced();
		expect(await output({ ...asked(syncedBefore), items })).toEqual([]);
	});

	test('with one key in each input item is one sync', async () => {
		const items = [...(await synced()), {}];
		const { result, requests } = await world.requestsOf(() => output({ ...asked('={{ $json.dedupeKey }}'), items }));
		expect(jsonOf(result).map(({ change, item }) => [change, item])).toEqual([['changed', 'Task 0'], ['changed', 'Task 1']]);
		expect(result.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }, { item: 0 }]);
		expect(requests).toBe(4);
	});

	test('left empty, says that nothing was synced before, however many items come in', async () => {
		await synced();
		expect(jsonOf(await output({ ...asked(''), items: [{}, {}, {}] })).map(({ item }) => item)).toEqual(['Task 0', 'Task 1']);
	});
});

test.each([
	['left out', {}, 1],
	['left empty', { draftedBefore: '' }, 1],
	['one of each input item', { draftedBefore: '={{ $json }}' }, 0],
	['empty in each input item', { draftedBefore: '={{ $json.nothing }}' }, 'all of its 2 entries are empty'],
])('what was drafted before, %s', async (_, options, drafts) => {
	const startTime = '2026-03-05T10:00:00Z';
	const id = await world.addMeeting({ title: 'Call', startTime, keyPoints: {} });
	const items = [{ dedupeKey: `follow_up_email:${id}` }, { dedupeKey: 'follow_up_email:another' }];
	const parameters = { resource: 'insight', operation: 'draftFollowUps', day: 'date', date: '2026-03-05', options: { withRecipients: false, ...options } };
	const drafted = output({ credential: world.credential, parameters, items });
	if (typeof drafts === 'string') await expect(drafted).rejects.toMatchObject({ message: expect.stringContaining(drafts) as string });
	else expect(await drafted).toHaveLength(drafts);
});

test('an incoming event is the input item, unless the form says otherwise', async () => {
	const start = { dateTime: ago(-HOUR_MS), timeZone: 'UTC' };
	const items = [{ id: 'ev1', summary: 'Review', start, end: start, attendees: [{ email: 'ann@acme.example' }] }];
	const parameters = { resource: 'insight', operation: 'prepareForMeeting', prepareFor: 'incoming' };
	expect(jsonOf(await output({ credential: world.credential, parameters, items }))).toMatchObject([{ event: { title: 'Review' } }]);
});

describe('Retry On Fail', () => {
	const drafting = { resource: 'insight', operation: 'draftFollowUps', day: 'date', date: '2026-03-05', options: { withRecipients: false } };
	const settings = { retryOnFail: true, maxTries: 3, waitBetweenTries: 0 };
	const creditsUsed = async () => Number(jsonOf(await output({ credential: world.credential, parameters: { resource: 'user', operation: 'getProfile' } }))[0]?.creditsUsed);

	/** One of these meetings loses the answer that has its draft. */
	async function losing(titles: readonly string[], lost: string): Promise<void> {
		world.sandbox.updateUser(world.userId, { plan: 'professional' });
		for (const title of titles) {
			const id = await world.addMeeting({ title, startTime: '2026-03-05T08:00:00.000Z' });
			if (title === lost) world.sandbox.faults.add({ kind: 'connection-reset', path: api.email.draft.path.replace('{id}', id), afterProcessing: true });
		}
	}

	test.each([undefined, 'continueErrorOutput'] as const)('does not repeat a run that has drafts and lost one (%s)', async (onError) => {
		await losing(['Call 0', 'Call 1', 'Call 2'], 'Call 1');
		const { outputs } = await runNode({ credential: world.credential, parameters: drafting, settings, ...(onError && { onError }) });
		expect(jsonOf(outputs[0]).map(({ conversationTitle }) => conversationTitle).toSorted()).toEqual(['Call 0', 'Call 2']);
		expect(await creditsUsed()).toBe(3);
	});

	test('does not repeat the only draft, whose answer was lost', async () => {
		await losing(['Call 0'], 'Call 0');
		const { error } = await runNode({ credential: world.credential, parameters: drafting, settings });
		expect(error).toMatchObject({ description: expect.stringContaining('would have used an AI credit') });
		expect(await creditsUsed()).toBe(1);
	});

	test('drafts nothing again that an earlier try drafted for another item', async () => {
		const call = (id: string) => ({ id, title: id, startTime: '2026-03-05T09:00:00.000Z', endTime: '2026-03-05T09:30:00.000Z', segmentCount: 5 });
		const list = { data: [call('a'), call('b')], pagination: { total: 2 } };
		const refused = { status: 400, body: { error: { code: 'validation_error', message: 'No' } } };
		const email = { data: { id: 'a', subject: 'Hello', body: 'Hello.' } };
		const parameters = { ...drafting, options: { withRecipients: false, draftedBefore: '={{ ["key" + $itemIndex] }}', limits: { concurrency: 1 } } };
		const script = [list, email, email, refused, list, email, email];
		const { outputs, asked } = await againstScript(script, { parameters, settings: { ...settings, maxTries: 2 }, items: [{}, {}] });
		expect(jsonOf(outputs[0]).map(({ conversationTitle }) => conversationTitle)).toEqual(['a', 'b']);
		expect(asked.filter((request) => request.startsWith('POST'))).toEqual(['POST /conversations/a/email', 'POST /conversations/b/email']);
	});
});
