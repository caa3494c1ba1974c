import fc from 'fast-check';
import type * as z from 'zod/v4';
import { api as small, eventNames as smallEventNames } from '../../packages/client/index.ts';
import type { Endpoint as SmallEndpoint } from '../../packages/client/endpoint.ts';
import { api, eventNames, type Endpoint } from '../../src/api/index.ts';
import { wordsFor } from '../../src/client/request.ts';

/** Every endpoint of the contract, beside the client's version of it. */
const pairs = Object.entries(api).flatMap(([resource, endpoints]) =>
	Object.entries<Endpoint>(endpoints).map(([name, endpoint]) => {
		const own: Readonly<Record<string, SmallEndpoint>> = Object.entries(small).find(([other]) => other === resource)?.[1] ?? {};
		const found = own[name];
		if (!found) throw new Error(`The client has no ${resource}.${name}`);
		return { name: `${resource}.${name}`, endpoint, found };
	}),
);

interface Checks {
	safeParse(value: unknown, options?: object): { success: boolean; data?: unknown; error?: { issues: readonly { path: readonly PropertyKey[]; message: string }[] } };
}

/** What a schema says about a value: the value itself, or the mistakes by path. */
function verdict(schema: Checks, value: unknown): { readonly data: unknown } | ReadonlyMap<string, readonly string[]> {
	const { success, data, error } = schema.safeParse(value, { error: wordsFor });
	return success ? { data } : new Map(Object.entries(Object.groupBy(error?.issues ?? [], ({ path }) => path.join('.'))).map(([place, issues = []]) => [place, issues.map(({ message }) => message)]));
}

/**
 * Checks that both schemas say the same. zod may report the same path twice, for example for a text that is neither a time nor
 * a valid moment.
 */
function sameVerdict(own: Checks, contract: Checks, value: unknown): void {
	const [said, expected] = [verdict(own, value), verdict(contract, value)];
	if (!(said instanceof Map && expected instanceof Map)) return expect(said).toEqual(expected);
	expect([...said.keys()].toSorted()).toEqual([...expected.keys()].toSorted());
	for (const [place, messages] of said) expect(expected.get(place)).toEqual(expect.arrayContaining([...messages]));
}

const typeOf = (schema: z.core.$ZodType): z.core.$ZodTypes => schema as z.core.$ZodTypes;

/** A value that a schema accepts. */
function exampleOf(schema: z.core.$ZodType): unknown {
	const { _zod } = typeOf(schema);
	switch (_zod.def.type) {
		case 'object':
			return Object.fromEntries(Object.entries(_zod.def.shape).map(([name, one]) => [name, exampleOf(one)]));
		case 'array':
			return [exampleOf(_zod.def.element), exampleOf(_zod.def.element)];
		case 'nullable':
		case 'optional':
		case 'default':
			return exampleOf(_zod.def.innerType);
		case 'enum':
			return Object.values(_zod.def.entries)[0];
		case 'literal':
			return _zod.def.values[0];
		case 'number':
			return 5;
		case 'boolean':
			return true;
		case 'string': {
			const format = 'format' in _zod.def ? _zod.def.format : undefined;
			return format === 'datetime' ? '2026-03-02T09:15:00Z' : format === 'url' ? 'https://example.com/a' : 'text';
		}
		default:
			return null;
	}
}

/** The path of every part of a value. */
function placesIn(value: unknown, path: readonly string[] = []): (readonly string[])[] {
	const inner = typeof value === 'object' && value !== null ? Object.entries(value).flatMap(([key, one]) => placesIn(one, [...path, key])) : [];
	return [path, ...inner];
}

/** The value with a part replaced or removed. */
function changedAt(value: unknown, [key, ...rest]: readonly string[], to: unknown): unknown {
	if (key === undefined) return to;
	const entries = Object.entries(value as object).flatMap(([name, one]) => {
		if (name !== key) return [[name, one]];
		return rest.length === 0 && to === undefined ? [] : [[name, changedAt(one, rest, to)]];
	});
	return Array.isArray(value) ? entries.map(([, one]) => one) : Object.fromEntries(entries);
}

