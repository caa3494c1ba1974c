import { choice, type Field, inputSchema, nameOf, number, type Reader, text, textIn } from '../forms/index.ts';
import { AGENT_PASSAGES, allFields, catalogue, onlyReads, type Operation, type OperationIds, wholeDescription } from '../operations/index.ts';
import { terms, toolName } from './terms.ts';

/** Tools that are offered or left out together. */
export const toolsets = ['meetings', 'insights', 'people', 'feedback', 'account', 'webhooks'] as const;
export type Toolset = (typeof toolsets)[number];
/** What is offered unless a person chooses. */
export const defaultToolsets = toolsets.filter((name) => name !== 'webhooks');

/** The toolset of each resource. A new resource does not compile until it has one. */
const toolsetOf = {
	actionItem: 'insights',
	calendarEvent: 'people',
	contact: 'people',
	conversation: 'meetings',
	feedback: 'feedback',
	insight: 'insights',
	keyPoints: 'meetings',
	user: 'account',
	webhook: 'webhooks',
} as const satisfies { readonly [R in keyof OperationIds]: Toolset };
const toolsetsByResource: Readonly<Record<string, Toolset>> = toolsetOf;

/** What a call does, as the Model Context Protocol defines these hints. */
export interface Hints {
	readonly readOnlyHint: boolean;
	readonly destructiveHint: boolean;
	readonly idempotentHint: boolean;
	readonly openWorldHint: boolean;
}

/** A tool as a model sees it. */
export interface Tool {
	readonly name: string;
	/** For people. */
	readonly title: string;
	readonly description: string;
	readonly inputSchema: ReturnType<typeof inputSchema>;
	readonly annotations: Hints;
}

/** An operation as a tool. */
export interface OperationTool {
	readonly operation: Operation;
	/** Generates what `operation` finds missing, for an AI credit. */
	readonly generating?: Operation | undefined;
	readonly toolset: string;
	/** The operation’s inputs by the argument that fills each. */
	readonly inputs: ReadonlyMap<string, string>;
	readonly tool: Tool;
}

const limited = (most: number, preset: number) => ({
	limit: number({ label: 'limit', whole: true, min: 1, max: most, default: preset, description: 'Max results' }),
});
/** Arguments that every list takes besides the operation’s own fields. */
const limitField = limited(100, 25);

/** Passages come with what was said around them. */
const passagesField = limited(AGENT_PASSAGES, AGENT_PASSAGES);

const cursorField = { cursor: text({ label: 'cursor', description: 'The “next” of an earlier result, to get the rest' }) };

export const pageFields = { ...limitField, ...cursorField };

/** Single results that may be cut nonetheless: texts, and reports with lists. */
const texts = new Set(['conversation_get_transcript', 'insight_get_digest', 'key_points_get']);
const reports = new Set(['insight_prepare_for_meeting']);

/**
 * Operations that are no tools: an agent keeps no store to sync, a meeting's title and times come with every list, and a
 * contact's briefing is part of preparing for a meeting.
 */
export const NO_TOOLS: ReadonlySet<string> = new Set(['action_item_sync', 'contact_get_briefing', 'conversation_get']);

/** Fields that agents get in another way, or would only pay for: formats for people, how names are written, and what a user confirms. */
export const LEFT_OUT: ReadonlySet<string> = new Set([
	'confirmation',
	'format',
	'forceRefresh',
	'simplify',
	'incoming',
	'times',
	'maxCharacters',
	'speakerNames',
	'mergeSpeakers',
	'startTime',
	'userEmail',
]);

const isOffered = (input: string, { audience, showWhen = {} }: Field): boolean =>
	audience !== 'people' && !LEFT_OUT.has(input) && showWhen['format'] === undefined;

/** Models pass on what other tools take. Where a tool has more exact arguments, these are accepted, but not worth their tokens in the list. */
const UNLISTED: ReadonlySet<string> = new Set(['period']);

/** Reads inputs under the names that agents give them. */
export const reader: Reader = { terms, isAgent: true, nameOf };

/** A tool that changes nothing. It may be called again; it reads the account of the service, and no other system. */
export const readingHints: Hints = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false };

/**
 * What a call changes and whether it may be repeated, according to the endpoint. Each hint is given, since directories and
 * hosts read a missing one in different ways. What shares, registers, renames, deletes or may replace a saved result cannot be
 * undone, so it counts as destructive; what only spends a credit leaves everything as it was. What is shared, or sent to an
 * address, leaves the account.
 */
