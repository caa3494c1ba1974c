import { ClientError, isInputs } from '../../src/client/index.ts';
import { nullable, object as objectOf, optional, schema, type Schema, type Visited } from './shapes.ts';

export { optional };

interface Mistake {
	readonly field: string;
	readonly reason: string;
}

/** Plain JavaScript may pass anything, whatever the types say. */
const valueOf = (must: string, isValid: (value: unknown) => boolean): Visited =>
	schema((value, report) => {
		if (!isValid(value)) report({ message: value === undefined ? 'it is missing' : must });
		return value;
	});

export const nullish = (inner: Visited): Visited => optional(nullable(inner));

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null && !Array.isArray(value);

const has = (value: unknown, ...methods: readonly (string | symbol)[]): boolean =>
	isObject(value) && methods.every((name) => typeof Reflect.get(value, name) === 'function');

export const text = valueOf('it must be text', (value) => typeof value === 'string' && value !== '');
export const anyText = valueOf('it must be text', (value) => typeof value === 'string');
export const count = valueOf('it must be a whole number of at least 1', (value) => Number.isInteger(value) && Number(value) >= 1);
/** How many items of a list to give: `Infinity` for all. */
export const atMost = valueOf('it must be a whole number of at least 1', (value) => value === Infinity || (Number.isInteger(value) && Number(value) >= 1));
export const positive = valueOf('it must be a number above 0', (value) => typeof value === 'number' && value > 0);
export const amount = valueOf('it must be a number of at least 0', (value) => typeof value === 'number' && value >= 0);
export const score = valueOf('it must be a number from 0 to 10', (value) => typeof value === 'number' && value >= 0 && value <= 10);
export const hours = valueOf('it must be a number of hours of at least 0', (value) => Number.isFinite(value) && Number(value) >= 0);
export const flag = valueOf('it must be true or false', (value) => typeof value === 'boolean');
export const inQuery = valueOf('it must be text, a number, true or false', (value) => ['boolean', 'string'].includes(typeof value) || Number.isFinite(value));
export const callback = valueOf('it must be a function', (value) => typeof value === 'function');
export const signal = valueOf('it must be an AbortSignal, such as `controller.signal`', (value) => has(value, 'addEventListener', 'throwIfAborted'));
export const methods = (must: string, ...names: readonly (string | symbol)[]) => valueOf(must, (value) => has(value, ...names));
export const list = (must: string) => valueOf(must, Array.isArray);
export const listOf = (values: readonly unknown[]) => valueOf(`it must be a list of ${values.join(', ')}`, (value) => Array.isArray(value) && value.every((one) => values.includes(one)));
export const oneOf = (...values: readonly unknown[]) => valueOf(`it must be one of ${values.join(', ')}`, (value) => values.includes(value));
export const object = valueOf('it must be an object', isObject);
export const inputs = valueOf('it must be an object', isInputs);

type Shape = Readonly<Record<string, Visited>>;

/** Other properties are ignored: programs pass objects that have more. */
export const fields = (shape: Shape): Visited => schema((value, report) => (isObject(value) ? objectOf(shape) : object).visit(value, report));

/**
 * An object without unknown properties, which would be ignored silently. `otherNames`: names that people may try, with the ones to use instead; other
 * capitals and endings are recognized anyway.
 */
export const onlyFields = (shape: Shape, otherNames: Readonly<Record<string, string>> = {}): Visited =>
	schema((value, report) => {
		const unknown = isObject(value) ? Object.keys(value).find((name) => !Object.hasOwn(shape, name)) : undefined;
		if (unknown === undefined) return fields(shape).visit(value, report);
		const near = Object.hasOwn(otherNames, unknown) ? otherNames[unknown] : Object.keys(shape).find((name) => name.toLowerCase().startsWith(unknown.toLowerCase()));
		const use = near === undefined ? '' : `. Use ${near}`;
		report({ message: `there is no such option${use}` }, [unknown]);
		return value;
	});

/**
 * Why a value cannot be used; null if it can. `name` is what to call the value. The text never repeats the value, which may be
 * a key in the wrong place.
 */
export function problemWith(expected: Schema, value: unknown, name: string): Mistake | null {
	const read = expected.safeParse(value);
	const issue = read.success ? undefined : read.error.issues[0];
	return issue ? { field: issue.path.join('.') || name, reason: issue.message } : null;
}

/** @throws ClientError `invalidInput` */
export function check(expected: Schema, value: unknown, name: string): void {
	const problem = problemWith(expected, value, name);
	if (problem) throw new ClientError({ kind: 'invalidInput', ...problem });
}

/** Calls a program's own callback. If it fails, now or later, neither an answer nor the process must be lost. */
export function tell(name: string, callBack: () => unknown, report: (error: unknown) => void = (error) => console.error(`${name} failed:`, error)): void {
	new Promise((resolve) => resolve(callBack())).catch(report);
}
