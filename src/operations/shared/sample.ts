import * as z from 'zod/v4';
import { sampleDetails } from '../../triggers/index.ts';
import { isRecord } from '../../format/index.ts';

type Sample = Readonly<Record<string, unknown>>;

/** The texts, numbers and lists of texts in a detail, by name. */
function namedIn(value: unknown): (readonly [string, unknown])[] {
	if (Array.isArray(value)) return value.flatMap(namedIn);
	if (!isRecord(value)) return [];
	return Object.entries(value).flatMap(([name, inner]) =>
		inner instanceof Object && !(Array.isArray(inner) && typeof inner[0] === 'string') ? namedIn(inner) : [[name, inner] as const],
	);
}

const { id, title, startTime } = { ...sampleDetails.conversation };

/** The values of the sample conversation in results, by field name. */
const known = new Map([
	...namedIn(sampleDetails).toReversed(),
	...Object.entries({ conversationId: id, conversationIds: [id], conversationTitle: title, meetingTitle: title, sessionId: id }),
]);

type JsonSchema = z.core.JSONSchema._JSONSchema;

/** The example of a schema; else what the sample conversation has of this name; else something of its type. */
function sampleAt(schema: JsonSchema, name: string): unknown {
	if (typeof schema === 'boolean') return null;
	const { anyOf, const: constant, enum: values, examples, format, items, properties, type } = schema;
	if (examples?.[0] !== undefined) return examples[0];
	if (anyOf) return sampleAt(anyOf.find((one) => typeof one === 'boolean' || one.type !== 'null') ?? false, name);
	if (constant !== undefined || values) return constant ?? values?.[0];
	if (type === 'object') return Object.fromEntries(Object.entries(properties ?? {}).map(([key, property]) => [key, sampleAt(property, key)]));
	if (type === 'boolean') return true;
	const said = known.get(name);
	if (type === 'array') {
		const of = items === undefined || Array.isArray(items) ? false : items;
		if (Array.isArray(said) && typeof of === 'object' && of.type === 'string') return said;
		const one = sampleAt(of, name);
		return one === null ? [] : [one];
	}
	if (type === 'integer' || type === 'number') return typeof said === 'number' ? said : 1;
	if (type !== 'string') return null;
	if (format === 'date-time') return typeof said === 'string' && !Number.isNaN(Date.parse(said)) ? said : startTime;
	return typeof said === 'string' ? said : name;
}

/** Made-up data of this shape, for hosts that show what there is to map before anything ran. */
export function sampleOf(output: z.ZodType): Sample {
	const sample = sampleAt(z.toJSONSchema(output, { io: 'output', reused: 'inline', unrepresentable: 'any' }), '');
	return isRecord(sample) ? sample : {};
}
