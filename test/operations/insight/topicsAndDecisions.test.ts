import { operationNamed, resultsOf, runCore, type CoreOptions, type Parameters } from '../core.ts';
import { actionItem, ago, HOUR_MS, insightWorld, type InsightWorld } from './world.ts';

let world: InsightWorld;
afterEach(() => world.sandbox.stop());

const given = (operation: string, parameters: Parameters, options: Partial<CoreOptions>): CoreOptions => ({ credential: world.credential, parameters: { ...operationNamed(operation), ...parameters }, ...options });
const run = (operation: string, parameters: Parameters = {}, options: Partial<CoreOptions> = {}) => resultsOf(given(operation, parameters, options));
const hintsOf = async (operation: string, parameters: Parameters, options: Partial<CoreOptions> = {}) => (await runCore(given(operation, parameters, options))).hints;

beforeEach(async () => {
	world = await insightWorld();
	await world.addMeeting({
		title: 'Acme weekly',
		startTime: ago(2 * HOUR_MS),
		keyPoints: {
			sections: [
				{ heading: 'Preços', points: ['Too high'] },
				{ heading: 'Open questions', points: ['Who signs?'] },
			],
			decisions: ['Lower the price', 'lower the price.'],
			actionItems: [actionItem('Send the offer', 'Ann')],
			participants: ['Ann Lee', 'José Pérez'],
		},
	});
	await world.addMeeting({
		title: 'Team',
		startTime: ago(3 * HOUR_MS),
		keyPoints: { decisions: ['Hire two'], actionItems: [actionItem('Call Acme', 'Ben'), actionItem('Write', '')], participants: ['Ben'] },
	});
	await world.addMeeting({ title: 'Before', startTime: ago(10 * 24 * HOUR_MS), keyPoints: { decisions: ['Wait'] } });
});

describe('Find Decisions', () => {
	test('each is one flat object that names its meeting, the participants and a key: one request per meeting', async () => {
		const { result, requests } = await world.requestsOf(() => run('findDecisions'));
		expect(requests).toBe(1 + 2);
		expect(result.map(({ decision }) => decision)).toEqual(['Lower the price', 'lower the price.', 'Hire two']);
		expect(result[0]).toEqual({
			decision: 'Lower the price',
			participants: ['Ann Lee', 'José Pérez'],
			dedupeKey: expect.stringMatching(/^d[0-9a-f]{16}$/),
			conversationId: expect.any(String),
			conversationTitle: 'Acme weekly',
			conversationDate: expect.any(String),
		});
		expect(result[1]?.dedupeKey).toBe(`${String(result[0]?.dedupeKey)}-2`);
	});

	test.each<[Parameters, string[]]>([
		[{ topic: 'acme PRECOS' }, ['Lower the price', 'lower the price.']],
		[{ topic: 'hire' }, ['Hire two']],
		[{ participant: 'perez jose' }, ['Lower the price', 'lower the price.']],
		[{ participant: 'ben', topic: 'price' }, []],
	])('%j', async (filters, expected) => {
		const all = await run('findDecisions');
		const found = await run('findDecisions', { filters });
		expect(found).toEqual(all.filter(({ decision }) => expected.includes(String(decision))));
	});

	test('hints say what the filters or Limit left out, and that there are none', async () => {
		expect(await hintsOf('findDecisions', { filters: { topic: 'rocket' } })).toEqual(['The period has 3 decisions, but none match the filters. No title, heading or result in this period contains “rocket”. Try other words, or choose a longer period. To find what was said, use Insight > Search Transcripts.']);
		expect(await hintsOf('findDecisions', { limit: 1 })).toEqual([expect.stringMatching(/^Only meetings since /), expect.stringMatching(/^2 more were found/)]);
		expect(await hintsOf('findDecisions', { period: 'lastDays', days: 1, filters: {} })).toEqual([]);
		expect(await hintsOf('findDecisions', { period: 'custom', since: '2020-01-01T00:00:00Z', until: '2020-01-02T00:00:00Z' })).toEqual([
			'No meeting in this period has saved key points. Choose a longer period.',
		]);
	});

	test('all together, with a text to read', async () => {
		const [item, ...others] = await run('findDecisions', { options: { output: 'together' } });
		expect(others).toEqual([]);
		expect(item).toMatchObject({ found: 3, complete: true, decisions: { length: 3 } });
		expect(item?.text).toMatch(/^3 decisions, .*\n\n- Acme weekly \(\d{1,2} \w+( \d{4})?, Ann Lee, José Pérez\)\n {2}- Lower the price\n/);
	});

	test('as an AI agent’s tool it returns one result, without keys', async () => {
		const [item] = await run('findDecisions', { filters: { topic: 'hire' } }, { isAgent: true });
		expect(item).toEqual({
			decisions: [
				{ conversationId: expect.any(String), conversationTitle: 'Team', conversationDate: expect.any(String), participants: ['Ben'], items: ['Hire two'] },
			],
			found: 1,
			complete: true,
		});
	});

	test('a request budget stops it, and a hint says what is left', async () => {
		const limits = { maxRequests: 2, concurrency: 1 };
		expect(await run('findDecisions', {}, { limits })).toHaveLength(2);
		expect(await hintsOf('findDecisions', { period: 'last7Days' }, { limits })).toEqual([expect.stringMatching(/^Incomplete: 1 meeting left out, because this run used up its requests/)]);
	});
});

