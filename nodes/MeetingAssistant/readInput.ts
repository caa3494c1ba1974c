import type { z } from 'zod/v4';
import { ClientError } from '../../src/client/index.ts';
import type { Values } from './field.ts';

/** The inputs that a schema names, checked. What it does not name is left to others. Throws `invalidInput`. */
export function readInput<S extends z.ZodType>(schema: S, input: Values): z.output<S> {
	const read = schema.safeParse(input);
	if (read.success) return read.data;
	const [issue] = read.error.issues;
	throw new ClientError({
		kind: 'invalidInput',
		field: issue?.path.join('.') || 'input',
		reason: issue?.message ?? 'it is not accepted',
	});
}
