import { operationNamed, resultsOf, type CoreOptions, type Parameters } from '../core.ts';
import { actionItem, ago, HOUR_MS, insightWorld, type InsightWorld } from './world.ts';

let world: InsightWorld;
let id: string;
afterEach(() => world.sandbox.stop());

const run = (operation: string, parameters: Parameters = {}, options: Partial<CoreOptions> = {}) =>
	resultsOf({ credential: world.credential, parameters: { ...operationNamed(operation), ...parameters }, ...options });

beforeEach(async () => {
	world = await insightWorld();
	id = await world.addMeeting({
		title: 'Acme weekly',
		startTime: ago(2 * HOUR_MS),
		text: 'Ann: Hello everybody.\nBen: The budget is too high, so we lower it by a tenth.\nAnn: Fine. I send the offer to Acme on Friday.\n',
		keyPoints: {
			sections: [{ heading: 'Budget', points: ['The budget is too high'] }],
			decisions: ['Lower the budget by a tenth', 'Hire two engineers in Lisbon'],
			actionItems: [actionItem('Send the offer to Acme on Friday', 'Ann')],
		},
	});
	await world.addMeeting({ title: 'Team', startTime: ago(3 * HOUR_MS), keyPoints: {} });
});

const budget = { quote: 'The budget is too high, so we lower it by a tenth.', speaker: 'Ben', index: 1 };
const offer = { quote: 'Fine. I send the offer to Acme on Friday.', speaker: 'Ann', index: 2 };
const withEvidence = { options: { withEvidence: true } };

test.each<[string, Parameters, object[]]>([
	['findDecisions', withEvidence, [{ evidence: budget }, { evidence: null }]],
	['find', withEvidence, [{ evidence: offer }]],
	['sync', withEvidence, [{ change: 'created', evidence: offer }]],
	['getDigest', withEvidence, [{ evidence: [{ kind: 'decision', ...budget }, { kind: 'actionItem', ...offer }] }]],
])('%s takes one more request for each meeting that has something to look for', async (operation, parameters, expected) => {
	const without = await world.requestsOf(() => run(operation));
	expect(JSON.stringify(without.result)).not.toContain('"evidence"');
	const { result, requests } = await world.requestsOf(() => run(operation, parameters));
	expect(result).toMatchObject(expected);
	// A sync also reads which items are open.
	const more = operation === 'sync' ? 1 : 0;
	expect([without.requests, requests]).toEqual([1 + 2 + more, 1 + 2 + more + 1]);
});

test.each([
	['markdown', /budget by a tenth\[\^1\]\n[\s\S]*\n\[\^1\]: 00:00:\d\d Ben: “The budget is too high/],
	['html', /budget by a tenth<sup>\[1\]<\/sup>[\s\S]*<ol[^>]*>\n<li>00:00:\d\d Ben: “The budget is too high/],
	['slack', /budget by a tenth\n +↳ 00:00:\d\d Ben: “The budget is too high/],
	['text', /budget by a tenth\n +↳ 00:00:\d\d Ben: “The budget is too high/],
])('a digest and key points in %s show it', async (format, shown) => {
	const [digest] = await run('getDigest', withEvidence);
	expect(digest?.[format]).toMatch(shown);
	const parameters = { resource: 'keyPoints', operation: 'get', conversationId: id, ...withEvidence };
	const [keyPoints] = await resultsOf({ credential: world.credential, parameters });
	expect(keyPoints?.[format]).toMatch(/00:00:\d\d Ben: “The budget is too high/);
});

test('key points as an object list it for each text, and each action item has its own', async () => {
	const ofFormat = (format: string) =>
		resultsOf({ credential: world.credential, parameters: { resource: 'keyPoints', operation: 'get', conversationId: id, format, ...withEvidence } });
	expect((await ofFormat('object'))[0]?.['evidence']).toMatchObject([
		{ kind: 'point', text: 'The budget is too high', ...budget },
		{ kind: 'decision', text: 'Lower the budget by a tenth', ...budget },
		{ kind: 'actionItem', text: 'Send the offer to Acme on Friday', ...offer },
	]);
	expect(await ofFormat('actionItems')).toMatchObject([{ evidence: offer }]);
});

test('the user is named in it, since others read it', async () => {
	await world.addMeeting({
		title: 'Own',
		startTime: ago(HOUR_MS),
		text: 'local: We move the office to Porto in May.\nBen: Good.\nlocal: Bye.\n',
		keyPoints: { decisions: ['Move the office to Porto in May'] },
	});
	const [digest] = await run('getDigest', withEvidence);
	const name = 'Uma Own';
	expect(digest?.['evidence']).toContainEqual(expect.objectContaining({ quote: 'We move the office to Porto in May.', speaker: name }));
	expect(digest?.['text']).toContain(`${name}: “We move the office`);
});

test('a sync in which nothing changed takes no request for evidence', async () => {
	const [change] = await run('sync');
	const { result, requests } = await world.requestsOf(() => run('sync', { syncedBefore: JSON.stringify([change]), ...withEvidence }));
	expect(result).toEqual([]);
	expect(requests).toBe(1 + 1 + 2);
});

test('a request limit leaves out evidence and nothing else', async () => {
	const limits = { maxRequests: 3, concurrency: 1 };
	expect(await run('findDecisions', withEvidence, { limits })).toMatchObject([{ decision: 'Lower the budget by a tenth', evidence: null }, { evidence: null }]);
});

test('an AI agent gets it, too', async () => {
	const [item] = await run('findDecisions', withEvidence, { isAgent: true });
	expect(item).toMatchObject({ decisions: [{ items: [{ evidence: budget }, { decision: 'Hire two engineers in Lisbon', evidence: null }] }] });
});
