import type { INodeProperties } from 'n8n-workflow';

/** Return All and Limit, in the words that all nodes share. */
export const listProperties = (displayOptions: NonNullable<INodeProperties['displayOptions']>): INodeProperties[] => [
	{
		displayName: 'Return All',
		name: 'returnAll',
		type: 'boolean',
		default: false,
		description: 'Whether to return all results or only up to a given limit',
		displayOptions,
	},
	{
		displayName: 'Limit',
		name: 'limit',
		type: 'number',
		typeOptions: { minValue: 1 },
		default: 50,
		description: 'Max number of results to return',
		displayOptions: { ...displayOptions, show: { ...displayOptions.show, returnAll: [false] } },
	},
];
