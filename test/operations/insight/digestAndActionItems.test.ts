import { operationNamed, resultsOf, runCore, type CoreOptions, type Parameters } from '../core.ts';
import { actionItem, ago, counting, HOUR_MS, insightWorld, type InsightWorld } from './world.ts';

let world: InsightWorld;
beforeEach(async () => void (world = await insightWorld()));
afterEach(() => world.sandbox.stop());

const insight = (operation: string, more: Parameters = {}): CoreOptions['parameters'] => ({
	...operationNamed(operation),
	...more,
});

const run = (parameters: CoreOptions['parameters'], options: Partial<CoreOptions> = {}) =>
	resultsOf({ credential: world.credential, parameters, ...options });

const hintsOf = async (parameters: CoreOptions['parameters'], options: Partial<CoreOptions> = {}) =>
	(await runCore({ credential: world.credential, parameters, ...options })).hints;

async function addMeetings(count: number): Promise<void> {
	for (let index = 0; index < count; index++) {
		await world.addMeeting({
			title: `Meeting ${index}`,
			startTime: ago((index + 1) * 60_000),
			keyPoints: { decisions: [`Decision ${index}`], actionItems: [actionItem(`Task ${index}`)] },
		});
	}
}

describe.each([
	[0, 1],
	[1, 2],
	[101, 103],
	[250, 253],
])('%i meetings take %i requests', (count, expected) => {
	test('a digest: one item with everything in it', async () => {
		await addMeetings(count);
		const { result, requests } = await world.requestsOf(() => run(insight('getDigest')));
		expect(requests).toBe(expected);
		expect(result).toHaveLength(1);
		expect(result[0]).toMatchObject({ complete: true, stoppedBy: null, resumeAt: null, failed: [] });
		expect(result[0]?.meetings).toHaveLength(count);
		expect(result[0]?.decisions).toHaveLength(count);
	});

	test('action items: one item each, Return All takes no more than Limit', async () => {
		await addMeetings(count);
		const all = await world.requestsOf(() => run(insight('find')));
		expect(all.requests).toBe(expected);
		expect(all.result.map(({ item }) => item)).toEqual(Array.from({ length: count }, (_, index) => `Task ${index}`));
		expect(new Set(all.result.map(({ dedupeKey }) => dedupeKey)).size).toBe(count);
		const some = await world.requestsOf(() => run(insight('find', { limit: 5 })));
		expect(some).toEqual({ requests: expected, result: all.result.slice(0, 5) });
	});
});

describe('periods', () => {
	const find = (period: Parameters) => run(insight('find', period));

	test('named periods count back from now, a custom one is in the workflow’s time zone', async () => {
		const old = ago(20 * 24 * HOUR_MS);
		await world.addMeeting({ title: 'New', startTime: ago(HOUR_MS), keyPoints: { actionItems: [actionItem('new')] } });
		await world.addMeeting({ title: 'Old', startTime: old, keyPoints: { actionItems: [actionItem('old')] } });
		expect((await find({})).map(({ item }) => item)).toEqual(['new']);
		expect((await find({ period: 'last30Days' })).map(({ item }) => item)).toEqual(['new', 'old']);
		const until = new Date(Date.parse(old) + 1).toISOString();
		expect((await find({ period: 'custom', since: old, until })).map(({ item }) => item)).toEqual(['old']);
		expect((await find({ period: 'custom', since: until, until: '' })).map(({ item }) => item)).toEqual(['new']);
	});

	test('a custom period needs its start, others ignore it', async () => {
		const withoutStart = find({ period: 'custom', since: '' });
		await expect(withoutStart).rejects.toMatchObject({ message: '“From” cannot be used: it is empty.' });
		expect(await find({ period: 'today', since: 'not a date' })).toEqual([]);
	});

	test.each([
		['getDigest', {}],
		['find', {}],
		['searchTranscripts', { query: 'pilot' }],
	])('%s: the same day at both ends is a moment without meetings, and refused', async (operation, more) => {
		await world.addMeeting({ title: 'That day', startTime: '2026-03-05T09:00:00.000Z', keyPoints: { actionItems: [actionItem('new')] } });
		await expect(run(insight(operation, { period: 'custom', since: '2026-03-05', until: '2026-03-05', ...more }))).rejects.toMatchObject({
			message: '“To” cannot be used: it must be later than the start of the period. To include a whole day, enter the day after it.',
		});
	});
});

