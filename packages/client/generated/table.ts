// Generated from the table in src/api by `npm run docs`.
import type { Endpoint, ListEndpoint, NoInput } from '../endpoint.ts';
import { anything, filled, flag, list, moment, nullable, number, object, oneOf, optional, preset, target, text, url, whole, words } from '../shapes.ts';
import type { CalendarEvent, CalendarEventsAnswer, CalendarEventsInput, Contact, ContactsBriefingAnswer, ContactsBriefingInput, ContactsListAnswer, ContactsListInput, ContactsUnresolvedThreadsAnswer, ContactsUnresolvedThreadsInput, Conversation, ConversationsDeleteAnswer, ConversationsDeleteInput, ConversationsListAnswer, ConversationsListInput, ConversationsRenameAnswer, ConversationsRenameInput, ConversationsShareAnswer, ConversationsShareInput, EmailDraftAnswer, EmailDraftInput, EventName, FeedbackGenerateAnswer, FeedbackGenerateInput, FeedbackGetAnswer, FeedbackGetInput, KeyPointsGenerateAnswer, KeyPointsGenerateInput, KeyPointsGetAnswer, KeyPointsGetInput, QuestionAskAnswer, QuestionAskInput, TranscriptGetAnswer, TranscriptGetInput, UnresolvedThread, UserProfileAnswer, Webhook, WebhooksDeleteAnswer, WebhooksDeleteInput, WebhooksListAnswer, WebhooksRegisterAnswer, WebhooksRegisterInput, WebhooksTestAnswer, WebhooksTestInput } from './types.ts';

const time = moment(/^(?:(?:\d\d[2468][048]|\d\d[13579][26]|\d\d0[48]|[02468][048]00|[13579][26]00)-02-29|\d{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\d|30)|(?:02)-(?:0[1-9]|1\d|2[0-8])))T(?:(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d+)?)?(?:Z|([+-]\d{2}:\d{2})))$/, 'must be a date and time with a time zone, such as 2026-03-02T09:15:00Z');

const conversationSchema = object({ id: text, title: text, startTime: time, endTime: time, duration: whole(), segmentCount: whole(), linkedCalendarEventId: nullable(text) });

const paginationSchema = object({ total: whole(), limit: whole(), offset: whole() });

const segmentSchema = object({ text, speaker: nullable(text), timestamp: time });

const actionItemSchema = object({ item: text, owner: text, confidence: number(), priority: oneOf('high', 'medium', 'low') });

const keyPointsSchema = object({ id: text, title: text, keypoints: object({ title: text, sections: list(object({ heading: text, points: list(text) })), decisions: list(text), actionItems: list(actionItemSchema), participants: list(text), importantDates: list(object({ date: text, context: text })) }), createdAt: time });

const feedbackSchema = object({ id: text, feedback: object({ overallScore: number(0, 10), topPriority: optional(object({ focus: text, quote: text, reason: text, alternative: text })), strengths: list(object({ category: text, description: text, timestamp: text, quote: text, reason: text })), growthAreas: list(object({ category: text, description: text, suggestion: text, timestamp: text, quote: text, reason: text, alternative: text })), categoryScores: object({ clarity: number(), listening: number(), timeManagement: number(), collaboration: number(), decisionMaking: number() }), talkListenRatio: number(0, 100), actionPlan: list(text), stats: optional(object({ talkListenRatio: number(0, 100), totalMinutes: whole() })) }), overallScore: number(), userSpeakerName: text, createdAt: time });

const answerSchema = object({ id: text, query: text, response: text, metadata: object({ segmentsAnalyzed: whole(), conversationDuration: number() }), suggestedQueries: list(text) });

const emailSchema = object({ id: text, subject: text, body: text, keyPoints: list(text), actionItems: list(text), generatedAt: time });

const contactSchema = object({ id: text, email: text, displayName: nullable(text), companyDomain: nullable(text), meetingCount: whole(), firstSeenAt: nullable(time), lastSeenAt: nullable(time) });

