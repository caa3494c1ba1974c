import type { INodeProperties } from 'n8n-workflow';
import type { Credit, Endpoint, Input, Paging, Shape } from '../../src/api/index.ts';
import type { ListEndpoint } from '../../src/client/index.ts';
import type { Advice } from '../shared/errorAdvice.ts';
import { listResults } from './list.ts';
import { result, type Result } from './result.ts';
import type { Session } from './session.ts';

/** A field of the form. Its `name` stands in saved workflows for ever; when it shows follows from its place. */
export interface Field extends Omit<INodeProperties, 'displayOptions'> {
	/** Shown only where other fields of the same operation, by name, have one of these values. */
	readonly showWhen?: Readonly<Record<string, readonly (string | boolean)[]>>;
	/** Whether only an AI agent's tool has it, or never has it. */
	readonly asTool?: 'only' | 'never';
	/** Default of an AI agent's tool, where it is another. */
	readonly toolDefault?: string;
}

/** Fields by the input they fill. */
export type Fields = Readonly<Partial<Record<string, Field>>>;

export type Values = Readonly<Record<string, unknown>>;

interface Words<V extends string> {
	/** Stands in saved workflows for ever. */
	readonly value: V;
	readonly name: string;
	/** What the list of actions and an AI agent call it. */
	readonly action: string;
	readonly description: string;
	/** What to do about an error, where this operation knows better than the words for all. */
	readonly advice?: Advice;
	/** Said when a list is empty for a reason that people do not expect. */
	readonly whenEmpty?: string;
	/** What it takes in requests, in words, where that is not one, or one for each page. */
	readonly requests?: string;
}

/** Groups of fields in the order of the form. */
interface Groups<F extends Fields = Fields> {
	/** Always shown. */
	readonly fields?: F;
	/** Shown in the collection “Filters”, each when added. */
	readonly filters?: Fields;
	/** Shown in the collection “Options”, each when added. */
	readonly options?: Fields;
}

/** The results for one input item. `limit` is undefined where all are wanted, or there is only one. */
export type Run = (session: Session, input: Values, limit?: number) => AsyncIterable<Result>;

/** All the node knows of an operation. */
export interface Operation<V extends string = string> extends Words<V>, Groups {
	/** What it calls, where that is one endpoint above all. */
	readonly endpoint?: Endpoint;
	/** Present on lists, which get Return All and Limit. */
	readonly paging?: Paging;
	/** Set on lists that are not one endpoint's: they get Return All and Limit too. */
	readonly isList?: true;
	readonly credit: Credit;
	readonly run: Run;
}

export const hasLimit = (operation: Operation): boolean => operation.paging !== undefined || operation.isList === true;

type RequiredName<E extends Endpoint> = {
	[K in keyof Input<E>]-?: undefined extends Input<E>[K] ? never : K;
}[keyof Input<E>];

/** Inputs that say which page is wanted: Return All and Limit stand for them. */
type PageName<E extends Endpoint> = E extends { paging: { sizeParam: infer S } } ? S | 'offset' : never;

type OptionalName<E extends Endpoint> = Exclude<keyof Input<E>, RequiredName<E> | PageName<E>>;

type OptionalFields<E extends Endpoint> = { readonly [K in OptionalName<E>]?: Field };

/** The words and fields of an operation that calls one endpoint: each input that the endpoint requires has a field. */
interface EndpointOperation<E extends Endpoint, V extends string> extends Words<V> {
	readonly endpoint: E;
	readonly fields: { readonly [K in RequiredName<E>]: Field } & OptionalFields<E>;
	readonly filters?: OptionalFields<E>;
	readonly options?: OptionalFields<E>;
	/** What the node adds to the endpoint. Its inputs never have the name of one of the endpoint's. */
	readonly own?: Groups;
	/** Where it is more than a call that returns the answer's `data`. */
	readonly run?: Run;
}

const none: Shape = {};

/** The endpoint with each group of inputs named: the form knows inputs by name only, and the client checks them. */
const withGroups = (endpoint: Endpoint) => ({ params: none, query: none, body: none, ...endpoint });
type GroupedEndpoint = ReturnType<typeof withGroups>;

const isList = (endpoint: GroupedEndpoint): endpoint is GroupedEndpoint & ListEndpoint => endpoint.paging !== undefined;

async function* callOnce(session: Session, endpoint: GroupedEndpoint, input: Values): AsyncGenerator<Result> {
	const body = await session.call(endpoint, input);
	yield result(body instanceof Object && 'data' in body ? body.data : body);
}

/** An operation that calls one endpoint of the table and returns its `data`: an element each for lists. */
export function operation<const E extends Endpoint, const V extends string>(
	given: EndpointOperation<E, V>,
): Operation<V> {
	const { endpoint, own = {}, fields, filters, options, run, ...words } = given;
	const grouped = withGroups(endpoint);
	const calls: Run = isList(grouped)
		? (session, input, limit) => listResults(session, grouped, input, limit)
		: (session, input) => callOnce(session, grouped, input);
	return {
		...words,
		endpoint,
		fields: { ...fields, ...own.fields },
		filters: { ...filters, ...own.filters },
		options: { ...options, ...own.options },
		paging: grouped.paging,
		credit: grouped.credit,
		run: run ?? calls,
	};
}

/** A group of operations in the menu. */
export interface Resource {
	/** Stands in saved workflows for ever. */
	readonly value: string;
	readonly name: string;
	/** In menu order, by name. */
	readonly operations: readonly Operation[];
	/** Chosen when the resource is. */
	readonly defaultOperation: Operation;
}
