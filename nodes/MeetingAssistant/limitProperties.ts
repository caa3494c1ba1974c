import type { INodeProperties } from 'n8n-workflow';
import {
	DEFAULT_CONCURRENCY,
	DEFAULT_PATIENCE_SECONDS,
	MAX_CONCURRENCY,
	MAX_PATIENCE_SECONDS,
} from '../../credentials/settings.ts';
import { neverTool } from './fieldProperties.ts';
import type { Resource } from './operation.ts';

const keepCredits = (operations: string[]): INodeProperties => ({
	displayName: 'Keep at Least (AI Credits)',
	name: 'keepCredits',
	type: 'number',
	typeOptions: { minValue: 0 },
	default: 10,
	description:
		'Spend no AI credit that would leave fewer than this. How many are left is asked once per run, with one request, and counted down from there. Saved results are still returned.',
	displayOptions: { show: { '/operation': operations } },
});

/** Operations that may cost a credit. */
const spending = (resources: readonly Resource[]): string[] => [
	...new Set(
		resources.flatMap(({ operations }) =>
			operations.filter(({ credit }) => credit !== 'never').map(({ value }) => value),
		),
	),
];

/** How this node lives within the limits of the account: for the whole run, whatever the number of items. */
export const limitProperties = (resources: readonly Resource[]): INodeProperties => ({
	displayName: 'Requests and Credits',
	name: 'limits',
	type: 'collection',
	default: {},
	placeholder: 'Add Limit',
	description: 'Set for the whole run, in place of what the credential says',
	options: [
		{
			displayName: 'Items at Once',
			name: 'concurrency',
			type: 'number',
			typeOptions: { minValue: 1, maxValue: MAX_CONCURRENCY },
			default: DEFAULT_CONCURRENCY,
			description: 'How many input items to work on at the same time. Results keep the order of the items.',
			displayOptions: neverTool,
		},
		keepCredits(spending(resources)),
		{
			displayName: 'Longest Wait (Seconds)',
			name: 'patienceSeconds',
			type: 'number',
			typeOptions: { minValue: 0, maxValue: MAX_PATIENCE_SECONDS },
			default: DEFAULT_PATIENCE_SECONDS,
			description: `How long a request may wait when the limit of requests per hour is used up, 0 to ${MAX_PATIENCE_SECONDS}. If the service asks for more, the item fails at once and says when to try again.`,
			displayOptions: neverTool,
		},
		{
			displayName: 'Most Requests per Run',
			name: 'maxRequests',
			type: 'number',
			typeOptions: { minValue: 1 },
			default: 50,
			description:
				'How many requests the whole run may make. Then it stops with what there is: the rest goes to the error output if there is one, else a hint says how many items remain.',
		},
		{
			displayName: 'Requests to Leave to Others',
			name: 'keepFree',
			type: 'number',
			typeOptions: { minValue: 0 },
			default: 20,
			description:
				'How many requests of the hour to leave to other workflows. Before fewer are left, the run stops with what there is, as with Most Requests per Run, and says when to go on.',
		},
	],
});
