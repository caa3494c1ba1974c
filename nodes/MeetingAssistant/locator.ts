import type { Field } from './field.ts';

interface Locator {
	readonly name: string;
	readonly displayName: string;
	readonly description: string;
	/** Name in the node's `methods.listSearch`. */
	readonly searchListMethod: string;
	readonly placeholder: string;
}

/**
 * A field that takes an ID, chosen from a list, which an AI agent has not, or entered. IDs are opaque: each text may be
 * one. There is no “By URL”: the only address the service gives out, the link of a shared conversation, is not said to
 * hold the ID.
 */
export const locator = ({ searchListMethod, placeholder, ...words }: Locator): Field => ({
	...words,
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
	toolDefault: { mode: 'id', value: '' },
	required: true,
	modes: [
		{ displayName: 'From List', name: 'list', type: 'list', typeOptions: { searchListMethod, searchable: true } },
		{ displayName: 'By ID', name: 'id', type: 'string', placeholder },
	],
});
