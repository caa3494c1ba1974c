import { ClientError, noRisk, refuseInput, trust } from '../../src/client/index.ts';
import { chosenTimeZone, instantFrom, isTimeZone } from '../../src/format/index.ts';
import { type Fields, inputSchema, type JsonSchema, type Reader, refuseUnused, sentences, textIn, withImplied, withNames } from '../../src/forms/index.ts';
import { catalogue, labelled, type Limits, type Operation, returnsMany, runOperation, type TextFile, wholeDescription } from '../../src/operations/index.ts';
import { Refusal } from '../../src/words/index.ts';
import { coreIn, type Client } from './connect.ts';
import { coreOf } from './core.ts';
import { programFields } from './fields.ts';
import { amount, anyText, atMost, callback, check, count, flag, inputs, methods, onlyFields, optional, signal as abortSignal, tell } from './given.ts';
import { terms } from './terms.ts';
import type { OperationOptions, RunOptions } from './operationOptions.ts';
import type { OperationName, Operations } from './generated/operationTypes.ts';
import { eitherSignal } from '../../src/transport/index.ts';

export type * from './operationOptions.ts';
export type * from './generated/operationTypes.ts';
export type { JsonSchema } from '../../src/forms/index.ts';
export type { TextFile } from '../../src/operations/index.ts';

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
	/** What `run` accepts. */
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
	description: wholeDescription(operation, terms),
	credit: operation.credit,
	isList: operation.isList,
	input: inputSchema(programFields(operation), reader),
}));

/** One result of an operation. */
export interface OperationResult {
	readonly json: unknown;
	/** A text that the operation returns as a file, if its input asks for one. */
	readonly file?: TextFile;
}

const limitsOf = ({ maxRequests, reserveRequests, reserveCredits, patienceMs, concurrency = 5 }: RunOptions): Limits => ({
	...{ maxRequests, reserveRequests, reserveCredits, patienceMs, concurrency },
});

function instantOf(value: unknown, timezone: string): string | null {
	if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : value.toISOString();
	return instantFrom(value, timezone);
}

const runOptions = onlyFields({
	concurrency: optional(count),
	isAgent: optional(flag),
	limit: optional(atMost),
	maxRequests: optional(amount),
	now: optional(callback),
	onHint: optional(callback),
	patienceMs: optional(amount),
	reserveCredits: optional(amount),
	reserveRequests: optional(amount),
	signal: optional(abortSignal),
	timezone: optional(anyText),
	transcripts: optional(methods('it must have the methods `get` and `set`, as a Map has', 'get', 'set')),
});

/**
 * Runs an operation known only by its name, such as a tool that a language model has chosen, and yields its results. The input
 * is checked against the operation's schema. If you know the operation, use `operationsOf` instead.
 * @throws ClientError
 */
export async function* run(
	client: Client,
	name: OperationName,
	input: Readonly<Record<string, unknown>> = {},
	options: RunOptions = {},
): AsyncGenerator<OperationResult, void, undefined> {
	const operation = all.get(name)?.operation ?? refuseInput('operation', 'there is no operation of this name. `operations` has them all');
	check(inputs, input, 'input');
	check(runOptions, options, 'options');
	const { isAgent = false, now = Date.now, timezone = chosenTimeZone(), limit, onHint, signal, transcripts } = options;
	const known = programFields(operation, isAgent);
	const unknown = Object.keys(input).find((field) => !Object.hasOwn(known, field));
	if (unknown !== undefined) refuseUnknown(unknown, known);
	const asked = { valueOf: withImplied(known, (field) => input[field]), toInstant: instantOf };
	refuseUnused(known, asked, { ...reader, isAgent });
	if (timezone !== null && !isTimeZone(timezone)) refuseInput('timezone', 'it must be the IANA name of a time zone, such as Europe/Berlin');
	const { account, patienceMs, sleep, stop } = coreIn(client);
	const running = runOperation(operation, {
		account,
		limits: limitsOf({ ...options, patienceMs: options.patienceMs ?? patienceMs }),
		connect: (given) => coreOf(client, { ...given, signal }),
		signal: eitherSignal(stop, signal),
		sleep: (ms) =>
			sleep(ms, signal).catch((cause: unknown) => {
				throw new ClientError({ kind: 'noAnswer', reason: 'aborted', ...noRisk }, { cause });
			}),
		...{ isAgent, now, timezone, terms, transcripts },
	});
	const tellHints = (): void => {
		if (onHint) for (const hint of running.end().hints) tell('onHint', () => onHint(withNames(hint, known, reader)));
	};
	try {
		for await (const one of running.results({ ...asked, limit, failsIfCut: !isAgent })) yield one;
	} catch (error) {
		tellHints();
		throw asClientError(labelled(error, operation, reader.nameOf));
	}
	tellHints();
}

/** Turns the refusal of an operation into an error of the library. */
function asClientError(error: unknown): unknown {
	if (!(error instanceof Refusal)) return error;
	const { code = 'refused', httpCode } = error.details;
	const status = typeof httpCode === 'number' ? httpCode : null;
	return new ClientError({ kind: 'refused', code: String(code), status, message: sentences(terms, error.message, error.next) }, { cause: error });
}

/** Names the existing inputs, because an ID has another name in results. */
function refuseUnknown(field: string, known: Fields): never {
	const [input] = Object.entries(known).find(([, { name }]) => name === field) ?? [];
	const names = Object.keys(known);
	return refuseInput(field, `this operation has no such input. ${input === undefined ? (names.length > 0 ? `It takes ${names.join(', ')}` : 'It takes none') : `It is called ${input} here`}`);
}

/**
 * Every operation of the catalogue as a typed method: `await operationsOf(client).insight.getDigest({ period: 'last7Days' })`.
 * `defaults` are the options of all of them.
 */
export function operationsOf(client: Client, defaults: OperationOptions = {}): Operations {
	coreIn(client);
	check(runOptions, defaults, 'options');
	const method =
		(name: OperationName, operation: Operation) =>
		(input: Readonly<Record<string, unknown>> = {}, options: OperationOptions = {}) => {
			const results = async function* () {
				for await (const { json } of run(client, name, input, { ...defaults, ...options })) yield json;
			};
			const wait = async (): Promise<unknown> => {
				const all: unknown[] = [];
				for await (const one of results()) all.push(one);
				return returnsMany(operation, { valueOf: (field) => input[field] }) ? all : all[0];
			};
			// A promise that ran the operation each time it is awaited could cost a credit each time.
			let waiting: Promise<unknown> | undefined;
			const once = (): Promise<unknown> => (waiting ??= wait());
			return {
				then: (...handlers: Parameters<Promise<unknown>['then']>) => once().then(...handlers),
				catch: (...handlers: Parameters<Promise<unknown>['catch']>) => once().catch(...handlers),
				finally: (...handlers: Parameters<Promise<unknown>['finally']>) => once().finally(...handlers),
				[Symbol.toStringTag]: 'Promise',
				[Symbol.asyncIterator]: results,
			};
		};
	const resources = catalogue.map(({ id, operations }) => [
		id,
		Object.fromEntries(operations.map((operation) => [operation.id, method(trust<OperationName>(`${id}.${operation.id}`), operation)])),
	]);
	return trust<Operations>(Object.fromEntries(resources));
}
