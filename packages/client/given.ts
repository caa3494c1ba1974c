import { z } from 'zod/v4';
import { ClientError } from '../../src/client/errors.ts';

/** Plain JavaScript passes anything, and the type then says nothing about it. */
const valueOf = (must: string, isValid: (value: unknown) => boolean) =>
	z.unknown().superRefine((value, context) => {
		if (!isValid(value)) context.addIssue({ code: 'custom', message: value === undefined ? 'it is missing' : must });
	});

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null && !Array.isArray(value);

const has = (value: unknown, ...methods: readonly (string | symbol)[]): boolean =>
	isObject(value) && methods.every((name) => typeof Reflect.get(value, name) === 'function');

export const text = valueOf('it must be text', (value) => typeof value === 'string' && value !== '');
export const anyText = valueOf('it must be text', (value) => typeof value === 'string');
export const number = valueOf('it must be a number', (value) => typeof value === 'number');
export const count = valueOf('it must be a whole number of at least 1', (value) => Number.isInteger(value) && Number(value) >= 1);
export const amount = valueOf('it must be a number of at least 0', (value) => typeof value === 'number' && value >= 0);
export const hours = valueOf('it must be a number of hours of at least 0', (value) => Number.isFinite(value) && Number(value) >= 0);
export const flag = valueOf('it must be true or false', (value) => typeof value === 'boolean');
export const event = valueOf('it must be an ID, or an event as the service lists it', (value) => isObject(value) || (typeof value === 'string' && value !== ''));
export const callback = valueOf('it must be a function', (value) => typeof value === 'function');
export const signal = valueOf('it must be an AbortSignal, such as `controller.signal`', (value) => has(value, 'addEventListener', 'throwIfAborted'));
export const methods = (must: string, ...names: readonly (string | symbol)[]) => valueOf(must, (value) => has(value, ...names));
export const list = (must: string) => valueOf(must, Array.isArray);

const OBJECT = 'it must be an object';

/** Other properties are nobody's business: programs pass objects that hold more. */
export const fields = (shape: Readonly<Record<string, z.ZodType>>) => z.looseObject(shape, OBJECT);

export const onlyFields = (shape: Readonly<Record<string, z.ZodType>>) =>
	z.strictObject(shape, { error: ({ code }) => (code === 'unrecognized_keys' ? 'there is no such property' : OBJECT) });

export const object = fields({});

/**
 * Why a value cannot be used; null if it can. `name` is what the whole is called. Never repeats the value, which may be a
 * key in the wrong place.
 */
export function problemWith(schema: z.ZodType, value: unknown, name: string): { readonly field: string; readonly reason: string } | null {
	const issue = schema.safeParse(value).error?.issues[0];
	if (!issue) return null;
	const unknown = issue.code === 'unrecognized_keys' ? issue.keys[0] : undefined;
	return { field: [...issue.path, ...(unknown === undefined ? [] : [unknown])].join('.') || name, reason: issue.message };
}

/** @throws ClientError `invalidInput` */
export function check(schema: z.ZodType, value: unknown, name: string): void {
	const problem = problemWith(schema, value, name);
	if (problem) throw new ClientError({ kind: 'invalidInput', ...problem });
}

/** For what is used without a client: the mistake is the program’s, not one of a call. @throws TypeError */
export function checkUse(schema: z.ZodType, value: unknown, name: string): void {
	const problem = problemWith(schema, value, name);
	if (problem) throw new TypeError(`Invalid ${problem.field}: ${problem.reason}`);
}
