import { locator } from '../locator.ts';

export const conversationId = locator({
	name: 'conversationId',
	displayName: 'Conversation',
	description: 'The recorded meeting or call. Get Many has its ID in the field “id”.',
	searchListMethod: 'searchConversations',
	placeholder: 'e.g. conv_8Kq2Lw',
});