const briefingActionItemSchema = object({ item: text, sessionId: text, hash: text, owner: nullable(text), priority: nullable(oneOf('high', 'medium', 'low')), meetingDate: time, meetingTitle: nullable(text) });

const briefingSchema = object({ contact: contactSchema, summary: nullable(object({ prose: text, topics: list(anything), open_questions: list(text) })), summaryGeneratedAt: nullable(time), recentMeetings: list(object({ sessionId: text, title: nullable(text), date: time })), openActionItems: list(briefingActionItemSchema, undefined, 10), recentDecisions: list(text, undefined, 10) });

const unresolvedThreadSchema = object({ sessionId: text, actionItem: text, hash: text, meetingTitle: nullable(text), createdAt: time, stalenessDays: whole(), contactId: text, contactName: nullable(text), contactCompany: nullable(text) });

const calendarEventSchema = object({});

const userProfileSchema = object({ profile: object({ name: text, email: text, timezone: text, language: text, profilePictureUrl: nullable(text), createdAt: time }), subscription: object({ tier: oneOf('starter', 'professional', 'enterprise'), status: nullable(text), currentPeriodEnd: nullable(time) }), apiUsage: object({ aiGenerations: object({ used: whole(), limit: nullable(whole()), remaining: nullable(whole()), resetsAt: time }) }) });

const webhookSchema = object({ id: text, url: optional(text), events: optional(list(text)), createdAt: optional(time) });

const registeredWebhookSchema = object({ id: text, url: optional(text), events: optional(list(text)), createdAt: optional(time), secret: text });

const conversationsList: ListEndpoint<ConversationsListInput, ConversationsListAnswer, Conversation> = {
	method: 'GET',
	path: '/api/v1/conversations',
	query: { limit: preset(whole(1, 100), 20), offset: preset(whole(0), 0), search: optional(text), since: optional(time) },
	response: object({ data: list(conversationSchema), pagination: paginationSchema }),
	repeat: 'always',
	credit: 'never',
	paging: { kind: 'offset', sizeParam: 'limit', maxSize: 100 },
};

const conversationsRename: Endpoint<ConversationsRenameInput, ConversationsRenameAnswer> = {
	method: 'PATCH',
	path: '/api/v1/conversations/{id}',
	params: { id: filled },
	body: { title: words() },
	response: object({ data: object({ id: text, title: text }) }),
	repeat: 'always',
	credit: 'never',
	notFound: 'conversation',
};

const conversationsDelete: Endpoint<ConversationsDeleteInput, ConversationsDeleteAnswer> = {
	method: 'DELETE',
	path: '/api/v1/conversations/{id}',
	params: { id: filled },
	response: object({ data: object({ id: text, deleted: oneOf(true) }) }),
	repeat: 'always',
	credit: 'never',
	notFound: 'conversation',
};

const conversationsShare: Endpoint<ConversationsShareInput, ConversationsShareAnswer> = {
	method: 'POST',
	path: '/api/v1/conversations/{id}/share',
	params: { id: filled },
	response: object({ data: object({ id: text, shareUrl: url }) }),
	repeat: 'never',
	credit: 'never',
	notFound: 'conversation',
};

const transcriptGet: Endpoint<TranscriptGetInput, TranscriptGetAnswer> = {
	method: 'GET',
	path: '/api/v1/conversations/{id}/transcript',
	params: { id: filled },
	response: object({ data: object({ id: text, segments: list(segmentSchema) }) }),
	repeat: 'always',
	credit: 'never',
	notFound: 'conversation',
};

const keyPointsGet: Endpoint<KeyPointsGetInput, KeyPointsGetAnswer> = {
	method: 'GET',
	path: '/api/v1/conversations/{id}/keypoints',
	params: { id: filled },
	response: object({ data: keyPointsSchema }),
	repeat: 'always',
	credit: 'never',
	notFound: 'conversation or result',
};

