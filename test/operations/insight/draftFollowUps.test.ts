import { terms } from '../../../nodes/shared/terms.ts';
import { api } from '../../../src/api/index.ts';
import { fieldsOf } from '../../../src/format/index.ts';
import { createClient } from '../../../src/client/index.ts';
import { createAccount } from '../../../src/limits/index.ts';
import { createSession } from '../../../src/operations/session.ts';
import { draftFollowUps } from '../../../src/operations/resources/insight/draftFollowUps.ts';
import { axiosTransport } from '../../../src/transport/axios.ts';
import { account } from '../../reports/support/account.ts';
import { againstScript, operationNamed, resultsOf, runCore, type CoreOptions, type Parameters } from '../core.ts';
import { insightWorld, type InsightWorld } from './world.ts';

let world: InsightWorld;
beforeEach(async () => {
	world = await insightWorld();
	// 33 a day of 100 a month.
	world.sandbox.updateUser(world.userId, { plan: 'professional' });
});
afterEach(() => world.sandbox.stop());

const DATE = '2026-03-05';
const at = (time: string): string => `${DATE}T${time}.000Z`;

const asked = ({ options, ...more }: Parameters = {}): CoreOptions['parameters'] => ({
	resource: 'insight',
	operation: 'draftFollowUps',
	day: 'date',
	date: DATE,
	...more,
	options: { withRecipients: false, ...fieldsOf(options) },
});

/** A host with an error output. */
const run = (more: Parameters = {}, options: Partial<CoreOptions> = {}) => runCore({ credential: world.credential, parameters: asked(more), ...options });
/** Runs on a host without an error output. */
const drafts = (more: Parameters = {}, options: Partial<CoreOptions> = {}) =>
	resultsOf({ credential: world.credential, parameters: asked(more), wantsFailures: false, ...options });
const titles = (items: readonly { conversationTitle?: unknown }[]) => items.map(({ conversationTitle }) => conversationTitle);

const hintsOf = async (more: Parameters = {}, options: Partial<CoreOptions> = {}) => (await run(more, { wantsFailures: false, ...options })).hints;

/** Meetings from 08:00 UTC, one an hour: Call 0, Call 1, … */
async function addCalls(count: number): Promise<string[]> {
	const ids: string[] = [];
	for (let index = 0; index < count; index++) {
		const startTime = new Date(Date.parse(at('08:00:00')) + index * 60_000).toISOString();
		ids.push(await world.addMeeting({ title: `Call ${index}`, startTime }));
	}
	return ids;
}

async function creditsUsed(): Promise<number> {
	const [profile] = await resultsOf({ credential: world.credential, parameters: { resource: 'user', operation: 'getProfile' } });
	return Number(profile?.creditsUsed);
}

test.each([
	[0, 1],
	[1, 2],
	[101, 103],
	[250, 253],
])('%i meetings take %i requests and a credit each', async (count, requests) => {
	world.sandbox.updateUser(world.userId, { plan: 'enterprise' });
	await addCalls(count);
	const all = await world.requestsOf(() => drafts({ maxDrafts: count + 1 }));
	expect(all.requests).toBe(requests);
	expect(titles(all.result)).toEqual(Array.from({ length: count }, (_, index) => `Call ${index}`));
	expect(new Set(all.result.map(({ dedupeKey }) => dedupeKey)).size).toBe(count);
});

test('each draft is one item that names its conversation', async () => {
	const [conversationId] = await addCalls(1);
	expect(await drafts()).toEqual([
		{
			id: conversationId,
			dedupeKey: `follow_up_email:${conversationId}`,
			conversationId,
			conversationTitle: 'Call 0',
			conversationDate: at('08:00:00'),
			subject: expect.stringMatching(/./),
			body: expect.any(String),
			text: expect.stringMatching(/./),
			html: expect.stringContaining('<p>'),
			keyPoints: expect.any(Array),
			actionItems: expect.any(Array),
			generatedAt: expect.any(String),
			// The meeting has no calendar event and no participant with a full name.
			recipients: [],
			recipientsFrom: null,
			to: null,
		},
	]);
});

test('the tone reaches the AI', async () => {
	await addCalls(1);
	const texts = [];
	for (const tone of ['casual', 'professional']) texts.push((await drafts({ options: { tone } }))[0]?.text);
	expect(texts[0]).not.toBe(texts[1]);
});

