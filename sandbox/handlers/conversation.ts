import { findConversation, type StoredConversation } from '../db/conversations.ts';
import { notFound } from '../server/apiError.ts';
import type { Caller } from './route.ts';

/** The caller's conversation. @throws ApiError `not_found` when it is unknown, deleted or somebody else's. */
export function conversationOf({ service, user }: Caller, id: string): StoredConversation {
	const conversation = findConversation(service.db, user.id, id);
	if (conversation === undefined) throw notFound(`Conversation ${id}`);
	return conversation;
}
