import { z } from 'zod/v4';
import { nameOf, type Fields, type Given } from '../../src/operations/field.ts';
import { instantFrom } from '../../src/format/time.ts';
import { Refusal } from '../../src/words/errors.ts';
import type { Message, Node, Red } from './nodeRed.ts';

/** What a flow stores for each field of a form, by name: the type of a TypedInput and its value. */
export const Inputs = z.record(z.string(), z.object({ type: z.string(), value: z.unknown() })).catch({});
export type Inputs = z.output<typeof Inputs>;

/** Types of our own, whose value is what it says. */
const own = new Set(['str', 'choice', 'pick']);

type Outcome = { readonly value: unknown } | { readonly error: unknown };

const evaluate = (red: Red, node: Node, { type, value }: Inputs[string], message: Message): Promise<Outcome> =>
	new Promise((resolve) => {
		if (value === '' || value === undefined || own.has(type)) return resolve({ value });
		if (type === 'choices') return resolve({ value: String(value).split(',') });
		try {
			red.util.evaluateNodeProperty(value, type, node, message, (error, found) => resolve(error ? { error } : { value: found }));
		} catch (error) {
			resolve({ error });
		}
	});

/** JSONata throws plain objects. */
const reasonOf = (error: unknown): string => z.object({ message: z.string() }).safeParse(error).data?.message ?? String(error);

/** The values of fields for a message. What failed to evaluate fails only if it is read: a hidden field may. */
export async function valuesFor(red: Red, node: Node, fields: Fields, inputs: Inputs, message: Message): Promise<Given['valueOf']> {
	const found = new Map<string, Outcome>();
	for (const [input, field] of Object.entries(fields)) {
		const given = inputs[nameOf(input, field)];
		if (given) found.set(input, await evaluate(red, node, given, message));
	}
	return (input, { label }) => {
		const outcome = found.get(input);
		if (outcome && 'error' in outcome) {
			const details = { code: 'invalid_value', field: label };
			throw new Refusal(`“${label}” could not be read: ${reasonOf(outcome.error)}`, 'Correct the field in the node', details);
		}
		return outcome?.value;
	};
}

/** Node-RED has no time zone of its own. */
export const timezone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Flows have times as dates, as milliseconds since 1970 and as text; text without an offset is in the time zone of the machine. */
export function toInstant(value: unknown): string | null {
	if (value instanceof Date || typeof value === 'number') {
		const at = new Date(value);
		return Number.isNaN(at.getTime()) ? null : at.toISOString();
	}
	return instantFrom(value, timezone());
}
