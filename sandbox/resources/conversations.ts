import { api } from '../../src/api/index.ts';
import { countMeetings } from '../db/contacts.ts';
import {
	conversationsAsJson,
	deleteConversation,
	findConversation,
	renameConversation,
	shareConversation,
	type StoredConversation,
} from '../db/conversations.ts';
import { newToken } from '../ids.ts';
import { MAX_LINE_LENGTH } from '../options.ts';
import { JsonText } from '../http/answer.ts';
import { invalid, notFound } from '../http/apiError.ts';
import { oneLine } from '../text.ts';
import { type Caller, route } from './route.ts';

/** Path of the public pages of shared conversations. */
export const SHARE_PATH = '/share/';

/** Public address of a shared conversation. */
export const shareUrl = (publicUrl: string, token: string): string => `${publicUrl}${SHARE_PATH}${token}`;

/** The caller's conversation. @throws ApiError `not_found` when it is unknown, deleted or somebody else's. */
export function conversationOf({ service, user }: Caller, id: string): StoredConversation {
	const conversation = findConversation(service.db, user.id, id);
	if (conversation === undefined) throw notFound(`Conversation ${id}`);
	return conversation;
}

export const conversations = {
	list: route(api.conversations.list, ({ limit, offset, search = '', since }, { service, user }) => {
		const filter = {
			userId: user.id,
			search,
			since: since === undefined ? Number.MIN_SAFE_INTEGER : Date.parse(since),
		};
		const { total, json } = conversationsAsJson(service.db, filter, limit, offset);
		return new JsonText(`{"data":${json},"pagination":${JSON.stringify({ total, limit, offset })}}`);
	}),

	rename: route(api.conversations.rename, ({ id, title: given }, caller) => {
		const { db, deliveries } = caller.service;
		const title = oneLine(given);
		if ([...title].length > MAX_LINE_LENGTH) throw invalid('title', `must have at most ${MAX_LINE_LENGTH} characters`);
		conversationOf(caller, id);
		renameConversation(db, id, title);
		deliveries.emit(caller.user.id, 'conversation.updated', { conversationId: id, title });
		return { data: { id, title } };
	}),

	delete: route(api.conversations.delete, ({ id }, caller) => {
		const { db, now, deliveries } = caller.service;
		conversationOf(caller, id);
		db.transaction(() => {
			deleteConversation(db, id, now());
			countMeetings(db, id);
		});
		deliveries.emit(caller.user.id, 'conversation.deleted', { conversationId: id });
		return { data: { id, deleted: true as const } };
	}),

	share: route(api.conversations.share, ({ id }, caller) => {
		const { db, deliveries } = caller.service;
		const token = conversationOf(caller, id).shareToken ?? newToken();
		shareConversation(db, id, token);
		const link = shareUrl(caller.service.publicUrl, token);
		deliveries.emit(caller.user.id, 'conversation.shared', { conversationId: id, shareUrl: link });
		return { data: { id, shareUrl: link } };
	}),
};
