import { api } from '../src/api/index.ts';
import { userOf } from './accounts.ts';
import { iso } from './clock.ts';
import { rememberContact } from './contacts.ts';
import { type ActionItemState, setActionItemState } from './db/actionItems.ts';
import { hasCalendarEvent } from './db/calendar.ts';
import { addAttendee, countMeetings } from './db/contacts.ts';
import { conversationLike, insertConversation, secondsOf, type StoredConversation } from './db/conversations.ts';
import { insertTranscript } from './db/segments.ts';
import type { User } from './db/users.ts';
import { AiBusyError, AiFailedError, messageOf, SandboxError } from './errors.ts';
import { newId } from './ids.ts';
import { check, FailedMeeting, MAX_LINE_LENGTH, NewMeeting } from './options.ts';
import { keyPointsOf } from './resources/keyPoints.ts';
import { ApiError } from './http/apiError.ts';
import type { Service } from './service.ts';
import { cutTo } from './text.ts';

export interface ImportedMeeting {
	readonly conversationId: string;
	readonly title: string;
	/** ISO 8601. */
	readonly startTime: string;
	readonly segmentCount: number;
	/** Its length. */
	readonly seconds: number;
	/** Speakers, in the order they first speak. */
	readonly participants: readonly string[];
	/** What was left out, changed or guessed, in sentences. */
	readonly notes: readonly string[];
	/** Why the key points that were asked for are missing, and what to do; null if they are not. */
	readonly withoutKeyPoints: string | null;
}

/**
 * Imports a recorded meeting as the desktop application would, and emits `conversation.created`
 * and `transcript.ready`.
 * @throws ImportError for a file with nothing to read; SandboxError
 */
export async function importMeeting(service: Service, userId: string, options: NewMeeting): Promise<ImportedMeeting> {
	const user = userOf(service, userId);
	const { text, filename, me, generateKeyPoints: wantsKeyPoints, ...recording } = check(NewMeeting, options);
	const read = await service.text.transcript({ text, filename, startedAt: recording.startTime, now: service.now(), me });
	const { startedAt, transcript, segmentCount, participants, notes } = read;
	const title = recording.title ?? (read.title && cutTo(MAX_LINE_LENGTH, read.title)) ?? 'Untitled meeting';
	const found = { title, startedAt, endedAt: startedAt + read.durationMs, segmentCount };
	const twin = conversationLike(service.db, { userId, ...found });
	const conversation = recordMeeting(service, user, { ...recording, ...found, transcript });
	const { id } = conversation;
	service.deliveries.emit(userId, 'transcript.ready', { conversationId: id, segmentCount });
	const { calendarEventId } = recording;
	const isUnknown = calendarEventId !== undefined && !hasCalendarEvent(service.db, userId, calendarEventId);
	const isPaused = wantsKeyPoints && service.aiPause.state().paused;
	let withoutKeyPoints: string | null = null;
	if (wantsKeyPoints) {
		const generated = generateIfAllowed(service, user, conversation);
		// The transcript of a call is there before its key points, however long those take. After a reset nobody waits for them.
		if (isPaused) generated.catch((error: unknown) => error instanceof ApiError || service.onError(error));
		else withoutKeyPoints = await generated;
	}
	return {
		conversationId: id,
		title,
		startTime: iso(startedAt),
		segmentCount,
		seconds: secondsOf(conversation),
		participants,
		notes: [
			...notes,
			...(isUnknown ? [`The calendar has no event ${calendarEventId}; the meeting is linked to it anyway.`] : []),
			...(isPaused ? ['The AI is paused. Key points are generated once it resumes.'] : []),
			...(twin === undefined ? [] : [`A meeting with this title, length and number of turns was there already, ${twin.id}. If it is the same, delete one of the two.`]),
		],
		withoutKeyPoints,
	};
}

/** Records a meeting that could not be transcribed. Emits `conversation.created` and `transcript.failed`. */
export function recordFailedMeeting(
	service: Service,
	userId: string,
	options: FailedMeeting,
): { conversationId: string } {
	const { error, ...recording } = check(FailedMeeting, options);
	const startedAt = recording.startTime ?? service.now();
	const { id } = recordMeeting(service, userOf(service, userId), {
		...recording,
		startedAt,
		endedAt: startedAt,
		transcript: '[]',
		segmentCount: 0,
	});
	service.deliveries.emit(userId, 'transcript.failed', { conversationId: id, error });
	return { conversationId: id };
}

/** Why the meeting has no key points yet: no credits are left, or the AI fails. Null if it has them. */
async function generateIfAllowed(service: Service, user: User, conversation: StoredConversation): Promise<string | null> {
	try {
		await keyPointsOf(service, user, conversation);
		return null;
	} catch (error) {
		const isLimit = error instanceof ApiError && error.code === 'ai_limit_exceeded';
		if (!isLimit && !(error instanceof AiBusyError) && !(error instanceof AiFailedError)) throw error;
		if (!isLimit) service.onError(error);
		const { method, path } = api.keyPoints.generate;
		const first = isLimit ? 'To have credits again, set the clock forward (clock advance), or change the plan or the spending cap (user update). Then generate' : 'Generate';
		return `No key points were generated. ${messageOf(error).replace(/\.?$/, '.')} ${first} them, with the operation Key Points: Generate in n8n or curl -X ${method} -H 'Authorization: Bearer API_KEY' BASE_URL${path.replace('{id}', conversation.id)}. To import the file again would add the meeting a second time.`;
	}
}

interface Recording {
	/** Default: a new one. */
	readonly id?: string;
	readonly title: string;
	readonly startedAt: number;
	readonly endedAt: number;
	/** The transcript in the format of `transcriptJson`. */
	readonly transcript: string;
	readonly segmentCount: number;
	readonly attendees: readonly { readonly name?: string | undefined; readonly email: string }[];
	readonly calendarEventId?: string | undefined;
}

/** Stores a call with its transcript and attendees, in full or not at all, and emits `conversation.created`. */
export function recordMeeting({ db, deliveries }: Service, user: User, recording: Recording): StoredConversation {
	const { id = newId('conv'), title, startedAt, endedAt, transcript, segmentCount, attendees, calendarEventId = null } = recording;
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

/** Marks an action item as resolved, dismissed or open. @throws SandboxError */
export function setActionItem({ db }: Service, conversationId: string, hash: string, state: ActionItemState): void {
	if (!setActionItemState(db, conversationId, hash, state)) {
		throw new SandboxError('notFound', `Conversation ${conversationId} has no action item ${hash}.`);
	}
}
