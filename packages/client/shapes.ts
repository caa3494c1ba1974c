// The schemas of table.ts, and of what given.ts checks. They check the same as zod, with the same messages, so that connecting
// loads no schema library. They only support what these two files need; test/library/table.test.ts compares them with the
// contract's.

import { isUrl, NOT_HTTPS, receivesEvents } from '../../src/api/index.ts';

/** A place where a value differs from its schema. */
export interface SchemaIssue {
	readonly path: readonly PropertyKey[];
	readonly message: string;
}

/** Checks a value. zod's schemas do, and an object of your own may. */
export interface Schema {
	safeParse(
		value: unknown,
		options?: never,
	): { readonly success: true; readonly data: unknown } | { readonly success: false; readonly error: { readonly issues: readonly SchemaIssue[] } };
}

/** The named inputs of an endpoint. */
export type Inputs = Readonly<Record<string, Schema>>;

/** zod's description of a refused value; src/client puts it into words. */
type Refused = Readonly<Record<string, unknown>>;

type Words = (issue: Refused) => string | undefined;

/** Returns the value, with its default if it is missing, and reports each place that is wrong. */
type Visit = (value: unknown, report: (issue: Refused, path?: readonly PropertyKey[]) => void) => unknown;

/** A schema that is part of others. */
export interface Visited extends Schema {
	readonly visit: Visit;
}

export function schema(visit: Visit): Visited {
	return {
		visit,
		safeParse(value: unknown, options?: { readonly error?: Words }) {
			const issues: SchemaIssue[] = [];
			const data = visit(value, (issue, path = []) => {
				issues.push({ path, message: String(issue['message'] ?? options?.error?.(issue) ?? 'it is not valid') });
			});
			return issues.length === 0 ? { success: true, data } : { success: false, error: { issues } };
		},
	};
}

const invalidType = (input: unknown, expected: string): Refused => ({ code: 'invalid_type', expected, input });

/** A value of a type, and what else is wrong with it. */
const typed = <T>(expected: string, is: (value: unknown) => value is T, mistakes: (value: T) => readonly Refused[] = () => []): Visited =>
	schema((value, report) => {
		if (!is(value)) report(invalidType(value, expected));
		else for (const mistake of mistakes(value)) report(mistake);
		return value;
	});

const isText = (value: unknown): value is string => typeof value === 'string';
const isNumber = (value: unknown): value is number => Number.isFinite(value);

/** The issues that apply. */
const those = (...issues: readonly (readonly [boolean, Refused])[]): Refused[] => issues.flatMap(([applies, issue]) => (applies ? [issue] : []));

export const text = typed('string', isText);

/** Text that has at least one character. */
export const filled = typed('string', isText, (value) => those([value === '', { code: 'too_small', origin: 'string', input: value }]));

/** Text that is not blank, of at most `max` characters as people count them. */
export const words = (max = Infinity): Visited =>
	typed('string', isText, (value) =>
		those(
			[value === '', { code: 'too_small', origin: 'string', input: value }],
			[!/\S/.test(value), { message: 'must not be empty' }],
			[value.length > max && [...value].length > max, { message: `must have at most ${max} characters` }],
		),
	);

/** A moment as text. `message`: the error for anything else. */
export const moment = (pattern: RegExp, message: string): Visited =>
	schema((value, report) => {
		if (!(isText(value) && pattern.test(value) && !Number.isNaN(Date.parse(value)))) report({ message });
		return value;
	});

const address = typed('string', isText, (value) => those([!isUrl(value), { code: 'invalid_format', input: value }]));

/** A web address, written as browsers write it, but for a slash that they add. */
export const url = schema((value, report) => {
	address.visit(value, report);
	if (!isText(value) || !isUrl(value)) return value;
	const { href } = new URL(value);
	return href.endsWith('/') && !value.endsWith('/') ? href.slice(0, -1) : href;
});

/** A web address that the service delivers to. */
export const target = schema((value, report) => {
	if (isText(value) && !receivesEvents(value)) report({ message: NOT_HTTPS });
	return url.visit(value, report);
});

const outside = (value: number, minimum: number, maximum: number): Refused[] =>
	those(
		[value < minimum, { code: 'too_small', origin: 'number', minimum, input: value }],
		[value > maximum, { code: 'too_big', origin: 'number', maximum, input: value }],
	);

export const number = (minimum = -Infinity, maximum = Infinity): Visited => typed('number', isNumber, (value) => outside(value, minimum, maximum));

export const whole = (minimum = -Number.MAX_SAFE_INTEGER, maximum = Number.MAX_SAFE_INTEGER): Visited =>
	typed('number', isNumber, (value) => (Number.isInteger(value) ? outside(value, minimum, maximum) : [invalidType(value, 'int')]));

export const flag = typed('boolean', (value): value is boolean => typeof value === 'boolean');

export const anything = schema((value) => value);

export const oneOf = (...values: readonly unknown[]): Visited =>
	schema((value, report) => {
		if (!values.includes(value)) report({ code: 'invalid_value', values, input: value });
		return value;
	});

export const nullable = (inner: Visited): Visited => schema((value, report) => (value === null ? null : inner.visit(value, report)));

export const optional = (inner: Visited): Visited => schema((value, report) => (value === undefined ? undefined : inner.visit(value, report)));

export const preset = (inner: Visited, otherwise: unknown): Visited =>
	schema((value, report) => (value === undefined ? otherwise : inner.visit(value, report)));

export const list = (item: Visited, minimum = 0, maximum = Infinity): Visited =>
	schema((value, report) => {
		if (!Array.isArray(value)) {
			report(invalidType(value, 'array'));
			return value;
		}
		const items = value.map((one, index) => item.visit(one, (issue, path = []) => report(issue, [index, ...path])));
		if (value.length < minimum) report({ code: 'too_small', origin: 'array', minimum, input: value });
		if (value.length > maximum) report({ code: 'too_big', origin: 'array', maximum, input: value });
		return items;
	});

/** An object. Fields that the service adds are accepted. */
export const object = (shape: Readonly<Record<string, Visited>>): Visited =>
	schema((value, report) => {
		if (typeof value !== 'object' || value === null || Array.isArray(value)) {
			report(invalidType(value, 'object'));
			return value;
		}
		const changed = Object.entries(shape).flatMap(([name, inner]) => {
			const given: unknown = Reflect.get(value, name);
			const data = inner.visit(given, (issue, path = []) => report(issue, [name, ...path]));
			return data === given ? [] : [[name, data]];
		});
		// As in zod, a field of this name would not be one of the object’s own wherever it is copied.
		const { ['__proto__']: _, ...fields }: Readonly<Record<string, unknown>> = { ...value };
		return { ...fields, ...Object.fromEntries(changed) };
	});
