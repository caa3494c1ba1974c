import * as z from 'zod/v4';
import type { Endpoint, Input, Shape } from '../api/index.ts';
import type { TransportRequest } from '../transport/index.ts';
import { ClientError } from './errors.ts';

export type Values = Readonly<Record<string, unknown>>;

const schemas = new WeakMap<Endpoint, z.ZodObject>();

const nouns: Readonly<Record<string, string>> = { string: 'text', boolean: 'true or false', int: 'a whole number', number: 'a number', array: 'a list', object: 'an object' };

/** In our own words: what zod says depends on the translations that a bundler has kept. */
export function wordsFor(issue: z.core.$ZodRawIssue): string | undefined {
	if (issue.input === undefined) return 'it is missing';
	switch (issue.code) {
		case 'invalid_type':
			return `it must be ${nouns[issue.expected] ?? issue.expected}`;
		case 'invalid_value':
			return `it must be ${issue.values.length > 1 ? 'one of ' : ''}${issue.values.join(', ')}`;
		case 'too_small':
			return issue.origin === 'string' ? 'it must not be empty' : `it must be at least ${issue.minimum}`;
		case 'too_big':
			return `it must be at most ${issue.maximum}`;
		default:
			return 'it is not valid';
	}
}

/** Strict: an unknown input is a mistake, not something to drop silently. */
function inputSchema(endpoint: Endpoint): z.ZodObject {
	const known = schemas.get(endpoint);
	if (known) return known;
	const schema = z.strictObject({ ...endpoint.params, ...endpoint.query, ...endpoint.body });
	schemas.set(endpoint, schema);
	return schema;
}

/** The checked input, with defaults. Throws `invalidInput` for the first invalid field. */
export function checkInput<E extends Endpoint>(endpoint: E, input: Input<E>): Values {
	const result = inputSchema(endpoint).safeParse(input, { error: wordsFor });
	if (result.success) return result.data;
	const [issue] = result.error.issues;
	const unknownField = issue?.code === 'unrecognized_keys' ? issue.keys[0] : undefined;
	throw new ClientError({
		kind: 'invalidInput',
		field: unknownField ?? (issue?.path.join('.') || 'input'),
		reason: unknownField ? 'this endpoint has no such input' : (issue?.message ?? 'it is not valid'),
	});
}

const given = (shape: Shape | undefined, values: Values): [string, unknown][] =>
	Object.keys(shape ?? {})
		.map((name): [string, unknown] => [name, values[name]])
		.filter(([, value]) => value !== undefined);

function encodeSegment(name: string, value: unknown): string {
	const text = String(value);
	// URL parsers remove dot segments even if they are percent-encoded, and lone surrogates cannot be encoded at all.
	if (text === '.' || text === '..' || !text.isWellFormed()) {
		throw new ClientError({ kind: 'invalidInput', field: name, reason: 'it is not a valid ID' });
	}
	return encodeURIComponent(text);
}

/** Servers and proxies refuse longer ones, often with a page that says nothing. Maximum length of a URL after its origin. */
const MAX_TARGET = 8000;

function refuseTooLong(endpoint: Endpoint, values: Values): never {
	const [longest] = given({ ...endpoint.params, ...endpoint.query }, values)
		.map(([name, value]) => ({ name, length: String(value).length }))
		.sort((one, other) => other.length - one.length);
	throw new ClientError({ kind: 'invalidInput', field: longest?.name ?? 'input', reason: 'it is too long to be sent' });
}

/** The request for checked `values`, with encoded path and query, and a JSON body. */
export function buildRequest(endpoint: Endpoint, values: Values, origin: string): Omit<TransportRequest, 'timeoutMs'> {
	const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeSegment(name, values[name]));
	const query = new URLSearchParams(
		given(endpoint.query, values).map(([name, value]): [string, string] => [name, String(value)]),
	);
	const target = `${path}${query.size > 0 ? `?${query}` : ''}`;
	if (target.length > MAX_TARGET) refuseTooLong(endpoint, values);
	const body = given(endpoint.body, values);
	const hasBody = body.length > 0;
	return {
		method: endpoint.method,
		url: `${origin}${target}`,
		headers: { Accept: 'application/json', ...(hasBody && { 'Content-Type': 'application/json' }) },
		...(hasBody && { body: JSON.stringify(Object.fromEntries(body)) }),
	};
}
