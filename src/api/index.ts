import { calendar } from './calendar.ts';
import { contacts } from './contacts.ts';
import { conversations } from './conversations.ts';
import { email } from './email.ts';
import { feedback } from './feedback.ts';
import { keyPoints } from './keyPoints.ts';
import { question } from './question.ts';
import { transcript } from './transcript.ts';
import { user } from './user.ts';
import { webhooks } from './webhooks.ts';

/** The table: every endpoint of the service, by resource and name. */
export const api = { conversations, transcript, keyPoints, feedback, question, email, contacts, calendar, user, webhooks };

export type Api = typeof api;

export * from './calendar.ts';
export * from './contacts.ts';
export * from './conversations.ts';
export * from './dateTime.ts';
export * from './deleted.ts';
export * from './email.ts';
export * from './endpoint.ts';
export * from './errors.ts';
export * from './events.ts';
export * from './feedback.ts';
export * from './headers.ts';
export * from './keyPoints.ts';
export * from './limits.ts';
export * from './pagination.ts';
export * from './question.ts';
export * from './transcript.ts';
export * from './user.ts';
export * from './webhooks.ts';
