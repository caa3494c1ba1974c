export { calendarMeeting, selfIn, type Attendee, type CalendarMeeting } from './calendar.ts';
export { candidateOf, fitting, isMailboxOf, lowerCase, mailboxKey, personMatcher, sureRules, type Candidate, type Named } from './person.ts';
