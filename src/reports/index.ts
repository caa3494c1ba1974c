export { earlierEntries, type EarlierEntry, type EarlierKeys } from './earlier.ts';
export { changeNames, GONE, meetingsToRead, RECENT_DAYS, syncChanges, TURNS, type ActionItemChange, type Change, type OpenItem, type OpenList, type SyncedMeeting, type SyncedRow, type SyncResult } from './sync.ts';
