import { ToolSchema, type Tool } from '@modelcontextprotocol/sdk/types.js';
import { z } from 'zod/v4';
import type { Choice, Field, Fields } from '../../src/operations/field.ts';
import { allFields, catalogue, isRequired, onlyReads, requestsOf, valueSchema, type JsonSchema, type Operation } from '../../src/operations/index.ts';
import { agentOutputs } from '../../src/operations/outputs.ts';
import { textIn, type Text } from '../../src/words/terms.ts';
import { terms, toolName } from './terms.ts';

/** An operation as a tool. */
export interface OperationTool {
	readonly operation: Operation;
	/** The operation’s fields by the argument that fills each. */
	readonly args: ReadonlyMap<string, Field>;
	readonly tool: Tool;
}

export const DEFAULT_LIMIT = 50;

const said = (text: Text | undefined): string => (text === undefined ? '' : textIn(text, terms).trim().replace(/\.$/, ''));

const sentences = (texts: readonly string[]): string => texts.filter(Boolean).map((text) => `${text}.`).join(' ');

const described = ({ value, label, description }: Choice): string => `“${value}”: ${said(description) || label}`;

/** Agents may leave out the offset of a time, so its format is not checked. */
const valuesOf = (field: Field): JsonSchema => (field.kind === 'dateTime' ? { type: 'string' } : valueSchema(field));

const argumentOf = (input: string, { name }: Pick<Field, 'name'>): string => name ?? input;

/** When an argument is used, if not always: what others must be. */
export const conditionsOf = ({ showWhen = {} }: Field, fields: Fields): string[] =>
	Object.entries(showWhen).map(([input, values]) => `only used if “${argumentOf(input, fields[input] ?? {})}” is ${values.join(' or ')}`);

/** What an absent argument means. */
export const presetOf = ({ agentDefault, default: preset }: Field): unknown => agentDefault ?? preset;

function propertyOf(field: Field, fields: Fields): JsonSchema {
	const { label, description, hint, example } = field;
	const conditions = conditionsOf(field, fields).map((condition) => condition.replace('only', 'Only'));
	const choices = field.kind === 'choice' || field.kind === 'choices' ? field.choices.map(described) : [];
	const form = field.kind === 'dateTime' ? 'Date and time in ISO 8601' : '';
	return {
		...valuesOf(field),
		description: sentences([said(description) || label, said(hint), form, choices.join('; '), ...conditions]),
		...(example !== undefined && { examples: [example] }),
		default: presetOf(field),
	};
}

const limit = {
	type: 'integer',
	minimum: 1,
	default: DEFAULT_LIMIT,
	description: 'The largest number of results. A note says whether there may be more.',
};

/** What a call changes and whether it may be repeated, from the endpoint. Operations without one only read. */
function annotationsOf(operation: Operation): Tool['annotations'] {
	const { endpoint, credit } = operation;
	const { method, repeat = 'always' } = endpoint ?? {};
	return {
		readOnlyHint: onlyReads(operation),
		// A new result replaces the saved one.
		destructiveHint: method === 'DELETE' || method === 'PATCH' || credit === 'unless-saved',
		idempotentHint: repeat === 'always' && credit === 'never',
		// What people said and wrote is in the results.
		openWorldHint: true,
	};
}

const credits: Readonly<Record<Operation['credit'], string>> = {
	never: 'no AI credits',
	'unless-saved': '1 AI credit, none if a saved result is returned',
	always: '1 AI credit for each call',
};

function costOf(operation: Operation): string {
	const { credit, creditPer } = operation;
	return `Cost: ${creditPer === undefined ? credits[credit] : `1 AI credit per ${creditPer}`}. Requests: ${requestsOf(operation)}`;
}

/** Shorter, and true of fields that the service adds: the patterns of times and the absence of more fields say little. */
function simplify({ jsonSchema }: { readonly jsonSchema: z.core.JSONSchema.BaseSchema }): void {
	delete jsonSchema.pattern;
	delete jsonSchema.additionalProperties;
}

function resultsOf(documented: z.ZodType): JsonSchema {
	const { $schema: _, ...item } = z.toJSONSchema(documented, { target: 'draft-7', io: 'output', reused: 'inline', override: simplify });
	return {
		type: 'object',
		properties: {
			// Clients refuse what does not match, and a result that cost a credit must reach them even if the service changed it.
			results: { type: 'array', items: { anyOf: [item, { description: 'Results in another output, or changed by the service' }] } },
			notes: { type: 'array', items: { type: 'string' }, description: 'What to know about the results, such as what was left out' },
		},
		required: ['results', 'notes'],
	};
}

function toolOf(resource: string, operation: Operation): OperationTool {
	const all = allFields(operation);
	const offered = Object.entries(all).filter(([, { audience }]) => audience !== 'people');
	const args = new Map(offered.map(([input, field]) => [argumentOf(input, field), field]));
	const properties = Object.fromEntries([...args].map(([name, field]) => [name, propertyOf(field, all)]));
	const title = textIn(operation.action, terms);
	const documented = agentOutputs[resource]?.[operation.id] ?? z.unknown();
	const tool = ToolSchema.parse({
		name: toolName(resource, operation.id),
		title,
		description: sentences([said(operation.description), costOf(operation)]),
		inputSchema: {
			type: 'object',
			// Undefined values are no JSON.
			properties: JSON.parse(JSON.stringify({ ...properties, ...(operation.isList && { limit }) })),
			required: [...args].filter(([, field]) => isRequired(field)).map(([name]) => name),
			additionalProperties: false,
		},
		outputSchema: resultsOf(documented),
		annotations: { title, ...annotationsOf(operation) },
	});
	return { operation, args, tool };
}

/** Every operation of the catalogue as a tool, by its name. */
export const tools: ReadonlyMap<string, OperationTool> = new Map(
	catalogue.flatMap(({ id, operations }) => operations.map((operation) => [toolName(id, operation.id), toolOf(id, operation)] as const)),
);
