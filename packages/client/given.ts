import { ClientError } from '../../src/client/index.ts';

interface Mistake {
	readonly field: string;
	readonly reason: string;
}

/** What is wrong with a value; null if it is usable. Plain JavaScript may pass anything, whatever the types say. */
export interface Check {
	(value: unknown): Mistake | null;
	readonly optional: () => Check;
	readonly nullish: () => Check;
}

function checkOf(find: (value: unknown) => Mistake | null): Check {
	return Object.assign((value: unknown) => find(value), {
		optional: () => checkOf((value) => (value === undefined ? null : find(value))),
		nullish: () => checkOf((value) => (value === undefined || value === null ? null : find(value))),
	});
}

const valueOf = (must: string, isValid: (value: unknown) => boolean): Check =>
	checkOf((value) => (isValid(value) ? null : { field: '', reason: value === undefined ? 'it is missing' : must }));

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null && !Array.isArray(value);

const has = (value: unknown, ...methods: readonly (string | symbol)[]): boolean =>
	isObject(value) && methods.every((name) => typeof Reflect.get(value, name) === 'function');

export const text = valueOf('it must be text', (value) => typeof value === 'string' && value !== '');
export const anyText = valueOf('it must be text', (value) => typeof value === 'string');
export const count = valueOf('it must be a whole number of at least 1', (value) => Number.isInteger(value) && Number(value) >= 1);
export const positive = valueOf('it must be a number above 0', (value) => typeof value === 'number' && value > 0);
export const amount = valueOf('it must be a number of at least 0', (value) => typeof value === 'number' && value >= 0);
export const hours = valueOf('it must be a number of hours of at least 0', (value) => Number.isFinite(value) && Number(value) >= 0);
export const flag = valueOf('it must be true or false', (value) => typeof value === 'boolean');
export const inQuery = valueOf('it must be text, a number, true or false', (value) => ['boolean', 'string'].includes(typeof value) || Number.isFinite(value));
export const callback = valueOf('it must be a function', (value) => typeof value === 'function');
export const signal = valueOf('it must be an AbortSignal, such as `controller.signal`', (value) => has(value, 'addEventListener', 'throwIfAborted'));
export const methods = (must: string, ...names: readonly (string | symbol)[]) => valueOf(must, (value) => has(value, ...names));
export const list = (must: string) => valueOf(must, Array.isArray);
export const oneOf = (...values: readonly unknown[]) => valueOf(`it must be one of ${values.join(', ')}`, (value) => values.includes(value));
export const object = valueOf('it must be an object', isObject);

type Shape = Readonly<Record<string, Check>>;

/** Other properties are ignored: programs pass objects that have more. */
export const fields = (shape: Shape): Check =>
	checkOf((value) => {
		if (!isObject(value)) return object(value);
		const mistakes = Object.entries(shape).map(([name, check]) => ({ name, mistake: check(Reflect.get(value, name)) }));
		const found = mistakes.find(({ mistake }) => mistake !== null);
		return found?.mistake ? { field: [found.name, found.mistake.field].filter(Boolean).join('.'), reason: found.mistake.reason } : null;
	});

/** An unknown property would be ignored silently. `otherNames`: what people look for, and what to use instead. */
export const onlyFields = (shape: Shape, otherNames: Readonly<Record<string, string>> = {}): Check =>
	checkOf((value) => {
		const unknown = isObject(value) ? Object.keys(value).find((name) => !Object.hasOwn(shape, name)) : undefined;
		if (unknown === undefined) return fields(shape)(value);
		const use = Object.hasOwn(otherNames, unknown) ? `. Use ${otherNames[unknown]}` : '';
		return { field: unknown, reason: `there is no such option${use}` };
	});

/**
 * Why a value cannot be used; null if it can. `name` is what to call the whole. Never repeats the value, which may be a key in
 * the wrong place.
 */
export function problemWith(check: Check, value: unknown, name: string): Mistake | null {
	const mistake = check(value);
	return mistake && { ...mistake, field: mistake.field || name };
}

/** @throws ClientError `invalidInput` */
export function check(schema: Check, value: unknown, name: string): void {
	const problem = problemWith(schema, value, name);
	if (problem) throw new ClientError({ kind: 'invalidInput', ...problem });
}

/** Calls a program's own callback. If it fails, now or later, neither an answer nor the process must be lost. */
export function tell(name: string, callBack: () => unknown, report: (error: unknown) => void = (error) => console.error(`${name} failed:`, error)): void {
	new Promise((resolve) => resolve(callBack())).catch(report);
}

/** For mistakes of the program in code that has no client. @throws TypeError */
export function checkUse(schema: Check, value: unknown, name: string): void {
	const problem = problemWith(schema, value, name);
	if (problem) throw new TypeError(`Invalid ${problem.field}: ${problem.reason}`);
}
