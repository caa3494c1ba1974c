import type { Meeting } from '../ai/ai.ts';
import { iso } from '../clock.ts';
import type { StoredConversation } from '../db/conversations.ts';
import { listSegments } from '../db/segments.ts';
import type { User } from '../db/users.ts';
import type { Service } from '../service.ts';

/** A conversation as the AI sees it. */
export function meetingFor({ db }: Service, user: User, conversation: StoredConversation): Meeting {
	return {
		title: conversation.title,
		startTime: iso(conversation.startedAt),
		endTime: iso(conversation.endedAt),
		userName: user.name,
		segments: listSegments(db, conversation.id).map(({ text, speaker, at }) => ({
			text,
			speaker,
			timestamp: iso(at),
		})),
	};
}