describe('what is drafted', () => {
	test('only conversations of that day in the workflow’s time zone, which is Berlin’s', async () => {
		for (const [title, startTime] of [
			['before', '2026-03-04T22:59:59.999Z'],
			['first', '2026-03-04T23:00:00.000Z'],
			['last', '2026-03-05T22:59:59.999Z'],
			['after', '2026-03-05T23:00:00.000Z'],
		]) {
			await world.addMeeting({ title: title ?? '', startTime: startTime ?? '' });
		}
		expect(titles(await drafts())).toEqual(['first', 'last']);
		expect(titles(await drafts({ date: '2026-03-05T23:30:00Z' }))).toEqual(['after']);
	});

	test.each<[string, (keys: readonly string[], ids: readonly string[]) => unknown]>([
		['keys', (keys) => keys],
		['keys as JSON', (keys) => JSON.stringify(keys)],
		['keys between commas', (keys) => keys.join(', ')],
		['IDs of conversations', (_, ids) => ids],
		['rows in a list', (keys) => [keys.map((dedupeKey) => ({ dedupeKey }))]],
		['JSON of rows in a list', (keys) => ['', JSON.stringify(keys.map((dedupeKey) => ({ dedupeKey })))]],
		['rows', (keys) => keys.map((dedupeKey) => ({ dedupeKey, id: 7 }))],
		['rows of conversations', (_, ids) => ids.map((conversationId) => ({ conversationId }))],
		['items', (keys) => keys.map((dedupeKey) => ({ json: { dedupeKey }, pairedItem: { item: 0 } }))],
		['keys among nulls and duplicates', (keys) => [null, '', {}, ...keys, ...keys, { json: {} }]],
	])('not what %s say was drafted before', async (_, given) => {
		const ids = (await addCalls(3)).slice(0, 2);
		const keys = ids.map((id) => `follow_up_email:${id}`);
		expect(titles(await drafts({ options: { draftedBefore: given(keys, ids) } }))).toEqual(['Call 2']);
		expect(await creditsUsed()).toBe(1);
	});

	test.each<[unknown, string]>([
		['[{', 'it contains text that is no valid JSON, perhaps because it was cut off'],
		[{ a: 1 }, 'one of its entries has no “dedupeKey” (it has “a”)'],
		['[{"dedupeKey":"follow_up_email:c1"},{"id":7}]', 'one of its entries has no “dedupeKey” (it has “id”)'],
		['[{"dedupeKey":"a4aa072144a27b403"}]', '“a4aa072144a27b403” is not the “dedupeKey” of an earlier result'],
		['Follow-up: Call 0', 'it contains text that is neither keys nor JSON'],
		[['Call', 'Other'], 'it contains text that is neither keys nor JSON'],
		['[object Object]', 'it contains text that is no valid JSON, perhaps because it was cut off'],
		[[[undefined, undefined]], 'all of its 2 entries are empty'],
		['undefined', 'it contains text that is neither keys nor JSON'],
	])('nothing, if the list of what was drafted before is %j', async (draftedBefore, reason) => {
		await addCalls(1);
		await expect(drafts({ options: { draftedBefore } })).rejects.toMatchObject({
			message: `“Drafted Before” cannot be used: ${reason}. It takes a list of what earlier runs returned, each entry with its “dedupeKey”, or that list as JSON. Leave it empty the first time.`,
		});
		expect(await creditsUsed()).toBe(0);
	});

	test.each<unknown>(['', '[]', [], null, undefined, [{ json: {}, pairedItem: { item: 0 } }], [[]]])(
		'all, if nothing was drafted before: %j',
		async (draftedBefore) => {
			await addCalls(1);
			expect(await drafts({ options: { draftedBefore } })).toHaveLength(1);
		},
	);

	test('no conversation without a transcript, and none that is not over; hints say so', async () => {
		await addCalls(1);
		world.sandbox.recordFailedMeeting(world.userId, { title: 'Silent', startTime: at('09:00:00'), error: 'no audio' });
		const hints = ['1 meeting skipped: 1 without a transcript (“Silent”).'];
		expect(await hintsOf()).toEqual(hints);
		expect(titles(await drafts())).toEqual(['Call 0']);
	});

	test('none shorter than Minimum Minutes', async () => {
		await addCalls(1);
		expect(await drafts({ options: { minMinutes: 600 } })).toEqual([]);
		expect(await drafts({ options: { minMinutes: 0 } })).toHaveLength(1);
	});

	test('no more than Max Drafts, and a hint says what is left', async () => {
		await addCalls(3);
		expect(titles(await drafts({ maxDrafts: 2 }))).toEqual(['Call 0', 'Call 1']);
		expect(await creditsUsed()).toBe(2);
		expect(await hintsOf({ maxDrafts: 2 })).toEqual([
			'1 follow-up was not drafted (“Call 2”), because “Max Drafts” is reached.',
		]);
	});

	test('each conversation once, however many input items ask for it', async () => {
		await addCalls(2);
		const items = Array.from({ length: 4 }, () => ({}));
		expect(titles(await drafts({}, { items }))).toEqual(['Call 0', 'Call 1']);
		expect(await creditsUsed()).toBe(2);
		const tones = [{ maxDrafts: 1 }, { maxDrafts: 2 }];
		expect(titles(await drafts({}, { items: tones }))).toEqual(['Call 0', 'Call 1']);
		expect(await creditsUsed()).toBe(4);
	});

	test('inputs that ask for the same list the meetings once, and a hint says so', async () => {
		await addCalls(1);
		const { result, requests } = await world.requestsOf(() => run({}, { items: [{}, {}, {}], wantsFailures: false }));
		expect(titles(result.results)).toEqual(['Call 0']);
		expect(result.hints).toEqual(['Several inputs asked for the same drafts, so this ran once for all of them.']);
		expect(requests).toBe(2);
	});

	test('an empty day gives no items and a hint', async () => {
		expect(await drafts()).toEqual([]);
		expect(await hintsOf()).toEqual(['There are no meetings to follow up on 5 March 2026. Choose another day.']);
	});

	test.each([', ', '\n', ' '])('chosen meetings may be written with %j between them, and behind them', async (sign) => {
		const ids = await addCalls(3);
		expect(titles(await drafts({ meetings: 'chosen', conversationIds: `${ids.slice(0, 2).join(sign)}${sign}` }))).toEqual(['Call 0', 'Call 1']);
	});

	test.each(['[]', ' [ ] ', []])('no chosen meetings give no items, and a hint that says why: %j', async (conversationIds) => {
		await addCalls(1);
		expect(await hintsOf({ meetings: 'chosen', conversationIds })).toEqual(['“Conversations” is an empty list, so nothing is drafted.']);
		expect(await drafts({ meetings: 'chosen', conversationIds })).toEqual([]);
	});

	test.each([
		['', '“Date” cannot be used: it is empty.'],
		['soon', expect.stringMatching(/^“Date” cannot be used/)],
		['2999-01-01', '“Date” cannot be used: it must not be in the future.'],
	])('a date of “%s” is refused', async (date, message) => {
		await expect(drafts({ date })).rejects.toMatchObject({ message });
	});
});