const keyPointsGenerate: Endpoint<KeyPointsGenerateInput, KeyPointsGenerateAnswer> = {
	method: 'POST',
	path: '/api/v1/conversations/{id}/keypoints',
	params: { id: filled },
	body: { forceRefresh: preset(flag, false) },
	response: object({ data: object({ id: text, title: text, keypoints: object({ title: text, sections: list(object({ heading: text, points: list(text) })), decisions: list(text), actionItems: list(actionItemSchema), participants: list(text), importantDates: list(object({ date: text, context: text })) }), createdAt: time, cached: flag }) }),
	repeat: 'read-saved',
	credit: 'unless-saved',
	notFound: 'conversation',
	saved: keyPointsGet,
};

const feedbackGet: Endpoint<FeedbackGetInput, FeedbackGetAnswer> = {
	method: 'GET',
	path: '/api/v1/conversations/{id}/feedback',
	params: { id: filled },
	response: object({ data: feedbackSchema }),
	repeat: 'always',
	credit: 'never',
	notFound: 'conversation or result',
};

const feedbackGenerate: Endpoint<FeedbackGenerateInput, FeedbackGenerateAnswer> = {
	method: 'POST',
	path: '/api/v1/conversations/{id}/feedback',
	params: { id: filled },
	body: { forceRefresh: preset(flag, false) },
	response: object({ data: object({ id: text, feedback: object({ overallScore: number(0, 10), topPriority: optional(object({ focus: text, quote: text, reason: text, alternative: text })), strengths: list(object({ category: text, description: text, timestamp: text, quote: text, reason: text })), growthAreas: list(object({ category: text, description: text, suggestion: text, timestamp: text, quote: text, reason: text, alternative: text })), categoryScores: object({ clarity: number(), listening: number(), timeManagement: number(), collaboration: number(), decisionMaking: number() }), talkListenRatio: number(0, 100), actionPlan: list(text), stats: optional(object({ talkListenRatio: number(0, 100), totalMinutes: whole() })) }), overallScore: number(), userSpeakerName: text, createdAt: time, cached: flag }) }),
	repeat: 'read-saved',
	credit: 'unless-saved',
	notFound: 'conversation',
	saved: feedbackGet,
};

const questionAsk: Endpoint<QuestionAskInput, QuestionAskAnswer> = {
	method: 'POST',
	path: '/api/v1/conversations/{id}/query',
	params: { id: filled },
	body: { query: words(500) },
	response: object({ data: answerSchema }),
	repeat: 'never',
	credit: 'always',
	notFound: 'conversation',
};

const emailDraft: Endpoint<EmailDraftInput, EmailDraftAnswer> = {
	method: 'POST',
	path: '/api/v1/conversations/{id}/email',
	params: { id: filled },
	body: { recipientName: optional(text), tone: preset(oneOf('professional', 'casual', 'concise'), 'professional') },
	response: object({ data: emailSchema }),
	repeat: 'never',
	credit: 'always',
	notFound: 'conversation',
};

const contactsList: ListEndpoint<ContactsListInput, ContactsListAnswer, Contact> = {
	method: 'GET',
	path: '/api/v1/contacts',
	query: { limit: preset(whole(1, 200), 50), offset: preset(whole(0), 0), search: optional(text) },
	response: object({ data: list(contactSchema), pagination: paginationSchema, reason: optional(oneOf('no-brain')) }),
	repeat: 'always',
	credit: 'never',
	paging: { kind: 'offset', sizeParam: 'limit', maxSize: 200 },
};

const contactsBriefing: Endpoint<ContactsBriefingInput, ContactsBriefingAnswer> = {
	method: 'GET',
	path: '/api/v1/contacts/{id}/briefing',
	params: { id: filled },
	query: { historyLimit: preset(whole(1, 50), 25) },
	response: object({ data: briefingSchema }),
	repeat: 'always',
	credit: 'never',
};

