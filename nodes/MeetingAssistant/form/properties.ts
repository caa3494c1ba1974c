import type { INodeProperties } from 'n8n-workflow';
import type { Credit } from '../../../src/api/index.ts';
import type { Operation, Resource } from '../../../src/operations/operation.ts';
import { both, collectionProperties, fieldProperties, optionOf, said, type DisplayOptions } from '../../shared/properties.ts';
import { limitProperties } from './runLimits.ts';

/** Return All and Limit, in n8n’s own words. */
const listProperties = (shown: DisplayOptions): INodeProperties[] => [
	{
		displayName: 'Return All',
		name: 'returnAll',
		type: 'boolean',
		default: false,
		description: 'Whether to return all results or only up to a given limit',
		displayOptions: shown,
	},
	{
		displayName: 'Limit',
		name: 'limit',
		type: 'number',
		typeOptions: { minValue: 1 },
		default: 50,
		description: 'Max number of results to return',
		displayOptions: both(shown, { show: { returnAll: [false] } }),
	},
];

/** Comes after Limit, as in every node. */
const LAST_FIELD = 'simplify';

function operationProperties(resource: Resource, operation: Operation): INodeProperties[] {
	const shown: DisplayOptions = { show: { resource: [resource.id], operation: [operation.id] } };
	const always = (isLast: boolean) =>
		Object.entries(operation.fields)
			.filter(([input]) => (input === LAST_FIELD) === isLast)
			.flatMap(([input, field]) => fieldProperties(input, field, operation.fields, shown));
	return [
		...always(false),
		...(operation.isList ? listProperties(shown) : []),
		...always(true),
		...collectionProperties({ name: 'filters', added: operation.filters, siblings: operation.fields, shown }),
		...collectionProperties({ name: 'options', added: operation.options, siblings: operation.fields, shown }),
	];
}

/** Added to the action: an AI agent reads nothing else about what a call costs. */
const cost: Readonly<Record<Credit, string>> = {
	never: '',
	'unless-saved': ' for one AI credit unless saved',
	always: ' for one AI credit',
};

function operationMenu(resource: Resource): INodeProperties {
	const first = resource.defaultOperation.id;
	return {
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		displayOptions: { show: { resource: [resource.id] } },
		options: resource.operations.map(({ id, name, action, credit, creditPer, description }) => ({
			...optionOf({ value: id, label: said(name), description }),
			action: said(action) + cost[credit] + (creditPer === undefined ? '' : ` per ${creditPer}`),
		})),
		default: first,
	};
}

/** The node’s form: resource, operation, and for each operation its fields. */
export const nodeProperties = (resources: readonly Resource[]): INodeProperties[] => [
	{
		displayName: 'Resource',
		name: 'resource',
		type: 'options',
		noDataExpression: true,
		options: resources.map(({ name, id }) => ({ name, value: id })),
		default: 'conversation',
	},
	...resources.map(operationMenu),
	...resources.flatMap((resource) =>
		resource.operations.flatMap((operation) => operationProperties(resource, operation)),
	),
	limitProperties(resources),
];

/**
 * The text below the node’s name on the canvas, such as “Get Many: Conversation”. n8n evaluates it from the workflow’s
 * values alone, so the expression itself contains the names.
 */
export function subtitle(resources: readonly Resource[]): string {
	const names = resources.flatMap((resource) =>
		resource.operations.map(({ id, name }) => [`${resource.id} ${id}`, `${said(name)}: ${resource.name}`]),
	);
	return `={{ (${JSON.stringify(Object.fromEntries(names))})[$parameter["resource"] + " " + $parameter["operation"]] }}`;
}
