import { contexts } from './context.ts';
import { byId, jsonOf, output, runNode, type NodeOptions } from './engine.ts';
import { startService, type Service } from './service.ts';

let service: Service;
let ids: string[];

beforeAll(async () => {
	service = await startService();
	ids = [];
	for (const title of ['One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven']) {
		ids.push((await service.addMeeting(title)).conversationId);
	}
});

afterAll(() => service.sandbox.stop());

const perItem = { __rl: true, mode: 'id', value: '={{ $json.id }}' };

const options = (items: NodeOptions['items'], extra: Partial<NodeOptions> = {}): NodeOptions => ({
	credential: service.credential,
	parameters: { resource: 'conversation', operation: 'getTranscript', conversationId: perItem },
	items,
	...extra,
});

test.each([1, 3, 20])('%i at once: results in order, each paired with its item', async (concurrency) => {
	const parameters = { ...options([]).parameters, options: { limits: { concurrency } } };
	const results = await output(options(ids.map((id) => ({ id })), { parameters }));
	expect(jsonOf(results).map(({ id }) => id)).toEqual(ids);
	expect(results.map(({ pairedItem }) => pairedItem)).toEqual(ids.map((_, item) => ({ item })));
});

test('every field is evaluated for its own item', async () => {
	const results = await output({
		credential: service.credential,
		parameters: {
			resource: 'conversation',
			operation: 'getAll',
			limit: '={{ $json.limit }}',
			filters: { search: '={{ $json.search }}' },
		},
		items: [{ search: 'seven', limit: 5 }, { search: 'nobody', limit: 5 }, { search: 'e', limit: 2 }],
	});
	expect(results.map(({ json, pairedItem }) => [json.title, pairedItem])).toEqual([
		['Seven', { item: 0 }],
		[expect.any(String), { item: 2 }],
		[expect.any(String), { item: 2 }],
	]);
});

test('an expression that returns an impossible day is refused, and the others are not', async () => {
	const items = ['2026-02-30', 'Feb 30, 2026', '2026-02-28', 'Feb 28, 2026', '2026-02-28T10:00:00+01:00', '28 Feb 2026 10:00'].map((since) => ({ since }));
	const parameters = { resource: 'conversation', operation: 'getAll', limit: 1, filters: { since: '={{ $json.since }}' } };
	const { outputs } = await runNode({ credential: service.credential, parameters, items, onError: 'continueErrorOutput' });
	expect(outputs[0]).toHaveLength(4);
	expect(jsonOf(outputs[1])).toEqual([
		expect.objectContaining({ since: '2026-02-30', error: expect.stringContaining('“After” cannot be used: there is no such day in that month') }),
		expect.objectContaining({ since: 'Feb 30, 2026' }),
	]);
});

const threeItems = () => [{ id: ids[0] ?? '' }, { id: 'conv_unknown' }, { id: ids[2] ?? '' }];

test('a failure ends the run and names the item', async () => {
	const { error, status } = await runNode(options(threeItems()));
	expect(status).toBe('error');
	expect(error).toMatchObject({
		name: 'NodeApiError',
		httpCode: '404',
		description: expect.stringContaining('Conversation > Get Many'),
		context: expect.objectContaining({ itemIndex: 1 }),
		failure: { cause: 'configuration-invalid' },
	});
});

test('after a failure nothing more is started', async () => {
	const items = [{ id: 'conv_unknown' }, ...ids.map((id) => ({ id }))];
	const before = await service.requestsLeft();
	const parameters = { ...options([]).parameters, options: { limits: { concurrency: 2 } } };
	await runNode(options(items, { parameters }));
	expect(before - (await service.requestsLeft()) - 1).toBeLessThanOrEqual(3);
});

test('continue: the failed item becomes an error item in its place', async () => {
	const results = await output(options(threeItems(), { onError: 'continueRegularOutput' }));
	expect(jsonOf(results).map((json) => json.id ?? Object.keys(json))).toEqual([
		ids[0],
		['error', 'message', 'details'],
		ids[2],
	]);
	expect(results[1]?.pairedItem).toEqual({ item: 1 });
});

test('error output: the failed item, with details that a workflow can branch on', async () => {
	const { outputs } = await runNode(options(threeItems(), { onError: 'continueErrorOutput' }));
	expect(jsonOf(outputs[0]).map(({ id }) => id)).toEqual([ids[0], ids[2]]);
	expect(jsonOf(outputs[1])).toEqual([
		{
			id: 'conv_unknown',
			error: expect.stringContaining('not found'),
			message: expect.stringContaining('Conversation > Get Many'),
			details: { httpCode: 404, code: 'not_found', creditAtRisk: false },
		},
	]);
});

