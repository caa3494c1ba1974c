import { z } from 'zod/v4';
import type { Endpoint, Shape } from '../../src/api/index.ts';
import { firstProblem, wordsFor } from '../options.ts';
import { invalid } from './apiError.ts';

/** The inputs of a request as received. */
export interface RawInput {
	readonly params: Readonly<Record<string, string>>;
	readonly query: Readonly<Record<string, string>>;
	readonly body: unknown;
}

type ShapeAt<E, K extends string> = E extends { readonly [P in K]: infer S extends Shape } ? S : Record<never, never>;

/** The checked inputs of an endpoint in one flat object, defaults filled in. */
export type Parsed<E extends Endpoint> = z.output<
	z.ZodObject<ShapeAt<E, 'params'> & ShapeAt<E, 'query'> & ShapeAt<E, 'body'>>
>;

/** Creates the check of an endpoint's inputs, once. Unknown keys are ignored. */
export function inputReader<E extends Endpoint>(endpoint: E): (raw: RawInput) => Parsed<E>;
// TypeScript cannot follow three generic shapes into one flat type, so table and type meet in this overload.
export function inputReader({ params = {}, query = {}, body = {} }: Endpoint): (raw: RawInput) => object {
	const schemas = { params: z.object(params), query: z.object(query), body: z.object(body) };
	const types = new Map(Object.entries(query).map(([name, schema]) => [name, typeOf(schema)]));
	return (raw) => ({
		...check(schemas.body, raw.body),
		...check(schemas.query, fromText(raw.query, types)),
		...check(schemas.params, raw.params),
	});
}

const typeOf = (schema: z.ZodType): unknown => z.toJSONSchema(schema, { io: 'input' }).type;

/** A query string holds only text: converts values to numbers where the schema expects them. */
function fromText(query: RawInput['query'], types: ReadonlyMap<string, unknown>): Record<string, unknown> {
	return Object.fromEntries(Object.entries(query).map(([name, text]) => [name, convert(text, types.get(name))]));
}

function convert(text: string, type: unknown): unknown {
	if (type === 'integer' || type === 'number') return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text;
	return text;
}

/** An offset after a blank, which is what a plus sign means in a query. */
const UNENCODED_PLUS = /T[\d:.]+ \d\d:\d\d$/;

/** The body is checked as parsed: a copy would take the fields of a field `__proto__` for its own. */
function check(schema: z.ZodObject, value: unknown): object {
	const result = schema.safeParse(value, { error: wordsFor });
	if (result.success) return result.data;
	const { field, problem } = firstProblem(result.error);
	// Only the body can be something other than an object.
	const isUnencoded = UNENCODED_PLUS.test(String(Reflect.get(new Object(value), field)));
	throw invalid(field || 'body', isUnencoded ? `${problem}; in a query, write + as %2B` : problem);
}
