import type { INodeProperties } from 'n8n-workflow';
import type { Field, Fields } from './field.ts';
import { both, fieldsOf, neverTool, plain, toolOnly, waitsFor, type DisplayOptions } from './fieldProperties.ts';

type CollectionWords = Pick<INodeProperties, 'displayName' | 'name' | 'placeholder'>;

export const filters: CollectionWords = { displayName: 'Filters', name: 'filters', placeholder: 'Add Filter' };
export const options: CollectionWords = { displayName: 'Options', name: 'options', placeholder: 'Add Option' };

/** A field of a collection. What waits for nothing says so by having no conditions at all. */
const inside = (field: Field): INodeProperties =>
	field.showWhen ? { ...plain(field), displayOptions: waitsFor(field, '/') } : plain(field);

/** What every field of a collection waits for, the collection itself waits for. */
function shared(fields: readonly Field[]): DisplayOptions {
	const [first, ...others] = fields.map(({ showWhen = {} }) => showWhen);
	const names = Object.keys(first ?? {}).filter((name) => others.every((other) => name in other));
	const values = (name: string) => [...new Set(fields.flatMap(({ showWhen }) => showWhen?.[name] ?? []))];
	return { show: Object.fromEntries(names.map((name) => [name, values(name)])) };
}

const ofFields = (words: CollectionWords, fields: Field[], displayOptions: DisplayOptions): INodeProperties[] =>
	fields.length === 0
		? []
		: [
				{
					...words,
					type: 'collection',
					default: {},
					options: fields.map(inside),
					displayOptions: both(displayOptions, shared(fields)),
				},
			];

/**
 * Fields to add, found by their name. An AI agent's tool may have others, and then a collection of its own: none is
 * ever shown with nothing to add.
 */
export function collectionProperties(
	words: CollectionWords,
	fields: Fields | undefined,
	displayOptions: DisplayOptions,
): INodeProperties[] {
	const all = fieldsOf(fields).sort((one, other) => one.displayName.localeCompare(other.displayName));
	if (all.every(({ asTool }) => asTool === undefined)) return ofFields(words, all, displayOptions);
	return [
		...ofFields(words, all.filter(({ asTool }) => asTool !== 'only'), both(displayOptions, neverTool)),
		...ofFields(words, all.filter(({ asTool }) => asTool !== 'never'), both(displayOptions, toolOnly)),
	];
}
