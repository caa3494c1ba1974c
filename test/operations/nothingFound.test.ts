import { textIn } from '../../src/forms/terms.ts';
import { terms } from '../../nodes/shared/terms.ts';
import { catalogue } from '../../src/operations/index.ts';
import { runCore, type CoreOptions, type Parameters } from './core.ts';
import { requiredInput } from './requiredInput.ts';
import { actionItem, ago, HOUR_MS, insightWorld, type InsightWorld } from './insight/world.ts';

let world: InsightWorld;
beforeEach(async () => void (world = await insightWorld()));
afterEach(() => world.sandbox.stop());

async function run(parameters: CoreOptions['parameters']) {
	const { results, failures, hints } = await runCore({ credential: world.credential, parameters });
	expect(failures).toEqual([]);
	return { results, hints };
}

/** Lists of an account. A list of something in it, such as a conversation, needs one that exists. */
const lists = catalogue.flatMap(({ id: resource, operations }) =>
	operations.flatMap((operation) => {
		const isOfOne = Object.values(operation.fields).some(({ kind, required }) => kind === 'reference' && required);
		const required = requiredInput(operation, () => '', (input, called) => called ?? input);
		return operation.isList && !isOfOne ? [{ resource, operation: operation.id, whenEmpty: operation.whenEmpty, required }] : [];
	}),
);

test.each(lists)('$resource $operation of an empty account says that there is nothing, once, and what to do', async ({ resource, operation, required }) => {
	world.sandbox.connectCalendar(world.userId, 'google');
	const { results, hints } = await run({ resource, operation, ...required });
	expect(results).toEqual([]);
	expect(hints).toEqual([expect.stringMatching(/\b(no|not|none)\b.*\. .*\.$/i)]);
});

test('the reason that an operation gives takes the place of the general one', async () => {
	await world.addMeeting({ title: 'Plan', startTime: ago(HOUR_MS) });
	const { whenEmpty } = lists.find(({ resource, operation }) => resource === 'conversation' && operation === 'getAll') ?? {};
	expect((await run({ resource: 'conversation', operation: 'getAll', filters: { search: 'Other' } })).hints).toEqual([textIn(whenEmpty ?? '', terms)]);
	expect((await run({ resource: 'conversation', operation: 'getAll', filters: { minMinutes: 900 } })).hints).toEqual([
		'The only result does not match the filters. Change or remove some.',
	]);
});

test('no webhooks: the advice to add one says which plans have them', async () => {
	const { hints } = await run({ resource: 'webhook', operation: 'getAll' });
	expect(hints).toEqual([expect.stringMatching(/^The account has no active webhooks\. On a Professional or Enterprise plan, .*Register/)]);
});

test('nobody of a name is not blamed on the plan alone', async () => {
	world.sandbox.addContact(world.userId, { email: 'ann@acme.example', name: 'Ann Lee' });
	expect((await run({ resource: 'contact', operation: 'getAll', filters: { search: 'Anna' } })).hints).toEqual([expect.stringMatching(/^No contact has “Anna” in their name or email address\. /)]);
	expect((await run({ resource: 'contact', operation: 'getAll', filters: { search: 'ann' } })).results).toHaveLength(1);
});

describe.each(['conversation', 'calendarEvent'])('a time range of %s that leaves nothing is refused', (resource) => {
	test.each([
		['earlier than its start', ago(2 * HOUR_MS)],
		['as early as its start', ago(HOUR_MS)],
	])('%s', async (_, until) => {
		const { failures } = await runCore({ credential: world.credential, parameters: { resource, operation: 'getAll', filters: { since: ago(HOUR_MS), until } } });
		expect(failures).toEqual([expect.objectContaining({ message: expect.stringMatching(/ cannot be used: it must be later than the start of the period/) })]);
	});
});

