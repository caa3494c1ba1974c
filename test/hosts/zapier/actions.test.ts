import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { z } from 'zod/v4';
import type { Picks } from '../../../src/forms/field.ts';
import { catalogue, type Operation, type OperationIds } from '../../../src/operations/index.ts';
import { startService, type Service } from '../../nodes/service.ts';
import { searches } from '../../../packages/zapier/actions.ts';
import { LEFT_OUT } from '../../../packages/zapier/form.ts';
import { scriptedServer } from '../../support/scriptedServer.ts';
import { authOf, describeZapier, named, startZapier, type Zapier, type ZapierBundle } from './support/zapier.ts';

const snake = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

const Field = z.looseObject({ key: z.string() });
const Action = z.looseObject({
	operation: z.looseObject({
		inputFields: z.array(z.union([z.looseObject({ key: z.string() }), z.string()])),
		outputFields: z.array(Field),
		sample: z.record(z.string(), z.unknown()),
	}),
});
const Results = z.array(z.record(z.string(), z.unknown()));

let service: Service;
let receiver: Server;
let zapier: Zapier;
let ids: Readonly<Record<'conversation' | 'spare' | 'contact' | 'webhook' | 'spareWebhook', string>>;

const receiverUrl = (): string => `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`;

/** An action's output, as a list. */
async function run(key: string, inputData: object = {}, meta: object = {}) {
	const kind = key in Object(await zapier.definition('searches')) ? 'searches' : 'creates';
	const result = await zapier.call(`${kind}.${key}.operation.perform`, { authData: authOf(service.credential), inputData, meta });
	return Results.parse([result].flat());
}

type Inputs = { readonly [R in keyof OperationIds]?: Partial<Record<OperationIds[R], () => object>> };

/** The input of actions that need more than IDs and the examples of their required fields. */
const special: Inputs = {
	conversation: { delete: () => ({ conversation_id: ids.spare }) },
	insight: {
		prepareForMeeting: () => ({ prepare_for: 'calendarEvent', calendar_event_id: 'ev1' }),
		searchTranscripts: () => ({ query: 'contract' }),
	},
	webhook: { delete: () => ({ webhook_id: ids.spareWebhook }), register: () => ({ url: receiverUrl(), events: ['transcript.ready'] }) },
};
const specialOf: Readonly<Record<string, Readonly<Record<string, (() => object) | undefined>> | undefined>> = special;

const idFor = (picks: Picks): string => (picks === 'contact' || picks === 'webhook' ? ids[picks] : ids.conversation);

const required = ({ fields }: Operation): object =>
	Object.fromEntries(
		Object.entries(fields)
			.filter(([, field]) => field.required && !field.showWhen)
			.map(([input, field]) => [snake(field.name ?? input), field.kind === 'reference' ? idFor(field.picks) : (field.example ?? field.default)]),
	);

const operations = catalogue.flatMap(({ id: resource, operations: all }) =>
	all.map((operation) => ({
		key: `${snake(resource)}_${snake(operation.id)}`,
		operation,
		inputData: specialOf[resource]?.[operation.id] ?? (() => required(operation)),
	})),
);

/** The paths in a result that its output fields do not describe. */
const undescribed = (result: Readonly<Record<string, unknown>>, fields: readonly z.output<typeof Field>[], path = ''): string[] =>
	Object.entries(result).flatMap(([name, value]) => {
		const here = `${path}${name}`;
		if (fields.some(({ key }) => key === here)) return [];
		// An object that may be null.
		if (value === null && fields.some(({ key }) => key.startsWith(`${here}__`))) return [];
		const inner = z.record(z.string(), z.unknown()).safeParse(value);
		return !Array.isArray(value) && inner.success && fields.some(({ key }) => key.startsWith(`${here}__`)) ? undescribed(inner.data, fields, `${here}__`) : [here];
	});

