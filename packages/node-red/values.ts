import { z } from 'zod/v4';
import { nameOf, refuse, type Fields, type Given } from '../../src/operations/field.ts';
import { instantFrom } from '../../src/format/time.ts';
import type { Message, Node, Red } from './nodeRed.ts';

/** What a flow stores for each field of a form, by name: the type of a TypedInput and its value. */
export const Inputs = z.record(z.string(), z.object({ type: z.string(), value: z.unknown() })).catch({});
export type Inputs = z.output<typeof Inputs>;

/** Types of our own, whose value is what it says. */
const own = new Set(['str', 'choice', 'pick']);

/** A TypedInput’s timestamp has no value of its own, unless it has a format. */
const NOW = 'date';

type Outcome = { readonly value: unknown } | { readonly error: unknown };

const evaluate = (red: Red, node: Node, { type, value }: Inputs[string], message: Message): Promise<Outcome> =>
	new Promise((resolve) => {
		const isEmpty = value === undefined || (value === '' && type !== NOW);
		if (isEmpty || own.has(type)) return resolve({ value });
		if (type === 'choices') return resolve({ value: String(value).split(',') });
		// A path through what is not there leads nowhere; Node-RED says so only if it ends one step further.
		const fail = (error: unknown): void => resolve(error instanceof TypeError ? { value: undefined } : { error });
		try {
			red.util.evaluateNodeProperty(value, type, node, message, (error, found) => (error ? fail(error) : resolve({ value: found })));
		} catch (error) {
			fail(error);
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
	return (input, field) => {
		const outcome = found.get(input);
		return outcome && 'error' in outcome ? refuse(field, `it could not be evaluated: ${reasonOf(outcome.error)}`) : outcome?.value;
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
