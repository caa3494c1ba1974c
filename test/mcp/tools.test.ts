import Ajv from 'ajv';
import addFormats from 'ajv-formats';
import { z } from 'zod/v4';
import { connectorTools } from '../../packages/mcp/connector.ts';
import { onlyReading, tools, toolsets } from '../../src/agents/index.ts';
import { allFields } from '../../src/operations/index.ts';
import { tokensOf } from './tokens.ts';

const all = [...tools.values()].map(({ tool, ...rest }) => ({ ...tool, ...rest }));
const byName = (name: string) => tools.get(name)?.tool;
const byDefault = [...connectorTools, ...[...tools.values()].filter(({ toolset }) => toolset !== 'webhooks').map(({ tool }) => tool)];

test('the list of tools changes only on purpose, and takes no more tokens than hosts can afford', () => {
	expect(byDefault).toMatchSnapshot();
	const tokens = tokensOf({ tools: byDefault });
	expect(tokens).toMatchInlineSnapshot(`4998`);
	expect(tokens).toBeLessThanOrEqual(5000);
});

test('every operation belongs to a toolset', () => {
	expect(all.filter(({ toolset }) => !toolsets.some((name) => name === toolset)).map(({ name }) => name)).toEqual([]);
});

test('the names of tools never change, because people allow tools by name', () => {
	expect([...tools.keys()].toSorted()).toMatchInlineSnapshot(`
[
  "action_item_find",
  "action_item_get_open",
  "calendar_event_get_all",
  "contact_get_all",
  "conversation_ask",
  "conversation_delete",
  "conversation_draft_email",
  "conversation_get_all",
  "conversation_get_transcript",
  "conversation_rename",
  "conversation_share",
  "feedback_get",
  "insight_draft_follow_ups",
  "insight_find_decisions",
  "insight_get_digest",
  "insight_prepare_for_meeting",
  "insight_search_transcripts",
  "key_points_get",
  "user_get_profile",
  "webhook_delete",
  "webhook_get_all",
  "webhook_register",
  "webhook_send_test",
]
`);
});

test('each tool has a title and every hint, which say what a call does', () => {
	const every = ['destructiveHint', 'idempotentHint', 'openWorldHint', 'readOnlyHint'];
	for (const { name, title, annotations } of [...connectorTools, ...all]) expect([name, Boolean(title), Object.keys(annotations ?? {}).toSorted()]).toEqual([name, true, every]);
	const hints = Object.fromEntries(all.map(({ name, annotations }) => [name, Object.entries(annotations ?? {}).flatMap(([hint, is]) => (is ? hint.replace('Hint', '') : [])).join(' ')]));
	expect(hints).toMatchInlineSnapshot(`
{
  "action_item_find": "readOnly idempotent",
  "action_item_get_open": "readOnly idempotent",
  "calendar_event_get_all": "readOnly idempotent",
  "contact_get_all": "readOnly idempotent",
  "conversation_ask": "",
  "conversation_delete": "destructive idempotent",
  "conversation_draft_email": "",
  "conversation_get_all": "readOnly idempotent",
  "conversation_get_transcript": "readOnly idempotent",
  "conversation_rename": "destructive idempotent",
  "conversation_share": "destructive openWorld",
  "feedback_get": "destructive",
  "insight_draft_follow_ups": "",
  "insight_find_decisions": "readOnly idempotent",
  "insight_get_digest": "readOnly idempotent",
  "insight_prepare_for_meeting": "readOnly idempotent",
  "insight_search_transcripts": "readOnly idempotent",
  "key_points_get": "destructive",
  "user_get_profile": "readOnly idempotent",
  "webhook_delete": "destructive idempotent",
  "webhook_get_all": "readOnly idempotent",
  "webhook_register": "destructive openWorld",
  "webhook_send_test": "destructive openWorld",
}
`);
});

test('a tool that may cost a credit is never read-only, unless that part is left out, and says what it costs', () => {
	const costly = all.filter(({ operation, generating }) => operation.credit !== 'never' || generating);
	expect(costly.length).toBeGreaterThan(3);
	expect(costly.filter(({ annotations }) => annotations?.readOnlyHint)).toEqual([]);
	expect(costly.filter(({ description, inputSchema }) => !/[Uu]ses (?:one|1) AI credit/.test(JSON.stringify([description, inputSchema])))).toEqual([]);
	const reading = [...tools.values()].map(onlyReading).filter(({ tool }) => tool.annotations?.readOnlyHint);
	expect(reading.map(({ tool }) => tool.name)).toEqual(expect.arrayContaining(['key_points_get', 'feedback_get']));
	expect(JSON.stringify(reading.map(({ tool }) => tool.inputSchema))).not.toContain('generate');
});

test('names fit where hosts put the server’s name before them', () => {
	// Claude’s directory allows 64 characters.
	expect([...connectorTools, ...all].map(({ name }) => `mcp__meeting-assistant__${name}`).filter((name) => !/^[\w-]{1,64}$/.test(name))).toEqual([]);
});

/** Every text of a tool that a model reads. */
const textsOf = (value: unknown): string[] =>
	typeof value === 'string' ? [value] : value instanceof Object ? Object.values(value).flatMap(textsOf) : [];

