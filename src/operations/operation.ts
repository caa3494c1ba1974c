import * as z from 'zod/v4';
import type { Credit, Endpoint, Input, Paging } from '../api/index.ts';
import { renamedField, type ListEndpoint } from '../client/index.ts';
import { causeOf } from '../meetings/index.ts';
import { chosen, emptied, type Field, type Fields, type Given, type InputOf, isBlank, readInput, refuse, SAMPLE_CONVERSATION_ID, sentences, type Terms, type Text, withNames } from '../forms/index.ts';
import type { Answers } from './answers.ts';
import type { Place } from './cursor.ts';
import { listed } from './list.ts';
import type { Session } from './session.ts';
import { type Advice, Refusal } from '../words/index.ts';

/** A text that an operation also returns as a file. */
export interface TextFile {
	/** The field the host puts it in, as named by the person. */
	readonly field: string;
	readonly fileName: string;
	readonly mimeType: string;
	readonly text: string;
}

/** One result of an operation. */
export interface Result {
	readonly json: unknown;
	readonly file?: TextFile;
	/** Why this part of the work failed, while others succeeded; `json` then names the part. */
	readonly failure?: Error;
	/** Present where the result was cut: the cursor of the rest. */
	readonly next?: string;
}

export const result = (json: unknown, file?: TextFile): Result => (file ? { json, file } : { json });

/** The shape of results when a field that determines it has another value. */
export interface Variant {
	/** By field, its values for which results have this shape. */
	readonly when: Readonly<Record<string, readonly (string | boolean)[]>>;
	readonly output: z.ZodType;
}

/** What people read about an operation. */
interface Words<Id extends string> {
	/** Part of saved flows, so it never changes. */
	readonly id: Id;
	readonly name: Text;
	/** How lists of actions show it, starting with a verb. A host may name a new step after it, so it is short. */
	readonly action: Text;
	/** What it does, in at most 110 characters: n8n's menus cut what is longer. */
	readonly description: Text;
	/** Anything else worth knowing, for agents, help pages and documents. */
	readonly notes?: Text;
	readonly advice?: Advice;
	/** Shown when there are no results, if people would not expect the reason. */
	readonly whenEmpty?: Text;
	/** How many requests it takes, in words, unless that is one, or one per page. */
	readonly requests?: string;
	/** What costs one AI credit each, unless that is the operation as a whole. */
	readonly creditPer?: string;
	/** How many segments a transcript needs for what the AI does with it, if not one. */
	readonly minSegments?: number;
	/** Whether another run continues where a run that was cut short ended, so that its results are kept. */
	readonly goesOn?: true;
}

/** Where a form shows the fields of an operation: always, or added under “Filters” or “Options”. */
export const groups = ['fields', 'filters', 'options'] as const;
export type Group = (typeof groups)[number];

/** What a host asks an operation for. */
export interface Asked extends Omit<Given, 'isAgent' | 'toInstant'>, Partial<Place> {
	/** A date and time as people and expressions write it, as ISO 8601 in UTC; null if it is not one. `timezone`: that of the run. */
	readonly toInstant: (value: unknown, timezone: string) => string | null;
	/** How many results of a list are wanted; undefined for all. */
	readonly limit?: number | undefined;
	/**
	 * Whether a list that a limit or failures cut short ends with an error after its results: it would look complete
	 * otherwise. A result that is itself such a list says what is missing.
	 */
	readonly failsIfCut?: boolean;
	/** Whether the host shows partial failures as such. They are left out otherwise, so that none is taken for a result. */
	readonly wantsFailures?: boolean;
	/** Set by hosts that run the operation for several inputs: equal inputs then share an answer, unless each is to change something. */
	readonly answers?: Answers<Result>;
}

