import { createAccount } from '../../../src/limits/index.ts';
import { resultsOf, runCore, type CoreOptions, type Parameters } from '../core.ts';
import { ago, HOUR_MS, insightWorld, type InsightWorld } from './world.ts';

let world: InsightWorld;
afterEach(() => world.sandbox.stop());

const asked = { resource: 'insight', operation: 'searchTranscripts', query: 'budget' };
const given = (parameters: Parameters, options: Partial<CoreOptions>): CoreOptions => ({ credential: world.credential, parameters: { ...asked, ...parameters }, ...options });
const run = (parameters: Parameters = {}, options: Partial<CoreOptions> = {}) => resultsOf(given(parameters, options));
const hintsOf = async (parameters: Parameters, options: Partial<CoreOptions> = {}) => (await runCore(given(parameters, options))).hints;

beforeEach(async () => {
	world = await insightWorld();
	await world.addMeeting({ title: 'Acme weekly', startTime: ago(2 * HOUR_MS), text: 'Uma: Hello.\nBen: The budget is too high.\nUma: We lower it.\n' });
	await world.addMeeting({ title: 'Team', startTime: ago(3 * HOUR_MS), text: 'Ann: Hi.\nUma: No budget yet.\nAnn: Our budgets are late.\n' });
	await world.addMeeting({ title: 'Before', startTime: ago(10 * 24 * HOUR_MS), text: 'Ann: An old budget.\n' });
});

test('each passage is one flat object with its meeting: one request per meeting in the period', async () => {
	const { result, requests } = await world.requestsOf(() => run({ limit: 50 }));
	expect(requests).toBe(1 + 2);
	expect(result.map(({ conversationTitle, text }) => [conversationTitle, text])).toEqual([
		['Acme weekly', 'The budget is too high.'],
		['Team', 'No budget yet.'],
		['Team', 'Our budgets are late.'],
	]);
	expect(Object.keys(result[0] ?? {})).toEqual([
		...['speaker', 'text', 'time', 'startSeconds', 'timestamp', 'index', 'before', 'after'],
		...['conversationTitle', 'conversationDate', 'conversationId', 'cursor'],
	]);
});

test('the user is named, as in transcripts and evidence, for one request more where they speak in what is found', async () => {
	const segments = [['local', 'Is the rocket ready?'], ['Ben', 'The rocket flies.'], ['local', 'Good.']].map(([speaker, text], index) => ({ speaker, text, timestamp: ago(HOUR_MS - index * 60_000) }));
	await world.addMeeting({ title: 'Rocket', startTime: ago(HOUR_MS), text: JSON.stringify({ data: { id: 'conv_1', segments } }) });
	const { result, requests } = await world.requestsOf(() => run({ query: 'rocket' }));
	expect(requests).toBe(1 + 3 + 1);
	expect(result).toMatchObject([
		{ speaker: 'Uma Own', before: '', after: 'Ben: The rocket flies.' },
		{ speaker: 'Ben', before: 'Uma Own: Is the rocket ready?', after: 'Uma Own: Good.' },
	]);
	expect(await run({ query: 'rocket' }, { limits: { maxRequests: 2, concurrency: 1 } })).toMatchObject([{ speaker: 'Me' }, { speaker: 'Ben' }]);
});

test('a hint names the meetings without a transcript', async () => {
	world.sandbox.recordFailedMeeting(world.userId, { title: 'Failed recording', startTime: ago(HOUR_MS), error: 'no audio' });
	expect(await hintsOf({})).toContain('1 meeting has no transcript: “Failed recording”.');
});

test.each<[Parameters, number]>([
	[{ filters: { speaker: 'me' } }, 1],
	[{ filters: { speaker: 'Uma' } }, 1],
	[{ filters: { speaker: 'uma own' } }, 1],
	[{ filters: { title: 'weekly ACME' } }, 1],
	[{ query: '"budgets are"' }, 1],
	[{ query: 'rocket' }, 0],
	[{ period: 'lastDays', days: 12 }, 4],
])('%j finds %i', async (parameters, count) => {
	expect(await run(parameters)).toHaveLength(count);
});

test('a hint says that there is more, and the cursor of the last passage continues', async () => {
	expect(await hintsOf({ period: 'last7Days', limit: 1 })).toEqual([expect.stringMatching(/^There may be more in 1 meeting\. To continue, put the “cursor” of the last passage into “Continue After”\.$/)]);
	const [first] = await run({ limit: 1 });
	const rest = await run({ options: { cursor: String(first?.cursor) } });
	expect(rest.map(({ text }) => text)).toEqual(['No budget yet.', 'Our budgets are late.']);
	expect(await hintsOf({ options: { cursor: String(rest.at(-1)?.cursor) } })).toEqual([expect.stringMatching(/^Nothing was found in 1 transcript since /)]);
});

test('a hint says from when on meetings were searched, unless the period was chosen', async () => {
	const since = expect.stringMatching(/^Only meetings since \d+ \w+( \d+)? were read\.$/);
	expect(await hintsOf({})).toEqual([since]);
	expect(await hintsOf({ period: 'last7Days' })).toEqual([]);
	expect(await hintsOf({ days: 7, period: 'lastDays' })).toEqual([]);
});

test('hints say what was not searched, and why nothing was found', async () => {
	expect(await hintsOf({ period: 'last7Days' }, { limits: { maxRequests: 2, concurrency: 1 } })).toEqual([
		expect.stringMatching(/^Incomplete: 1 meeting left out, because this run used up its requests/),
	]);
	expect(await hintsOf({ query: 'rocket' })).toEqual([expect.stringMatching(/^Nothing was found in 2 transcripts since .*\. Choose a longer period\. An asterisk/)]);
	const past = { period: 'custom', since: ago(4 * HOUR_MS), until: ago(HOUR_MS) };
	expect(await hintsOf({ query: 'rocket', ...past })).toEqual([expect.stringMatching(/^Nothing was found in 2 transcripts of .*\d{4}\. Choose/)]);
	expect(await hintsOf({ query: 'rocket fuel' })).toEqual([expect.stringMatching(/Choose a longer period, or fewer words, since all must be within 40 words of each other\./)]);
	expect(await hintsOf({ filters: { title: 'rocket' } })).toEqual([expect.stringMatching(/^No meeting in this period has a transcript and matches the filters/)]);
});

test('all together, with a text to read and where to continue', async () => {
	const [item, ...others] = await run({ limit: 1, options: { output: 'together' } });
	expect(others).toEqual([]);
	expect(item).toMatchObject({ passages: { length: 1 }, complete: false, cursor: expect.any(String), searched: expect.any(Number) });
	expect(item?.text).toMatch(/^1 passage on “budget[^”]*”, .*\n\n- Acme weekly \(.+\)\n {2}- Ben: The budget is too high\. \(00:00:\d\d\)\n\nNot included:\n- 1 meeting left out\n$/);
});

test('as an AI agent’s tool it returns one result, and a second question about the same meetings takes one request', async () => {
	const agent = { isAgent: true, account: createAccount() };
	const [item] = await run({}, agent);
	expect(item).toMatchObject({ passages: [{ items: { length: expect.any(Number) } }, { items: { length: expect.any(Number) } }], complete: true, searched: 2 });
	const { result, requests } = await world.requestsOf(() => run({ query: 'lower' }, agent));
	expect(requests).toBe(1);
	expect(result).toMatchObject([{ passages: [{ conversationTitle: 'Acme weekly', items: [{ text: 'We lower it.' }] }] }]);
});