/** Values that a schema may mistake for others. */
const odd = fc.oneof(
	fc.constantFrom(undefined, null, '', ' ', '\u00a0', 'x', 0, -1, 0.5, 1, 50, 51, 100, 101, 1e21, Number.MAX_SAFE_INTEGER, Number.NaN, Infinity, true, false, [], {}, [null], Array.from({ length: 11 }, () => 'x')),
	fc.constantFrom('2026-02-28T09:00:00Z', '2026-02-29T09:00:00Z', '2024-02-29T09:00Z', '2026-03-02T09:15:00+99:99', '2026-03-02', '2026-03-02T09:15:00.123-05:00', 'high', 'starter', 'no-brain', 'webhook.test'),
	fc.constantFrom('https://example.com', ' https://example.com ', 'HTTPS://EXAMPLE.COM/x', '//x', 'mailto:a@example.com', 'x'.repeat(500), 'x'.repeat(501), '🙂'.repeat(500), '🙂'.repeat(501)),
	fc.string(),
	fc.double(),
	fc.jsonValue(),
);

/** Values that almost match the schema: an example of it, changed at up to three places. */
const near = (schema: z.ZodType) => {
	const example = exampleOf(schema);
	if (!schema.safeParse(example).success) throw new Error('The example is none');
	const change = fc.record({ place: fc.constantFrom(...placesIn(example)), to: odd });
	return fc.array(change, { maxLength: 3 }).map((changes) =>
		changes.reduce<unknown>((value, { place, to }) => (placesIn(value).some((one) => one.join('.') === place.join('.')) ? changedAt(value, place, to) : value), example),
	);
};

describe.each(pairs)('The client’s $name', ({ endpoint, found }) => {
	test('is the same request, with the same retries and costs', () => {
		const { method, path, repeat, credit, paging, notFound } = endpoint;
		expect(found).toMatchObject({ method, path, repeat, credit });
		const { size: _, query: __, ...pages } = { size: null, query: null, ...paging };
		expect({ ...found.paging }).toEqual(pages);
		expect(found.notFound).toBe(notFound);
		const inputs = ({ params, query, body }: { params?: object; query?: object; body?: object }) => [params, query, body].map((shape) => Object.keys(shape ?? {}));
		expect(inputs(found)).toEqual(inputs(endpoint));
		expect(found.saved?.path).toBe(endpoint.saved?.path);
	});

	test('says of any answer what the contract says of it', () => {
		fc.assert(fc.property(near(endpoint.response), (value) => sameVerdict(found.response, endpoint.response, value)), { numRuns: 300 });
	});

	const inputs = Object.entries({ ...endpoint.params, ...endpoint.query, ...endpoint.body });
	test(`checks its inputs as the contract does: ${inputs.map(([name]) => name).join(', ') || 'it has none'}`, () => {
		for (const [name, schema] of inputs) {
			const own = { ...found.params, ...found.query, ...found.body }[name];
			if (!own) throw new Error(`It has no input ${name}`);
			fc.assert(fc.property(fc.oneof(near(schema), odd), (value) => sameVerdict(own, schema, value)), { numRuns: 300 });
		}
	});
});

test('a field that would replace an object’s prototype is dropped, as by the contract', () => {
	const answer: unknown = JSON.parse('{ "data": [{ "__proto__": false }] }');
	sameVerdict(small.calendar.events.response, api.calendar.events.response, answer);
});

test('the client has every endpoint and event of the contract, and no other', () => {
	const namesIn = (table: object) => Object.entries(table).map(([resource, endpoints]) => [resource, Object.keys(endpoints)]);
	expect(namesIn(small)).toEqual(namesIn(api));
	expect(smallEventNames).toEqual(eventNames);
});
