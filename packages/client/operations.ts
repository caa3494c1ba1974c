import { setTimeout as wait } from 'node:timers/promises';
import { ClientError } from '../../src/client/index.ts';
import { instantFrom, isTimeZone } from '../../src/format/time.ts';
import {
	allFields,
	catalogue,
	createSession,
	hintEmpty,
	inputSchema,
	labelled,
	type JsonSchema,
	type Limits,
	type Reader,
	type TextFile,
	withNames,
} from '../../src/operations/index.ts';
import { textIn } from '../../src/words/terms.ts';
import { trust } from '../../src/client/trust.ts';
import { coreOf, type Client } from './connect.ts';
import { amount, anyText, callback, check, count, fields, flag, number, object } from './given.ts';
import { terms } from './terms.ts';
import type { OperationName } from './types.ts';

export type { OperationName } from './types.ts';
export type { JsonSchema, TextFile } from '../../src/operations/index.ts';

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

const all = new Map(
	catalogue.flatMap((resource) =>
		resource.operations.map((operation) => [trust<OperationName>(`${resource.id}.${operation.id}`), { resource, operation }] as const),
	),
);

const reader: Reader = { terms, isAgent: false, nameOf: (input) => input };

/** Every operation of the catalogue: what the nodes for n8n offer, for programs. */
export const operations: readonly OperationInfo[] = [...all].map(([name, { resource, operation }]) => ({
	name,
	title: `${resource.name}: ${textIn(operation.name, terms)}`,
	description: textIn(operation.description, terms),
	credit: operation.credit,
	isList: operation.isList,
	input: inputSchema(Object.fromEntries(Object.entries(allFields(operation)).filter(([, { audience }]) => audience !== 'agents')), reader),
}));

export interface RunOptions {
	/** Stops after that many results of a list: 1 or more. Default: all of them. */
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

function instantOf(value: unknown, timezone: string): string | null {
	if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : value.toISOString();
	return instantFrom(value, timezone);
}

const runOptions = fields({
	concurrency: count.optional(),
	isAgent: flag.optional(),
	limit: amount.optional(),
	maxRequests: amount.optional(),
	now: callback.optional(),
	onHint: callback.optional(),
	patienceMs: number.optional(),
	reserveCredits: amount.optional(),
	reserveRequests: amount.optional(),
	timezone: anyText.optional(),
});

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
	const operation = all.get(name)?.operation ?? refuse('operation', 'there is no operation of this name. `operations` has them all');
	check(object, input, 'input');
	check(runOptions, options, 'options');
	const known = allFields(operation);
	const unknown = Object.keys(input).find((field) => !Object.hasOwn(known, field));
	if (unknown !== undefined) refuse(unknown, 'this operation has no such input');
	const { isAgent = false, now = Date.now, timezone = Intl.DateTimeFormat().resolvedOptions().timeZone, limit, onHint } = options;
	const isCount = limit === undefined || limit === Infinity || (Number.isInteger(limit) && limit >= 1);
	if (!isCount) refuse('limit', 'it must be a whole number, 1 or more');
	if (!isTimeZone(timezone)) refuse('timezone', 'it must be the IANA name of a time zone, such as Europe/Berlin');
	const session = createSession({
		limits: limitsOf(options),
		connect: (overrides) => coreOf(client, overrides),
		sleep: (ms) => wait(ms),
		...{ isAgent, now, timezone, terms },
	});
	let results = 0;
	try {
		for await (const one of operation.run(session, { valueOf: (field) => input[field], toInstant: (value) => instantOf(value, timezone), limit })) {
			results += 1;
			yield one;
		}
	} catch (error) {
		throw labelled(error, operation, reader.nameOf);
	}
	hintEmpty(session, operation, results);
	for (const hint of session.hints.messages(session.budget.rateLimit)) onHint?.(withNames(hint, known, reader));
}
