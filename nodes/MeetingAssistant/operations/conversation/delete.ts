import { api } from '../../../../src/api/index.ts';
import { operation } from '../../operation.ts';
import { conversationId } from '../conversationId.ts';

export const deleteConversation = operation({
	endpoint: api.conversations.delete,
	value: 'delete',
	name: 'Delete',
	action: 'Delete a conversation',
	description:
		'Delete a conversation with its transcript. The service keeps the data recoverable, but no node can bring it back.',
	fields: { id: conversationId },
});