test('without input items nothing is done', async () => {
	const before = await service.requestsLeft();
	await output(options([])).catch(() => []);
	expect(before - (await service.requestsLeft())).toBe(1);
});

test.each([
	['a slash', 'conv/1'],
	['unicode', 'конв ü?#%'],
	['dots', '..'],
])('an ID with %s stays an ID, never another path', async (_, id) => {
	const { outputs } = await runNode(options([{ id }], { onError: 'continueErrorOutput' }));
	expect(jsonOf(outputs[1])[0]?.details).toMatchObject({ code: id === '..' ? 'invalid_input' : 'not_found' });
});

test.each([
	['nothing', '={{ undefined }}'],
	['an empty text', '={{ "" }}'],
	['spaces', '={{ "  " }}'],
])('a required field with %s is refused by its label, without a request', async (_, title) => {
	const before = await service.requestsLeft();
	const { error } = await runNode({
		credential: service.credential,
		parameters: { resource: 'conversation', operation: 'rename', conversationId: byId('conv_1'), title },
	});
	expect(error?.message).toBe('“New Title” cannot be used: it is empty.');
	expect(before - (await service.requestsLeft())).toBe(1);
});

const hintsOf = async (parameters: Readonly<Record<string, string | number | Readonly<Record<string, string>>>>) => {
	const { nodeType, run } = await contexts({ credential: service.credential, parameters, items: 1 });
	await nodeType.execute?.call(run);
	return run.hints.map(({ message }) => message);
};

test.each<[label: string, parameters: Readonly<Record<string, string | Readonly<Record<string, string>>>>]>([
	['Participant', { resource: 'conversation', operation: 'getAll', filters: { participant: '={{ $json.missing }}' } }],
	['Participant', { resource: 'insight', operation: 'getDigest', filters: { participant: '={{ "" }}' } }],
	['Owner Contains', { resource: 'actionItem', operation: 'find', filters: { owner: '={{ $json.missing }}' } }],
	['Title Contains', { resource: 'conversation', operation: 'getAll', filters: { search: '={{ $json.missing }}' } }],
	['After', { resource: 'conversation', operation: 'getAll', filters: { since: '' } }],
])('a filter that a person added never lets everything through: an empty “%s” is refused', async (label, parameters) => {
	const before = await service.requestsLeft();
	const { error } = await runNode({ credential: service.credential, parameters });
	expect(error?.message).toBe(`“${label}” cannot be used: it is empty. Leave it out to include everything.`);
	expect(before - (await service.requestsLeft())).toBe(1);
});

test.each(['02/11/2026', '02-11-2026', '02.11.2026', '2/11/26', '02/11/2026 10:00'])('a day of which nobody knows the month is refused: %s', async (after) => {
	const { error } = await runNode({ credential: service.credential, parameters: { resource: 'conversation', operation: 'getAll', filters: { since: after } } });
	expect(error?.message).toBe('“After” cannot be used: it must begin with the year, for example 2026-11-21.');
});

test.each(['2026', '={{ 2026 }}'])('a year is no day: %s', async (after) => {
	const { error } = await runNode({ credential: service.credential, parameters: { resource: 'conversation', operation: 'getAll', filters: { since: after } } });
	expect(error?.message).toMatch(/^“After” cannot be used: it is not a date and time/);
});

test.each(['2026-11-02', '2026/11/02', '2 November 2026', 'Nov 2, 2026', '={{ $now }}', '={{ $now.minus({ days: 16 }).toISO() }}'])('a day that can be read in one way is accepted: %s', async (after) => {
	const { error } = await runNode({ credential: service.credential, parameters: { resource: 'conversation', operation: 'getAll', filters: { since: after } } });
	expect(error).toBeUndefined();
});

test('a list that failed does not say that there is nothing', async () => {
	const parameters = { resource: 'conversation', operation: 'getAll', limit: '={{ "all" }}' };
	const { nodeType, run } = await contexts({ credential: service.credential, parameters, items: 1, onError: 'continueErrorOutput' });
	await nodeType.execute?.call(run);
	expect(run.hints.map(({ message }) => message)).toEqual([]);
});

test('an empty expression for what has a default is said, and a field that nobody filled in is not', async () => {
	const digest = (more: Readonly<Record<string, string | Readonly<Record<string, string>>>>) => hintsOf({ resource: 'insight', operation: 'getDigest', ...more });
	expect(await digest({ period: '={{ $json.missing }}' })).toContain('“Period” was empty, so “Last 7 Days” was used.');
	expect(await digest({ options: { language: '={{ $json.missing }}' } })).toContainEqual(expect.stringMatching(/^“Language” was empty, so /));
	expect((await digest({})).join()).not.toContain('was empty');
});
