export * from '../../src/format/index.ts';
export type { CalendarEvent, Email, Feedback, KeyPoints, Segment, UserProfile } from './generated/types.ts';