test('action items by topic: those of meetings on it, and single ones; keys stay', async () => {
	const all = await run('find');
	expect(await run('find', { filters: { topic: 'acme' } })).toEqual(all.slice(0, 2));
	expect(await run('find', { filters: { topic: 'precos' } })).toEqual(all.slice(0, 1));
});

describe('action items all together', () => {
	const together = (more: Parameters = {}, options: Partial<CoreOptions> = {}) => run('find', { ...more, options: { output: 'together' } }, options);

	test('come with a text by owner, those without one last', async () => {
		const [item] = await together();
		expect(Object.keys(item ?? {}).slice(0, 8)).toEqual(['subject', 'text', 'html', 'markdown', 'slack', 'blocks', 'actionItems', 'found']);
		expect(String(item?.text).replace(/(?<=^3 action items, ).+/, 'DAYS').replaceAll(/\d{1,2} \w+( \d{4})?\)/g, 'DAY)')).toBe(
			[
				...['3 action items, DAYS', '', '- Ann', '  - Send the offer (high priority, Acme weekly, DAY)', '- Ben', '  - Call Acme (high priority, Team, DAY)'],
				...['- No owner', '  - Write (high priority, Team, DAY)', ''],
			].join('\n'),
		);
	});

	test('have the formats of the other reports', async () => {
		const [item] = await together();
		expect(item).toMatchObject({
			subject: expect.stringMatching(/^3 action items, \d{1,2}.* \d{4}$/),
			html: expect.stringMatching(/<li[^>]*>.*Send the offer/s),
			slack: expect.stringContaining('    ◦ Send the offer'),
			markdown: expect.stringMatching(/^# 3 action items, .*\n\n- \*\*Ann\*\*\n {2}- Send the offer/),
		});
	});

	test('say in their title what they are about, in each language', async () => {
		const of = async (operation: string, language: string, more: Parameters) => (await run(operation, { period: 'custom', since: '2026-10-27T00:00:00Z', until: '2026-11-27T00:00:00Z', ...more, options: { output: 'together', language } }, { timezone: 'UTC' }))[0]?.subject;
		const filters = { topic: 'pricing' };
		expect(await of('findDecisions', 'en', { filters })).toBe('0 decisions on “pricing”, 27 October – 26 November 2026');
		expect(await of('find', 'de', { filters })).toBe('0 Aufgaben zu „pricing“, 27. Oktober – 26. November 2026');
		expect(await of('find', 'es', { filters })).toMatch(/^0 tareas sobre «pricing», 27 de octubre.* 26 de noviembre/);
		expect(await of('searchTranscripts', 'fr', { query: 'pricing' })).toMatch(/^0 .* sur « pricing », 27 octobre/);
		expect(await of('searchTranscripts', 'pt', { query: 'pricing' })).toMatch(/^0 .* sobre “pricing”, 27 de outubro/);
	});

	test('say what a limit or a budget left out', async () => {
		const [limited] = await together({ limit: 1 });
		expect(limited?.text).toMatch(/^1 action item, .*\n.*\nNot included:\n- 2 more action items\n$/s);
		const [stopped] = await together({}, { limits: { maxRequests: 2, concurrency: 1 } });
		expect(stopped?.text).toMatch(/\nNot included:\n- 1 meeting left out\n$/);
		const [decisions] = await run('findDecisions', { limit: 1, options: { output: 'together' } });
		expect(decisions?.text).toMatch(/^1 decision, .*\n.*\nNot included:\n- 2 more decisions\n$/s);
	});

	test('are one result also if there are none', async () => {
		const [item, ...others] = await together({ filters: { topic: 'rocket' } });
		expect(others).toEqual([]);
		expect(item).toMatchObject({ text: expect.stringMatching(/^0 action items on “rocket”, .*\n$/), actionItems: [], found: 0 });
	});
});

