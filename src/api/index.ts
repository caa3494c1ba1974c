import { calendar } from './calendarEvent.ts';
import { contacts } from './contact.ts';
import { conversations, email, question } from './conversation.ts';
import { feedback } from './feedback.ts';
import { keyPoints } from './keyPoints.ts';
import { transcript } from './transcript.ts';
import { user } from './user.ts';
import { webhooks } from './webhook.ts';

/** The table: every endpoint of the service, by resource and name. */
export const api = { conversations, transcript, keyPoints, feedback, question, email, contacts, calendar, user, webhooks };

export type Api = typeof api;

export * from './calendarEvent.ts';
export * from './contact.ts';
export {
	API_KEY_FORMAT,
	DateTime,
	Deleted,
	ErrorBody,
	offsetPages,
	Pagination,
	singlePage,
	wholeList,
	type Paging,
} from './conventions.ts';
export * from './conversation.ts';
export { DAY_MS, HOUR_MS, MINUTE_MS } from './durations.ts';
export * from './endpoint.ts';
export * from './errorCodes.ts';
export * from './events.ts';
export * from './feedback.ts';
export * from './headers.ts';
export * from './keyPoints.ts';
export * from './plans.ts';
export * from './transcript.ts';
export { isLoopback, isUrl, NOT_HTTPS, receivesEvents } from './url.ts';
export * from './user.ts';
export * from './webhook.ts';