describe('action items', () => {
	beforeEach(async () => {
		await world.addMeeting({
			title: 'Émile / 会議',
			startTime: '2026-03-05T09:00:00.000Z',
			keyPoints: {
				actionItems: [
					actionItem('Send the offer to ACME', 'José Pérez', 'high'),
					actionItem('Call them', 'Ann', 'low'),
					actionItem('call them.', 'Ben', 'medium'),
				],
			},
		});
	});

	const period = { period: 'custom', since: '2026-03-01T00:00:00', until: '2026-03-31T00:00:00' };
	const find = (more: Parameters, options?: Partial<CoreOptions>) =>
		run(insight('find', { ...period, ...more }), options);

	test('each is one flat object that names its meeting', async () => {
		const [first] = await find({});
		expect(first).toEqual({
			item: 'Send the offer to ACME',
			owner: 'José Pérez',
			priority: 'high',
			confidence: 0.9,
			dueDate: null,
			dueText: null,
			dedupeKey: expect.stringMatching(/^a[0-9a-f]{16}$/),
			conversationId: expect.any(String),
			conversationTitle: 'Émile / 会議',
			conversationDate: '2026-03-05T09:00:00.000Z',
			participants: [],
		});
	});

	test.each<[Parameters, string[]]>([
		[{ owner: 'perez' }, ['Send the offer to ACME']],
		[{ priority: ['low', 'medium'] }, ['Call them', 'call them.']],
		[{ text: 'acme OFFER' }, ['Send the offer to ACME']],
		[{ text: 'call', owner: 'ben' }, ['call them.']],
	])('%j', async (filters, expected) => {
		expect((await find({ filters })).map(({ item }) => item)).toEqual(expected);
	});

	test('filters change no key, even for repeated texts, and the keys equal those of Key Points', async () => {
		const all = await find({});
		expect(all.map(({ dedupeKey }) => String(dedupeKey).length)).toEqual([17, 17, 19]);
		expect(await find({ filters: { owner: 'Ben' } })).toEqual(all.slice(2));
		const conversationId = String(all[0]?.conversationId);
		const ofOne = await run({ resource: 'keyPoints', operation: 'get', conversationId, format: 'actionItems' });
		expect(ofOne.map(({ dedupeKey }) => dedupeKey)).toEqual(all.map(({ dedupeKey }) => dedupeKey));
	});

	test('all in one item, with a list of what was left out', async () => {
		const [item, ...others] = await find({ limit: 2, options: { output: 'together' } });
		expect(others).toEqual([]);
		expect(item).toMatchObject({ found: 3, complete: true, left: { meetings: [], unlisted: 0 }, withoutKeyPoints: [] });
		expect(item?.actionItems).toHaveLength(2);
	});

	test('a hint says when the filters exclude all action items', async () => {
		expect(await find({ filters: { owner: 'Nobody' } })).toEqual([]);
		expect(await hintsOf(insight('find', { ...period, filters: { owner: 'Nobody' } }))).toEqual([
			'The period has 3 action items, but none match the filters.',
		]);
	});

	test.each<[Parameters, string, boolean]>([
		[{ owner: 'Samira' }, '2 action items of 1 meeting belong to a participant who is not named. To get those of meetings with “Samira” too, set “Participant” to “Samira” and “Owner Contains” to not me.', true],
		[{ owner: 'Samira', participant: 'Samira' }, '2 action items of 1 meeting belong to a participant who is not named. To get them too, set “Owner Contains” to not me.', false],
		[{ owner: 'Nora, Lena' }, '2 action items of 1 meeting belong to a participant who is not named. “Owner Contains” takes one name.', true],
		[{ owner: 'Samira', priority: ['low'] }, '1 action item of 1 meeting belongs to a participant who is not named. To get those of meetings with “Samira” too, set “Participant” to “Samira” and “Owner Contains” to not me.', true],
	])('%j: what belongs to somebody who is not named may be hers, so something may be missing though all was read', async (filters, expected, complete) => {
		const named = [actionItem('Count the beds', 'remote', 'high'), actionItem('Tell the ward', 'Speaker 2', 'low'), actionItem('Send the plan', 'Me')];
		await world.addMeeting({ title: 'Clinic', startTime: '2026-03-06T09:00:00.000Z', keyPoints: { actionItems: named, participants: ['Samira', 'remote'] } });
		const parameters = insight('find', { ...period, filters, options: { output: 'together' } });
		const { results, hints, isIncomplete } = await runCore({ credential: world.credential, parameters });
		expect({ results, isIncomplete }).toMatchObject({ results: [{ actionItems: [], complete }], isIncomplete: true });
		expect(hints).toContain(expected);
	});

	test.each(['me', 'not me', 'uma', 'Own', 'Speaker', 'Ann'])('%s: who is not named is somebody else, or found by that, or there is none', async (owner) => {
		const items = owner === 'Ann' ? [actionItem('Count the beds', 'Ann')] : [actionItem('Count the beds', 'Speaker 2')];
		await world.addMeeting({ title: 'Clinic', startTime: '2026-03-06T09:00:00.000Z', keyPoints: { actionItems: items } });
		const [item] = await find({ filters: { owner }, options: { output: 'together' } });
		expect(item).toMatchObject({ complete: true, found: ['me', 'uma', 'Own'].includes(owner) ? 0 : expect.any(Number) });
	});

	test('a hint says that Limit left some out', async () => {
		expect(await hintsOf(insight('find', { ...period, limit: 1 }))).toEqual([
			expect.stringMatching(/^2 more were found/),
		]);
	});
});