describe('what stops it', () => {
	test('the credits to reserve: what was drafted is kept, and the rest is named', async () => {
		await addCalls(5);
		const reserve = { limits: { reserveCredits: 98 } };
		expect(titles(await drafts({}, reserve))).toEqual(['Call 0', 'Call 1']);
		expect(await creditsUsed()).toBe(2);
		world.sandbox.useCreditsInApplication(world.userId, 0);
		expect(await hintsOf({}, { limits: { reserveCredits: 97 } })).toEqual([
			'4 follow-ups were not drafted (“Call 1”, “Call 2”, “Call 3”, “Call 4”), because only 97 AI credits are left and 97 are reserved.',
		]);
	});

	test('the credits to reserve, before anything is drafted: it fails, and nothing is spent', async () => {
		await addCalls(1);
		await expect(drafts({}, { limits: { reserveCredits: 100 } })).rejects.toMatchObject({
			message: 'Only 100 AI credits are left and 100 are reserved, so nothing was spent.',
		});
		expect(await creditsUsed()).toBe(0);
	});

	test('the day’s credits', async () => {
		await addCalls(2);
		world.sandbox.useCreditsInApplication(world.userId, 32);
		const { result, requests } = await world.requestsOf(() => drafts());
		expect(titles(result)).toEqual(['Call 0']);
		expect(requests).toBe(3);
	});

	test('the requests of the run', async () => {
		await addCalls(4);
		const limits = { limits: { maxRequests: 3 } };
		const { result, requests } = await world.requestsOf(() => drafts({}, limits));
		expect(titles(result)).toEqual(['Call 0', 'Call 1']);
		expect(requests).toBe(3);
		expect(await hintsOf({}, limits)).toEqual([
			'2 follow-ups were not drafted (“Call 2”, “Call 3”), because this run has used up its 3 requests.',
		]);
		await expect(drafts({}, { limits: { maxRequests: 1 } })).rejects.toMatchObject({ message: 'This run has used up its 1 request.' });
	});

	test.each<[string, object, string]>([
		['a key that was revoked', { status: 401, body: { error: { code: 'unauthorized', message: 'No' } } }, 'the service refused the API key'],
		[
			'the hour’s requests',
			{ status: 429, headers: { 'retry-after': '1800' }, body: { error: { code: 'rate_limited', message: 'No' } } },
			'because the requests or the time are used up, run it again on ',
		],
	])('%s: what was drafted is kept, and nothing more is sent', async (_, refusal, reason) => {
		const call = (id: string) => ({ id, title: id, startTime: at('08:00:00'), endTime: at('09:00:00'), segmentCount: 9 });
		const email = { data: { id: 'a', subject: 'S', body: 'B' } };
		const script = [{ data: ['a', 'b', 'c'].map(call), pagination: { total: 3 } }, email, refusal];
		const parameters = asked({ options: { output: 'together' } });
		const { results, asked: requests } = await againstScript(script, { parameters, limits: { patienceMs: 0 } });
		const [item] = results;
		expect(item).toMatchObject({ drafts: [{ conversationId: 'a' }], notDrafted: [{ conversationId: 'b' }, { conversationId: 'c' }] });
		expect(item?.text).toContain(reason);
		expect(requests).toHaveLength(3);
	});

	test('with an error output, each conversation that was left out is there, with its key', async () => {
		const ids = await addCalls(3);
		const { results, failures } = await run({}, { limits: { reserveCredits: 99 } });
		expect(titles(results)).toEqual(['Call 0']);
		expect(failures.map(({ details }) => details)).toEqual(
			ids.slice(1).map((conversationId) =>
				expect.objectContaining({ code: 'credits_reserved', conversationId, dedupeKey: `follow_up_email:${conversationId}` }),
			),
		);
	});

	test('several days: the reserve that ends the second loses nothing of the first', async () => {
		await addCalls(2);
		await world.addMeeting({ title: 'Next day', startTime: '2026-03-06T09:00:00.000Z' });
		const items = [{ date: '2026-03-05' }, { date: '2026-03-06' }];
		expect(titles(await drafts({}, { items, limits: { reserveCredits: 98 } }))).toEqual(['Call 0', 'Call 1']);
	});
});

