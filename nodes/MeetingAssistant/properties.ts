import type { INodeProperties } from 'n8n-workflow';
import { limitProperties } from './limitProperties.ts';
import { listProperties } from './listProperties.ts';
import { hasLimit, type Field, type Fields, type Operation, type Resource } from './operation.ts';
import { simplify } from './simplify.ts';

type DisplayOptions = NonNullable<INodeProperties['displayOptions']>;

const fieldsOf = (fields: Fields | undefined): Field[] =>
	Object.values(fields ?? {}).filter((field): field is Field => field !== undefined);

/** What can be added is found by its name. */
const byName = (fields: Fields | undefined): Field[] =>
	fieldsOf(fields).sort((one, other) => one.displayName.localeCompare(other.displayName));

const toolOnly = { '@tool': [true] };

/** What decides over showing a field beside its operation. Inside a collection, other fields are named from the root. */
function conditions({ showWhen = {}, asTool }: Field, root = ''): DisplayOptions {
	const named = Object.entries(showWhen).map(([name, values]) => [`${root}${name}`, [...values]]);
	return {
		show: { ...Object.fromEntries(named), ...(asTool === 'only' && toolOnly) },
		...(asTool === 'never' && { hide: toolOnly }),
	};
}

const both = (one: DisplayOptions, other: DisplayOptions): DisplayOptions => ({
	...((one.hide ?? other.hide) && { hide: { ...one.hide, ...other.hide } }),
	show: { ...one.show, ...other.show },
});

const plain = ({ showWhen: _showWhen, asTool: _asTool, toolDefault: _toolDefault, ...property }: Field): INodeProperties =>
	property;

/** A field as properties: two where an AI agent's tool starts from another value. */
function shown(field: Field, displayOptions: DisplayOptions): INodeProperties[] {
	const own = both(displayOptions, conditions(field));
	if (field.toolDefault === undefined) return [{ ...plain(field), displayOptions: own }];
	return [
		{ ...plain(field), displayOptions: both(own, { hide: toolOnly }) },
		{ ...plain(field), default: field.toolDefault, displayOptions: both(own, { show: toolOnly }) },
	];
}

/** A field of a collection. What stands nowhere else says so by having no conditions at all. */
function inside(field: Field): INodeProperties {
	const displayOptions = conditions(field, '/');
	const isFree = Object.keys(displayOptions.show ?? {}).length === 0 && !displayOptions.hide;
	return isFree ? plain(field) : { ...plain(field), displayOptions };
}

type CollectionWords = Pick<INodeProperties, 'displayName' | 'name' | 'placeholder'>;
const filters: CollectionWords = { displayName: 'Filters', name: 'filters', placeholder: 'Add Filter' };
const options: CollectionWords = { displayName: 'Options', name: 'options', placeholder: 'Add Option' };

/** What every field of a collection waits for, the collection itself waits for: it is never shown with nothing to add. */
function shared(fields: readonly Field[]): DisplayOptions {
	const [first, ...others] = fields.map(({ showWhen = {} }) => showWhen);
	const names = Object.keys(first ?? {}).filter((name) => others.every((other) => name in other));
	const values = (name: string) => [...new Set(fields.flatMap(({ showWhen }) => showWhen?.[name] ?? []))];
	return { show: Object.fromEntries(names.map((name) => [name, values(name)])) };
}

const collection = (words: CollectionWords, inner: Field[], displayOptions: DisplayOptions): INodeProperties[] =>
	inner.length === 0
		? []
		: [
				{
					...words,
					type: 'collection',
					default: {},
					options: inner.map(inside),
					displayOptions: both(displayOptions, shared(inner)),
				},
			];

function operationProperties(resource: Resource, operation: Operation): INodeProperties[] {
	const displayOptions: DisplayOptions = { show: { resource: [resource.value], operation: [operation.value] } };
	const fields = fieldsOf(operation.fields);
	const isSimplify = ({ name }: Field): boolean => name === simplify.name;
	return [
		...fields.filter((field) => !isSimplify(field)).flatMap((field) => shown(field, displayOptions)),
		...(hasLimit(operation) ? listProperties(displayOptions) : []),
		// After Limit, where all nodes have it.
		...fields.filter(isSimplify).flatMap((field) => shown(field, displayOptions)),
		...collection(filters, byName(operation.filters), displayOptions),
		...collection(options, byName(operation.options), displayOptions),
	];
}

function operationMenu(resource: Resource): INodeProperties {
	const first = resource.defaultOperation.value;
	return {
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		displayOptions: { show: { resource: [resource.value] } },
		options: resource.operations.map(({ name, value, action, description }) => ({ name, value, action, description })),
		default: first,
	};
}

/** The node's form: resource, operation, and for each operation its fields. */
export const nodeProperties = (resources: readonly Resource[]): INodeProperties[] => [
	{
		displayName: 'Resource',
		name: 'resource',
		type: 'options',
		noDataExpression: true,
		options: resources.map(({ name, value }) => ({ name, value })),
		default: 'conversation',
	},
	...resources.map(operationMenu),
	...resources.flatMap((resource) =>
		resource.operations.flatMap((operation) => operationProperties(resource, operation)),
	),
	limitProperties(resources),
];