describeZapier('actions in Zapier’s runtime', () => {
	beforeAll(async () => {
		zapier = startZapier();
		service = await startService();
		receiver = createServer((_, response) => response.writeHead(204).end());
		await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
		const { sandbox, user } = service;
		const yesterday = new Date(Date.now() - 86_400_000).toISOString();
		const { conversationId: conversation } = await service.addMeeting('Acme: contract review', yesterday);
		const { conversationId: spare } = await service.addMeeting('Spare', yesterday);
		sandbox.connectCalendar(user.id, 'google');
		const start = { dateTime: new Date(Date.now() + 3_600_000).toISOString(), timeZone: 'UTC' };
		const attendees = [{ email: 'ben@acme.example', displayName: 'Ben', responseStatus: 'accepted' }];
		sandbox.addCalendarEvent(user.id, { id: 'ev1', summary: 'Review', start, end: start, attendees, hangoutLink: 'https://meet.example/1' });
		await run('key_points_generate', { conversation_id: conversation });
		await run('feedback_generate', { conversation_id: conversation });
		const idOf = async (key: string, input: object = {}) => String((await run(key, input))[0]?.['id']);
		const webhook = { url: receiverUrl(), events: ['transcript.ready'] };
		ids = {
			conversation,
			spare,
			contact: await idOf('contact_get_all'),
			webhook: await idOf('webhook_register', webhook),
			spareWebhook: await idOf('webhook_register', webhook),
		};
	}, 60_000);

	afterAll(async () => {
		zapier?.stop();
		await service?.sandbox.stop();
		await new Promise((resolve) => receiver?.close(resolve));
	});

	test.each(operations)('$key returns one object that its output fields describe', async ({ key, operation, inputData }) => {
		const { operation: described } = Action.parse(await zapier.definition(`${key in searches ? 'searches' : 'creates'}.${key}`));
		const results = await run(key, inputData());
		expect(results).toHaveLength(1);
		const [{ note: _, raw: __, before: ___, ...result } = {}] = results;
		expect(undescribed(result, described.outputFields)).toEqual([]);
		if (operation.isList) expect(result['results']).toHaveLength(Number(result['count']));
		// Zapier's check T004: the sample has nothing that a run may lack.
		expect(Object.keys(described.sample).filter((name) => !(name in result) && result['count'] !== 0)).toEqual([]);
		expect(Object.keys(described.sample).length).toBeGreaterThan(0);
	});

	test('key points have the due dates that the trigger gives the same action items', async () => {
		const Item = z.looseObject({ actionItems: z.array(z.looseObject({ item: z.string(), dueDate: z.string().nullable() })), text: z.string() });
		const [result] = await run('key_points_get', { conversation_id: ids.conversation });
		const { actionItems, text } = Item.parse(result);
		expect(actionItems.find(({ item }) => item.includes('by tomorrow'))?.dueDate).toMatch(/^\d{4}-\d\d-\d\d$/);
		expect(text).toContain('due ');
	});

	const call = (path: string, bundle: ZapierBundle = {}) => zapier.call(path, { authData: authOf(service.credential), ...bundle });

	/** The keys of the fields that a form shows for this input. */
	async function formOf(key: string, inputData: object): Promise<string[]> {
		const path = `searches.${key}.operation.inputFields`;
		const fields = z.array(z.union([Field, z.string()])).parse(await zapier.definition(path));
		const shown = fields.map(async (field, index) => (typeof field === 'string' ? z.array(Field).parse(await call(`${path}.${index}`, { inputData })) : [field]));
		return (await Promise.all(shown)).flat().map(({ key: name }) => name);
	}

	test('a field that waits for another appears with it', async () => {
		expect(await formOf('insight_get_digest', {})).toEqual(['about', 'period', 'participant', 'external', 'topic', 'compare', 'language', 'with_evidence', 'with_owner_email']);
		expect(await formOf('insight_get_digest', { period: 'custom' })).toEqual(['about', 'period', 'since', 'until', 'participant', 'external', 'topic', 'compare', 'language', 'with_evidence', 'with_owner_email']);
	});

	test('no form offers what a step of a Zap cannot do, and every name left out exists', async () => {
		const left = ['as_file', 'binary_property_name', 'wait_seconds', 'confirmation', 'max_characters'];
		const all = await Promise.all(['key_points_get', 'conversation_get_transcript'].map((key) => formOf(key, { format: 'text', as_file: true })));
		expect(all.flat().filter((key) => left.includes(key))).toEqual([]);
		const inputs = catalogue.flatMap(({ operations: every }) => every.flatMap(({ fields, options }) => Object.keys({ ...fields, ...options })));
		expect(LEFT_OUT.filter((input) => !inputs.includes(input))).toEqual([]);
	});

	test('the profile is found only if as many AI credits are left as the Zap needs', async () => {
		const { id } = service.sandbox.createUser({ name: 'Ben', email: 'ben@example.com', plan: 'starter' });
		const authData = authOf({ ...service.credential, apiKey: service.sandbox.createKey(id) });
		const find = async (min_credits_left?: string) => Results.parse(await call('searches.user_get_profile.operation.perform', { authData, inputData: { min_credits_left } }));
		const [{ creditsLeft } = {}] = await find();
		expect(creditsLeft).toEqual(expect.any(Number));
		expect(await find(String(creditsLeft))).toHaveLength(1);
		expect(await find(String(Number(creditsLeft) + 1))).toEqual([]);
		await expect(find('many')).rejects.toThrow('“Minimum AI Credits Left” cannot be used: it must be a whole number from 0 to 1000000');
		// Enterprise has no limit.
		expect(await run('user_get_profile', { min_credits_left: '1000' })).toHaveLength(1);
	});

	test('an action without a result says why', async () => {
		const [none] = await run('insight_draft_follow_ups', { day: 'date', date: '2020-01-01' });
		expect(none).toEqual({ count: 0, results: [], note: expect.stringContaining('There are no meetings to follow up') });
	});

	test('key points come as texts that other steps take at once, and as lists', async () => {
		const [found] = await run('key_points_get', { conversation_id: ids.conversation });
		expect(found).toMatchObject({ text: expect.any(String), markdown: expect.stringContaining('#'), slack: expect.stringContaining('*'), html: expect.stringContaining('<') });
		expect(found).toMatchObject({ actionItems: expect.arrayContaining([expect.objectContaining({ item: expect.any(String) })]), decisions: expect.any(Array), cached: true });
	});

	test('action items come as line items, with the first one at the top', async () => {
		const [found] = await run('action_item_find', { period: 'last7Days' });
		const items = Results.parse(found?.['results']);
		expect(items.length).toBeGreaterThan(0);
		expect(found).toMatchObject({ ...items[0], count: items.length });
		expect(items[0]).toMatchObject({ item: expect.any(String), dedupeKey: expect.any(String), conversationId: ids.conversation });
	});

	test('nothing found is an empty list; a test in the editor says what to do', async () => {
		expect(await run('conversation_get_all', { search: 'No such title' })).toEqual([]);
		const unknown = { conversation_id: 'conv_unknown' };
		expect(await run('key_points_get', unknown)).toEqual([]);
		expect(await run('conversation_get', unknown)).toEqual([]);
		await expect(run('key_points_get', unknown, { isLoadingSample: true })).rejects.toThrow(`conv_unknown not found. Check the ID. ${named('conversation_get_all')} returns the existing IDs`);
		await expect(run('conversation_share', unknown)).rejects.toThrow(`${named('conversation_get_all')} returns the existing IDs`);
	});

	test('a limit is a whole number within bounds, and may come as text', async () => {
		expect(await run('conversation_get_all', { limit: '1' })).toEqual([expect.objectContaining({ count: 1 })]);
		for (const limit of [0, 501, 'many', 1.5]) {
			await expect(run('conversation_get_all', { limit })).rejects.toThrow('“Limit” cannot be used: it must be a whole number from 1 to 500');
		}
	});

	test('five hundred conversations take five requests, and no list holds more', async () => {
		const crowd = await startService();
		for (let index = 0; index < 510; index += 1) await crowd.addMeeting(`Meeting ${index}`);
		const before = await crowd.requestsLeft();
		const found = await zapier.call('searches.conversation_get_all.operation.perform', { authData: authOf(crowd.credential), inputData: { limit: 500 } });
		expect(found).toEqual([expect.objectContaining({ count: 500 })]);
		expect(before - (await crowd.requestsLeft())).toBe(5 + 1);
		await crowd.sandbox.stop();
	}, 60_000);

	test('required fields, dates and choices are checked in words that name the field', async () => {
		await expect(run('conversation_rename', { conversation_id: ids.conversation, title: '' })).rejects.toThrow('“New Title” cannot be used: it is empty. Correct the field. If its value comes from an earlier step, check what that returned.');
		await expect(run('conversation_get_all', { since: 'soon' })).rejects.toThrow('“After” cannot be used: it is not a date and time');
		await expect(run('conversation_draft_email', { conversation_id: ids.conversation, tone: 'rude' })).rejects.toThrow('“Tone” cannot be used');
	});

	test('a time without an offset is in the time zone of the Zap', async () => {
		await service.addMeeting('Zoned', '2026-06-01T10:30:00Z');
		const titles = async (since: string, timezone: string) => (await run('conversation_get_all', { since, search: 'Zoned' }, { timezone })).map(({ title }) => title);
		expect(await titles('2026-06-01T12:00:00', 'Europe/Berlin')).toEqual(['Zoned']);
		expect(await titles('2026-06-01T12:00:00', 'UTC')).toEqual([]);
		expect(await titles('2026-06-01T12:00:00+02:00', 'UTC')).toEqual(['Zoned']);
		expect(await titles('2026-06-01', 'no/where')).toEqual(['Zoned']);
	});

	test('speakers are renamed by a key-value field, and text in double braces is sent as it is', async () => {
		const given = { conversation_id: ids.conversation, format: 'text', speaker_names: { Ben: 'Benjamin' } };
		const [transcript] = await run('conversation_get_transcript', given);
		expect(transcript?.['text']).toContain('Benjamin');
		const question = 'What is {{bundle.inputData.secret}}?';
		expect(await run('conversation_ask', { conversation_id: ids.conversation, question })).toEqual([expect.objectContaining({ query: question })]);
	});

	test('menus list everything, page by page', async () => {
		const menu = async (name: string, page = 0) => Results.parse(await call(`triggers.${name}.operation.perform`, { meta: { page } }));
		expect(await menu('conversation_choices')).toContainEqual(expect.objectContaining({ id: ids.conversation, label: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d UTC · /) }));
		// Recent conversations come first, older ones after them.
		expect(await menu('conversation_choices', 1)).not.toContainEqual(expect.objectContaining({ id: ids.conversation }));
		expect(await menu('conversation_choices', 2)).toEqual([]);
		expect(await menu('contact_choices')).toContainEqual(expect.objectContaining({ id: ids.contact }));
		expect(await menu('calendar_event_choices')).toContainEqual(expect.objectContaining({ id: 'ev1' }));
		expect(await menu('webhook_choices')).toContainEqual(expect.objectContaining({ id: ids.webhook }));
		expect(await menu('webhook_choices', 1)).toEqual([]);
		const twice = { id: 'c1', title: 'Planning' };
		const odd = await scriptedServer([{ status: 200, body: { success: true, data: [twice, twice] } }]);
		expect(await call('triggers.conversation_choices.operation.perform', { authData: authOf({ baseUrl: odd.url, apiKey: 'key' }) })).toHaveLength(1);
		await odd.stop();
	});

	test('a connection is labelled with the person, and a wrong key or address is explained', async () => {
		expect(await call('authentication.test')).toMatchObject({ name: 'Anna', email: 'anna@example.com' });
		const test = (authData: object) => zapier.call('authentication.test', { authData: { ...authOf(service.credential), ...authData } });
		await expect(test({ api_key: `svc_${'0'.repeat(32)}` })).rejects.toMatchObject({ name: 'ExpiredAuthError', message: expect.stringContaining('Open the connected account and enter a valid key') });
		await expect(test({ api_key: 'svc_ключ' })).rejects.toThrow('The API key is empty or contains characters that no key has. Copy it again from the desktop app.');
		await expect(test({ base_url: 'api.example.com' })).rejects.toThrow('The base URL cannot be used: it must start with https://');
		await expect(test({ base_url: 'http://192.0.2.1' })).rejects.toThrow('Correct it in the connected account.');
		const toy = await scriptedServer([{ status: 200, body: { data: {} } }, { status: 200, headers: { 'content-type': 'text/html' }, body: '<html>' }]);
		await expect(test({ base_url: toy.url })).rejects.toThrow(/not the meeting assistant|does not come from the meeting assistant/);
		await expect(test({ base_url: toy.url })).rejects.toThrow('The answer does not come from the meeting assistant');
		await toy.stop();
	});
});
