import type { IBuilderHint, INodeProperties, IParameterBuilderHint } from 'n8n-workflow';
import * as z from 'zod/v4';
import type { Credit } from '../../../src/api/index.ts';
import { sentence, sentences } from '../../../src/forms/index.ts';
import { creditsOf, type Operation, type Resource } from '../../../src/operations/index.ts';
import { instantTrigger, pollingTrigger } from '../../../src/triggers/index.ts';
import { agentsOnly, both, collectionProperties, fieldProperties, optionOf, peopleOnly, said, type DisplayOptions } from '../../shared/fieldProperties.ts';
import { terms } from '../../shared/terms.ts';
import { aboutTrigger, NODES } from '../../shared/triggerForm.ts';
import { filtersInTool } from './filtersInTool.ts';
import { limitOptions } from './runLimits.ts';
import { SIMPLIFY, toolOutput } from './toolOutput.ts';

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

const cost: Readonly<Record<Credit, string | null>> = {
	never: null,
	'unless-saved': ', or none if a saved result is returned.',
	always: '.',
};

const costNotice = ({ credit, creditPer = 'item' }: Operation, displayOptions: DisplayOptions): INodeProperties[] => {
	const end = cost[credit];
	const text = end === null ? null : `<b>Cost:</b> 1 AI credit for each ${creditPer}${end}`;
	return text === null ? [] : [{ displayName: text, name: 'creditCost', type: 'notice', default: '', displayOptions }];
};

/** Fields of results that are as good as a key, in any operation. */
export const SENSITIVE = ['secret'];

/** Said before it runs: afterwards, the only copy of a secret may be the one that n8n saved. */
const secretNotice = ({ output }: Operation, displayOptions: DisplayOptions): INodeProperties[] =>
	output instanceof z.ZodObject && SENSITIVE.some((name) => name in output.shape)
		? [
				{
					displayName: '<b>Secret:</b> n8n saves it with the execution, unencrypted. To avoid that, choose in the workflow’s settings not to save executions before you run this.',
					name: 'secretSaved',
					type: 'notice',
					default: '',
					displayOptions,
				},
			]
		: [];

/**
 * What an AI agent reads before it calls the tool. n8n's own field would only hold the action, which is also the node's name
 * and too short to say what a call costs. Because it has the name of n8n's field, n8n does not add its own.
 */
const toolDescription = ({ description }: Operation, shown: DisplayOptions): INodeProperties => ({
	displayName: 'Tool Description',
	name: 'toolDescription',
	type: 'string',
	typeOptions: { rows: 3 },
	default: sentence(said(description)),
	description: 'The description of this tool for the AI agent: what it does, when to use it, and what it costs',
	hint: 'The model fills in the fields that say so. To have it fill in another one, use the button beside it',
	displayOptions: both(shown, agentsOnly),
});

function operationProperties(resource: Resource, operation: Operation): INodeProperties[] {
	const shown: DisplayOptions = { show: { resource: [resource.id], operation: [operation.id] } };
	const { [SIMPLIFY]: simplify, ...fields } = operation.fields;
	return [
		toolDescription(operation, shown),
		...costNotice(operation, shown),
		...secretNotice(operation, shown),
		...Object.entries(fields).flatMap(([input, field]) => fieldProperties(input, field, operation.fields, shown)),
		...(operation.isList ? listProperties(shown) : []),
		// Comes after Limit, as in every node.
		...(simplify ? [...fieldProperties(SIMPLIFY, simplify, operation.fields, both(shown, peopleOnly)), ...toolOutput(operation, shown)] : []),
		...collectionProperties({ name: 'filters', added: operation.filters, siblings: operation.fields, shown, nameInTool: filtersInTool(resource.id, operation.id) }),
		...collectionProperties({ name: 'options', added: operation.options, siblings: operation.fields, shown, own: limitOptions(operation) }),
	];
}

/** What n8n’s workflow builder reads about an operation besides its description. */
function optionHint(operation: Operation): { builderHint?: IParameterBuilderHint } {
	const propertyHint = sentences(terms, operation.notes, operation.credit === 'never' ? undefined : `AI credits: ${creditsOf(operation)}`);
	return propertyHint === '' ? {} : { builderHint: { propertyHint } };
}

function operationMenu(resource: Resource): INodeProperties {
	const first = resource.defaultOperation.id;
	return {
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		displayOptions: { show: { resource: [resource.id] } },
		options: resource.operations.map((operation) => ({
			...optionOf({ value: operation.id, label: said(operation.name), description: operation.description }),
			action: said(operation.action),
			...optionHint(operation),
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

/** What n8n’s workflow builder reads before it chooses this node. */
export function builderHint(resources: readonly Resource[]): IBuilderHint {
	const paid = resources.flatMap(({ name, operations }) => operations.flatMap((one) => (one.credit === 'never' ? [] : [terms.operation(name, said(one.name))])));
	return {
		searchHint: `Only these operations may use AI credits: ${paid.join(', ')}`,
		relatedNodes: [
			{ nodeType: NODES.instant, relationHint: aboutTrigger(instantTrigger) },
			{ nodeType: NODES.polling, relationHint: aboutTrigger(pollingTrigger) },
		],
	};
}
