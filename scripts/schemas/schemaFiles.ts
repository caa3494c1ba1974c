import { z } from 'zod/v4';
import { outputs } from './outputs.ts';

/** What n8n's editor reads of a JSON Schema: it follows `properties` and `items`, and of several types the first. */
export interface N8nSchema {
	readonly type?: string | readonly string[];
	readonly description?: string;
	readonly format?: string;
	readonly properties?: Readonly<Record<string, N8nSchema>>;
	readonly items?: N8nSchema;
}

type JsonSchema = z.core.JSONSchema._JSONSchema;

/** An alternative that is only `null` says that the other may be empty. Other choices have no one shape to show. */
function pick(schema: z.core.JSONSchema.BaseSchema): { readonly one: JsonSchema; readonly isNullable: boolean } {
	const choices = schema.anyOf ?? [];
	const others = choices.filter((choice) => typeof choice === 'boolean' || choice.type !== 'null');
	const [one] = others;
	return others.length === 1 && one !== undefined
		? { one, isNullable: others.length < choices.length }
		: { one: schema, isNullable: false };
}

function convert(schema: JsonSchema): N8nSchema {
	if (typeof schema === 'boolean') return {};
	const { one, isNullable } = pick(schema);
	if (typeof one === 'boolean') return {};
	const description = schema.description ?? one.description;
	const words = description === undefined ? {} : { description };
	if (one.type === 'object') {
		const properties = Object.entries(one.properties ?? {}).map(([name, property]) => [name, convert(property)]);
		return { type: 'object', ...words, properties: Object.fromEntries(properties) };
	}
	if (one.type === 'array') {
		const items = one.items === undefined || Array.isArray(one.items) ? {} : convert(one.items);
		return { type: 'array', ...words, ...(items.type !== undefined && { items }) };
	}
	if (one.type === undefined) return words;
	const format = one.format === undefined ? {} : { format: one.format };
	// Only of text and numbers: the editor shows what is in an object only if it is nothing else.
	return { type: isNullable ? [one.type, 'null'] : one.type, ...words, ...format };
}

/** The shape of an operation's output items as n8n wants it beside the node, for mapping before the first run. */
export const n8nSchema = (output: z.ZodType): N8nSchema =>
	convert(z.toJSONSchema(output, { target: 'draft-7', io: 'output', reused: 'inline' }));

/** Where n8n looks for them: beside the node, by the node's version. */
export const SCHEMA_FOLDER = 'nodes/MeetingAssistant/__schema__/v1.0.0';

/** The output schemas by path, each as it is when asked for. */
export const schemaFiles: Readonly<Record<string, () => string>> = Object.fromEntries(
	Object.entries(outputs).flatMap(([resource, operations]) =>
		Object.entries(operations).map(([operation, output]) => [
			`${SCHEMA_FOLDER}/${resource}/${operation}.json`,
			() => `${JSON.stringify({ ...n8nSchema(output), version: 1 }, null, '\t')}\n`,
		]),
	),
);
