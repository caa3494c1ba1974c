import type { INodeProperties } from 'n8n-workflow';
import { limitProperties } from './limitProperties.ts';
import { listProperties } from './listProperties.ts';
import type { Field, Fields, Operation, Resource } from './operation.ts';

type DisplayOptions = NonNullable<INodeProperties['displayOptions']>;

const fieldsOf = (fields: Fields | undefined): Field[] =>
	Object.values(fields ?? {}).filter((field): field is Field => field !== undefined);

type CollectionWords = Pick<INodeProperties, 'displayName' | 'name' | 'placeholder'>;
const filters: CollectionWords = { displayName: 'Filters', name: 'filters', placeholder: 'Add Filter' };
const options: CollectionWords = { displayName: 'Options', name: 'options', placeholder: 'Add Option' };

const collection = (words: CollectionWords, inner: Field[], displayOptions: DisplayOptions): INodeProperties[] =>
	inner.length === 0 ? [] : [{ ...words, type: 'collection', default: {}, options: inner, displayOptions }];

function operationProperties(resource: Resource, operation: Operation): INodeProperties[] {
	const displayOptions: DisplayOptions = { show: { resource: [resource.value], operation: [operation.value] } };
	return [
		...fieldsOf(operation.fields).map((field) => ({ ...field, displayOptions })),
		...(operation.paging ? listProperties(displayOptions) : []),
		...collection(filters, fieldsOf(operation.filters), displayOptions),
		...collection(options, fieldsOf(operation.options), displayOptions),
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
	limitProperties,
];
