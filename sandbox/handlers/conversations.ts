import { api } from '../../src/api/index.ts';
import { iso } from '../clock.ts';
import { countMeetings } from '../db/attendees.ts';
import {
	deleteConversation,
	listConversations,
	renameConversation,
	shareConversation,
	type StoredConversation,
} from '../db/conversations.ts';
import { minutesOf } from '../generate/meeting.ts';
import { newToken } from '../ids.ts';
import { shareUrl } from '../pages/share/routes.ts';
import { conversationOf } from './conversation.ts';
import { route } from './route.ts';

const listed = (row: StoredConversation) => ({
	id: row.id,
	title: row.title,
	startTime: iso(row.startedAt),
	endTime: iso(row.endedAt),
	duration: minutesOf(row),
	segmentCount: row.segmentCount,
	linkedCalendarEventId: row.linkedCalendarEventId,
});

export const conversations = {
	list: route(api.conversations.list, ({ limit, offset, search = '', since }, { service, user }) => {
		const filter = {
			userId: user.id,
			search,
			since: since === undefined ? Number.MIN_SAFE_INTEGER : Date.parse(since),
		};
		const { total, rows } = listConversations(service.db, filter, limit, offset);
		return { data: rows.map(listed), pagination: { total, limit, offset } };
	}),

	rename: route(api.conversations.rename, ({ id, title }, caller) => {
		const { db, deliveries } = caller.service;
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
		const link = shareUrl(caller.origin, token);
		deliveries.emit(caller.user.id, 'conversation.shared', { conversationId: id, shareUrl: link });
		return { data: { id, shareUrl: link } };
	}),
};
