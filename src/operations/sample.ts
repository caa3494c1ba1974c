import { z } from 'zod/v4';
import { sampleDetails } from '../events/samples.ts';

type Sample = Readonly<Record<string, unknown>>;

const isRecord = (value: unknown): value is Sample => value instanceof Object && !Array.isArray(value);

/** A name of a field as words: “meetingTitle” and “meeting_title” are both “Meeting Title”. */
export const wordsOf = (name: string): string =>
	name
		.replaceAll(/[A-Z]/g, (letter) => `_${letter}`)
		.split('_')
		.filter(Boolean)
		.map((word) => (/^(id|url|html)$/i.test(word) ? word.toUpperCase() : word.charAt(0).toUpperCase() + word.slice(1)))
		.join(' ');

/** The scalars of the sample conversation by name, and what it has none of. */
type Named = readonly [string, unknown];

function namedIn(value: unknown): Named[] {
	if (Array.isArray(value)) return value.flatMap(namedIn);
	if (!isRecord(value)) return [];
	return Object.entries(value).flatMap(([name, inner]): Named[] => (inner instanceof Object ? namedIn(inner) : [[name, inner]]));
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
			return typeof examples.get(name) === 'string' ? examples.get(name) : wordsOf(name);
		default:
			return null;
	}
}

/** Made-up data for an operation’s output, for hosts that show what there is to map before anything ran. */
export function sampleOf(schema: z.ZodType): Sample {
	const sample = sampleAt(z.toJSONSchema(schema, { io: 'output', reused: 'inline', unrepresentable: 'any' }), '');
	return isRecord(sample) ? sample : {};
}
