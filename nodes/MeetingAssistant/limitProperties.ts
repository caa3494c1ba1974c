import type { INodeProperties } from 'n8n-workflow';
import {
	DEFAULT_CONCURRENCY,
	DEFAULT_PATIENCE_SECONDS,
	MAX_CONCURRENCY,
	MAX_PATIENCE_SECONDS,
} from '../../credentials/settings.ts';

/** How this node lives within the limit of requests per hour, where it differs from the credential. */
export const limitProperties: INodeProperties = {
	displayName: 'Request Limits',
	name: 'limits',
	type: 'collection',
	default: {},
	placeholder: 'Add Limit',
	description: 'Set in place of what the credential says',
	options: [
		{
			displayName: 'Items at Once',
			name: 'concurrency',
			type: 'number',
			typeOptions: { minValue: 1, maxValue: MAX_CONCURRENCY },
			default: DEFAULT_CONCURRENCY,
			description: 'How many input items to work on at the same time. Results keep the order of the items.',
		},
		{
			displayName: 'Longest Wait (Seconds)',
			name: 'patienceSeconds',
			type: 'number',
			typeOptions: { minValue: 0, maxValue: MAX_PATIENCE_SECONDS },
			default: DEFAULT_PATIENCE_SECONDS,
			description: `How long a request may wait when the limit of requests per hour is used up, 0 to ${MAX_PATIENCE_SECONDS}. If the service asks for more, the item fails at once and says when to try again. An AI agent’s tool never waits.`,
		},
	],
};
