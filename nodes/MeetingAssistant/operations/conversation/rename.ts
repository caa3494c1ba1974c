import { api } from '../../../../src/api/index.ts';
import { operation } from '../../endpointOperation.ts';
import { conversationId } from '../conversationId.ts';

export const rename = operation({
	endpoint: api.conversations.rename,
	value: 'rename',
	name: 'Rename',
	action: 'Rename a conversation',
	description: 'Give a conversation a new title. Everything else stays as it is.',
	fields: {
		id: conversationId,
		title: {
			displayName: 'New Title',
			name: 'title',
			type: 'string',
			default: '',
			required: true,
			placeholder: 'e.g. Acme: contract review',
		},
	},
});
