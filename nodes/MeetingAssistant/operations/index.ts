import type { Resource } from '../operation.ts';
import { getMany as getActionItems } from './actionItem/getMany.ts';
import { getMany as getCalendarEvents } from './calendarEvent/getMany.ts';
import { getBriefing } from './contact/getBriefing.ts';
import { getMany as getContacts } from './contact/getMany.ts';
import { ask } from './conversation/ask.ts';
import { deleteConversation } from './conversation/delete.ts';
import { draftEmail } from './conversation/draftEmail.ts';
import { getMany as getConversations } from './conversation/getMany.ts';
import { getTranscript } from './conversation/getTranscript.ts';
import { rename } from './conversation/rename.ts';
import { share } from './conversation/share.ts';
import { generate as generateFeedback } from './feedback/generate.ts';
import { get as getFeedback } from './feedback/get.ts';
import { findActionItems } from './insight/findActionItems.ts';
import { getDigest } from './insight/getDigest.ts';
import { prepareForMeeting } from './insight/prepareForMeeting.ts';
import { generate as generateKeyPoints } from './keyPoints/generate.ts';
import { get as getKeyPoints } from './keyPoints/get.ts';
import { getProfile } from './user/getProfile.ts';
import { deleteWebhook } from './webhook/delete.ts';
import { getMany as getWebhooks } from './webhook/getMany.ts';
import { register } from './webhook/register.ts';
import { sendTest } from './webhook/sendTest.ts';

const menu = [
	{
		value: 'actionItem',
		name: 'Action Item',
		operations: [getActionItems],
		defaultOperation: getActionItems,
	},
	{
		value: 'calendarEvent',
		name: 'Calendar Event',
		operations: [getCalendarEvents],
		defaultOperation: getCalendarEvents,
	},
	{
		value: 'contact',
		name: 'Contact',
		operations: [getBriefing, getContacts],
		defaultOperation: getContacts,
	},
	{
		value: 'conversation',
		name: 'Conversation',
		operations: [ask, deleteConversation, draftEmail, getConversations, getTranscript, rename, share],
		defaultOperation: getConversations,
	},
	{
		value: 'feedback',
		name: 'Feedback',
		operations: [generateFeedback, getFeedback],
		defaultOperation: getFeedback,
	},
	{
		value: 'insight',
		name: 'Insight',
		operations: [findActionItems, getDigest, prepareForMeeting],
		defaultOperation: getDigest,
	},
	{
		value: 'keyPoints',
		name: 'Key Points',
		operations: [generateKeyPoints, getKeyPoints],
		defaultOperation: getKeyPoints,
	},
	{
		value: 'user',
		name: 'User',
		operations: [getProfile],
		defaultOperation: getProfile,
	},
	{
		value: 'webhook',
		name: 'Webhook',
		operations: [deleteWebhook, getWebhooks, register, sendTest],
		defaultOperation: getWebhooks,
	},
] as const satisfies readonly Resource[];

/** The menu: every resource with its operations, both by name. */
export const resources: readonly Resource[] = menu;

type Entry = (typeof menu)[number];

/** By resource, what its operations are called in saved workflows. */
export type OperationValues = { readonly [E in Entry as E['value']]: E['operations'][number]['value'] };
