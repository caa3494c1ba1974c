import { ROTATION } from '../../src/operations/resources/insight/sync/syncState.ts';
import type { PastMeeting } from './account.ts';

/** Which meetings a node that syncs action items reads again, as it is set up. */
export interface SyncSettings {
	readonly checkAgain: 'all' | 'never' | 'recent';
	readonly days: number;
	/** Whether its state is kept even if nothing has changed. */
	readonly alwaysKept: boolean;
}

/** What the syncs of a node so far have read: the number of the sync, by meeting. */
export interface SyncMemory {
	syncs: number;
	readonly readIn: Map<PastMeeting, number>;
}

const DAY_MS = 86_400_000;

/**
 * How many of the meetings of its period a sync reads, chosen as `meetingsToRead` does, if every call has action items and
 * none of them is resolved. `at`: milliseconds since 1970.
 */
export function countRead(meetings: readonly PastMeeting[], at: number, { checkAgain, days, alwaysKept }: SyncSettings, memory: SyncMemory): number {
	if (checkAgain === 'all') return meetings.length;
	const sync = memory.syncs + 1;
	const { readIn } = memory;
	const unread = meetings.filter((meeting) => !readIn.has(meeting));
	const again = meetings.filter((meeting) => readIn.has(meeting) && !(checkAgain === 'never' && meeting.isTranscribed));
	const isRecent = ({ start }: PastMeeting): boolean => start >= at - days * DAY_MS;
	const lastRead = (meeting: PastMeeting): number => readIn.get(meeting) ?? 0;
	const waiting = again.filter((meeting) => !isRecent(meeting)).toSorted((a, b) => lastRead(a) - lastRead(b));
	const overdue = waiting.filter((meeting) => sync - lastRead(meeting) >= ROTATION).length;
	const turn = waiting.slice(0, Math.max(overdue, Math.ceil(waiting.length / ROTATION)));
	const read = [...unread, ...again.filter(isRecent), ...turn];
	if (alwaysKept || unread.some(({ isTranscribed }) => isTranscribed)) {
		memory.syncs = sync;
		for (const meeting of read) readIn.set(meeting, sync);
	}
	return read.length;
}
