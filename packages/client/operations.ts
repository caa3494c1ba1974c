import { setTimeout as wait } from 'node:timers/promises';
import { DateTime } from '../../src/api/index.ts';
import { ClientError } from '../../src/client/index.ts';
import {
	catalogue,
	createSession,
	groups,
	type Field,
	type Fields,
	type Limits,
	type Operation,
	type TextFile,
} from '../../src/operations/index.ts';
import { textIn } from '../../src/words/terms.ts';
import { trust } from '../../src/client/trust.ts';
import { core, type Client } from './connect.ts';
import { terms } from './terms.ts';
import type { OperationName } from './types.ts';

export type { OperationName } from './types.ts';
export type { TextFile } from '../../src/operations/index.ts';

/** A JSON Schema, as tools of language models and form builders take it. */
export interface JsonSchema {
	readonly type?: string;
	readonly [keyword: string]: unknown;
}

/** An operation, for menus, forms and tools. */
export interface OperationInfo {
	readonly name: OperationName;
	/** For people: “Insight: Get Digest”. */
	readonly title: string;
	readonly description: string;
	/** Whether it uses an AI credit. `unless-saved`: only if no result is saved. */
	readonly credit: 'always' | 'never' | 'unless-saved';
	/** Whether it yields any number of results, which `limit` cuts off. */
	readonly isList: boolean;
	/** What `run` takes. */
	readonly input: JsonSchema;
}

/** What a program cannot tell from a schema is left out. */
function schemaOf(field: Field): JsonSchema {
	switch (field.kind) {
		case 'text':
		case 'reference':
			return { type: 'string' };
		case 'dateTime':
			return { type: 'string', format: 'date-time' };
		case 'boolean':
			return { type: 'boolean' };
		case 'number':
			return {
				type: field.whole ? 'integer' : 'number',
				...(field.min !== undefined && { minimum: field.min }),
				...(field.max !== undefined && { maximum: field.max }),
			};
		case 'choice':
			return { enum: field.choices.map(({ value }) => value) };
		case 'choices':
			return { type: 'array', items: { enum: field.choices.map(({ value }) => value) } };
		case 'pairs':
			return { type: 'object', additionalProperties: { type: 'string' } };
		case 'json':
			return {};
	}
}

const fieldsOf = (operation: Operation): Fields => Object.assign({}, ...groups.map((group) => operation[group]));

function propertyOf(field: Field): JsonSchema {
	const description = [field.label, field.description && textIn(field.description, terms)].filter(Boolean).join('. ');
	return { ...schemaOf(field), description, ...(field.default !== undefined && { default: field.default }) };
}

/** Fields that are shown to some, or for some choices, may be missing. */
const isRequired = ({ required, showWhen, default: preset }: Field): boolean =>
	required === true && showWhen === undefined && preset === undefined;

function inputOf(operation: Operation): JsonSchema {
	const fields = Object.entries(fieldsOf(operation)).filter(([, { audience }]) => audience !== 'agents');
	return {
		type: 'object',
		properties: Object.fromEntries(fields.map(([name, field]) => [name, propertyOf(field)])),
		required: fields.filter(([, field]) => isRequired(field)).map(([name]) => name),
		additionalProperties: false,
	};
}

const all = new Map(
	catalogue.flatMap((resource) =>
		resource.operations.map((operation) => [trust<OperationName>(`${resource.id}.${operation.id}`), { resource, operation }] as const),
	),
);

/** Every operation of the catalogue: what the nodes for n8n offer, for programs. */
export const operations: readonly OperationInfo[] = [...all].map(([name, { resource, operation }]) => ({
	name,
	title: `${resource.name}: ${textIn(operation.name, terms)}`,
	description: textIn(operation.description, terms),
	credit: operation.credit,
	isList: operation.isList,
	input: inputOf(operation),
}));

export interface RunOptions {
	/** Stops after that many results of a list. */
	readonly limit?: number | undefined;
	/** Requests that the operation may make. */
	readonly maxRequests?: number | undefined;
	/** Requests of the hour to reserve for others. */
	readonly reserveRequests?: number | undefined;
	/** AI credits to reserve. */
	readonly reserveCredits?: number | undefined;
	/** Milliseconds to wait for the hourly limit to reset. Default 30,000. */
	readonly patienceMs?: number | undefined;
	/** Requests under way at once. Default 5. */
	readonly concurrency?: number | undefined;
	/** IANA name of the time zone that reports use. Default: that of the machine. */
	readonly timezone?: string | undefined;
	/** Whether a language model reads the results: they are shorter, and it is never kept waiting. */
	readonly isAgent?: boolean | undefined;
	/** Milliseconds since 1970. */
	readonly now?: (() => number) | undefined;
	/** Called with advice for people, such as why a list is empty. */
	readonly onHint?: ((message: string) => void) | undefined;
}

/** One result of an operation. */
export interface OperationResult {
	readonly json: unknown;
	/** A text that the operation returns as a file, if its input asks for one. */
	readonly file?: TextFile;
}

const limitsOf = ({ maxRequests, reserveRequests, reserveCredits, patienceMs = 30_000, concurrency = 5 }: RunOptions): Limits => ({
	...{ maxRequests, keepFree: reserveRequests, keepCredits: reserveCredits, patienceMs, concurrency },
});

const refuse = (field: string, reason: string): never => {
	throw new ClientError({ kind: 'invalidInput', field, reason });
};

function instantOf(value: unknown): string | null {
	if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : value.toISOString();
	const { success, data } = DateTime.safeParse(value);
	return success ? new Date(data).toISOString() : null;
}

/**
 * Runs an operation and yields its results. The input is checked as the operation’s schema says.
 * @throws ClientError, or an error that says what the operation cannot do.
 */
export async function* run(
	client: Client,
	name: OperationName,
	input: Readonly<Record<string, unknown>> = {},
	options: RunOptions = {},
): AsyncGenerator<OperationResult, void, undefined> {
	const operation = all.get(name)?.operation ?? refuse('operation', 'there is no operation of this name');
	const fields = fieldsOf(operation);
	const unknown = Object.keys(input).find((field) => !Object.hasOwn(fields, field));
	if (unknown !== undefined) refuse(unknown, 'this operation has no such input');
	const { isAgent = false, now = Date.now, timezone = Intl.DateTimeFormat().resolvedOptions().timeZone, limit, onHint } = options;
	const session = createSession({
		limits: limitsOf(options),
		connect: (overrides) => client[core](overrides),
		sleep: (ms) => wait(ms),
		...{ isAgent, now, timezone, terms },
	});
	yield* operation.run(session, { valueOf: (field) => input[field], toInstant: instantOf, limit });
	for (const hint of session.hints.messages(session.budget.rateLimit)) onHint?.(hint);
}
