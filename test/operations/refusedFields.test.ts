import { connect } from '../../packages/client/index.ts';
import { run as runByName } from '../../packages/client/operations.ts';
import { catalogue } from '../../src/operations/index.ts';
import { labelled } from '../../src/operations/operation.ts';
import { runCore, type CoreOptions } from './core.ts';
import { insightWorld, type InsightWorld } from './insight/world.ts';

let world: InsightWorld;
beforeEach(async () => void (world = await insightWorld()));
afterEach(() => world.sandbox.stop());

test('a value that the service refuses is named as the form names it', async () => {
	const id = await world.addMeeting({ title: 'Weekly', startTime: new Date(Date.now() - 3_600_000).toISOString() });
	const rename = catalogue.find((one) => one.id === 'conversation')?.operations.find((one) => one.id === 'rename');
	const refused: unknown = await connect(world.credential).conversations.rename({ id, title: 'a'.repeat(501) }).catch((error: unknown) => error);
	expect(labelled(refused, rename)).toMatchObject({ problem: { code: 'validation_error', message: expect.stringMatching(/^New Title: must have at most 500 characters/) } });
});

test.each<[label: string, parameters: CoreOptions['parameters']]>([
	['Participant', { resource: 'insight', operation: 'findDecisions', filters: { participant: '' } }],
	['Participant', { resource: 'insight', operation: 'getDigest', filters: { participant: ' ' } }],
	['Participant', { resource: 'conversation', operation: 'getAll', filters: { participant: '' } }],
	['Owner Contains', { resource: 'actionItem', operation: 'find', filters: { owner: '' } }],
	['Name or Email Contains', { resource: 'contact', operation: 'getAll', filters: { search: ' ' } }],
	['Priority', { resource: 'actionItem', operation: 'find', filters: { priority: [] } }],
	['Topic', { resource: 'actionItem', operation: 'find', filters: { topic: '' } }],
])('a filter never lets everything through: an empty “%s” of %j', async (label, parameters) => {
	const { failures } = await runCore({ credential: world.credential, parameters });
	expect(failures.map(({ message }) => message)).toEqual([`“${label}” cannot be used: it is empty. Leave it out to include everything.`]);
});

test('a filter that comes from somewhere names where it would have been', async () => {
	const parameters = { resource: 'conversation', operation: 'getAll', filters: { search: '' } };
	const { failures } = await runCore({ credential: world.credential, parameters, sources: { search: 'msg.payload.search' } });
	expect(failures.map(({ message }) => message)).toEqual(['“Title Contains” cannot be used: msg.payload.search is empty. Leave it out to include everything.']);
});

test('an end of a calendar’s time range that is past is refused without its start', async () => {
	const { failures } = await runCore({ credential: world.credential, parameters: { resource: 'calendarEvent', operation: 'getAll', filters: { until: '2026-01-01' } } });
	expect(failures.map(({ message }) => message)).toEqual(['“To” cannot be used: it must be later than now, when the time range starts. For past events, enter “From”.']);
});

test.each([
	['insight.prepareForMeeting', {}, 'Invalid person: it is empty. Fill it in, or “company”, “topic”, “calendarEvent” or “incoming” instead'],
	['insight.getDigest', { period: 'custom' }, 'Invalid since: it is missing. It is required if “period” is custom'],
	['calendarEvent.getAll', { until: '2026-01-01T00:00:00Z' }, expect.stringMatching(/^Invalid until: .* For past events, enter “since”$/)],
] as const)('a program reads its own names of inputs in the refusal of %s with %j', async (name, input, message) => {
	const refused: unknown = await runByName(connect(world.credential), name, input).next().catch((error: unknown) => error);
	expect(refused).toMatchObject({ message });
});

describe('words that must all occur', () => {
	const find = { resource: 'actionItem', operation: 'find' };
	const search = { resource: 'insight', operation: 'searchTranscripts', query: 'price' };
	const digest = { resource: 'insight', operation: 'getDigest' };
	const run = async (parameters: CoreOptions['parameters']) => {
		const { failures } = await runCore({ credential: world.credential, parameters });
		return failures.map(({ message }) => message);
	};

	test.each([
		['Search For', { ...search, query: 'price OR pricing' }],
		['Title Contains', { ...search, filters: { title: 'price OR pricing' } }],
		['Text Contains', { ...find, filters: { text: 'price OR pricing' } }],
		['Topic', { ...find, filters: { topic: 'price OR pricing' } }],
		['Topic', { ...digest, filters: { topic: 'price OR pricing' } }],
		['Topic', { resource: 'insight', operation: 'findDecisions', filters: { topic: 'price OR pricing' } }],
		['Topic', { resource: 'insight', operation: 'prepareForMeeting', prepareFor: 'topic', topic: 'price OR pricing' }],
	])('“%s” refuses an operator: %j', async (label, parameters) => {
		expect(await run(parameters)).toEqual([`“${label}” cannot be used: it has OR, but there are no operators, and all of its words must occur. Leave it out, and search for alternatives one by one.`]);
	});

	test.each([['price AND NOT budget', 'AND'], ['price | pricing', '|'], ['price|cost', '|'], ['price| cost', '|'], ['price || cost', '||'], ['price OR cost', 'OR']])('“%s” is refused', async (query, operator) => {
		expect(await run({ ...search, query })).toEqual([expect.stringContaining(`it has ${operator}, `)]);
	});

	test.each(['black or white', '"this OR that"', '"this|that"', 'Q&A', 'ORDER NOTES AND-gate', 'Research & Development'])('“%s” is not', async (query) => {
		expect(await run({ ...search, query })).toEqual([]);
	});
});
