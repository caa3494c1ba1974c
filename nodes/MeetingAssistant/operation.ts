import type { INodeProperties } from 'n8n-workflow';
import type { Credit, Endpoint, ErrorCode, Input, Paging, Shape } from '../../src/api/index.ts';
import type { Client, ListEndpoint } from '../../src/client/index.ts';

/** A field of the form. Its `name` stands in saved workflows for ever; when it shows follows from its place. */
export type Field = Omit<INodeProperties, 'displayOptions'>;

/** Fields by the input they fill. */
export type Fields = Readonly<Partial<Record<string, Field>>>;

export type Values = Readonly<Record<string, unknown>>;

interface Words {
	/** Stands in saved workflows for ever. */
	readonly value: string;
	readonly name: string;
	/** What the list of actions and an AI agent call it. */
	readonly action: string;
	readonly description: string;
	/** What to do about an error, where this operation knows better than the words for all. */
	readonly advice?: Readonly<Partial<Record<ErrorCode, string>>>;
	/** Said when a list is empty for a reason that people do not expect. */
	readonly whenEmpty?: string;
}

/** All the node knows of an operation. */
export interface Operation extends Words {
	/** Always shown. */
	readonly fields: Fields;
	/** Shown in the collection “Filters”, each when added. */
	readonly filters?: Fields;
	/** Shown in the collection “Options”, each when added. */
	readonly options?: Fields;
	/** Present on lists, which get Return All and Limit. */
	readonly paging?: Paging;
	readonly credit: Credit;
	/** The results for one input item. `limit` is undefined where all are wanted, or there is only one. */
	readonly run: (client: Client, input: Values, limit?: number) => AsyncIterable<unknown>;
}

type RequiredName<E extends Endpoint> = {
	[K in keyof Input<E>]-?: undefined extends Input<E>[K] ? never : K;
}[keyof Input<E>];

/** Inputs that say which page is wanted: Return All and Limit stand for them. */
type PageName<E extends Endpoint> = E extends { paging: { sizeParam: infer S } } ? S | 'offset' : never;

type OptionalName<E extends Endpoint> = Exclude<keyof Input<E>, RequiredName<E> | PageName<E>>;

type OptionalFields<E extends Endpoint> = { readonly [K in OptionalName<E>]?: Field };

/** The words and fields of an operation that calls one endpoint: each input that the endpoint requires has a field. */
interface EndpointOperation<E extends Endpoint> extends Words {
	readonly endpoint: E;
	readonly fields: { readonly [K in RequiredName<E>]: Field } & OptionalFields<E>;
	readonly filters?: OptionalFields<E>;
	readonly options?: OptionalFields<E>;
}

const none: Shape = {};

/** The endpoint with each group of inputs named: the form knows inputs by name only, and the client checks them. */
const withGroups = (endpoint: Endpoint) => ({ params: none, query: none, body: none, ...endpoint });
type GroupedEndpoint = ReturnType<typeof withGroups>;

const isList = (endpoint: GroupedEndpoint): endpoint is GroupedEndpoint & ListEndpoint => endpoint.paging !== undefined;

async function* callOnce(client: Client, endpoint: GroupedEndpoint, input: Values): AsyncGenerator<unknown> {
	const body = await client.call(endpoint, input);
	yield body instanceof Object && 'data' in body ? body.data : body;
}

/** An operation that calls one endpoint of the table and returns its `data`: an element each for lists. */
export function operation<const E extends Endpoint>({ endpoint, ...words }: EndpointOperation<E>): Operation {
	const grouped = withGroups(endpoint);
	return {
		...words,
		paging: grouped.paging,
		credit: grouped.credit,
		run: isList(grouped)
			? (client, input, limit) => client.each(grouped, input, { limit })
			: (client, input) => callOnce(client, grouped, input),
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