describe('a single result with nothing in it', () => {
	test('Prepare for Meeting with an unknown company', async () => {
		const prepare = { resource: 'insight', operation: 'prepareForMeeting', prepareFor: 'company', company: 'unknown.example' };
		const { results, hints } = await run(prepare);
		expect(hints).toEqual([expect.stringMatching(/^Nobody from this company is among your contacts, so this is made of the titles and key points of 0 meetings since /), expect.stringMatching(/^Nothing was found in past meetings\. /)]);
		expect(results[0]?.text).toMatch(/^Before meeting unknown\.example\n\nMade of the titles and key points of 0 of 0 meetings since [^.]+\. Whether action items were completed is not known\.\n\nNot found in past meetings:\n- unknown\.example\n$/);
	});

	test('Get Briefing on a contact of whom nothing is known', async () => {
		const { id } = world.sandbox.addContact(world.userId, { email: 'new@acme.example' });
		const { hints } = await run({ resource: 'contact', operation: 'getBriefing', contactId: id });
		expect(hints).toEqual([expect.stringMatching(/^Nothing is known about this contact yet/)]);
	});

	test('Get Briefing on whoever is not a contact, or more than one', async () => {
		const failureOf = async (contactId: string) => (await runCore({ credential: world.credential, parameters: { resource: 'contact', operation: 'getBriefing', contactId } })).failures;
		for (const nobody of ['new@acme.example', 'Ann Lee', 'contact_1']) expect(await failureOf(nobody)).toEqual([expect.objectContaining({ message: expect.stringContaining(`${nobody} not found`) })]);
		for (const email of ['ann@acme.example', 'ann@harbour.example']) world.sandbox.addContact(world.userId, { email, name: 'Ann Lee' });
		expect(await failureOf('ann lee')).toEqual([expect.objectContaining({ message: '“Contact” cannot be used: it fits “Ann Lee ann@acme.example”, “Ann Lee ann@harbour.example”.' })]);
	});

	test('the action items of key points that have none, or none that match', async () => {
		const read = (id: string, filters: Parameters = {}) =>
			run({ resource: 'keyPoints', operation: 'get', conversationId: id, format: 'actionItems', filters });
		const empty = await world.addMeeting({ title: 'Plan', startTime: ago(HOUR_MS), keyPoints: { decisions: ['Go'] } });
		expect(await read(empty)).toEqual({ results: [], hints: [expect.stringMatching(/^These key points contain no action items/)] });
		const full = await world.addMeeting({ title: 'Plan', startTime: ago(HOUR_MS), keyPoints: { actionItems: [actionItem('Call')] } });
		expect((await read(full, { owner: 'Zoe' })).hints).toEqual(['The key points have 1 action item, but none match the filters. Change or remove some.']);
	});

	test('Find Action Items tells a period without key points from one without action items', async () => {
		const find = { resource: 'actionItem', operation: 'find', period: 'last7Days' };
		expect((await run(find)).hints).toEqual([expect.stringMatching(/^No meeting in this period has saved key points/)]);
		await world.addMeeting({ title: 'Plan', startTime: ago(HOUR_MS), keyPoints: { decisions: ['Go'] } });
		expect((await run(find)).hints).toEqual(['1 meeting in this period has saved key points, but no action items. Choose a longer period.']);
	});
});

const ofConversations = catalogue.flatMap(({ id: resource, operations }) =>
	operations.flatMap(({ id: operation, fields }) => (fields['id']?.name === 'conversationId' ? [{ resource, operation }] : [])),
);

test.each(ofConversations)('$resource $operation recognizes the ID of a sample, and sends no request', async (chosen) => {
	const parameters = { ...chosen, conversationId: 'sample-conversation', question: 'Who?', title: 'New', confirmation: 'sample-conversation' };
	for (const isAgent of [false, true]) {
		const { result, requests } = await world.requestsOf(() => runCore({ credential: world.credential, parameters, isAgent }));
		const told = result.failures.map(({ message, description }) => `${message} ${description}`).join('\n');
		expect(told).toMatch(/^This is the ID of a sample conversation, which does not exist\. Choose one of your own conversations/);
		expect(told).not.toMatch(/credit|Generate/);
		expect(requests).toBe(0);
	}
});
