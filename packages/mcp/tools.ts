import { ToolSchema, type Tool } from '@modelcontextprotocol/sdk/types.js';
import { z } from 'zod/v4';
import { nameOf, number } from '../../src/operations/field.ts';
import { allFields, catalogue, creditsOf, inputSchema, onlyReads, requestsOf, type JsonSchema, type Operation, type Reader } from '../../src/operations/index.ts';
import { agentOutputs } from '../../src/operations/outputs.ts';
import { sentences, textIn } from '../../src/words/terms.ts';
import { terms, toolName } from './terms.ts';

/** An operation as a tool. */
export interface OperationTool {
	readonly operation: Operation;
	/** The operation’s inputs by the argument that fills each. */
	readonly inputs: ReadonlyMap<string, string>;
	readonly tool: Tool;
}

/** What lists take besides the operation’s own fields. */
export const listFields = {
	limit: number({ label: 'limit', whole: true, min: 1, default: 50, description: 'The largest number of results. A note says whether there may be more' }),
};

/** How agents know inputs. */
export const reader: Reader = { terms, isAgent: true, nameOf };

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
	const offered = Object.entries(allFields(operation)).filter(([, { audience }]) => audience !== 'people');
	const fields = { ...Object.fromEntries(offered), ...(operation.isList && listFields) };
	const title = textIn(operation.action, terms);
	const tool = ToolSchema.parse({
		name: toolName(resource, operation.id),
		title,
		description: sentences(terms, operation.description, `AI credits: ${creditsOf(operation)}`, `Requests: ${requestsOf(operation)}`),
		inputSchema: inputSchema(fields, reader),
		outputSchema: resultsOf(agentOutputs[resource]?.[operation.id] ?? z.unknown()),
		annotations: { title, ...annotationsOf(operation) },
	});
	return { operation, inputs: new Map(Object.entries(fields).map(([input, field]) => [reader.nameOf(input, field), input])), tool };
}

/** Every operation of the catalogue as a tool, by its name. */
export const tools: ReadonlyMap<string, OperationTool> = new Map(
	catalogue.flatMap(({ id, operations }) => operations.map((operation) => [toolName(id, operation.id), toolOf(id, operation)] as const)),
);
