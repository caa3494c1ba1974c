export { calendarMeeting, selfIn, type Attendee, type CalendarMeeting } from './calendar.ts';
