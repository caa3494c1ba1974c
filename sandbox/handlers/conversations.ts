import { api } from '../../src/api/index.ts';
import { countMeetings } from '../db/attendees.ts';
import {
	conversationsAsJson,
	deleteConversation,
	renameConversation,
	shareConversation,
} from '../db/conversations.ts';
import { newToken } from '../ids.ts';
import { shareUrl } from '../pages/share/routes.ts';
import { JsonText } from '../server/jsonText.ts';
import { oneLine } from '../text.ts';
import { conversationOf } from './conversation.ts';
import { route } from './route.ts';

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