/** An operation as hosts see it. */
export interface Operation<Id extends string = string> extends Words<Id>, Readonly<Record<Group, Fields>> {
	/** The endpoint it calls, if it is mainly one. */
	readonly endpoint?: Endpoint;
	/** How the list is paged, if it comes from one endpoint. */
	readonly paging?: Paging;
	/** Whether it returns a list that a host can limit. */
	readonly isList: boolean;
	readonly credit: Credit;
	/** The shape of a result when every field has its default. Its examples show the fields to map before anything has run. */
	readonly output: z.ZodType;
	/** The part of `output` that an AI agent gets, if not all of it. */
	readonly agentOutput?: z.ZodType;
	readonly variants: readonly Variant[];
	/** Reads and checks the input, then yields the results. Throws `ClientError` or `Refusal`. */
	readonly run: (session: Session, asked: Asked) => AsyncGenerator<Result, void, undefined>;
}

/** A group of operations in a menu. */
export interface Resource {
	/** Part of saved flows, so it never changes. */
	readonly id: string;
	readonly name: string;
	/** Sorted by name. */
	readonly operations: readonly Operation[];
	/** Preselected with the resource. */
	readonly defaultOperation: Operation;
}

/** An endpoint without inputs takes any name with no value. */
type RequiredName<E extends Endpoint> = {
	[K in keyof Input<E>]-?: string extends K ? never : undefined extends Input<E>[K] ? never : K;
}[keyof Input<E>];

/** Inputs that select a page. Operations have the limit of a list instead. */
type PageName<E extends Endpoint> = E extends { paging: { sizeParam: infer S } } ? S | 'offset' : never;

type OptionalName<E extends Endpoint> = Exclude<keyof Input<E>, RequiredName<E> | PageName<E>>;

/** Every required input of the endpoint has a field of a matching type. */
type Required<E extends Endpoint> = { readonly [K in RequiredName<E>]: Field<Input<E>[K]> };
type Optional<E extends Endpoint> = { readonly [K in OptionalName<E>]?: Field<Input<E>[K]> };

const none = {};
type None = typeof none;

/** An operation that calls an endpoint and returns the `data` of the response, one by one if it is a list. */
interface Calling<E extends Endpoint, Id extends string> extends Words<Id> {
	readonly endpoint: E;
	readonly fields: Required<E> & Optional<E>;
	readonly filters?: Optional<E>;
	readonly options?: Optional<E>;
	readonly run?: undefined;
}

/** The part of a result that a host asks for. */
export type Page = Pick<Asked, 'limit' | 'mark' | 'skip'>;

interface Running<Id extends string, A extends Fields, B extends Fields, C extends Fields> extends Words<Id> {
	readonly fields: A;
	readonly filters?: B;
	readonly options?: C;
	readonly agentOutput?: z.ZodType;
	readonly variants?: readonly Variant[];
	/** What several inputs with the same values get only once, in words. */
	readonly once?: string;
	readonly run: (session: Session, input: InputOf<A & B & C>, asked: Asked) => AsyncIterable<Result>;
}

/** An operation that processes the response of mainly one endpoint. */
interface OfEndpoint<E extends Endpoint, Id extends string, A extends Fields, B extends Fields, C extends Fields>
	extends Running<Id, A & Required<E>, B, C> {
	readonly endpoint: E;
	/** Needed only if results differ from what the endpoint returns. */
	readonly output?: z.ZodType;
}

/** An operation that combines several endpoints. */
interface OfMany<Id extends string, A extends Fields, B extends Fields, C extends Fields> extends Running<Id, A, B, C> {
	readonly endpoint?: undefined;
	readonly output: z.ZodType;
	readonly credit: Credit;
	readonly isList?: true;
}

/** The description of an operation and its notes. */
export const wholeDescription = ({ description, notes }: Operation, terms: Terms): string => sentences(terms, description, notes);

/** All fields of an operation, by the input they fill. */
export const allFields = ({ fields, filters, options }: Operation): Fields => ({ ...fields, ...filters, ...options });

/** Whether an operation changes nothing and costs no credit. */
export const onlyReads = ({ credit, endpoint }: Operation): boolean =>
	credit === 'never' && (endpoint?.method ?? 'GET') === 'GET';

/**
 * Whether a run may send many requests or spend AI credits, so that limits make sense. An operation that makes a single
 * request needs none.
 */
