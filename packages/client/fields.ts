import type { Fields } from '../../src/forms/index.ts';
import { allFields, type Operation } from '../../src/operations/index.ts';

/** Only for platforms that pass files from step to step. */
const OF_FILES = ['asFile', 'fileField'];

/** The fields of an operation that are for programs, or for the language model that a program asks. */
export const programFields = (operation: Operation, isAgent = false): Fields =>
	Object.fromEntries(Object.entries(allFields(operation)).filter(([name, { audience }]) => (isAgent || audience !== 'agents') && !OF_FILES.includes(name)));
