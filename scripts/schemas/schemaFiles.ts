import { z } from 'zod/v4';
import { catalogue } from '../../src/operations/index.ts';

/** The part of JSON Schema that n8n's editor reads: `properties`, `items`, and the first of several types. */
export interface N8nSchema {
	readonly type?: string | readonly string[];
	readonly description?: string;
	readonly format?: string;
	readonly properties?: Readonly<Record<string, N8nSchema>>;
	readonly items?: N8nSchema;
}

type JsonSchema = z.core.JSONSchema._JSONSchema;

/** Of two alternatives with `null` as one, the other. With more alternatives there is no single shape to show. */
function unwrapNullable(schema: z.core.JSONSchema.BaseSchema): { readonly one: JsonSchema; readonly isNullable: boolean } {
	const choices = schema.anyOf ?? [];
	const others = choices.filter((choice) => typeof choice === 'boolean' || choice.type !== 'null');
	const [one] = others;
	return others.length === 1 && one !== undefined
		? { one, isNullable: others.length < choices.length }
		: { one: schema, isNullable: false };
}

function convert(schema: JsonSchema): N8nSchema {
	if (typeof schema === 'boolean') return {};
	const { one, isNullable } = unwrapNullable(schema);
	if (typeof one === 'boolean') return {};
	const description = schema.description ?? one.description;
	const described = description === undefined ? {} : { description };
	if (one.type === 'object') {
		const properties = Object.entries(one.properties ?? {}).map(([name, property]) => [name, convert(property)]);
		return { type: 'object', ...described, properties: Object.fromEntries(properties) };
	}
	if (one.type === 'array') {
		const items = one.items === undefined || Array.isArray(one.items) ? {} : convert(one.items);
		return { type: 'array', ...described, ...(items.type !== undefined && { items }) };
	}
	if (one.type === undefined) return described;
	const format = one.format === undefined ? {} : { format: one.format };
	// Objects and lists get a single type, because the editor shows the content of an object only then.
	return { type: isNullable ? [one.type, 'null'] : one.type, ...described, ...format };
}

/** The shape of an operation's output items in n8n's format, which allows mapping fields before the first run. */
export const n8nSchema = (output: z.ZodType): N8nSchema =>
	convert(z.toJSONSchema(output, { target: 'draft-7', io: 'output', reused: 'inline' }));

/** Where n8n looks for the schemas of this version of the node. */
export const SCHEMA_FOLDER = 'nodes/MeetingAssistant/__schema__/v1.0.0';

/** The content of each schema file by path. */
export const schemaFiles: Readonly<Record<string, () => string>> = Object.fromEntries(
	catalogue.flatMap(({ id: resource, operations }) =>
		operations.map(({ id, output }) => [
			`${SCHEMA_FOLDER}/${resource}/${id}.json`,
			() => `${JSON.stringify({ ...n8nSchema(output), version: 1 }, null, '\t')}\n`,
		]),
	),
);