export const mayUseMuch = (operation: Operation): boolean => {
	const { credit, endpoint, paging, requests, fields } = operation;
	const isAskedForEach =
		endpoint === undefined ||
		paging?.kind === 'offset' ||
		requests !== undefined ||
		Object.values(fields).some(({ kind }) => kind === 'reference');
	return credit !== 'never' || (onlyReads(operation) && isAskedForEach);
};

const credits: Readonly<Record<Credit, string>> = { never: 'none', 'unless-saved': '1, none when saved', always: '1' };

/** How many AI credits an operation takes, in words. */
export const creditsOf = ({ credit, creditPer }: Operation): string =>
	creditPer === undefined ? credits[credit] : `${credits[credit]} per ${creditPer}`;

/** How many requests an operation takes, in words. */
export const requestsOf = ({ paging, requests }: Operation): string =>
	requests ?? (paging?.kind === 'offset' ? `1 for each ${paging.maxSize} results` : '1');

/** Whether an operation returns any number of results for these values, rather than one. */
export function returnsMany(operation: Operation, { valueOf }: Pick<Given, 'valueOf'>): boolean {
	const set = Object.entries(allFields(operation)).map(([input, field]) => {
		if (field.kind !== 'choice') return undefined;
		const value = valueOf(input, field);
		return chosen(field.choices, isBlank(value) ? field.default : value);
	});
	return set.find((choice) => choice?.many !== undefined)?.many ?? operation.isList;
}

const labelOf = (_input: string, { label }: Field): string => label;

/** An input that the client or a form refuses, and those that the reason names, by their labels, or what else the host calls them. */
export function labelled(error: unknown, operation: Operation | undefined, nameOf = labelOf): unknown {
	const fields = operation ? allFields(operation) : {};
	const renamed = (refused: string): string | undefined => {
		const known = Object.entries(fields).find(([input, { label }]) => input === refused || label === refused);
		return known && nameOf(...known);
	};
	return renamedField(error, renamed, (reason) => withNames(reason, fields, { nameOf }));
}

type Values = Readonly<Record<string, unknown>>;

const isList = (endpoint: Endpoint): endpoint is ListEndpoint => endpoint.paging !== undefined;

/** Calls the endpoint with the values that are its inputs. */
const callOf = (endpoint: Endpoint) =>
	async function* (session: Session, values: Values, page: Page): AsyncGenerator<Result> {
		const names = [endpoint.params, endpoint.query, endpoint.body].flatMap((shape) => Object.keys(shape ?? {}));
		const input = Object.fromEntries(names.flatMap((name) => (values[name] === undefined ? [] : [[name, values[name]]])));
		if (isList(endpoint)) {
			for await (const element of listed(session, endpoint, input, page)) yield result(element);
			return;
		}
		const body = await session.client.call(endpoint, input);
		yield result(body instanceof Object && 'data' in body ? body.data : body);
	};

/** Refuses the ID of the sample conversation, which does not exist: sending a request, or advising to spend a credit, would not help. */
function refuseSample(fields: Fields, input: Values): void {
	const isSample = Object.entries(fields).some(
		([name, field]) => field.kind === 'reference' && field.picks === 'conversation' && input[name] === SAMPLE_CONVERSATION_ID,
	);
	if (!isSample) return;
	throw new Refusal(
		'This is the ID of a sample conversation, which does not exist',
		({ step, instantTrigger }) =>
			`Choose one of your own conversations in this ${step}${instantTrigger && `, or let the ${instantTrigger} wait for a real event, which has a real ID`}`,
		{ code: 'sample_conversation' },
	);
}

/** Says that an option was empty. It does not mention data of an earlier run, because the first run has none. */
function emptyOption(field: Field): string {
	const { label, default: unset } = field;
	if (isBlank(unset)) return `“${label}” was empty, so it changed nothing.`;
	const choice = 'choices' in field ? field.choices.find(({ value }) => value === unset) : undefined;
	return `“${label}” was empty, so ${choice ? `“${choice.label}”` : 'its default'} was used.`;
}

/** What an endpoint returns: its `data`, one by one if that is a list. */
function answerOf({ path, response, paging }: Endpoint): z.ZodType {
	const data = response instanceof z.ZodObject ? response.shape['data'] : undefined;
	const one = paging && data instanceof z.ZodArray ? data.element : data;
	if (!(one instanceof z.ZodType)) throw new Error(`An operation of ${path} needs an output`);
	return one;
}

