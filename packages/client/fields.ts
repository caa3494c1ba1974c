import type { Fields } from '../../src/forms/index.ts';
import { allFields, FILE_FIELDS, type Operation } from '../../src/operations/index.ts';

/** The fields of an operation that are for programs, or for the language model that a program asks. */
export const programFields = (operation: Operation, isAgent = false): Fields =>
	Object.fromEntries(Object.entries(allFields(operation)).filter(([name, { audience }]) => (isAgent || audience !== 'agents') && !FILE_FIELDS.includes(name)));