test('a digest says which meetings have no transcript, as after a failed recording', async () => {
	await addMeetings(1);
	world.sandbox.recordFailedMeeting(world.userId, { title: 'Silent', startTime: ago(HOUR_MS), error: 'no audio' });
	for (const isAgent of [false, true]) {
		const [item] = await run(insight('getDigest'), { isAgent });
		expect(String(item?.[isAgent ? 'text' : 'markdown']).split('\n').flatMap((line) => /(Meeting 0|Silent.*)$/.exec(line)?.[1] ?? [])).toEqual(expect.arrayContaining(['Silent (without a transcript)', 'Meeting 0']));
	}
});

describe('the requests of a run', () => {
	test('a request budget stops it: it returns what it read, what is left and when to continue', async () => {
		await addMeetings(4);
		const parameters = insight('getDigest');
		const options = { limits: { maxRequests: 3, concurrency: 1 } };
		const { result, requests } = await world.requestsOf(() => run(parameters, options));
		expect(requests).toBe(3);
		expect(result[0]).toMatchObject({ complete: false, stoppedBy: 'budget', resumeAt: expect.stringMatching(/Z$/) });
		expect(result[0]?.markdown).toContain('## Not included\n\n- 2 meetings left out');
		const head = result[0] ?? {};
		for (const text of [head['text'], head['html'], head['markdown'], JSON.stringify(head['blocks'])]) expect(text).toContain('Decisions and action items are those of 2 of 4 meetings. Times are in');
		expect(result[0]?.left).toEqual({
			meetings: [
				expect.objectContaining({ conversationTitle: 'Meeting 2' }),
				expect.objectContaining({ conversationTitle: 'Meeting 3' }),
			],
			unlisted: 0,
		});
		expect(await hintsOf(parameters, options)).toEqual([
			'Incomplete: 2 meetings left out, because this run used up its requests. Change “Requests and Credits” under “Options” to allow more, or ask for less at once.',
		]);
	});

	test('all items share one budget and what was read, and each returns a result', async () => {
		await addMeetings(4);
		const ask = async (maxRequests: number) => {
			const { result, requests } = await world.requestsOf(() => run(insight('getDigest'), { items: [{}, {}, {}], limits: { maxRequests, concurrency: 1 } }));
			return [requests, ...result.map(({ complete }) => complete)];
		};
		expect(await ask(7)).toEqual([1 + 4, true, true, true]);
		expect(await ask(4)).toEqual([4, false, false, false]);
	});

	test('the hourly limit stops it before a request is refused, and it says when to continue', async () => {
		await addMeetings(3);
		world.sandbox.updateUser(world.userId, { plan: 'starter' });
		while ((await world.requestsLeft()) > 2);
		const options = { limits: { concurrency: 1, patienceMs: 0 } };
		const { results: [item], hints } = await runCore({ credential: world.credential, parameters: insight('getDigest'), ...options });
		expect(item).toMatchObject({ complete: false, stoppedBy: 'limit', resumeAt: expect.stringMatching(/:00:00\.000Z$/) });
		expect(item?.decisions).toHaveLength(1);
		expect(item?.left).toMatchObject({ meetings: { length: 2 } });
		expect(hints).toContainEqual(
			expect.stringMatching(/this hour’s requests are used up\. Run it again on [A-Z]\w{2} \d{1,2} \w+( \d{4})?, \d\d:\d\d \S+\.$/),
		);
	});

	test.each([
		['getDigest', {}],
		['findDecisions', {}],
		['find', { options: { output: 'together' } }],
		['find', { options: { output: 'owner' } }],
		['sync', { options: { output: 'together' } }],
		['searchTranscripts', { query: 'hello', options: { output: 'together' } }],
		['prepareForMeeting', { prepareFor: 'topic', topic: 'hello' }],
		['prepareForMeeting', { prepareFor: 'calendarEvent', calendarEventId: 'event_1' }],
	])('%s fails where no meeting could be listed in this hour, and says when to try again: nothing is not “no meetings”', async (operation, more) => {
		await addMeetings(1);
		world.sandbox.updateUser(world.userId, { plan: 'starter' });
		while ((await world.requestsLeft()) > 0);
		for (const isAgent of [false, true]) {
			const { results, failures } = await runCore({ credential: world.credential, isAgent, parameters: insight(operation, { period: 'last7Days', ...more }), limits: { patienceMs: 0 } });
			expect({ results, failures }).toEqual({ results: [], failures: [expect.objectContaining({ message: expect.stringMatching(/requests/), description: expect.stringMatching(/\d\d:\d\d/), details: expect.objectContaining({ code: 'rate_limited' }) })] });
		}
	});

	test('a text says until when something is missing, and gives no figure of what was not read', async () => {
		await addMeetings(3);
		world.sandbox.updateUser(world.userId, { plan: 'starter' });
		while ((await world.requestsLeft()) > 1);
		const [item] = await run(insight('getDigest'), { limits: { concurrency: 1, patienceMs: 0 } });
		expect(item?.markdown).toMatch(/\*\*3\*\* meetings\n/);
		expect(item?.markdown).not.toMatch(/\b0\b\W* (?:decision|action item)s/);
		expect(item?.markdown).toMatch(/## Not included\n\n- 3 meetings left out \(run it again on [A-Z]\w{2} \d{1,2} \w+( \d{4})?, \d\d:\d\d \S+\)\n/);
	});

	test('all requests of all items together stay within “Items at Once”', async () => {
		await addMeetings(12);
		const front = await counting(world.sandbox.url);
		const credential = { ...world.credential, baseUrl: front.url };
		expect(await run(insight('getDigest'), { credential, items: [{}, {}, {}], limits: { concurrency: 3 } })).toHaveLength(3);
		await front.stop();
		expect(front.peak()).toBe(3);
	});
});

test('meetings without key points are listed, in the text too, and a hint says how to generate them', async () => {
	const conversationId = await world.addMeeting({ title: 'Bare', startTime: ago(HOUR_MS) });
	const [item] = await run(insight('getDigest'));
	expect(item?.markdown).toContain('## Not included\n\n- Bare (no key points)');
	expect(item?.withoutKeyPoints).toEqual([expect.objectContaining({ conversationId, conversationTitle: 'Bare' })]);
	expect(item).toMatchObject({ complete: true, stoppedBy: null });
	expect(await hintsOf(insight('getDigest'))).toEqual([expect.stringMatching(/^1 meeting had no saved key points and is missing here: “Bare”\. Key Points > Get or Generate/)]);
});

test('a failing item does not stop the others', async () => {
	const items = [{ since: ago(HOUR_MS) }, { since: 'nonsense' }, { since: ago(-HOUR_MS) }];
	const { results, failures } = await runCore({ credential: world.credential, parameters: insight('getDigest', { period: 'custom' }), items });
	expect(results).toHaveLength(1);
	expect(failures).toMatchObject([
		{ item: 1, details: { code: 'invalid_input', field: 'From' } },
		{ item: 2, details: { code: 'invalid_input', field: 'From' } },
	]);
});

test('meeting titles cannot break the digest’s markup, in any format', async () => {
	await world.addMeeting({
		title: '<b>*Review* | 会議',
		startTime: ago(60_000),
		keyPoints: {
			decisions: ['Ship & <script>'],
			actionItems: [actionItem('Send\nit', '', 'low'), actionItem('Call', 'Ann')],
			importantDates: [{ date: '2026-12-01', context: 'Launch' }],
		},
	});
	const [digest] = await run(insight('getDigest'));
	expect(Object.keys(digest ?? {}).slice(0, 6)).toEqual(['subject', 'text', 'html', 'markdown', 'slack', 'blocks']);
	const { subject, text, html, markdown, slack, blocks } = { ...digest };
	expect(subject).toMatch(/^Meetings, .* \d{4}$/);
	expect(String(markdown).split('\n').filter((line) => line.startsWith('#'))).toEqual([
		expect.stringMatching(/^# Meetings, \d{1,2}( \w+)?( \d{4})?( – |–)\d{1,2} \w+ \d{4}$/),
		'## Meetings',
		'## Decisions',
		'## Action items',
		'## Important dates',
	]);
	expect(markdown).toContain('- **Ann**\n  - Call (high priority, ');
	expect(markdown).toContain('- **No owner**\n  - Send it (low priority, ');
	expect(html).toContain('Ship &amp; &lt;script&gt;');
	expect(slack).toContain('&lt;b&gt;');
	expect(text).toContain('Launch (<b>*Review* | 会議)');
	expect(blocks).toMatchObject([
		{ type: 'header', text: { type: 'plain_text' } },
		{ type: 'section', fields: [{ text: '*1* meeting' }, { text: '*1* decision' }, { text: '*2* action items' }] },
		{ type: 'context' },
		...['Meetings', 'Decisions', 'Action items', 'Important dates'].flatMap((heading) => [
			{ type: 'divider' },
			{ type: 'section', text: { type: 'mrkdwn', text: expect.stringContaining(`*${heading}*\n`) } },
		]),
	]);
});

describe('as an AI agent’s tool', () => {
	test('a digest is its text and the IDs to continue with', async () => {
		await addMeetings(30);
		const [item] = await run(insight('getDigest'), { isAgent: true });
		const fields = ['complete', 'conversations', 'since', 'text', 'until'];
		expect(Object.keys(item ?? {}).toSorted()).toEqual(fields);
		expect(item?.conversations).toHaveLength(30);
	});

	test('action items come in one result, without keys', async () => {
		await addMeetings(1);
		expect(await run(insight('find'), { isAgent: true })).toEqual([
			{
				actionItems: [
					{
						conversationId: expect.any(String),
						conversationTitle: 'Meeting 0',
						conversationDate: expect.any(String),
						items: [{ item: 'Task 0', owner: 'Ann', priority: 'high' }],
					},
				],
				found: 1,
				complete: true,
			},
		]);
	});
});
