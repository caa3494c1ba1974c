import type * as z from 'zod/v4';
import type { Endpoint, Input, Shape } from '../api/index.ts';
import type { TransportRequest } from '../transport/index.ts';
import { refuseInput } from './errors.ts';

export type Values = Readonly<Record<string, unknown>>;

const nouns: Readonly<Record<string, string>> = {
	string: 'text',
	boolean: 'true or false',
	int: 'a whole number',
	number: 'a number',
	array: 'a list',
	object: 'an object',
};

/** Worded here, because zod's own messages depend on the translations that a bundler keeps. */
export function wordsFor(issue: z.core.$ZodRawIssue): string | undefined {
	if (issue.input === undefined) return 'it is missing';
	switch (issue.code) {
		case 'invalid_type':
			return `it must be ${nouns[issue.expected] ?? issue.expected}`;
		case 'invalid_value':
			return `it must be ${issue.values.length > 1 ? 'one of ' : ''}${issue.values.join(', ')}`;
		case 'too_small':
			return issue.origin === 'string' || issue.origin === 'array' ? 'it must not be empty' : `it must be at least ${issue.minimum}`;
		case 'too_big':
			return `it must be at most ${issue.maximum}`;
		default:
			return 'it is not valid';
	}
}

/** Whether a value holds inputs by name. A Map, a Date or a promise has none in fields of its own, so all of them would be lost unnoticed. */
export const isInputs = (value: unknown): value is object => Object.prototype.toString.call(value) === '[object Object]';

/** The checked input, with defaults. Throws `invalidInput` for the first invalid field. */
export function checkInput<E extends Endpoint>(endpoint: E, input: Input<E>): Values {
	const shape: Shape = { ...endpoint.params, ...endpoint.query, ...endpoint.body };
	const given: unknown = input;
	if (!isInputs(given)) return refuseInput('input', given === undefined ? 'it is missing' : 'it must be an object');
	// An unknown input is a mistake, not something to drop silently. It is reported first: if a name is misspelled, the right one
	// is missing too.
	const unknown = Object.keys(given).find((name) => !Object.hasOwn(shape, name));
	if (unknown !== undefined) return refuseInput(unknown, `this endpoint has no such input. It takes ${Object.keys(shape).join(', ') || 'none'}`);
	const values = Object.entries(shape).map(([name, schema]) => {
		const result = schema.safeParse(Reflect.get(given, name), { error: wordsFor });
		if (result.success) return [name, result.data];
		const [issue] = result.error.issues;
		// The contract’s own words have no subject, because the service puts the input’s name before them.
		const reason = issue?.message.replace(/^must /, 'it must ') ?? 'it is not valid';
		return refuseInput([name, ...(issue?.path ?? [])].join('.'), reason);
	});
	return Object.fromEntries(values);
}

const given = (shape: Shape | undefined, values: Values): [string, unknown][] =>
	Object.keys(shape ?? {})
		.map((name): [string, unknown] => [name, values[name]])
		.filter(([, value]) => value !== undefined);

function encodeSegment(name: string, value: unknown): string {
	const text = String(value);
	// URL parsers remove dot segments even if they are percent-encoded, and lone surrogates cannot be encoded at all.
	if (text === '.' || text === '..' || !text.isWellFormed()) {
		refuseInput(name, 'it is not a valid ID');
	}
	return encodeURIComponent(text);
}

/** Maximum length of a URL after its origin. Servers and proxies refuse longer ones, often with a page that says nothing. */
const MAX_TARGET = 8000;

function refuseTooLong(endpoint: Endpoint, values: Values): never {
	const [longest] = given({ ...endpoint.params, ...endpoint.query }, values)
		.map(([name, value]) => ({ name, length: String(value).length }))
		.sort((one, other) => other.length - one.length);
	return refuseInput(longest?.name ?? 'input', 'it is too long to be sent');
}

/** The request for checked `values`, with encoded path and query, and a JSON body. */
export function buildRequest(endpoint: Endpoint, values: Values, origin: string): Omit<TransportRequest, 'timeoutMs'> {
	const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeSegment(name, values[name]));
	// The service compares a text as it is sent, and in none of a query’s do the blanks around it mean anything.
	const asked = given(endpoint.query, values).map(([name, value]): [string, string] => [name, String(value).trim()]);
	const query = String(new URLSearchParams(asked.filter(([, value]) => value !== '')));
	const target = query === '' ? path : `${path}?${query}`;
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
