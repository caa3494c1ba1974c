import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { INodeParameters } from 'n8n-workflow';
import type { Picks } from '../../src/forms/field.ts';
import { catalogue, type OperationIds } from '../../src/operations/index.ts';
import { n8nSchema, type N8nSchema } from '../../scripts/schemas/schemaFiles.ts';
import { requiredInput } from '../operations/requiredInput.ts';
import { byId, jsonOf, output } from './engine.ts';
import { startService, type Service } from './service.ts';

let service: Service;
let receiver: Server;
let ids: Readonly<Record<'conversation' | 'spare' | 'contact' | 'webhook' | 'spareWebhook', string>>;

const run = async (resource: string, operation: string, parameters: INodeParameters = {}) =>
	jsonOf(await output({ credential: service.credential, parameters: { resource, operation, ...parameters } }));

const idOf = async (...call: Parameters<typeof run>): Promise<string> => String((await run(...call))[0]?.id);

beforeAll(async () => {
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
	const hangoutLink = 'https://meet.example/1';
	sandbox.addCalendarEvent(user.id, { id: 'ev1', summary: 'Review', start, end: start, attendees, hangoutLink });
	await run('keyPoints', 'generate', { conversationId: byId(conversation) });
	await run('feedback', 'generate', { conversationId: byId(conversation) });
	ids = {
		conversation,
		spare,
		contact: await idOf('contact', 'getAll'),
		webhook: await idOf('webhook', 'register', webhook()),
		spareWebhook: await idOf('webhook', 'register', webhook()),
	};
});

afterAll(async () => {
	await service.sandbox.stop();
	await new Promise((resolve) => receiver.close(resolve));
});

const webhook = (): INodeParameters => ({
	url: `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`,
	events: ['transcript.ready'],
});

type Calls = { readonly [R in keyof OperationIds]?: Partial<Record<OperationIds[R], () => INodeParameters>> };

/** The parameters of operations that need more than IDs and the examples of their required fields. */
const special: Calls = {
	conversation: { delete: () => ({ conversationId: byId(ids.spare) }) },
	insight: {
		draftFollowUps: () => ({ day: 'yesterday' }),
		prepareForMeeting: () => ({ prepareFor: 'calendarEvent', calendarEventId: byId('ev1') }),
		searchTranscripts: () => ({ query: 'contract' }),
	},
	webhook: { delete: () => ({ webhookId: byId(ids.spareWebhook) }), register: webhook },
};

const idFor = (picks: Picks): INodeParameters => byId(picks === 'contact' || picks === 'webhook' ? ids[picks] : ids.conversation);

const typeOf = (value: unknown): string => {
	if (value === null || Array.isArray(value)) return value === null ? 'null' : 'array';
	return Number.isInteger(value) ? 'integer' : typeof value;
};

const fits = (value: unknown, { type }: N8nSchema): boolean => {
	const types = [type ?? typeOf(value)].flat();
	// The editor shows the content of an object only if that is its one type, so null is not declared.
	const isNumber = typeof value === 'number' && types.includes('number');
	const isNoObject = value === null && types.includes('object');
	return types.includes(typeOf(value)) || isNumber || isNoObject;
};

/** Where a value deviates from the schema, and what either side lacks. */
function differences(value: unknown, schema: N8nSchema, path = ''): string[] {
	if (!fits(value, schema)) return [`${path} is ${typeOf(value)}, not ${schema.type}`];
	const { properties, items } = schema;
	if (Array.isArray(value)) return items ? value.flatMap((element) => differences(element, items, `${path}[]`)) : [];
	if (!(value instanceof Object) || Object.keys(properties ?? {}).length === 0) return [];
	const fields = Object.entries(value);
	return [
		...Object.keys(properties ?? {}).filter((name) => !(name in value)).map((name) => `${path}.${name} is missing`),
		...fields.flatMap(([name, field]) => {
			const property = properties?.[name];
			return property ? differences(field, property, `${path}.${name}`) : [`${path}.${name} is not in the schema`];
		}),
	];
}

const specialOf: Readonly<Record<string, Readonly<Record<string, (() => INodeParameters) | undefined>> | undefined>> = special;
const operations = catalogue.flatMap(({ id: resource, operations: all }) =>
	all.map((one) => ({ resource, operation: one.id, output: one.output, parameters: specialOf[resource]?.[one.id] ?? (() => requiredInput(one, idFor, (input, name) => name ?? input)) })),
);

test.each(operations)('$resource $operation returns items that match its schema', async ({ resource, operation, output: schema, parameters }) => {
	const items = await run(resource, operation, parameters());
	expect(items.length).toBeGreaterThan(0);
	expect([...new Set(items.flatMap((item) => differences(item, n8nSchema(schema))))]).toEqual([]);
});