describe('a digest', () => {
	test('has topics, open questions, participants and totals, in the text too', async () => {
		const [item] = await run('getDigest');
		expect(item).toMatchObject({
			topics: [{ topics: ['Preços'] }],
			openQuestions: [{ questions: ['Who signs?'] }],
			participants: [{ name: 'Ann Lee', meetings: 1 }, { name: 'Ben' }, { name: 'José Pérez' }],
			totals: { meetings: 2, decisions: 3, actionItems: 3 },
			previous: null,
		});
		expect(item?.markdown).toContain('**2** meetings · **3** decisions · **3** action items');
		expect(item?.markdown).toContain('  - Preços');
		expect(item?.markdown).toContain('## Open questions\n\n- **Acme weekly** (');
		expect(item?.markdown).not.toMatch(/\d{4}-\d\d-\d\d/);
	});

	test('of a topic says so in its title, and a hint says if there is nothing', async () => {
		const [item] = await run('getDigest', { filters: { topic: 'hire' } });
		expect(item?.markdown).toContain('# Meetings on “hire”, ');
		expect(item?.meetings).toEqual([expect.objectContaining({ conversationTitle: 'Team' })]);
		expect(await hintsOf('getDigest', { filters: { topic: 'rocket' } })).toEqual([expect.stringMatching(/^No meetings on “rocket” were found/)]);
	});

	test('compares with the period before when asked, for one request per meeting in it', async () => {
		const { result, requests } = await world.requestsOf(() => run('getDigest', { options: { compare: true } }));
		expect(requests).toBe(1 + 2 + 1);
		expect(result[0]?.previous).toMatchObject({ complete: true, totals: { meetings: 1, decisions: 1 } });
		expect(result[0]?.markdown).toContain('**2** meetings (+1)');
		expect(result[0]?.text).toMatch(/Compared with .+\./);
		const limits = { maxRequests: 3, concurrency: 1 };
		expect(await hintsOf('getDigest', { options: { compare: true } }, { limits })).toEqual([
			'Not all meetings of the previous period were read, so its totals are too low.',
		]);
	});

	test('of the last days takes any number of them', async () => {
		const meetingsOf = async (days: number) => (await run('getDigest', { period: 'lastDays', days }))[0]?.totals;
		expect(await meetingsOf(1)).toMatchObject({ meetings: 2 });
		expect(await meetingsOf(11)).toMatchObject({ meetings: 3 });
	});
});