const path = api.email.draft.path;

test('a caller that stops has paid for nothing that it did not get, and the next input has its turn', async () => {
	const opened = await account();
	try {
		const startTime = new Date(opened.clock.now() - 7_200_000).toISOString();
		for (const title of ['a', 'b', 'c']) await opened.addMeeting({ title, startTime });
		const { client } = opened.connect();
		const used = async () => (await client.user.profile()).data.apiUsage.aiGenerations.used;
		const before = await used();
		const session = createSession({ account: createAccount(), limits: { concurrency: 5 }, connect: (options) => opened.connect(options).client, isAgent: false, now: opened.clock.now, sleep: async () => {}, terms, timezone: 'UTC' });
		for (const paid of [1, 2]) {
			for await (const _ of draftFollowUps.run(session.item(), { valueOf: (input) => (input === 'draftedBefore' ? [`key${paid}`] : undefined), toInstant: () => null })) break;
			expect((await used()) - before).toBe(paid);
		}
	} finally {
		await opened.stop();
	}
});

test('drafts are kept where a limit cuts the search for the recipients of others', async () => {
	await addCalls(2);
	const limits = { failsIfCut: true, limits: { maxRequests: 4 } };
	expect(titles(await drafts({ options: { withRecipients: true } }, limits))).toEqual(['Call 0']);
	expect(await creditsUsed()).toBe(1);
});