const contactsUnresolvedThreads: ListEndpoint<ContactsUnresolvedThreadsInput, ContactsUnresolvedThreadsAnswer, UnresolvedThread> = {
	method: 'GET',
	path: '/api/v1/contacts/unresolved-threads',
	query: { limit: preset(whole(1, 100), 25) },
	response: object({ data: list(unresolvedThreadSchema), total: whole(), reason: optional(oneOf('no-brain')) }),
	repeat: 'always',
	credit: 'never',
	paging: { kind: 'single', sizeParam: 'limit', maxSize: 100 },
};

const calendarEvents: ListEndpoint<CalendarEventsInput, CalendarEventsAnswer, CalendarEvent> = {
	method: 'GET',
	path: '/api/v1/calendar/events',
	query: { maxResults: preset(whole(1, 50), 10), timeMin: optional(time), timeMax: optional(time) },
	response: object({ data: list(calendarEventSchema) }),
	repeat: 'always',
	credit: 'never',
	paging: { kind: 'single', sizeParam: 'maxResults', maxSize: 50 },
};

const userProfile: Endpoint<NoInput, UserProfileAnswer> = {
	method: 'GET',
	path: '/api/v1/user/profile',
	response: object({ data: userProfileSchema }),
	repeat: 'always',
	credit: 'never',
};

const webhooksList: ListEndpoint<NoInput, WebhooksListAnswer, Webhook> = {
	method: 'GET',
	path: '/api/v1/webhooks',
	response: object({ data: list(webhookSchema) }),
	repeat: 'always',
	credit: 'never',
	paging: { kind: 'whole' },
};

const webhooksRegister: Endpoint<WebhooksRegisterInput, WebhooksRegisterAnswer> = {
	method: 'POST',
	path: '/api/v1/webhooks',
	body: { url: target, events: list(oneOf('conversation.created', 'conversation.updated', 'conversation.keypoints.ready', 'conversation.summary.ready', 'conversation.action_items.ready', 'conversation.feedback.ready', 'conversation.shared', 'conversation.deleted', 'transcript.ready', 'transcript.failed', 'webhook.test'), 1) },
	response: object({ data: registeredWebhookSchema }),
	repeat: 'never',
	credit: 'never',
};

const webhooksDelete: Endpoint<WebhooksDeleteInput, WebhooksDeleteAnswer> = {
	method: 'DELETE',
	path: '/api/v1/webhooks',
	body: { id: filled },
	response: object({ data: object({ id: text, deleted: oneOf(true) }) }),
	repeat: 'always',
	credit: 'never',
};

const webhooksTest: Endpoint<WebhooksTestInput, WebhooksTestAnswer> = {
	method: 'POST',
	path: '/api/v1/webhooks/test',
	body: { id: filled },
	response: object({ data: object({ id: text, statusCode: whole() }) }),
	repeat: 'never',
	credit: 'never',
};

/** Every endpoint of the service as plain data, for `client.call` and `client.each`: `api.conversations.list`. */
export const api = {
	conversations: { list: conversationsList, rename: conversationsRename, delete: conversationsDelete, share: conversationsShare },
	transcript: { get: transcriptGet },
	keyPoints: { get: keyPointsGet, generate: keyPointsGenerate },
	feedback: { get: feedbackGet, generate: feedbackGenerate },
	question: { ask: questionAsk },
	email: { draft: emailDraft },
	contacts: { list: contactsList, briefing: contactsBriefing, unresolvedThreads: contactsUnresolvedThreads },
	calendar: { events: calendarEvents },
	user: { profile: userProfile },
	webhooks: { list: webhooksList, register: webhooksRegister, delete: webhooksDelete, test: webhooksTest },
} as const;

/** The names of all events, in the order of the API description. */
export const eventNames: readonly EventName[] = ['conversation.created', 'conversation.updated', 'conversation.keypoints.ready', 'conversation.summary.ready', 'conversation.action_items.ready', 'conversation.feedback.ready', 'conversation.shared', 'conversation.deleted', 'transcript.ready', 'transcript.failed', 'webhook.test'];