function annotationsOf(operation: Operation, isRead: boolean): Hints {
	if (isRead) return readingHints;
	const { endpoint, credit, id } = operation;
	const { repeat = 'always' } = endpoint ?? {};
	const leaves = id === 'share' || permissionOf(operation) === 'register';
	const changes = credit === 'never' || 'forceRefresh' in allFields(operation);
	return { readOnlyHint: false, destructiveHint: changes, idempotentHint: repeat === 'always' && credit === 'never', openWorldHint: leaves };
}

/** What a tool takes that can also generate what it gets. */
export const generateField = {
	generate: choice({
		label: 'generate',
		choices: [
			{ value: 'never', label: 'Never' },
			{ value: 'ifMissing', label: 'If Missing' },
			{ value: 'always', label: 'Always' },
		],
		default: 'never',
		description: 'Generating uses 1 AI credit',
	}),
};

/** A cursor of the operation's own stays valid when meetings are added or deleted meanwhile. */
export const hasOwnCursor = ({ options }: Operation): boolean => 'cursor' in options;

/** Not true of a tool that can also generate: its argument says what that costs. */
const FREE = / Uses no AI credit\.$/;

function toolOf(resource: string, operation: Operation, generating: Operation | undefined): OperationTool {
	const name = toolName(resource, operation.id);
	const offered = Object.entries(allFields(operation)).filter(([input, field]) => isOffered(input, field));
	const isList = operation.isList || reports.has(name);
	// A draft that was paid for is never cut, nor generated a second time.
	const isContinued = operation.credit === 'never' && (isList || texts.has(name)) && !hasOwnCursor(operation);
	const fields = { ...Object.fromEntries(offered), ...(isList && (hasOwnCursor(operation) ? passagesField : limitField)), ...(isContinued && cursorField) };
	const { properties, ...schema } = inputSchema(fields, reader);
	const tool: Tool = {
		name,
		title: textIn(operation.action, terms),
		description: generating ? wholeDescription(operation, terms).replace(FREE, '') : wholeDescription(operation, terms),
		inputSchema: { ...schema, properties: { ...properties, ...(generating && inputSchema(generateField, reader).properties) } },
		annotations: annotationsOf(generating ?? operation, onlyReads(operation) && !generating),
	};
	const unlisted = Object.entries(allFields(operation)).filter(([input]) => UNLISTED.has(input));
	return {
		operation,
		generating,
		toolset: toolsetsByResource[resource] ?? '',
		inputs: new Map([...unlisted, ...Object.entries(fields)].map(([input, field]) => [nameOf(input, field), input])),
		tool,
	};
}

/** The operations of the catalogue as tools, by name. What generates a result is part of the tool that gets it. */
export const tools: ReadonlyMap<string, OperationTool> = new Map(
	catalogue.flatMap(({ id, operations }) =>
		operations.flatMap((operation) => {
			const name = toolName(id, operation.id);
			if (operation.id === 'generate' || NO_TOOLS.has(name)) return [];
			const generating = operations.find((one) => one.id === 'generate');
			return [[name, toolOf(id, operation, generating)] as const];
		}),
	),
);

/** What a user decides, or allows when starting the server. */
export const permissions = ['delete', 'register', 'rename', 'share', 'spend'] as const;
export type Permission = (typeof permissions)[number];

/** What a user has to allow for an operation, according to its endpoint; null if it only reads. */
export function permissionOf(operation: Operation): Permission | null {
	const { credit, endpoint, id } = operation;
	if (onlyReads(operation)) return null;
	if (credit !== 'never') return 'spend';
	if (endpoint?.method === 'DELETE') return 'delete';
	if (endpoint?.method === 'PATCH') return 'rename';
	return id === 'share' ? 'share' : 'register';
}

/** A tool that never spends a credit, for servers that only read. */
export function onlyReading({ generating, tool, ...rest }: OperationTool): OperationTool {
	if (!generating) return { tool, ...rest };
	const { generate: _, ...properties } = { ...tool.inputSchema.properties };
	return { ...rest, tool: { ...tool, inputSchema: { ...tool.inputSchema, properties }, annotations: readingHints } };
}

/** The tools of some toolsets; or of them only those that change nothing and cost no AI credit. */
export function offered(toolsets: readonly Toolset[], readOnly: boolean): readonly OperationTool[] {
	const chosen = [...tools.values()].filter(({ toolset }) => toolsets.some((name) => name === toolset));
	return readOnly ? chosen.map(onlyReading).filter(({ tool }) => tool.annotations.readOnlyHint) : chosen;
}
