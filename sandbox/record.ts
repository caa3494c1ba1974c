import { rememberContact } from './contacts.ts';
import { addAttendee, countMeetings } from './db/attendees.ts';
import { insertConversation, type StoredConversation } from './db/conversations.ts';
import { insertTranscript } from './db/segments.ts';
import type { User } from './db/users.ts';
import { newId } from './ids.ts';
import type { Service } from './service.ts';

interface Recording {
	readonly title: string;
	readonly startedAt: number;
	readonly endedAt: number;
	/** As `transcriptJson` writes it. */
	readonly transcript: string;
	readonly segmentCount: number;
	readonly attendees: readonly { readonly name?: string | undefined; readonly email: string }[];
	readonly calendarEventId?: string | undefined;
}

/** Stores a call with its transcript and the people in it, whole or not at all, and fires `conversation.created`. */
export function record({ db, deliveries }: Service, user: User, recording: Recording): StoredConversation {
	const { title, startedAt, endedAt, transcript, segmentCount, attendees, calendarEventId = null } = recording;
	const id = newId('conv');
	const conversation = {
		id,
		userId: user.id,
		title,
		startedAt,
		endedAt,
		segmentCount,
		linkedCalendarEventId: calendarEventId,
		shareToken: null,
	};
	db.transaction(() => {
		insertConversation(db, conversation);
		insertTranscript(db, id, transcript);
		for (const { email, name } of attendees) {
			if (email !== user.email) addAttendee(db, id, rememberContact(db, user.id, { name, email }));
		}
		countMeetings(db, id);
	});
	deliveries.emit(user.id, 'conversation.created', { conversationId: id });
	return conversation;
}
