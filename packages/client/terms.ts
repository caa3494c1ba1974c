import { type Terms, textIn } from '../../src/forms/index.ts';
import { catalogue } from '../../src/operations/index.ts';
import { words } from './words.ts';

/** Programmers' terms. */
export const terms: Terms = {
	...words,
	operation: (resource, name) => {
		const { id = '', operations = [] } = catalogue.find((one) => one.name === resource) ?? {};
		return `“${id}.${operations.find((one) => textIn(one.name, terms) === name)?.id ?? name}”`;
	},
};