test('descriptions say what a tool does: no orders to the model, no praise, nothing hidden', () => {
	const texts = [...connectorTools, ...all].flatMap(({ name, title, description, inputSchema }) => textsOf([title, description, inputSchema]).map((text) => [name, text] as const));
	expect(texts.length).toBeGreaterThan(200);
	const order = /\b(?:important:|you must|always (?:call|use|prefer)|never (?:call|use)|ignore (?:all|any|previous|other)|before any other|other (?:servers?|apps?|tools?)|system prompt)/i;
	const praise = /\b(?:best|better|official|leading|powerful|recommended|favou?rite|#1|free trial|upgrade)\b/i;
	expect(texts.filter(([, text]) => order.test(text) || praise.test(text))).toEqual([]);
	// Invisible characters, markup and addresses can carry instructions that a person does not see.
	expect(texts.filter(([, text]) => /[\p{Cc}\p{Cf}\p{Co}]|<[a-z/!]|https?:\/\/(?=\w)(?![\w.-]*example)/iu.test(text))).toEqual([]);
});

const Schema = z.looseObject({
	type: z.string().optional(),
	properties: z.record(z.string(), z.unknown()).optional(),
	items: z.unknown().optional(),
	enum: z.array(z.unknown()).optional(),
	additionalProperties: z.unknown().optional(),
});

test('every schema is valid, and every argument is described', () => {
	const ajv = addFormats(new Ajv({ strict: true, strictRequired: false, allowUnionTypes: true }));
	for (const { inputSchema } of all) expect(ajv.validateSchema(inputSchema)).toBe(true);
	const properties = all.flatMap(({ name, inputSchema }) =>
		Object.entries(inputSchema.properties ?? {}).map(([argument, schema]) => [`${name}.${argument}`, Object.entries(Schema.parse(schema))] as const),
	);
	const described = properties.filter(([, schema]) => schema.some(([key, value]) => key === 'description' && String(value).length > 5));
	expect(described.map(([name]) => name)).toEqual(properties.map(([name]) => name));
});

/** A schema and all schemas inside it. */
function within(schema: unknown): z.output<typeof Schema>[] {
	const one = Schema.parse(schema);
	const inner = [...Object.values(one.properties ?? {}), ...(one.items === undefined ? [] : [one.items])];
	return [one, ...inner.flatMap(within)];
}

const schemas = [...byDefault, ...all].flatMap(({ name, inputSchema }) => within(inputSchema).map((schema) => ({ name, ...schema })));

/** What OpenAI's strict mode accepts. Hosts make every property required before they use it. */
const STRICT = new Set(['type', 'properties', 'required', 'additionalProperties', 'items', 'enum', 'description', 'minimum', 'maximum']);

test('every schema is one that OpenAI’s strict mode takes', () => {
	expect(schemas.length).toBeGreaterThan(80);
	expect(schemas.filter(({ type }) => type === undefined)).toEqual([]);
	expect(schemas.filter(({ type, additionalProperties }) => type === 'object' && additionalProperties !== false)).toEqual([]);
	expect(schemas.flatMap(({ name, ...schema }) => Object.keys(schema).filter((keyword) => !STRICT.has(keyword)).map((keyword) => `${name}: ${keyword}`))).toEqual([]);
});

test('every schema is one that Gemini takes: one type each, which the values of an enum have', () => {
	expect(schemas.filter(({ type }) => !['string', 'number', 'integer', 'boolean', 'array', 'object'].includes(type ?? ''))).toEqual([]);
	expect(schemas.filter(({ type, enum: values = [] }) => values.some((value) => typeof value !== type))).toEqual([]);
	expect(schemas.filter(({ type, items }) => type === 'array' && items === undefined)).toEqual([]);
});

test('an argument says what it accepts, when it is used, and what it is if absent', () => {
	expect(byName('insight_get_digest')?.inputSchema).toMatchObject({
		properties: {
			period: { type: 'string', enum: expect.not.arrayContaining(['custom']), description: expect.stringContaining('Default last7Days.') },
			days: { description: 'How many days to look back. Instead of “period”.' },
			since: { description: expect.stringMatching(/ISO 8601\. Instead of “period”\.$/) },
		},
	});
	// A strict host refuses a list where the schema asks for text.
	const ids = { type: 'array', items: { type: 'string' } };
	expect(byName('insight_draft_follow_ups')?.inputSchema.properties).toMatchObject({ conversationIds: ids, draftedBefore: ids });
	// Inputs only for people, such as files, formats and waiting, are not offered.
	expect(Object.keys(byName('conversation_get_transcript')?.inputSchema.properties ?? {})).toEqual(['conversationId', 'cursor']);
	// A person confirms, not the model.
	expect(byName('conversation_delete')?.inputSchema).toMatchObject({ properties: { conversationId: { type: 'string' } }, required: ['conversationId'], additionalProperties: false });
	expect(JSON.stringify(byName('conversation_delete'))).not.toContain('confirmation');
});

test('nothing names a field by the label that only people see', () => {
	const labels = new Set(all.flatMap(({ operation }) => Object.values(allFields(operation)).map(({ label }) => label)));
	const quoted = all.flatMap(({ operation: _, generating: __, ...tool }) => JSON.stringify(tool).match(/“[^”]+”/g) ?? []);
	expect(quoted.length).toBeGreaterThan(20);
	expect(quoted.filter((quote) => labels.has(quote.slice(1, -1)))).toEqual([]);
});

test('an ID says which tool returns it', () => {
	const ids = all.flatMap(({ name, operation, inputSchema }) =>
		Object.entries(allFields(operation)).flatMap(([input, { kind, name: argument = input }]) =>
			kind === 'reference' ? [[`${name}.${argument}`, JSON.stringify(inputSchema.properties?.[argument])]] : [],
		),
	);
	expect(ids.length).toBeGreaterThan(10);
	// A person may also be identified by name.
	expect(ids.filter(([, schema = '']) => !/“[a-z_]+_get_all”/.test(schema)).map(([name]) => name)).toEqual(['insight_prepare_for_meeting.person']);
});
