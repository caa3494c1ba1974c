import { type Field, refuse } from '../../forms/index.ts';
import { earlierEntries, type EarlierEntry, type EarlierKeys } from '../../reports/index.ts';

/** Reads what earlier runs returned from a field. Refuses what it does not understand, and says what it accepts. */
export function readEarlier(field: Field, value: unknown, keys: EarlierKeys): readonly EarlierEntry[] {
	const earlier = earlierEntries(value, keys);
	if (!('refused' in earlier)) return earlier.entries;
	// Left empty, it would return everything again.
	const expected = `It takes a list of what earlier runs returned, each entry with its “${Object.keys(keys)[0]}”, or that list as JSON`;
	const next = earlier.line === null ? `${expected}. Leave it empty the first time` : `Remove line ${earlier.line} to use the others`;
	return refuse(field, [earlier.refused, next].join('. '));
}
