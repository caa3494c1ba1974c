import { createClient } from '../../../src/client/index.ts';
import { latestItems } from '../../../src/triggers/poll/latest.ts';
import { noFilters } from '../../../src/triggers/items/filters.ts';
import { axiosTransport } from '../../../src/transport/axios.ts';
import { otherTerms as terms } from '../../triggers/hosts.ts';
import { operationNamed, resultsOf, type CoreOptions } from '../core.ts';
import { ago, HOUR_MS, insightWorld } from './world.ts';

/** The fields that people map first, wherever an action item comes from. */
const FIRST = ['item', 'owner', 'ownerEmail', 'dueDate', 'priority', 'conversationTitle', 'conversationDate', 'conversationId', 'dueText', 'confidence', 'dedupeKey'];

test('an action item has the same fields in the same order in the trigger, Find, Sync, key points and the digest', async () => {
	const world = await insightWorld();
	try {
		const item = { item: 'Send the offer by 5 March 2031', owner: 'Uma Own', confidence: 0.9, priority: 'high' as const };
		const conversationId = await world.addMeeting({ title: 'Pilot', startTime: ago(2 * HOUR_MS), keyPoints: { actionItems: [item] } });
		const run = async (parameters: CoreOptions['parameters']) =>
			await resultsOf({ credential: world.credential, parameters: { period: 'last7Days', ...parameters, options: { withOwnerEmail: true } } });
		const insight = async (operation: string) => await run(operationNamed(operation));
		const client = createClient({ baseUrl: world.sandbox.url, transport: axiosTransport({ apiKey: world.credential.apiKey }), sleep: async () => {} });
		const seen = { recall: async () => null, keep: async () => {}, isFirst: true, isSample: false, now: Date.now(), timezone: 'UTC', terms };
		const [emitted] = await latestItems('conversation.action_items.ready', { client, filters: noFilters, withOwnerEmail: true, ...seen });
		const [digest] = await insight('getDigest');
		const found = {
			trigger: emitted?.['actionItem'],
			find: (await insight('find'))[0],
			sync: (await insight('sync'))[0],
			keyPoints: (await run({ resource: 'keyPoints', operation: 'get', conversationId, format: 'actionItems' }))[0],
			digest: Object(digest).actionItems[0].items[0],
		};
		const values = ['Send the offer by 5 March 2031', 'Uma Own', 'uma@own.example', '2031-03-05', 'high', 'Pilot', expect.any(String), conversationId, 'by 5 March 2031', 0.9, expect.any(String)];
		for (const [where, one] of Object.entries(found)) {
			const [fields, texts] = [Object.keys(Object(one)), Object.values(Object(one))].map((all) => all.slice(0, FIRST.length));
			expect([where, fields]).toEqual([where, FIRST]);
			expect([where, texts]).toEqual([where, values]);
		}
		expect(new Set(Object.values(found).map((one) => Object(one).dedupeKey)).size).toBe(1);
	} finally {
		await world.sandbox.stop();
	}
});