type AnyRun = (session: Session, input: Values, asked: Asked) => AsyncIterable<Result>;

/** Turns the end of a stopped task into the error that stopped it. */
async function* withoutStop<T>(results: AsyncIterable<T>): AsyncGenerator<T> {
	try {
		yield* results;
	} catch (error) {
		throw causeOf(error);
	}
}

/** Yields nothing if an earlier input of the run asked for the same, unless that failed without a cost. */
async function* onlyOnce(
	{ claims, hint }: Session,
	asked: readonly unknown[],
	what: string,
	results: () => AsyncIterable<Result>,
): AsyncGenerator<Result> {
	if (!claims.claim(asked)) {
		hint(`Several inputs asked for the same ${what}, so this ran once for all of them.`);
		return;
	}
	try {
		yield* results();
	} catch (error) {
		claims.releaseAfter(error, asked);
		throw error;
	}
}

/** What the three kinds of definitions have in common. */
type AnyDefinition = Words<string> & {
	readonly fields: Fields;
	readonly filters?: Fields;
	readonly options?: Fields;
	readonly credit?: Credit;
	readonly isList?: true;
	readonly agentOutput?: z.ZodType;
	readonly variants?: readonly Variant[];
	readonly once?: string;
} & (
		| { readonly endpoint: Endpoint; readonly output?: z.ZodType; readonly run?: AnyRun | undefined }
		| { readonly endpoint?: undefined; readonly output: z.ZodType; readonly run: AnyRun }
	);

/** Defines an operation: what people read about it, its fields, and what it does with them. */
export function operation<const E extends Endpoint, const Id extends string>(definition: Calling<E, Id>): Operation<Id>;
export function operation<
	const E extends Endpoint,
	const Id extends string,
	A extends Fields = None,
	B extends Fields = None,
	C extends Fields = None,
>(definition: OfEndpoint<E, Id, A, B, C>): Operation<Id>;
export function operation<
	const Id extends string,
	A extends Fields = None,
	B extends Fields = None,
	C extends Fields = None,
>(definition: OfMany<Id, A, B, C>): Operation<Id>;
export function operation(definition: AnyDefinition): Operation {
	const { endpoint, filters = none, options = none, variants = [], once, ...rest } = definition;
	const all = { ...definition.fields, ...filters, ...options };
	const run = definition.endpoint ? (definition.run ?? callOf(definition.endpoint)) : definition.run;
	const output = definition.endpoint ? (definition.output ?? answerOf(definition.endpoint)) : definition.output;
	const credit = endpoint?.credit ?? rest.credit ?? 'never';
	// A change is made as often as inputs ask for it.
	const isAnswer = once === undefined && !(endpoint && endpoint.method !== 'GET' && credit === 'never');
	return {
		...rest,
		filters,
		options,
		output,
		variants,
		...(endpoint && { endpoint, ...(endpoint.paging && { paging: endpoint.paging }) }),
		isList: endpoint ? endpoint.paging !== undefined : (rest.isList ?? false),
		credit,
		run: async function* (session, asked) {
			const given: Given = { ...asked, toInstant: (value) => asked.toInstant(value, session.timezone), isAgent: session.isAgent };
			const input = readInput(all, given);
			refuseSample(all, input);
			if (!session.isAgent) {
				const [noFilter] = emptied(filters, given, all);
				if (noFilter) refuse(noFilter.field, `${noFilter.what} is empty. Leave it out to include everything`);
				for (const { field } of emptied({ ...definition.fields, ...options }, given, all)) {
					if (field.kind !== 'json') session.hint(emptyOption(field));
				}
			}
			const whole = () => withoutStop(run(session, input, asked));
			const ask = once === undefined ? whole : () => onlyOnce(session, [input, asked.limit], once, whole);
			for await (const one of isAnswer && asked.answers ? asked.answers.share(JSON.stringify([input, asked.limit]), ask) : ask()) {
				if (!one.failure || asked.wantsFailures) yield one;
			}
		},
	};
}
