import { iso } from '../clock.ts';
import type { StoredConversation } from '../db/conversations.ts';
import { segmentsAsJson } from '../db/segments.ts';
import type { User } from '../db/users.ts';
import type { Service } from '../service.ts';
import type { StoredMeeting } from '../textWork/storedMeeting.ts';

/** A conversation for the AI. */
export function meetingFor({ db }: Service, user: User, conversation: StoredConversation): StoredMeeting {
	return {
		title: conversation.title,
		startTime: iso(conversation.startedAt),
		endTime: iso(conversation.endedAt),
		userName: user.name,
		// Read when its turn has come: what waits takes no memory.
		get transcript() {
			return segmentsAsJson(db, conversation.id);
		},
	};
}
