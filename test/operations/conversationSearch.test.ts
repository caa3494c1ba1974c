import { controls } from '../../sandbox/control/index.ts';
import { rateLimitHeaders } from '../../src/api/index.ts';
import { againstScript, resultsOf, runCore, type CoreOptions, type Parameters } from './core.ts';
import { actionItem, ago, HOUR_MS, insightWorld, type InsightWorld } from './insight/world.ts';

const conversation = (index: number) => ({
	id: `conv_${index}`,
	title: `Meeting ${index}`,
	startTime: '2026-10-01T10:00:00Z',
	endTime: '2026-10-01T11:00:00Z',
	duration: 60,
	segmentCount: 10,
	linkedCalendarEventId: null,
});
const page = (from: number, to: number, total: number) => ({
	data: Array.from({ length: to - from }, (_, index) => conversation(from + index)),
	pagination: { total, limit: 100, offset: from },
});
const pages = [page(0, 100, 250), page(100, 200, 250), page(200, 250, 250)];

describe('Get', () => {
	const get = (conversationId: string, filters: Parameters = {}) => ({
		parameters: { resource: 'conversation', operation: 'get', conversationId, filters },
	});
	/** Looks for many, one item each. */
	const getEach = (ids: readonly string[]) => ({ ...get(''), items: ids.map((conversationId) => ({ conversationId })) });

	test('reads the list page by page, as the service has it, until it is found', async () => {
		const { results, asked } = await againstScript(pages, get('conv_142'));
		expect(results).toEqual([conversation(142)]);
		expect(asked).toEqual(['GET /conversations?limit=100&offset=0', 'GET /conversations?limit=100&offset=100']);
	});

	test('one on the first page takes one request, and filters are left to the service', async () => {
		const { asked } = await againstScript([page(0, 100, 250)], get('conv_99', { search: 'Meeting', since: '2026-09-01T00:00:00Z' }));
		expect(asked).toEqual(['GET /conversations?limit=100&offset=0&search=Meeting&since=2026-09-01T00%3A00%3A00.000Z']);
	});

	test('many items read each page once, in whatever order they look', async () => {
		const wanted = [249, 3, 142, 3, 100];
		const { results, asked } = await againstScript(pages, getEach(wanted.map((index) => `conv_${index}`)));
		expect(results).toEqual(wanted.map(conversation));
		expect(asked).toHaveLength(3);
	});

	test('an ID that is on no page is an error that says what to check, for this item alone', async () => {
		const { results, failures, asked } = await againstScript(pages, getEach(['conv_x', 'conv_7']));
		expect(results).toEqual([conversation(7)]);
		expect(failures).toEqual([
			{
				item: 0,
				message: 'No conversation with the ID “conv_x” was found.',
				description: expect.stringMatching(/Check the ID\. Conversation > Get Many returns the existing IDs/),
				details: { httpCode: 404, code: 'not_found' },
			},
		]);
		expect(asked).toHaveLength(3);
		const filtered = await againstScript([page(0, 1, 1)], get('conv_x', { search: 'Other' }));
		expect(filtered.failures).toEqual([expect.objectContaining({ description: expect.stringMatching(/^Remove the filters, or check the ID/) })]);
	});

	test('a page that cannot be read is not taken for the end of the list', async () => {
		const broken = { status: 400, headers: { [rateLimitHeaders.remaining]: '9' }, body: { error: { code: 'validation_error', message: 'No' } } };
		const { results, failures } = await againstScript([pages[0] ?? {}, broken, ...pages], getEach(['conv_1', 'conv_142', 'conv_143']));
		expect(results).toEqual([conversation(1), conversation(143)]);
		expect(failures).toEqual([expect.objectContaining({ item: 1, details: expect.objectContaining({ httpCode: 400 }) })]);
	});
});

