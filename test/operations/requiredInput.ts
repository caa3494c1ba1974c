import type { Picks } from '../../src/forms/field.ts';
import type { Operation } from '../../src/operations/index.ts';

/** An operation's required inputs: IDs, and the examples of other required fields. `keyOf` names a field. */
export const requiredInput = <Id>(
	{ fields }: Operation,
	idOf: (picks: Picks) => Id,
	keyOf: (input: string, name: string | undefined) => string = (input) => input,
): Readonly<Record<string, Id | boolean | string | undefined>> =>
	Object.fromEntries(
		Object.entries(fields)
			.filter(([, field]) => field.required && !field.showWhen)
			.map(([input, field]) => [keyOf(input, field.name), field.kind === 'reference' ? idOf(field.picks) : field.kind === 'boolean' ? true : field.example]),
	);
