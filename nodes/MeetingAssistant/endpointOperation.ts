import type { Endpoint, Input, Shape } from '../../src/api/index.ts';
import type { ListEndpoint } from '../../src/client/index.ts';
import type { Field, Values } from './field.ts';
import { listResults } from './list.ts';
import type { Groups, Operation, Run, Words } from './operation.ts';
import { result, type Result } from './result.ts';
import type { Session } from './session.ts';

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
