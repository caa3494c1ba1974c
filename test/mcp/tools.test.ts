import Ajv from 'ajv';
import addFormats from 'ajv-formats';
import { tools } from '../../packages/mcp/tools.ts';
import { allFields } from '../../src/operations/index.ts';

const all = [...tools.values()].map(({ tool, operation }) => ({ ...tool, operation }));
const byName = (name: string) => tools.get(name)?.tool;

test('the names of tools never change, because people allow tools by name', () => {
	expect([...tools.keys()].toSorted()).toMatchInlineSnapshot(`
[
  "action_item_get_all",
  "calendar_event_get_all",
  "contact_get_all",
  "contact_get_briefing",
  "conversation_ask",
  "conversation_delete",
  "conversation_draft_email",
  "conversation_get",
  "conversation_get_all",
  "conversation_get_transcript",
  "conversation_rename",
  "conversation_share",
  "feedback_generate",
  "feedback_get",
  "insight_draft_follow_ups",
  "insight_find_action_items",
  "insight_find_decisions",
  "insight_get_digest",
  "insight_prepare_for_meeting",
  "insight_sync_action_items",
  "key_points_generate",
  "key_points_get",
  "user_get_profile",
  "webhook_delete",
  "webhook_get_all",
  "webhook_register",
  "webhook_send_test",
]
`);
});

test('the hints say what a call does', () => {
	const hints = Object.fromEntries(
		all.map(({ name, annotations }) => {
			const { readOnlyHint, destructiveHint, idempotentHint } = annotations ?? {};
			return [name, [readOnlyHint && 'reads', destructiveHint && 'destroys', idempotentHint && 'repeatable'].filter(Boolean).join(' ')];
		}),
	);
	expect(hints).toMatchInlineSnapshot(`
{
  "action_item_get_all": "reads repeatable",
  "calendar_event_get_all": "reads repeatable",
  "contact_get_all": "reads repeatable",
  "contact_get_briefing": "reads repeatable",
  "conversation_ask": "",
  "conversation_delete": "destroys repeatable",
  "conversation_draft_email": "",
  "conversation_get": "reads repeatable",
  "conversation_get_all": "reads repeatable",
  "conversation_get_transcript": "reads repeatable",
  "conversation_rename": "destroys repeatable",
  "conversation_share": "",
  "feedback_generate": "destroys",
  "feedback_get": "reads repeatable",
  "insight_draft_follow_ups": "",
  "insight_find_action_items": "reads repeatable",
  "insight_find_decisions": "reads repeatable",
  "insight_get_digest": "reads repeatable",
  "insight_prepare_for_meeting": "reads repeatable",
  "insight_sync_action_items": "reads repeatable",
  "key_points_generate": "destroys",
  "key_points_get": "reads repeatable",
  "user_get_profile": "reads repeatable",
  "webhook_delete": "destroys repeatable",
  "webhook_get_all": "reads repeatable",
  "webhook_register": "",
  "webhook_send_test": "",
}
`);
});

test('a tool that may cost a credit is never read-only, and says what it costs', () => {
	const costly = all.filter(({ operation }) => operation.credit !== 'never');
	expect(costly.length).toBeGreaterThan(3);
	expect(costly.filter(({ annotations }) => annotations?.readOnlyHint)).toEqual([]);
	expect(costly.filter(({ description = '' }) => !/ AI credits: 1\b.* Requests: /.test(description))).toEqual([]);
	expect(all.filter(({ description = '' }) => !/ AI credits: .+\. Requests: .+\.$/.test(description))).toEqual([]);
});

test('every schema is valid, and every argument is described', () => {
	const ajv = addFormats(new Ajv({ strict: true, strictRequired: false, allowUnionTypes: true }));
	for (const { inputSchema, outputSchema } of all) {
		expect(ajv.validateSchema(inputSchema)).toBe(true);
		expect(() => ajv.compile({ ...outputSchema })).not.toThrow();
	}
	const properties = all.flatMap(({ name, inputSchema }) =>
		Object.entries(inputSchema.properties ?? {}).map(([argument, schema]) => [`${name}.${argument}`, Object.entries(schema)] as const),
	);
	const described = properties.filter(([, schema]) => schema.some(([key, value]) => key === 'description' && String(value).length > 5));
	expect(described.map(([name]) => name)).toEqual(properties.map(([name]) => name));
});

test('an argument says what it accepts, and when it is used', () => {
	expect(byName('conversation_get_transcript')?.inputSchema.properties).toMatchObject({
		format: { enum: ['markdown', 'object', 'text', 'segments', 'srt', 'vtt'], default: 'text' },
		times: { description: expect.stringContaining('Only used if “format” is markdown or text.') },
		maxCharacters: { type: 'number', minimum: 100, default: 20_000 },
	});
	// What only people use, such as files and waiting, is not offered.
	expect(Object.keys(byName('conversation_get_transcript')?.inputSchema.properties ?? {})).not.toEqual(
		expect.arrayContaining([expect.stringMatching(/asFile|binaryPropertyName|waitSeconds/)]),
	);
	expect(byName('conversation_delete')?.inputSchema).toMatchObject({
		properties: { confirmed: { type: 'boolean', default: false } },
		required: ['conversationId'],
		additionalProperties: false,
	});
});

test('nothing names a field by the label that only people see', () => {
	const labels = new Set(all.flatMap(({ operation }) => Object.values(allFields(operation)).map(({ label }) => label)));
	const quoted = all.flatMap(({ operation: _, ...tool }) => JSON.stringify(tool).match(/“[^”]+”/g) ?? []);
	expect(quoted.length).toBeGreaterThan(100);
	expect(quoted.filter((quote) => labels.has(quote.slice(1, -1)))).toEqual([]);
	expect(byName('conversation_get_all')?.inputSchema.properties?.['participant']).toMatchObject({ description: expect.stringContaining('Add “since”') });
	expect(byName('insight_prepare_for_meeting')?.inputSchema.properties?.['incomingEvent']).not.toMatchObject({ description: expect.stringContaining('default') });
});

test('an ID says which tool returns it', () => {
	const ids = all.flatMap(({ name, operation, inputSchema }) =>
		Object.entries(allFields(operation)).flatMap(([input, { kind, name: argument = input }]) =>
			kind === 'reference' ? [[`${name}.${argument}`, JSON.stringify(inputSchema.properties?.[argument])]] : [],
		),
	);
	expect(ids.length).toBeGreaterThan(10);
	// A person may be named, too.
	expect(ids.filter(([, schema = '']) => !/“[a-z_]+_get_all”/.test(schema)).map(([name]) => name)).toEqual(['insight_prepare_for_meeting.person']);
});
