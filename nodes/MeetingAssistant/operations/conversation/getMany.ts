import { api } from '../../../../src/api/index.ts';
import { operation } from '../../operation.ts';

export const getMany = operation({
	endpoint: api.conversations.list,
	value: 'getAll',
	name: 'Get Many',
	action: 'Get many conversations',
	description: 'Find recorded meetings and calls, by title and date',
	fields: {},
	filters: {
		search: {
			displayName: 'Title Contains',
			name: 'search',
			type: 'string',
			default: '',
			placeholder: 'e.g. Acme',
			description: 'Only conversations with this text in their title',
		},
		since: {
			displayName: 'After',
			name: 'since',
			type: 'dateTime',
			default: '',
			description: 'Only conversations after this date and time. Without an offset, the workflow’s time zone counts.',
		},
	},
});
