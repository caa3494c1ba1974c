import { getActionItems } from './actionItem.ts';
import { getCalendarEvents } from './calendarEvent.ts';
import { getBriefing, getContacts } from './contact.ts';
import { getConversation } from './conversation/get.ts';
import { getConversations } from './conversation/getAll.ts';
import { ask, deleteConversation, rename, share } from './conversation.ts';
import { draftEmail } from './conversation/draftEmail.ts';
import { generateFeedback, getFeedback } from './feedback.ts';
import { draftFollowUps } from './insight/draftFollowUps.ts';
import { findActionItems } from './insight/findActionItems.ts';
import { findDecisions } from './insight/findDecisions.ts';
import { getDigest } from './insight/getDigest.ts';
import { prepareForMeeting } from './insight/prepareForMeeting.ts';
import { searchTranscripts } from './insight/searchTranscripts.ts';
import { syncActionItems } from './insight/syncActionItems.ts';
import { generateKeyPoints, getKeyPoints } from './keyPoints.ts';
import type { Resource } from './operation.ts';
import { getTranscript } from './transcript.ts';
import { getProfile } from './user.ts';
import { deleteWebhook, getWebhooks, register, sendTest } from './webhook.ts';

const entries = [
	{
		id: 'actionItem',
		name: 'Action Item',
		operations: [getActionItems],
		defaultOperation: getActionItems,
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
		operations: [draftFollowUps, findActionItems, findDecisions, getDigest, prepareForMeeting, searchTranscripts, syncActionItems],
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

/** What a builder can do: every resource with its operations, both sorted by name. */
export const catalogue: readonly Resource[] = entries;

type Entry = (typeof entries)[number];

/** By resource, the IDs of its operations in saved flows. */
export type OperationIds = { readonly [E in Entry as E['id']]: E['operations'][number]['id'] };
