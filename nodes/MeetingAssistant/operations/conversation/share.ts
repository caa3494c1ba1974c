import { api } from '../../../../src/api/index.ts';
import { operation } from '../../endpointOperation.ts';
import { conversationId } from '../conversationId.ts';

export const share = operation({
	endpoint: api.conversations.share,
	value: 'share',
	name: 'Share',
	action: 'Share a conversation by public link',
	description: 'Get a link with which anyone can read the conversation. No node can make it private again.',
	fields: { id: conversationId },
});
