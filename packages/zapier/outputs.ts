import { z } from 'zod/v4';
import { sampleDetails } from '../../src/events/samples.ts';

/** A field to map, as Zapier lists them. */
export interface OutputField {
	readonly key: string;
	readonly label: string;
	readonly type?: 'boolean' | 'datetime' | 'integer' | 'number' | 'string';
	readonly list?: true;
	readonly children?: readonly OutputField[];
}

export type Sample = Readonly<Record<string, unknown>>;

export const isRecord = (value: unknown): value is Sample => value instanceof Object && !Array.isArray(value);

export const snake = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`).replaceAll('.', '_');

const labelOf = (name: string): string =>
	snake(name)
		.split('_')
		.filter(Boolean)
		.map((word) => (/^(id|url|html)$/.test(word) ? word.toUpperCase() : word.charAt(0).toUpperCase() + word.slice(1)))
		.join(' ');

/** The scalars of the sample conversation by name, and what it has none of. */
function namedIn(value: unknown): [string, unknown][] {
	if (Array.isArray(value)) return value.flatMap(namedIn);
	if (!isRecord(value)) return [];
	return Object.entries(value).flatMap(([name, inner]) => (inner instanceof Object ? namedIn(inner) : [[name, inner] as [string, unknown]]));
}

const examples = new Map<string, unknown>([
	...namedIn(sampleDetails).toReversed(),
	...Object.entries({
		id: sampleDetails.conversation?.id,
		companyDomain: 'harbour.example',
		company: 'harbour.example',
		creditsLeft: 42,
		displayName: 'Priya Shah',
		email: 'priya@harbour.example',
		language: 'en',
		name: 'Priya Shah',
		plan: 'professional',
		prose: 'Priya leads the pilot at Harbour.',
		query: 'Which dates did we agree on?',
		response: 'The roll-out starts on 1 December.',
		subject: 'Our pilot review',
		summary: 'Priya leads the pilot at Harbour.',
		timezone: 'Europe/Berlin',
		url: 'https://hooks.example.com/meetings',
		shareUrl: 'https://example.com/share/sample',
	}),
]);

type JsonSchema = z.core.JSONSchema._JSONSchema;

/** Made-up data of this shape, in the words of the sample conversation. */
function sampleAt(schema: JsonSchema, name: string): unknown {
	if (typeof schema === 'boolean') return null;
	const { anyOf, const: constant, enum: values, format, items, properties, type } = schema;
	if (anyOf) return sampleAt(anyOf.find((one) => typeof one === 'boolean' || one.type !== 'null') ?? false, name);
	if (constant !== undefined || values) return constant ?? values?.[0];
	switch (type) {
		case 'object':
			return Object.fromEntries(Object.entries(properties ?? {}).map(([key, property]) => [key, sampleAt(property, key)]));
		case 'array': {
			const one = items === undefined || Array.isArray(items) ? null : sampleAt(items, name.replace(/s$/, ''));
			return one === null ? [] : [one];
		}
		case 'boolean':
			return true;
		case 'integer':
		case 'number':
			return examples.get(name) ?? 1;
		case 'string':
			if (format === 'date-time') return sampleDetails.conversation?.startTime;
			return typeof examples.get(name) === 'string' ? examples.get(name) : labelOf(name);
		default:
			return null;
	}
}

export function sampleOf(schema: z.ZodType): Sample {
	const sample = sampleAt(z.toJSONSchema(schema, { io: 'output', reused: 'inline', unrepresentable: 'any' }), '');
	return isRecord(sample) ? sample : {};
}

const typeOf = (value: unknown): Pick<OutputField, 'type'> => {
	if (typeof value === 'boolean' || typeof value === 'number') return { type: typeof value === 'number' ? 'number' : 'boolean' };
	if (typeof value !== 'string') return {};
	return { type: /^\d{4}-\d\d-\d\dT/.test(value) ? 'datetime' : 'string' };
};

/** The fields of a sample: objects under the names that Zapier gives what is in them, lists of objects as line items. */
export const fieldsOf = (sample: Sample, path: readonly string[] = []): OutputField[] =>
	Object.entries(sample).flatMap(([name, value]): OutputField[] => {
		const here = [...path, name];
		const field = { key: here.join('__'), label: here.map(labelOf).join(' ') };
		if (isRecord(value)) return fieldsOf(value, here);
		if (!Array.isArray(value)) return [{ ...field, ...typeOf(value) }];
		const [first] = value;
		return isRecord(first) ? [{ ...field, children: fieldsOf(first) }] : [{ ...field, ...typeOf(first ?? ''), list: true }];
	});
