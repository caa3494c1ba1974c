import pLimit from 'p-limit';
import { terms } from '../../nodes/shared/terms.ts';
import { createAccount, type Account } from '../../src/limits/index.ts';
import { createClient } from '../../src/client/index.ts';
import { isRecord } from '../../src/format/read.ts';
import { instantFrom } from '../../src/format/time.ts';
import { nameOf, type Field } from '../../src/forms/field.ts';
import { sentence } from '../../src/forms/terms.ts';
import { Answers, catalogue, explainRun, runOperation, type Limits, type Result, type TextFile } from '../../src/operations/index.ts';
import { fetchTransport } from '../../src/transport/fetch.ts';
import { withAnswers } from '../support/cannedAnswers.ts';

/** A type, since n8n's engine does not take an interface. */
export type Credential = Readonly<Record<'apiKey' | 'baseUrl', string>>;

/** The values of a form: inputs by name, with those of groups under `filters` and `options`. */
export type Parameters = Readonly<Record<string, unknown>>;

export interface CoreOptions {
	readonly credential: Credential;
	readonly parameters: Parameters & { readonly resource: string; readonly operation: string };
	/** What each input item adds to the parameters. Default: one item that adds nothing. */
	readonly items?: readonly Parameters[];
	readonly isAgent?: boolean;
	/** What earlier runs with the same key learned. Default: nothing. */
	readonly account?: Account;
	/** Whether results that could not be made are failures, as for a host with an error output. Default: true. */
	readonly wantsFailures?: boolean;
	readonly failsIfCut?: boolean;
	readonly limits?: Partial<Limits>;
	/** IANA name. */
	readonly timezone?: string;
	/** Where values come from, by the names of inputs. Default: they were entered. */
	readonly sources?: Readonly<Record<string, string>>;
}

/** A failure as hosts show it, with what they do not show. */
export interface Failed {
	readonly item: number;
	/** What happened. */
	readonly message: string;
	/** What to do. */
	readonly description: string;
	readonly details: Readonly<Record<string, unknown>>;
}

export interface CoreRun {
	/** Results of all items in their order. */
	readonly results: readonly Readonly<Record<string, unknown>>[];
	readonly files: readonly TextFile[];
	readonly failures: readonly Failed[];
	readonly hints: readonly string[];
	/** Whether something that was asked for is missing. */
	readonly isIncomplete: boolean;
	readonly requests: number;
}

/** An operation whose ID only one resource has. */
export const operationNamed = (operation: string): { readonly resource: string; readonly operation: string } => ({
	resource: catalogue.find(({ operations }) => operations.some(({ id }) => id === operation))?.id ?? '',
	operation,
});

const fields = (value: unknown): Readonly<Record<string, unknown>> => (isRecord(value) ? value : { value });

/** Runs an operation of the catalogue as a host does, for each item, without any host in between. */
export async function runCore({ credential, parameters, items = [{}], isAgent = false, account = createAccount(), wantsFailures = true, failsIfCut = false, limits = {}, timezone = 'Europe/Berlin', sources = {} }: CoreOptions): Promise<CoreRun> {
	const operation = catalogue.find(({ id }) => id === parameters.resource)?.operations.find(({ id }) => id === parameters.operation);
	if (!operation) throw new Error(`There is no ${parameters.resource}.${parameters.operation}`);
	const allowed: Limits = { patienceMs: 30_000, concurrency: 5, ...limits };
	const { baseUrl, apiKey } = credential;
	const run = runOperation(operation, {
		limits: allowed,
		connect: (options) => createClient({ baseUrl, transport: fetchTransport({ apiKey }), ...options }),
		now: Date.now,
		sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
		...{ account, isAgent, terms, timezone },
	});
	const answers = new Answers<Result>();
	const atOnce = pLimit(allowed.concurrency);
	const done = await Promise.all(
		items.map((item, index) =>
			atOnce(async () => {
				const given = { ...parameters, ...item };
				const valueOf = (input: string, field: Field): unknown => {
					const group = (['filters', 'options'] as const).find((name) => input in operation[name]);
					return fields(group ? (given[group] ?? {}) : given)[nameOf(input, field)];
				};
				const limit = given['limit'] === undefined ? undefined : Number(given['limit']);
				const results: Result[] = [];
				const sourceOf = (input: string, field: Field): string | undefined => sources[nameOf(input, field)];
				const asked = { valueOf, sourceOf, toInstant: (value: unknown) => instantFrom(value, timezone), limit, wantsFailures, failsIfCut, ...(items.length > 1 && { answers }) };
				try {
					for await (const one of run.results(asked)) results.push(one);
					return { results, error: undefined };
				} catch (error) {
					return { results: [], error };
				}
			}).then((one) => ({ ...one, index })),
		),
	);
	const explained = (error: unknown, item: number): Failed => {
		const known = explainRun(error, operation, { terms, timezone });
		if (!known) throw error;
		return { item, message: sentence(known.what), description: known.next && sentence(known.next), details: fields(known.details) };
	};
	const whole = done.flatMap(({ results, index }) => results.map((one) => ({ ...one, index })));
	const { hints, incomplete, requests } = run.end();
	return {
		results: whole.filter(({ failure }) => !failure).map(({ json }) => fields(json)),
		files: whole.flatMap(({ file }) => (file ? [file] : [])),
		failures: [
			...done.flatMap(({ error, index }) => (error === undefined ? [] : [explained(error, index)])),
			...whole.flatMap(({ failure, json, index }) => {
				if (!failure) return [];
				const { details, ...one } = explained(failure, index);
				return [{ ...one, details: { ...details, ...fields(json) } }];
			}),
		],
		hints,
		isIncomplete: incomplete !== null,
		requests,
	};
}

/** Only the results. @throws Failed, the first failure, if there is any. */
export async function resultsOf(options: CoreOptions): Promise<CoreRun['results']> {
	const { results, failures } = await runCore(options);
	if (failures[0]) throw failures[0];
	return results;
}

/** Runs an operation against canned answers, and records its requests. */
export const againstScript = (script: readonly object[], options: Omit<CoreOptions, 'credential'>) =>
	withAnswers(script, (credential) => runCore({ credential, ...options }));
