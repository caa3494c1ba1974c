import { getOpenActionItems } from './resources/actionItem/getOpen.ts';
import { getCalendarEvents } from './resources/calendarEvent.ts';
import { getBriefing, getContacts } from './resources/contact.ts';
import { getConversation } from './resources/conversation/get.ts';
import { getConversations } from './resources/conversation/getAll.ts';
import { ask, deleteConversation, rename, share } from './resources/conversation.ts';
import { draftEmail } from './resources/conversation/draftEmail.ts';
import { generateFeedback, getFeedback } from './resources/feedback.ts';
import { draftFollowUps } from './resources/insight/draftFollowUps.ts';
import { findActionItems } from './resources/actionItem/find.ts';
import { findDecisions } from './resources/insight/findDecisions.ts';
import { getDigest } from './resources/insight/getDigest.ts';
import { prepareForMeeting } from './resources/insight/prepareForMeeting.ts';
import { searchTranscripts } from './resources/insight/searchTranscripts.ts';
import { syncActionItems } from './resources/actionItem/sync.ts';
import { generateKeyPoints, getKeyPoints } from './resources/keyPoints.ts';
import type { Resource } from './operation.ts';
import { getTranscript } from './resources/conversation/getTranscript.ts';
import { getProfile } from './resources/user.ts';
import { deleteWebhook, getWebhooks, register, sendTest } from './resources/webhook.ts';

const entries = [
	{
		id: 'actionItem',
		name: 'Action Item',
		operations: [findActionItems, getOpenActionItems, syncActionItems],
		defaultOperation: findActionItems,
	},
	{
		id: 'calendarEvent',
		name: 'Calendar Event',
		operations: [getCalendarEvents],
		defaultOperation: getCalendarEvents,
	},
	{
		id: 'contact',
		name: 'Contact',
		operations: [getBriefing, getContacts],
		defaultOperation: getContacts,
	},
	{
		id: 'conversation',
		name: 'Conversation',
		operations: [ask, deleteConversation, draftEmail, getConversation, getConversations, getTranscript, rename, share],
		defaultOperation: getConversations,
	},
	{
		id: 'feedback',
		name: 'Feedback',
		operations: [generateFeedback, getFeedback],
		defaultOperation: getFeedback,
	},
	{
		id: 'insight',
		name: 'Insight',
		operations: [draftFollowUps, findDecisions, getDigest, prepareForMeeting, searchTranscripts],
		defaultOperation: getDigest,
	},
	{
		id: 'keyPoints',
		name: 'Key Points',
		operations: [generateKeyPoints, getKeyPoints],
		defaultOperation: getKeyPoints,
	},
	{
		id: 'user',
		name: 'User',
		operations: [getProfile],
		defaultOperation: getProfile,
	},
	{
		id: 'webhook',
		name: 'Webhook',
		operations: [deleteWebhook, getWebhooks, register, sendTest],
		defaultOperation: getWebhooks,
	},
] as const satisfies readonly Resource[];

/** Everything that people can build with: all resources and their operations, both sorted by name. */
export const catalogue: readonly Resource[] = entries;

type Entry = (typeof entries)[number];

/** By resource, the IDs of its operations in saved flows. */
export type OperationIds = { readonly [E in Entry as E['id']]: E['operations'][number]['id'] };