describe('a failure in the middle', () => {
	test('keeps the other drafts; a lost answer is reported, and never repeated', async () => {
		const [, second] = await addCalls(3);
		world.sandbox.faults.add({ kind: 'connection-reset', path: path.replace('{id}', second ?? ''), afterProcessing: true });
		const { results, failures } = await run();
		expect(titles(results)).toEqual(['Call 0', 'Call 2']);
		expect(failures).toEqual([
			expect.objectContaining({
				description: expect.stringContaining('The request may have been processed, which would have used an AI credit.'),
				details: expect.objectContaining({ code: 'no_answer', creditAtRisk: true, conversationId: second }),
			}),
		]);
		expect(await creditsUsed()).toBe(3);
	});

	test('without an error output, a hint says it', async () => {
		const [, second] = await addCalls(3);
		world.sandbox.faults.add({ kind: 'connection-reset', path: path.replace('{id}', second ?? ''), afterProcessing: true });
		expect(titles(await drafts())).toEqual(['Call 0', 'Call 2']);
		expect(await creditsUsed()).toBe(3);
		expect(await hintsOf()).toEqual([
			'The draft for “Call 1” failed: The connection was closed before the answer was complete. It may have used an AI credit.',
		]);
	});

	test('the only one: it fails', async () => {
		await addCalls(1);
		world.sandbox.faults.add({ kind: 'connection-reset', path, afterProcessing: true });
		const drafting = drafts();
		await expect(drafting).rejects.toMatchObject({ description: expect.stringContaining('would have used an AI credit') });
		expect(await creditsUsed()).toBe(1);
	});

	test('a conversation deleted meanwhile does not stop the others', async () => {
		const call = (id: string) => ({ id, title: id, startTime: at('08:00:00'), endTime: at('09:00:00'), segmentCount: 9 });
		const refused = { status: 404, body: { error: { code: 'not_found', message: 'No' } } };
		const email = { data: { id: 'b', subject: 'S', body: 'B' } };
		const script = [{ data: [call('a'), call('b')], pagination: { total: 2 } }, refused, email];
		const { results, asked: requests } = await againstScript(script, { parameters: asked(), limits: { patienceMs: 0 }, wantsFailures: false });
		expect(titles(results)).toEqual(['b']);
		expect(requests.slice(1)).toEqual(['POST /conversations/a/email', 'POST /conversations/b/email']);
	});

	test('items that ask for the same each say why it failed', async () => {
		const refused = { status: 403, body: { error: { code: 'forbidden', message: 'No' } } };
		for (const operation of ['draftFollowUps', 'sync']) {
			const options = { parameters: { ...asked(), ...operationNamed(operation) }, items: [{}, {}], limits: { concurrency: 1 } };
			const { failures } = await againstScript([refused, refused, refused, refused], options);
			expect(failures.map(({ item, message }) => [item, message])).toEqual([[0, 'No.'], [1, 'No.']]);
		}
	});

	test('after three answers were lost, nothing more is risked', async () => {
		await addCalls(6);
		world.sandbox.faults.add({ kind: 'internal-error', path, afterProcessing: true });
		const { results } = await run();
		expect(results).toEqual([]);
		expect(await creditsUsed()).toBe(3);
	});
});

describe('all together', () => {
	test('the drafts, what was left out and why, and a text about it', async () => {
		const ids = await addCalls(4);
		world.sandbox.recordFailedMeeting(world.userId, { title: 'Silent <b>', startTime: at('09:00:00'), error: 'no audio' });
		const more = { output: 'together', draftedBefore: JSON.stringify([ids[0]]) };
		const [item, ...others] = await drafts({ options: more }, { limits: { reserveCredits: 98 } });
		expect(others).toEqual([]);
		expect(item).toMatchObject({ date: DATE, complete: false, stoppedBy: 'creditReserve', failed: [] });
		expect(item?.drafts).toHaveLength(2);
		expect(item?.skipped).toEqual([
			expect.objectContaining({ conversationId: ids[0], reason: 'draftedBefore' }),
			expect.objectContaining({ conversationTitle: 'Silent <b>', reason: 'noTranscript' }),
		]);
		expect(item?.notDrafted).toEqual([expect.objectContaining({ conversationId: ids[3] })]);
		const html = String(item?.['html']);
		expect(html).toContain('>Follow-up emails for 5 March 2026</h1>');
		for (const heading of ['Drafted', 'Not drafted', 'Skipped']) expect(html).toContain(`>${heading}</h2>`);
		expect(html).toContain('Silent &lt;b&gt;');
	});

	test('why a draft failed, in the language of the text', async () => {
		const [, second] = await addCalls(3);
		world.sandbox.faults.add({ kind: 'connection-reset', path: path.replace('{id}', second ?? ''), afterProcessing: true });
		const [item] = await drafts({ options: { output: 'together', language: 'de' } });
		expect(item?.['text']).toContain('Call 1: keine lesbare Antwort des Dienstes (hat eventuell ein KI-Guthaben verbraucht)');
	});

	test('as Slack blocks', async () => {
		await addCalls(1);
		const [item] = await drafts({ options: { output: 'together' } });
		expect(item?.blocks).toContainEqual({ type: 'section', text: { type: 'mrkdwn', text: expect.stringContaining('*Drafted*') } });
	});
});