describe('in an account', () => {
	let world: InsightWorld;
	beforeEach(async () => void (world = await insightWorld()));
	afterEach(() => world.sandbox.stop());

	const met = (title: string, hours: number, participants?: string[]) =>
		world.addMeeting({ title, startTime: ago(hours * HOUR_MS), ...(participants && { keyPoints: { participants } }) });

	async function getMany(filters: Parameters = {}, more: Parameters = {}, limits: CoreOptions['limits'] = {}) {
		const parameters = { resource: 'conversation', operation: 'getAll', filters, ...more };
		const { results, failures, hints } = await runCore({ credential: world.credential, parameters, limits });
		expect(failures).toEqual([]);
		return { items: results, titles: results.map(({ title }) => title), hints };
	}

	test('a participant is found in saved key points, whatever the case and accents, with one request for each conversation', async () => {
		await met('With Zoe', 4, ['Uma', 'Zoë Ng']);
		await met('With Ben', 3, ['Uma', 'Ben']);
		await met('Not known', 2);
		const { result, requests } = await world.requestsOf(() => getMany({ participant: ' zoe ' }));
		expect(result.titles).toEqual(['With Zoe']);
		expect(result.hints).toEqual([expect.stringMatching(/^It is not known who took part in 1 meeting, which was left out: there is no calendar event, and no saved key points that name people\. Key Points > Get or Generate creates those of 1 meeting that has none/)]);
		// The list, the contacts of this name and the key points.
		expect(requests).toBe(1 + 1 + 3);
		expect((await getMany({ participant: 'Zoe', search: 'Ben' })).hints).toEqual([
			'Searched 1 meeting: none was with “Zoe”, as far as is known. A company is found by its email domain, such as acme.com, or by a word of it.',
		]);
	});

	test('a recording that could not be transcribed has none that an AI credit could create', async () => {
		await world.sandbox.perform(controls.meetings.recordFailed, { title: 'Nothing heard', startTime: ago(HOUR_MS), error: 'No audio' });
		const { hints } = await getMany({ participant: 'zoe' });
		expect(hints.join()).not.toMatch(/AI credit/);
	});

	test('conversations whose key points cannot be read are not said to have none, and a service that is down is left alone', async () => {
		const failing = { status: 400, headers: { [rateLimitHeaders.remaining]: '900' }, body: { error: { code: 'odd', message: 'No' } } };
		const search = async (size: number, script: readonly object[]) => {
			const parameters = { resource: 'conversation', operation: 'getAll', filters: { participant: 'Zoe' } };
			const { failures, hints, asked } = await againstScript([{ status: 200, headers: {}, body: page(0, size, size) }, ...script], { parameters, limits: { concurrency: 2 } });
			expect(failures).toEqual([]);
			return { hints, requests: asked.length };
		};
		const one = await search(1, [failing]);
		expect(one.hints).toEqual([expect.stringMatching(/^1 conversation could not be read and was left out \(“[^”]+”\)\. Run it again in a few minutes\.$/), expect.stringMatching(/^Incomplete: some calendar events or contacts were not read/)]);
		const down = await search(20, Array.from({ length: 20 }, () => failing));
		expect(down.requests).toBe(1 + 1 + 6);
		expect(down.hints).toEqual([
			expect.stringMatching(/^Incomplete: only the first 6 conversations were searched, because too many requests failed/),
			expect.stringMatching(/^6 conversations could not be read and were left out/),
			expect.stringMatching(/^Incomplete: some calendar events or contacts were not read/),
		]);
		const cut = await againstScript([{ status: 200, headers: {}, body: page(0, 20, 20) }, ...Array.from({ length: 20 }, () => failing)], { parameters: { resource: 'conversation', operation: 'getAll', filters: { participant: 'Zoe' } }, limits: { concurrency: 2 }, failsIfCut: true });
		expect(cut.failures).toEqual([
			{ item: 0, message: 'Incomplete: only the first 6 conversations were searched, because too many requests failed. Run it again in a few minutes.', description: '', details: { code: 'incomplete' } },
		]);
	});

	test('reading stops once there are enough, and at the limits of the run, which keeps what was found', async () => {
		for (let hours = 1; hours <= 12; hours++) await met(`Meeting ${hours}`, hours, ['Zoe']);
		const enough = await world.requestsOf(() => getMany({ participant: 'Zoe' }, { limit: 1 }));
		expect(enough.result.titles).toEqual(['Meeting 1']);
		expect(enough.requests).toBeLessThanOrEqual(1 + 1 + 5);
		const limited = await world.requestsOf(() => getMany({ participant: 'Zoe' }, {}, { maxRequests: 4 }));
		expect(limited.result.titles).toEqual(['Meeting 1', 'Meeting 2']);
		expect(limited.result.hints).toEqual([expect.stringMatching(/^Incomplete: only the first 2 conversations were searched, because this run used up its requests/)]);
		expect(limited.requests).toBe(4);
	});

	const including = (...include: string[]) => ({ options: { include } });

	test('saved results are included on request, with one request for each, and are null where there are none', async () => {
		await met('With Ben', 3, ['Ben']);
		await met('Without', 2);
		await met('With Zoe', 1, ['Zoë Ng']);
		const { result, requests } = await world.requestsOf(() => getMany({}, including('keyPoints', 'transcript')));
		expect(result.items).toEqual([
			expect.objectContaining({ title: 'With Zoe', keyPoints: expect.objectContaining({ keypoints: expect.objectContaining({ participants: ['Zoë Ng'] }) }), transcript: expect.objectContaining({ segments: expect.any(Array) }) }),
			expect.objectContaining({ title: 'Without', keyPoints: null, transcript: expect.objectContaining({ segments: expect.any(Array) }) }),
			expect.objectContaining({ title: 'With Ben', keyPoints: expect.objectContaining({ keypoints: expect.objectContaining({ participants: ['Ben'] }) }) }),
		]);
		expect(result.hints).toEqual([]);
		expect(requests).toBe(1 + 3 * 2);
		const [plain] = (await getMany()).items;
		expect(Object.keys(result.items[0] ?? {})).toEqual([...Object.keys(plain ?? {}), 'keyPoints', 'transcript']);
		expect(plain).not.toHaveProperty('keyPoints');
		expect((await getMany({}, including('feedback'))).items[0]).toMatchObject({ feedback: null });
	});

	test('saved results are read for what is returned only, and a run that is used up says what is missing', async () => {
		for (let hours = 1; hours <= 4; hours++) await met(`Meeting ${hours}`, hours, ['Zoe']);
		const one = await world.requestsOf(() => getMany({}, { limit: 1, ...including('transcript') }));
		expect(one).toMatchObject({ result: { titles: ['Meeting 1'] }, requests: 1 + 1 });
		const searched = await getMany({ participant: 'zoe' }, { limit: 2, ...including('keyPoints') });
		expect(searched.items).toEqual([expect.objectContaining({ title: 'Meeting 1', keyPoints: expect.anything() }), expect.objectContaining({ title: 'Meeting 2' })]);
		const limited = await getMany({}, including('keyPoints'), { maxRequests: 3 });
		expect(limited.titles).toEqual(['Meeting 1', 'Meeting 2']);
		expect(limited.hints).toEqual([expect.stringMatching(/^Incomplete: only the first 2 conversations were returned, because this run used up its requests/)]);
	});

	test('open action items by contact and age take one request', async () => {
		const at = (title: string, days: number, email: string) =>
			world.addMeeting({ title, startTime: ago(days * 24 * HOUR_MS), attendees: [{ name: 'Zoë Ng', email }], keyPoints: { actionItems: [actionItem(title)] } });
		await at('Old', 20, 'zoe@acme.example');
		await at('New', 1, 'zoe@acme.example');
		await at('Other', 0.9, 'ben@harbour.example');
		const open = (filters: Parameters) =>
			world.requestsOf(async () => {
				const parameters = { resource: 'actionItem', operation: 'getOpen', filters };
				return (await resultsOf({ credential: world.credential, parameters })).map(({ item }) => item);
			});
		expect(await open({ contact: 'ACME' })).toEqual({ result: ['Old', 'New'], requests: 1 });
		expect(await open({ contact: 'Ben <BEN@harbour.example>' })).toEqual({ result: ['Other'], requests: 2 });
		expect((await open({ contact: 'ben@acme.example' })).result).toEqual([]);
		expect((await open({ minAgeDays: 7 })).result).toEqual(['Old']);
		expect((await open({ maxAgeDays: 7, contact: 'acme' })).result).toEqual(['New']);
		expect((await open({})).result).toEqual(['Old', 'New', 'Other']);
		await at('Lapsed', 30, 'ida@lapsed.example');
		expect(await open({ lastSeenBefore: ago(10 * 24 * HOUR_MS) })).toEqual({ result: ['Lapsed'], requests: 2 });
		expect((await open({ lastSeenBefore: ago(0) })).result).toEqual(['Lapsed', 'Old', 'New', 'Other']);
	});

	test('action items of a period by participant and age', async () => {
		const at = (title: string, days: number, participant: string) =>
			world.addMeeting({ title, startTime: ago(days * 24 * HOUR_MS), keyPoints: { participants: [participant], actionItems: [actionItem(title)] } });
		await at('Old', 20, 'Zoë');
		await at('New', 1, 'Zoë');
		await at('Other', 1, 'Ben');
		const find = async (filters: Parameters) => {
			const parameters = { resource: 'actionItem', operation: 'find', period: 'last30Days', filters };
			return (await resultsOf({ credential: world.credential, parameters })).map(({ item }) => item);
		};
		expect((await find({ participant: 'zoe' })).toSorted()).toEqual(['New', 'Old']);
		expect(await find({ participant: 'zoe', minAgeDays: 7 })).toEqual(['Old']);
	});
});
