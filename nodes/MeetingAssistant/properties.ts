import type { INodeProperties } from 'n8n-workflow';
import type { Credit } from '../../src/api/index.ts';
import { collectionProperties, filters, options } from './collectionProperties.ts';
import type { Field } from './field.ts';
import { fieldProperties, fieldsOf, type DisplayOptions } from './fieldProperties.ts';
import { limitProperties } from './limitProperties.ts';
import { listProperties } from './listProperties.ts';
import { hasLimit, type Operation, type Resource } from './operation.ts';
import { simplify } from './simplify.ts';

function operationProperties(resource: Resource, operation: Operation): INodeProperties[] {
	const displayOptions: DisplayOptions = { show: { resource: [resource.value], operation: [operation.value] } };
	const fields = fieldsOf(operation.fields);
	const isSimplify = ({ name }: Field): boolean => name === simplify.name;
	return [
		...fields.filter((field) => !isSimplify(field)).flatMap((field) => fieldProperties(field, displayOptions)),
		...(hasLimit(operation) ? listProperties(displayOptions) : []),
		// After Limit, where all nodes have it.
		...fields.filter(isSimplify).flatMap((field) => fieldProperties(field, displayOptions)),
		...collectionProperties(filters, operation.filters, displayOptions),
		...collectionProperties(options, operation.options, displayOptions),
	];
}

/** Stands behind the action: an AI agent gets to read nothing else of what a call costs. */
const cost: Readonly<Record<Credit, string>> = {
	never: '',
	'unless-saved': ' (one AI credit unless saved)',
	always: ' (one AI credit)',
};

function operationMenu(resource: Resource): INodeProperties {
	const first = resource.defaultOperation.value;
	return {
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		displayOptions: { show: { resource: [resource.value] } },
		options: resource.operations.map(({ name, value, action, credit, description }) => ({
			name,
			value,
			action: action + cost[credit],
			description,
		})),
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
