import { wordsOf } from '../../src/operations/sample.ts';

/** A field to map, as Zapier lists them. */
export interface OutputField {
	readonly key: string;
	readonly label: string;
	readonly type?: 'boolean' | 'datetime' | 'number' | 'string';
	readonly list?: true;
	readonly children?: readonly OutputField[];
}

export type Sample = Readonly<Record<string, unknown>>;

export const isRecord = (value: unknown): value is Sample => value instanceof Object && !Array.isArray(value);

export const snake = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`).replaceAll('.', '_');

const typeOf = (value: unknown): Pick<OutputField, 'type'> => {
	if (typeof value === 'boolean' || typeof value === 'number') return { type: typeof value === 'number' ? 'number' : 'boolean' };
	if (typeof value !== 'string') return {};
	return { type: /^\d{4}-\d\d-\d\dT/.test(value) ? 'datetime' : 'string' };
};

/** The fields of a sample: objects under the names that Zapier gives what is in them, lists of objects as line items. */
export const fieldsOf = (sample: Sample, path: readonly string[] = []): OutputField[] =>
	Object.entries(sample).flatMap(([name, value]): OutputField[] => {
		const here = [...path, name];
		const field = { key: here.join('__'), label: here.map(wordsOf).join(' ') };
		if (isRecord(value)) return fieldsOf(value, here);
		if (!Array.isArray(value)) return [{ ...field, ...typeOf(value) }];
		const [first] = value;
		return isRecord(first) ? [{ ...field, children: fieldsOf(first) }] : [{ ...field, ...typeOf(first ?? ''), list: true }];
	});

/** The first of each ID: Zapier refuses a whole list that has one twice. */
export const distinct = <T extends { readonly id?: unknown }>(items: readonly T[]): T[] =>
	items.filter(({ id }, index) => items.findIndex((other) => other.id === id) === index);