test('an AI agent gets short drafts in one result', async () => {
	const [conversationId] = await addCalls(2);
	const [item, ...others] = await drafts({ maxDrafts: 1 }, { isAgent: true });
	expect(others).toEqual([]);
	expect(item).toEqual({
		drafts: [{ conversationId, conversationTitle: 'Call 0', subject: expect.any(String), text: expect.any(String) }],
		notDrafted: [{ conversationId: expect.any(String), conversationTitle: 'Call 1' }],
		because: '“Max Drafts” is reached',
		complete: false,
	});
});

describe('Today and Yesterday', () => {
	const sessionOf = (opened: Awaited<ReturnType<typeof account>>, timezone: string, signal = new AbortController().signal) => {
		const apiKey = opened.sandbox.createKey(opened.userId);
		return createSession({
			account: createAccount(),
			limits: { concurrency: 2, patienceMs: 0 },
			connect: (options) => createClient({ baseUrl: opened.sandbox.url, transport: axiosTransport({ apiKey, signal }), ...options }),
			isAgent: false,
			now: opened.clock.now,
			sleep: async () => {},
			terms,
			timezone,
		});
	};

	// The clock shows 2026-03-13T12:00Z: already the 14th on Kiritimati (UTC+14), still the 13th in Los Angeles (UTC-7).
	test.each([
		['Pacific/Kiritimati', 'today', ['10:00:00']],
		['Pacific/Kiritimati', 'yesterday', ['06:59:59', '07:00:00', '09:59:59']],
		['America/Los_Angeles', 'today', ['07:00:00', '09:59:59', '10:00:00']],
		['America/Los_Angeles', 'yesterday', ['06:59:59']],
	])('in %s, %s', async (timezone, day, expected) => {
		const opened = await account();
		try {
			for (const time of ['06:59:59', '07:00:00', '09:59:59', '10:00:00']) {
				await opened.addMeeting({ title: time, startTime: `2026-03-13T${time}Z` });
			}
			const session = sessionOf(opened, timezone);
			const found: unknown[] = [];
			const values: Readonly<Record<string, unknown>> = { day };
			for await (const { json } of draftFollowUps.run(session, { valueOf: (input) => values[input], toInstant: () => null })) found.push(json);
			expect(found).toEqual(expected.map((conversationTitle) => expect.objectContaining({ conversationTitle })));
		} finally {
			await opened.stop();
		}
	});

	test.each([undefined, 5])('a conversation that is not over yet is left for later (Minimum Minutes: %s)', async (minMinutes) => {
		const opened = await account();
		try {
			await opened.addMeeting({ title: 'Now', startTime: '2026-03-13T11:59:59.999Z' });
			const session = sessionOf(opened, 'UTC');
			const valueOf = (input: string) => (input === 'minMinutes' ? minMinutes : undefined);
			for await (const _ of draftFollowUps.run(session, { valueOf, toInstant: () => null })) throw new Error('It was drafted');
			expect(session.hints.messages(null, session.timezone)).toEqual(['1 meeting skipped: 1 not finished yet (“Now”).']);
		} finally {
			await opened.stop();
		}
	});

	test('a run that is stopped drafts nothing more', async () => {
		const opened = await account();
		try {
			for (const title of ['a', 'b', 'c']) await opened.addMeeting({ title, startTime: '2026-03-13T09:00:00Z' });
			opened.sandbox.faults.add({ kind: 'slow-first-byte', path: api.email.draft.path, delayMs: 60_000 });
			const isAsked = (): boolean => (opened.sandbox.faults.list()[0]?.injected ?? 0) > 0;
			const stop = new AbortController();
			const drafting = draftFollowUps.run(sessionOf(opened, 'UTC', stop.signal), { valueOf: () => undefined, toInstant: () => null }).next();
			const ended = expect(drafting).rejects.toMatchObject({ problem: { kind: 'noAnswer', reason: 'aborted' } });
			while (!isAsked()) await new Promise((resolve) => setImmediate(resolve));
			stop.abort();
			await ended;
			expect(opened.sandbox.faults.list()[0]?.injected).toBe(1);
		} finally {
			await opened.stop();
		}
	});
});
