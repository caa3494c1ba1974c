import { z } from 'zod/v4';
import { api } from '../../../../src/api/index.ts';
import { confirmation, requireConfirmation } from '../../confirmation.ts';
import { operation } from '../../endpointOperation.ts';
import { readInput } from '../../readInput.ts';
import { result } from '../../result.ts';
import { conversationId } from '../conversationId.ts';

const Input = z.object({ id: z.string() });

export const deleteConversation = operation({
	endpoint: api.conversations.delete,
	value: 'delete',
	name: 'Delete',
	action: 'Delete a conversation (cannot be undone from n8n)',
	description:
		'Delete a conversation with its transcript. The service keeps the data recoverable, but no node can bring it back.',
	fields: { id: conversationId },
	own: { fields: { confirmed: confirmation } },
	async *run(session, input) {
		requireConfirmation(session, input);
		const { data } = await session.client.conversations.delete(readInput(Input, input));
		yield result(data);
	},
});
