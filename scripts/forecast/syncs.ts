import { meetingsToRead, type SyncedRow } from '../../src/reports/index.ts';
import type { PastMeeting } from './account.ts';

/** What the syncs of a node so far have left: a row for each meeting that they read, if it has action items. */
export type SyncMemory = Map<PastMeeting, SyncedRow>;

/** How many of the meetings of its period a sync reads, if every call has action items and none of them is resolved. `at`: milliseconds since 1970. */
export function countRead(meetings: readonly PastMeeting[], at: number, memory: SyncMemory): number {
	const listed = meetings.map((meeting) => ({ meeting, conversationId: String(meeting.start), meetingDate: new Date(meeting.start).toISOString() }));
	const read = meetingsToRead(listed, [...memory.values()], null, at);
	for (const { meeting, conversationId } of read) {
		if (meeting.isTranscribed) memory.set(meeting, { dedupeKey: conversationId, hash: '', conversationId, contactId: null, open: null, fields: {} });
	}
	return read.length;
}
