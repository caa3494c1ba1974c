export * from '../../src/format/index.ts';
export { calendarMeeting, type Attendee, type CalendarMeeting } from '../../src/meetings/index.ts';
export type { CalendarEvent, Email, Feedback, KeyPoints, Segment, UserProfile } from './generated/types.ts';
