// Generated from the catalogue in src/operations by `npm run docs`.
import type { OperationCall, OperationList, OperationOptions } from '../operationOptions.ts';
import type { Answer, Briefing, CalendarEvent, Contact, Conversation, RegisteredWebhook, Segment, UserProfile, Webhook } from './types.ts';

/** The name of an operation: its resource and what it does, such as `insight.getDigest`. */
export type OperationName =
	| 'actionItem.find'
	| 'actionItem.getOpen'
	| 'actionItem.sync'
	| 'calendarEvent.getAll'
	| 'contact.getBriefing'
	| 'contact.getAll'
	| 'conversation.ask'
	| 'conversation.delete'
	| 'conversation.draftEmail'
	| 'conversation.get'
	| 'conversation.getAll'
	| 'conversation.getTranscript'
	| 'conversation.rename'
	| 'conversation.share'
	| 'feedback.generate'
	| 'feedback.get'
	| 'insight.draftFollowUps'
	| 'insight.findDecisions'
	| 'insight.getDigest'
	| 'insight.prepareForMeeting'
	| 'insight.searchTranscripts'
	| 'keyPoints.generate'
	| 'keyPoints.get'
	| 'user.getProfile'
	| 'webhook.delete'
	| 'webhook.getAll'
	| 'webhook.register'
	| 'webhook.sendTest';

/** What `operations.actionItem.find` takes. */
export interface ActionItemFindInput {
	/** When the meetings started, in the time zone of the run. Default "last7Days". */
	readonly period?: 'custom' | 'last30Days' | 'last7Days' | 'lastMonth' | 'lastDays' | 'lastQuarter' | 'lastWeek' | 'thisMonth' | 'thisQuarter' | 'thisWeek' | 'thisYear' | 'today' | 'yesterday' | undefined;
	/** How many days to look back. Default 14. */
	readonly days?: number | undefined;
	/** Meetings that started at this time or later. */
	readonly since?: Date | string | undefined;
	/** Meetings that started before this time; now if empty. */
	readonly until?: Date | string | undefined;
	/** Only action items from meetings that started at least this many days ago. */
	readonly minAgeDays?: number | undefined;
	/** Only meetings with somebody of this name, email address or company domain. */
	readonly participant?: string | undefined;
	/** Whether a guest of the calendar event must be from outside your company, or none may be. */
	readonly external?: boolean | undefined;
	/** Only action items that are not known to be done. */
	readonly status?: 'open' | 'overdue' | undefined;
	/** Only action items that have a due date before this time. */
	readonly dueBefore?: Date | string | undefined;
	/** Only action items whose owner’s name contains this text; me finds your own, not me everyone else’s, named or not. */
	readonly owner?: string | undefined;
	/** Only action items with one of these priorities. */
	readonly priorities?: readonly ('high' | 'medium' | 'low')[] | undefined;
	/** Only action items with all of these words, in any order. */
	readonly text?: string | undefined;
	/** Only what has all of these words in the title, a heading, a decision or an action item. */
	readonly topic?: string | undefined;
	/** Of headings, dates and totals; titles and what people said are never translated. */
	readonly language?: 'en' | 'fr' | 'profile' | 'de' | 'pt' | 'es' | undefined;
	/** How the action items are returned. Default "each". */
	readonly output?: 'each' | 'owner' | 'together' | undefined;
	/** Whether to add where in the meeting it was said: quote, speaker and time. Default false. */
	readonly withEvidence?: boolean | undefined;
	/** Whether to add the email address of each owner, where exactly one guest or contact has the name. Default false. */
	readonly withOwnerEmail?: boolean | undefined;
}

/** What `operations.actionItem.find` returns, one after the other. */
export type ActionItemFindResult = {
	item: string;
	owner: string | null;
	/** A day, 2026-11-27, or with a time and its offset; null unless it is certain. */
	dueDate: string | null;
	/** High, medium or low. */
	priority: string | null;
	conversationTitle: string | null;
	/** When the meeting started. ISO 8601. */
	conversationDate: string | null;
	conversationId: string;
	/** The words that say by when. */
	dueText: string | null;
	/** 0 to 1. */
	confidence: number | null;
	/** Identifies the action item: the same in every run. */
	dedupeKey: string;
	/** Who took part in the meeting, as named by its key points. */
	participants: string[];
};

/** What `operations.actionItem.find` returns with `output` `together`. */
export type ActionItemFindAsTogether = {
	/** The title on one line, for an email. */
	subject: string;
	/** The whole report as plain text. */
	text: string;
	/** The same for emails and web pages. */
	html: string;
	/** The same for documents, notes and AI models. */
	markdown: string;
	/** The same in Slack’s mrkdwn. */
	slack: string;
	/** The same as Block Kit blocks, for Slack. */
	blocks: unknown[];
	actionItems: {
		item: string;
		owner: string | null;
		/** A day, 2026-11-27, or with a time and its offset; null unless it is certain. */
		dueDate: string | null;
		/** High, medium or low. */
		priority: string | null;
		conversationTitle: string | null;
		/** When the meeting started. ISO 8601. */
		conversationDate: string | null;
		conversationId: string;
		/** The words that say by when. */
		dueText: string | null;
		/** 0 to 1. */
		confidence: number | null;
		/** Identifies the action item: the same in every run. */
		dedupeKey: string;
		/** Who took part in the meeting, as named by its key points. */
		participants: string[];
	}[];
	found: number;
	/** Whether everything was read. */
	complete: boolean;
	stoppedBy: 'budget' | 'limit' | 'time' | 'failures' | null;
	/** When to resume; null when nothing stopped, or when unknown. ISO 8601. */
	resumeAt: string | null;
	/** What was not read. */
	left: {
		meetings: {
			conversationTitle: string | null;
			/** When the meeting started. ISO 8601. */
			conversationDate: string | null;
			conversationId: string;
		}[];
		unlisted: number | null;
	};
	/** Meetings with a transcript that have no saved key points. */
	withoutKeyPoints: {
		conversationTitle: string | null;
		/** When the meeting started. ISO 8601. */
		conversationDate: string | null;
		conversationId: string;
	}[];
	failed: {
		conversationTitle: string | null;
		/** When the meeting started. ISO 8601. */
		conversationDate: string | null;
		conversationId: string;
		message: string;
	}[];
};

/** What `operations.actionItem.find` returns with `output` `owner`. */
export type ActionItemFindAsOwner = {
	owner: string | null;
	ownerEmail: string | null;
	/** The title on one line, for an email. */
	subject: string;
	/** The whole report as plain text. */
	text: string;
	/** The same for emails and web pages. */
	html: string;
	/** The same for documents, notes and AI models. */
	markdown: string;
	/** The same in Slack’s mrkdwn. */
	slack: string;
	/** The same as Block Kit blocks, for Slack. */
	blocks: unknown[];
	actionItems: {
		item: string;
		owner: string | null;
		/** A day, 2026-11-27, or with a time and its offset; null unless it is certain. */
		dueDate: string | null;
		/** High, medium or low. */
		priority: string | null;
		conversationTitle: string | null;
		/** When the meeting started. ISO 8601. */
		conversationDate: string | null;
		conversationId: string;
		/** The words that say by when. */
		dueText: string | null;
		/** 0 to 1. */
		confidence: number | null;
		/** Identifies the action item: the same in every run. */
		dedupeKey: string;
		/** Who took part in the meeting, as named by its key points. */
		participants: string[];
	}[];
};

/** What `operations.actionItem.getOpen` takes. */
export interface ActionItemGetOpenInput {
	/** Only action items of contacts whose name, email address, company or ID contains this text. */
	readonly contact?: string | undefined;
	/** Only action items from meetings at most this many days ago. */
	readonly maxAgeDays?: number | undefined;
	/** Only action items from meetings at least this many days ago. */
	readonly minAgeDays?: number | undefined;
	/** Only action items of contacts whom you have not met since then. */
	readonly lastSeenBefore?: Date | string | undefined;
}

/** What `operations.actionItem.getOpen` returns, one after the other. */
export type ActionItemGetOpenResult = {
	item: string;
	/** A day, 2026-11-27, or with a time and its offset; null unless it is certain. */
	dueDate: string | null;
	conversationTitle: string | null;
	/** When the meeting started. ISO 8601. */
	conversationDate: string | null;
	conversationId: string;
	/** The words that say by when. */
	dueText: string | null;
	/** Identifies the item within its conversation. */
	hash: string;
	/** Days since the meeting. */
	stalenessDays: number;
	contactId: string;
	contactName: string | null;
	/** The contact's company domain. */
	contactCompany: string | null;
};

/** What `operations.actionItem.sync` takes. */
export interface ActionItemSyncInput {
	/** What earlier runs returned, such as the rows of the table you keep it in; empty the first time. */
	readonly syncedBefore?: unknown | undefined;
	/** When the meetings started, in the time zone of the run. Default "last7Days". */
	readonly period?: 'custom' | 'last30Days' | 'last7Days' | 'lastMonth' | 'lastDays' | 'lastQuarter' | 'lastWeek' | 'thisMonth' | 'thisQuarter' | 'thisWeek' | 'thisYear' | 'today' | 'yesterday' | undefined;
	/** How many days to look back. Default 14. */
	readonly days?: number | undefined;
	/** Meetings that started at this time or later. */
	readonly since?: Date | string | undefined;
	/** Meetings that started before this time; now if empty. */
	readonly until?: Date | string | undefined;
	/** Of headings, dates and totals; titles and what people said are never translated. */
	readonly language?: 'en' | 'fr' | 'profile' | 'de' | 'pt' | 'es' | undefined;
	/** How the changes are returned. Default "each". */
	readonly output?: 'each' | 'together' | undefined;
	/** Whether to add where in the meeting it was said: quote, speaker and time. Default false. */
	readonly withEvidence?: boolean | undefined;
	/** Whether to add the email address of each owner, where exactly one guest or contact has the name. Default false. */
	readonly withOwnerEmail?: boolean | undefined;
}

/** What `operations.actionItem.sync` returns. */
export type ActionItemSyncResult = {
	item: string | null;
	owner: string | null;
	/** A day, 2026-11-27, or with a time and its offset; null unless it is certain. */
	dueDate: string | null;
	/** High, medium or low. */
	priority: string | null;
	conversationTitle: string | null;
	/** When the meeting started. ISO 8601. */
	conversationDate: string | null;
	conversationId: string;
	/** The words that say by when. */
	dueText: string | null;
	/** 0 to 1. */
	confidence: number | null;
	/** Identifies the action item: the same in every run. */
	dedupeKey: string;
	change: 'created' | 'changed' | 'resolved' | 'disappeared';
	/** What is compared next time: pass it in again with the dedupeKey. */
	hash: string;
	/** The contact whose open item it is or was. */
	contactId: string | null;
	/** Names it in the list of open items; null while it is not open there. */
	open: string | null;
};

/** What `operations.actionItem.sync` returns with `output` `together`. */
export type ActionItemSyncAsTogether = {
	/** The title on one line, for an email. */
	subject: string;
	/** The whole report as plain text. */
	text: string;
	/** The same for emails and web pages. */
	html: string;
	/** The same for documents, notes and AI models. */
	markdown: string;
	/** The same in Slack’s mrkdwn. */
	slack: string;
	/** The same as Block Kit blocks, for Slack. */
	blocks: unknown[];
	/** ISO 8601. */
	since: string;
	/** ISO 8601. */
	until: string;
	created: number;
	changed: number;
	/** Null without the memory feature. */
	resolved: number | null;
	disappeared: number;
	unchanged: number;
	notChecked: number;
	/** Older meetings that are read in another sync. */
	notDue: number;
	changes: {
		item: string | null;
		owner: string | null;
		/** A day, 2026-11-27, or with a time and its offset; null unless it is certain. */
		dueDate: string | null;
		/** High, medium or low. */
		priority: string | null;
		conversationTitle: string | null;
		/** When the meeting started. ISO 8601. */
		conversationDate: string | null;
		conversationId: string;
		/** The words that say by when. */
		dueText: string | null;
		/** 0 to 1. */
		confidence: number | null;
		/** Identifies the action item: the same in every run. */
		dedupeKey: string;
		change: 'created' | 'changed' | 'resolved' | 'disappeared';
		/** What is compared next time: pass it in again with the dedupeKey. */
		hash: string;
		/** The contact whose open item it is or was. */
		contactId: string | null;
		/** Names it in the list of open items; null while it is not open there. */
		open: string | null;
	}[];
	/** Pass it in next time. */
	syncedNow: string;
	/** Whether everything was read. */
	complete: boolean;
	stoppedBy: 'budget' | 'limit' | 'time' | 'failures' | null;
	/** When to resume; null when nothing stopped, or when unknown. ISO 8601. */
	resumeAt: string | null;
	/** What was not read. */
	left: {
		meetings: {
			conversationTitle: string | null;
			/** When the meeting started. ISO 8601. */
			conversationDate: string | null;
			conversationId: string;
		}[];
		unlisted: number | null;
	};
	/** Meetings with a transcript that have no saved key points. */
	withoutKeyPoints: {
		conversationTitle: string | null;
		/** When the meeting started. ISO 8601. */
		conversationDate: string | null;
		conversationId: string;
	}[];
	failed: {
		conversationTitle: string | null;
		/** When the meeting started. ISO 8601. */
		conversationDate: string | null;
		conversationId: string;
		message: string;
	}[];
};

/** What `operations.calendarEvent.getAll` takes. */
export interface CalendarEventGetAllInput {
	/** Whether to return a simplified version of the response instead of the raw data. Default true. */
	readonly simplify?: boolean | undefined;
	/** Start of the time range; now if empty. */
	readonly since?: Date | string | undefined;
	/** End of the time range; the calendar provider decides if empty. */
	readonly until?: Date | string | undefined;
	/** Whether a guest of the calendar event must be from outside your company, or none may be. */
	readonly external?: boolean | undefined;
	/** Guests with the same email domain count as internal; your profile says it if empty. */
	readonly userEmail?: string | undefined;
}

/** What `operations.calendarEvent.getAll` returns, one after the other. */
export type CalendarEventGetAllResult = {
	id: string | null;
	title: string | null;
	/** UTC; a date if the event lasts all day. */
	start: string | null;
	end: string | null;
	allDay: boolean;
	timeZone: string | null;
	/** Whether the time zone could be resolved. */
	timesResolved: boolean;
	attendees: {
		email: string | null;
		name: string | null;
		response: 'accepted' | 'declined' | 'tentative' | 'needsAction' | null;
		/** Whether they work for your company. */
		internal: boolean | null;
	}[];
	internalAttendees: {
		email: string | null;
		name: string | null;
		response: 'accepted' | 'declined' | 'tentative' | 'needsAction' | null;
		/** Whether they work for your company. */
		internal: boolean | null;
	}[];
	externalAttendees: {
		email: string | null;
		name: string | null;
		response: 'accepted' | 'declined' | 'tentative' | 'needsAction' | null;
		/** Whether they work for your company. */
		internal: boolean | null;
	}[];
	/** Email domains of the external attendees. */
	externalCompanies: string[];
	joinUrl: string | null;
	/** The event as sent by the calendar provider. */
	raw: Record<string, unknown>;
};

/** What `operations.calendarEvent.getAll` returns with `simplify` `false`. */
export type CalendarEventGetAllAsNotSimplify = CalendarEvent;

/** What `operations.contact.getBriefing` takes. */
export interface ContactGetBriefingInput {
	/** A person you have met, by email address, full name or contact ID. */
	readonly id: string;
	/** Whether to return a simplified version of the response instead of the raw data. Default true. */
	readonly simplify?: boolean | undefined;
	/** How many of the latest meetings with the contact to read, from 1 to 50. */
	readonly historyLimit?: number | undefined;
}

/** What `operations.contact.getBriefing` returns. */
export type ContactGetBriefingResult = {
	contactId: string | null;
	name: string | null;
	email: string | null;
	company: string | null;
	meetingCount: number | null;
	summary: string | null;
	topics: unknown[];
	openQuestions: string[];
	recentMeetings: {
		conversationTitle: string | null;
		/** When the meeting started. ISO 8601. */
		conversationDate: string | null;
		conversationId: string;
	}[];
	openActionItems: {
		item: string;
		owner: string | null;
		/** A day, 2026-11-27, or with a time and its offset; null unless it is certain. */
		dueDate: string | null;
		/** High, medium or low. */
		priority: string | null;
		conversationTitle: string | null;
		/** When the meeting started. ISO 8601. */
		conversationDate: string | null;
		conversationId: string;
		/** The words that say by when. */
		dueText: string | null;
		/** Identifies the item within its conversation. */
		hash: string;
	}[];
	recentDecisions: string[];
};

/** What `operations.contact.getBriefing` returns with `simplify` `false`. */
export type ContactGetBriefingAsNotSimplify = Briefing;

/** What `operations.contact.getAll` takes. */
export interface ContactGetAllInput {
	/** Only contacts with this text in their name or email address. */
	readonly search?: string | undefined;
}

/** What `operations.contact.getAll` returns, one after the other. */
export type ContactGetAllResult = Contact;

/** What `operations.conversation.ask` takes. */
export interface ConversationAskInput {
	/** The recorded meeting or call; “conversation.getAll” returns its ID. */
	readonly id: string;
	/** Up to 500 characters. */
	readonly query: string;
}

/** What `operations.conversation.ask` returns. */
export type ConversationAskResult = Answer;

/** What `operations.conversation.delete` takes. */
export interface ConversationDeleteInput {
	/** The recorded meeting or call; “conversation.getAll” returns its ID. This integration cannot restore it. */
	readonly id: string;
}

/** What `operations.conversation.delete` returns. */
export type ConversationDeleteResult = {
	id: string;
	deleted: true;
};

/** What `operations.conversation.draftEmail` takes. */
export interface ConversationDraftEmailInput {
	/** The recorded meeting or call; “conversation.getAll” returns its ID. */
	readonly id: string;
	/** Whether to add whom to send it to: guests of the calendar event, or contacts who took part. Default false. */
	readonly withRecipients?: boolean | undefined;
	/** Who the email is addressed to, and the only recipient if any are added. */
	readonly recipientName?: string | undefined;
	/** How the email should sound. */
	readonly tone?: 'casual' | 'concise' | 'professional' | undefined;
}

/** What `operations.conversation.draftEmail` returns. */
export type ConversationDraftEmailResult = {
	/** Addresses with commas between them: of the recipients from outside your company, or if there are none, of all; null if nobody is known, or recipients were not asked for. */
	to: string | null;
	subject: string;
	/** The email as plain text: send this, or “html”. */
	text: string;
	/** The same with paragraphs and lists. */
	html: string;
	id: string;
	/** As the service wrote it: send “text” or “html” instead. */
	body: string;
	keyPoints: string[];
	actionItems: string[];
	/** ISO 8601. */
	generatedAt: string;
	recipients: {
		name: string | null;
		email: string;
		/** Whether they are from outside your company; null where that is not known. */
		external: boolean | null;
	}[];
	/** Where they come from; null if nobody is known. */
	recipientsFrom: string | null;
};

/** What `operations.conversation.get` takes. */
export interface ConversationGetInput {
	/** The recorded meeting or call; “conversation.getAll” returns its ID. */
	readonly id: string;
	/** Only conversations after this time. */
	readonly since?: Date | string | undefined;
	/** Only conversations with this text in their title. */
	readonly search?: string | undefined;
}

/** What `operations.conversation.get` returns. */
export type ConversationGetResult = Conversation;

/** What `operations.conversation.getAll` takes. */
export interface ConversationGetAllInput {
	/** Only conversations after this time. */
	readonly since?: Date | string | undefined;
	/** Only conversations with this text in their title. */
	readonly search?: string | undefined;
	/** When the meetings started, in the time zone of the run. */
	readonly period?: 'last30Days' | 'last7Days' | 'lastMonth' | 'lastQuarter' | 'lastWeek' | 'thisMonth' | 'thisQuarter' | 'thisWeek' | 'thisYear' | 'today' | 'yesterday' | undefined;
	/** Only conversations that started before this time. */
	readonly until?: Date | string | undefined;
	/** Only conversations at least this long. */
	readonly minMinutes?: number | undefined;
	/** Only meetings with somebody of this name, email address or company domain. */
	readonly participant?: string | undefined;
	/** Whether a guest of the calendar event must be from outside your company, or none may be. */
	readonly external?: boolean | undefined;
	/** Whether to return only conversations that belong to a calendar event, or only those that do not. */
	readonly withCalendarEvent?: boolean | undefined;
	/** What to read about each conversation, where it is saved. */
	readonly include?: readonly ('feedback' | 'keyPoints' | 'transcript')[] | undefined;
}

/** What `operations.conversation.getAll` returns, one after the other. */
export type ConversationGetAllResult = Conversation;

/** What `operations.conversation.getTranscript` takes. */
export interface ConversationGetTranscriptInput {
	/** The recorded meeting or call; “conversation.getAll” returns its ID. */
	readonly id: string;
	/** The format of the transcript. Default "object". */
	readonly format?: 'segments' | 'markdown' | 'note' | 'object' | 'text' | 'srt' | 'vtt' | undefined;
	/** What each line starts with. */
	readonly times?: 'none' | 'elapsed' | 'clock' | undefined;
	/** When the meeting started, from which line times count; the first segment if empty. */
	readonly startTime?: Date | string | undefined;
	/** The title of the note; looked up if empty, like its start. */
	readonly title?: string | undefined;
	/** Whether to merge consecutive lines of the same speaker into one. */
	readonly mergeSpeakers?: boolean | undefined;
	/** Shows other names, yours included. */
	readonly speakerNames?: Readonly<Record<string, string>> | undefined;
	/** The note as it is now, to keep what you wrote below its last line. */
	readonly existingNote?: string | undefined;
	/** For the front matter, separated by commas. */
	readonly tags?: string | undefined;
	/** Of headings, dates and totals; titles and what people said are never translated. */
	readonly language?: 'en' | 'fr' | 'profile' | 'de' | 'pt' | 'es' | undefined;
	/** How long to wait if the meeting was only just recorded, up to 300. Default 0. */
	readonly waitSeconds?: number | undefined;
}

/** What `operations.conversation.getTranscript` returns. */
export type ConversationGetTranscriptResult = {
	id: string;
	segments: Segment[];
};

/** What `operations.conversation.getTranscript` returns with `format` `segments`. */
export type ConversationGetTranscriptAsSegments = {
	conversationId: string;
	index: number;
	speaker: string | null;
	text: string;
	timestamp: string | null;
	startSeconds: number;
};

/** What `operations.conversation.getTranscript` returns with `format` `markdown`, `note`, `srt`, `text`, `vtt`. */
export type ConversationGetTranscriptAsMarkdown = {
	text: string;
	/** Of a note. */
	fileName?: string | undefined;
	id: string;
	format: string;
	segmentCount: number;
};

/** What `operations.conversation.rename` takes. */
export interface ConversationRenameInput {
	/** The recorded meeting or call; “conversation.getAll” returns its ID. */
	readonly id: string;
	/** New Title. */
	readonly title: string;
}

/** What `operations.conversation.rename` returns. */
export type ConversationRenameResult = {
	id: string;
	title: string;
};

/** What `operations.conversation.share` takes. */
export interface ConversationShareInput {
	/** The recorded meeting or call; “conversation.getAll” returns its ID. Anyone with the link can read it from then on. */
	readonly id: string;
}

/** What `operations.conversation.share` returns. */
export type ConversationShareResult = {
	id: string;
	shareUrl: string;
};

/** What `operations.feedback.generate` takes. */
export interface FeedbackGenerateInput {
	/** The recorded meeting or call; “conversation.getAll” returns its ID. */
	readonly id: string;
	/** When to spend an AI credit; “feedback.get” never does. Default false. */
	readonly forceRefresh?: false | true | undefined;
	/** Whether to return a simplified version of the response instead of the raw data. Default true. */
	readonly simplify?: boolean | undefined;
}

/** What `operations.feedback.generate` returns. */
export type FeedbackGenerateResult = {
	id: string | null;
	createdAt: string | null;
	userSpeakerName: string | null;
	/** 0 to 10. */
	overallScore: number | null;
	clarity: number | null;
	listening: number | null;
	timeManagement: number | null;
	collaboration: number | null;
	decisionMaking: number | null;
	/** Your share of the talking, in percent. */
	talkListenRatio: number | null;
	totalMinutes: number | null;
	topPriorityFocus: string | null;
	topPriorityQuote: string | null;
	topPriorityReason: string | null;
	topPriorityAlternative: string | null;
	strengthCount: number;
	/** One per line. */
	strengths: string | null;
	growthAreaCount: number;
	/** One per line. */
	growthAreas: string | null;
	/** One step per line. */
	actionPlan: string | null;
	/** Whether a saved result was returned, without using an AI credit. */
	cached: boolean;
};

/** What `operations.feedback.generate` returns with `simplify` `false`. */
export type FeedbackGenerateAsNotSimplify = {
	id: string;
	feedback: {
		overallScore: number;
		/** Absent when the call was brief or routine, and in older feedback. */
		topPriority?: {
			/** Short imperative theme of about 4 to 8 words. */
			focus: string;
			/** Verbatim moment from the user's transcript. */
			quote: string;
			reason: string;
			/** A line the user could have said. */
			alternative: string;
		} | undefined;
		strengths: {
			category: string;
			description: string;
			timestamp: string;
			/** Verbatim line of the user. */
			quote: string;
			reason: string;
		}[];
		growthAreas: {
			category: string;
			description: string;
			suggestion: string;
			timestamp: string;
			/** Verbatim line that could improve. */
			quote: string;
			reason: string;
			/** Better phrasing of that line. */
			alternative: string;
		}[];
		categoryScores: {
			clarity: number;
			listening: number;
			timeManagement: number;
			collaboration: number;
			decisionMaking: number;
		};
		/** The user's share of the talking, in percent. */
		talkListenRatio: number;
		actionPlan: string[];
		/** Only on feedback generated through the API. */
		stats?: {
			/** The user's share of the talking, in percent. */
			talkListenRatio: number;
			/** Minutes between first and last segment. */
			totalMinutes: number;
		} | undefined;
	};
	overallScore: number;
	/** The speaker scored as the user, or `Unknown` */
	userSpeakerName: string;
	/** ISO 8601. */
	createdAt: string;
	/** Whether a saved result was returned, without using an AI credit. */
	cached: boolean;
};

/** What `operations.feedback.get` takes. */
export interface FeedbackGetInput {
	/** The recorded meeting or call; “conversation.getAll” returns its ID. */
	readonly id: string;
	/** Whether to return a simplified version of the response instead of the raw data. Default true. */
	readonly simplify?: boolean | undefined;
}

/** What `operations.feedback.get` returns. */
export type FeedbackGetResult = {
	id: string | null;
	createdAt: string | null;
	userSpeakerName: string | null;
	/** 0 to 10. */
	overallScore: number | null;
	clarity: number | null;
	listening: number | null;
	timeManagement: number | null;
	collaboration: number | null;
	decisionMaking: number | null;
	/** Your share of the talking, in percent. */
	talkListenRatio: number | null;
	totalMinutes: number | null;
	topPriorityFocus: string | null;
	topPriorityQuote: string | null;
	topPriorityReason: string | null;
	topPriorityAlternative: string | null;
	strengthCount: number;
	/** One per line. */
	strengths: string | null;
	growthAreaCount: number;
	/** One per line. */
	growthAreas: string | null;
	/** One step per line. */
	actionPlan: string | null;
	/** Whether a saved result was returned, without using an AI credit. */
	cached: boolean;
};

/** What `operations.feedback.get` returns with `simplify` `false`. */
export type FeedbackGetAsNotSimplify = {
	id: string;
	feedback: {
		overallScore: number;
		/** Absent when the call was brief or routine, and in older feedback. */
		topPriority?: {
			/** Short imperative theme of about 4 to 8 words. */
			focus: string;
			/** Verbatim moment from the user's transcript. */
			quote: string;
			reason: string;
			/** A line the user could have said. */
			alternative: string;
		} | undefined;
		strengths: {
			category: string;
			description: string;
			timestamp: string;
			/** Verbatim line of the user. */
			quote: string;
			reason: string;
		}[];
		growthAreas: {
			category: string;
			description: string;
			suggestion: string;
			timestamp: string;
			/** Verbatim line that could improve. */
			quote: string;
			reason: string;
			/** Better phrasing of that line. */
			alternative: string;
		}[];
		categoryScores: {
			clarity: number;
			listening: number;
			timeManagement: number;
			collaboration: number;
			decisionMaking: number;
		};
		/** The user's share of the talking, in percent. */
		talkListenRatio: number;
		actionPlan: string[];
		/** Only on feedback generated through the API. */
		stats?: {
			/** The user's share of the talking, in percent. */
			talkListenRatio: number;
			/** Minutes between first and last segment. */
			totalMinutes: number;
		} | undefined;
	};
	overallScore: number;
	/** The speaker scored as the user, or `Unknown` */
	userSpeakerName: string;
	/** ISO 8601. */
	createdAt: string;
	/** Whether a saved result was returned, without using an AI credit. */
	cached: boolean;
};

/** What `operations.insight.draftFollowUps` takes. */
export interface InsightDraftFollowUpsInput {
	/** When the meetings started, in the time zone of the run. Default "today". */
	readonly day?: 'today' | 'yesterday' | 'date' | undefined;
	/** Any time on that day. */
	readonly date?: Date | string | undefined;
	/** Which meetings of the day to follow up. Default "all". */
	readonly meetings?: 'all' | 'external' | 'chosen' | undefined;
	/** IDs of meetings of that day. Separate them with commas. */
	readonly conversationIds?: unknown | undefined;
	/** How many emails to draft at most, for one AI credit each. Default 10. */
	readonly maxDrafts?: number | undefined;
	/** Of headings, dates and totals of the text; the AI chooses the language of each email. */
	readonly language?: 'en' | 'fr' | 'profile' | 'de' | 'pt' | 'es' | undefined;
	/** Drafts of earlier runs, such as rows of a table, or their conversation IDs, to skip their meetings. */
	readonly draftedBefore?: unknown | undefined;
	/** Only meetings at least this long. */
	readonly minMinutes?: number | undefined;
	/** How the drafts are returned. Default "each". */
	readonly output?: 'each' | 'together' | undefined;
	/** How the email should sound. */
	readonly tone?: 'casual' | 'concise' | 'professional' | undefined;
	/** Whether to add whom to send it to: guests of the calendar event, or contacts who took part. Default true. */
	readonly withRecipients?: boolean | undefined;
}

/** What `operations.insight.draftFollowUps` returns. */
export type InsightDraftFollowUpsResult = {
	/** Addresses with commas between them: of the recipients from outside your company, or if there are none, of all; null if nobody is known, or recipients were not asked for. */
	to: string | null;
	subject: string;
	/** The email as plain text: send this, or “html”. */
	text: string;
	/** The same with paragraphs and lists. */
	html: string;
	id: string;
	/** As the service wrote it: send “text” or “html” instead. */
	body: string;
	keyPoints: string[];
	actionItems: string[];
	/** ISO 8601. */
	generatedAt: string;
	recipients: {
		name: string | null;
		email: string;
		/** Whether they are from outside your company; null where that is not known. */
		external: boolean | null;
	}[];
	/** Where they come from; null if nobody is known. */
	recipientsFrom: string | null;
	/** Identifies the follow-up: pass it in again to skip it. */
	dedupeKey: string;
	conversationTitle: string | null;
	/** When the meeting started. ISO 8601. */
	conversationDate: string | null;
	conversationId: string;
};

/** What `operations.insight.draftFollowUps` returns with `output` `together`. */
export type InsightDraftFollowUpsAsTogether = {
	/** The title on one line, for an email. */
	subject: string;
	/** The whole report as plain text. */
	text: string;
	/** The same for emails and web pages. */
	html: string;
	/** The same for documents, notes and AI models. */
	markdown: string;
	/** The same in Slack’s mrkdwn. */
	slack: string;
	/** The same as Block Kit blocks, for Slack. */
	blocks: unknown[];
	/** 2026-11-27. */
	date: string;
	drafts: {
		/** Addresses with commas between them: of the recipients from outside your company, or if there are none, of all; null if nobody is known, or recipients were not asked for. */
		to: string | null;
		subject: string;
		/** The email as plain text: send this, or “html”. */
		text: string;
		/** The same with paragraphs and lists. */
		html: string;
		id: string;
		/** As the service wrote it: send “text” or “html” instead. */
		body: string;
		keyPoints: string[];
		actionItems: string[];
		/** ISO 8601. */
		generatedAt: string;
		recipients: {
			name: string | null;
			email: string;
			/** Whether they are from outside your company; null where that is not known. */
			external: boolean | null;
		}[];
		/** Where they come from; null if nobody is known. */
		recipientsFrom: string | null;
		/** Identifies the follow-up: pass it in again to skip it. */
		dedupeKey: string;
		conversationTitle: string | null;
		/** When the meeting started. ISO 8601. */
		conversationDate: string | null;
		conversationId: string;
	}[];
	skipped: {
		/** Identifies the follow-up: pass it in again to skip it. */
		dedupeKey: string;
		conversationTitle: string | null;
		/** When the meeting started. ISO 8601. */
		conversationDate: string | null;
		conversationId: string;
		reason: string;
	}[];
	failed: {
		/** Identifies the follow-up: pass it in again to skip it. */
		dedupeKey: string;
		conversationTitle: string | null;
		/** When the meeting started. ISO 8601. */
		conversationDate: string | null;
		conversationId: string;
		message: string;
		creditAtRisk: boolean;
	}[];
	notDrafted: {
		/** Identifies the follow-up: pass it in again to skip it. */
		dedupeKey: string;
		conversationTitle: string | null;
		/** When the meeting started. ISO 8601. */
		conversationDate: string | null;
		conversationId: string;
	}[];
	stoppedBy: string | null;
	/** Whether every meeting was found and has a draft, or needs none. */
	complete: boolean;
};

/** What `operations.insight.findDecisions` takes. */
export interface InsightFindDecisionsInput {
	/** When the meetings started, in the time zone of the run. Default "last7Days". */
	readonly period?: 'custom' | 'last30Days' | 'last7Days' | 'lastMonth' | 'lastDays' | 'lastQuarter' | 'lastWeek' | 'thisMonth' | 'thisQuarter' | 'thisWeek' | 'thisYear' | 'today' | 'yesterday' | undefined;
	/** How many days to look back. Default 14. */
	readonly days?: number | undefined;
	/** Meetings that started at this time or later. */
	readonly since?: Date | string | undefined;
	/** Meetings that started before this time; now if empty. */
	readonly until?: Date | string | undefined;
	/** Only meetings with somebody of this name, email address or company domain. */
	readonly participant?: string | undefined;
	/** Whether a guest of the calendar event must be from outside your company, or none may be. */
	readonly external?: boolean | undefined;
	/** Only what has all of these words in the title, a heading, a decision or an action item. */
	readonly topic?: string | undefined;
	/** Of headings, dates and totals; titles and what people said are never translated. */
	readonly language?: 'en' | 'fr' | 'profile' | 'de' | 'pt' | 'es' | undefined;
	/** How the decisions are returned. Default "each". */
	readonly output?: 'each' | 'together' | undefined;
	/** Whether to add where in the meeting it was said: quote, speaker and time. Default false. */
	readonly withEvidence?: boolean | undefined;
}

/** What `operations.insight.findDecisions` returns, one after the other. */
export type InsightFindDecisionsResult = {
	decision: string;
	conversationTitle: string | null;
	/** When the meeting started. ISO 8601. */
	conversationDate: string | null;
	conversationId: string;
	/** Who took part in the meeting, as named by its key points. */
	participants: string[];
	/** Identifies the decision: the same in every run. */
	dedupeKey: string;
};

/** What `operations.insight.findDecisions` returns with `output` `together`. */
export type InsightFindDecisionsAsTogether = {
	/** The title on one line, for an email. */
	subject: string;
	/** The whole report as plain text. */
	text: string;
	/** The same for emails and web pages. */
	html: string;
	/** The same for documents, notes and AI models. */
	markdown: string;
	/** The same in Slack’s mrkdwn. */
	slack: string;
	/** The same as Block Kit blocks, for Slack. */
	blocks: unknown[];
	decisions: {
		decision: string;
		conversationTitle: string | null;
		/** When the meeting started. ISO 8601. */
		conversationDate: string | null;
		conversationId: string;
		/** Who took part in the meeting, as named by its key points. */
		participants: string[];
		/** Identifies the decision: the same in every run. */
		dedupeKey: string;
	}[];
	found: number;
	/** Whether everything was read. */
	complete: boolean;
	stoppedBy: 'budget' | 'limit' | 'time' | 'failures' | null;
	/** When to resume; null when nothing stopped, or when unknown. ISO 8601. */
	resumeAt: string | null;
	/** What was not read. */
	left: {
		meetings: {
			conversationTitle: string | null;
			/** When the meeting started. ISO 8601. */
			conversationDate: string | null;
			conversationId: string;
		}[];
		unlisted: number | null;
	};
	/** Meetings with a transcript that have no saved key points. */
	withoutKeyPoints: {
		conversationTitle: string | null;
		/** When the meeting started. ISO 8601. */
		conversationDate: string | null;
		conversationId: string;
	}[];
	failed: {
		conversationTitle: string | null;
		/** When the meeting started. ISO 8601. */
		conversationDate: string | null;
		conversationId: string;
		message: string;
	}[];
};

/** What `operations.insight.getDigest` takes. */
export interface InsightGetDigestInput {
	/** When the meetings started, in the time zone of the run. Default "last7Days". */
	readonly period?: 'custom' | 'last30Days' | 'last7Days' | 'lastMonth' | 'lastDays' | 'lastQuarter' | 'lastWeek' | 'thisMonth' | 'thisQuarter' | 'thisWeek' | 'thisYear' | 'today' | 'yesterday' | undefined;
	/** How many days to look back. Default 14. */
	readonly days?: number | undefined;
	/** Meetings that started at this time or later. */
	readonly since?: Date | string | undefined;
	/** Meetings that started before this time; now if empty. */
	readonly until?: Date | string | undefined;
	/** Only meetings with somebody of this name, email address or company domain. */
	readonly participant?: string | undefined;
	/** Whether a guest of the calendar event must be from outside your company, or none may be. */
	readonly external?: boolean | undefined;
	/** Only what has all of these words in the title or the key points. */
	readonly topic?: string | undefined;
	/** Whether to add the totals of the period before, such as last week for this week. Default false. */
	readonly compare?: boolean | undefined;
	/** Of headings, dates and totals; titles and what people said are never translated. */
	readonly language?: 'en' | 'fr' | 'profile' | 'de' | 'pt' | 'es' | undefined;
	/** Whether to add where in the meeting it was said: quote, speaker and time. Default false. */
	readonly withEvidence?: boolean | undefined;
	/** Whether to add the email address of each owner and participant, where exactly one guest or contact has the name. Default false. */
	readonly withOwnerEmail?: boolean | undefined;
}

/** What `operations.insight.getDigest` returns. */
export type InsightGetDigestResult = {
	/** The title on one line, for an email. */
	subject: string;
	/** The whole report as plain text. */
	text: string;
	/** The same for emails and web pages. */
	html: string;
	/** The same for documents, notes and AI models. */
	markdown: string;
	/** The same in Slack’s mrkdwn. */
	slack: string;
	/** The same as Block Kit blocks, for Slack. */
	blocks: unknown[];
	/** ISO 8601. */
	since: string;
	/** ISO 8601. */
	until: string;
	totals: {
		meetings: number;
		hours: number;
		decisions: number;
		actionItems: number;
		actionItemsByPriority: {
			high: number;
			medium: number;
			low: number;
			none: number;
		};
		actionItemsByOwner: {
			owner: string | null;
			actionItems: number;
		}[];
	};
	/** The period before; null unless compared with. */
	previous: {
		/** ISO 8601. */
		since: string;
		/** ISO 8601. */
		until: string;
		totals: {
			meetings: number;
			hours: number;
			decisions: number;
			actionItems: number;
			actionItemsByPriority: {
				high: number;
				medium: number;
				low: number;
				none: number;
			};
			actionItemsByOwner: {
				owner: string | null;
				actionItems: number;
			}[];
		};
		complete: boolean;
		withoutKeyPoints: number;
	} | null;
	meetings: {
		conversationTitle: string | null;
		/** When the meeting started. ISO 8601. */
		conversationDate: string | null;
		conversationId: string;
		/** ISO 8601. */
		endTime: string | null;
		/** Minutes. */
		duration: number | null;
		/** Minutes from start to end. */
		minutes: number | null;
		linkedCalendarEventId: string | null;
		/** Number of transcript segments. */
		segmentCount: number | null;
	}[];
	topics: {
		conversationTitle: string | null;
		/** When the meeting started. ISO 8601. */
		conversationDate: string | null;
		conversationId: string;
		/** The headings of its key points, or points. */
		topics: string[];
	}[];
	decisions: {
		conversationTitle: string | null;
		/** When the meeting started. ISO 8601. */
		conversationDate: string | null;
		conversationId: string;
		decisions: string[];
	}[];
	/** By owner in alphabetical order, unassigned items last; high priority first. */
	actionItems: {
		owner: string | null;
		items: {
			item: string;
			owner: string | null;
			/** A day, 2026-11-27, or with a time and its offset; null unless it is certain. */
			dueDate: string | null;
			/** High, medium or low. */
			priority: string | null;
			conversationTitle: string | null;
			/** When the meeting started. ISO 8601. */
			conversationDate: string | null;
			conversationId: string;
			/** The words that say by when. */
			dueText: string | null;
			/** 0 to 1. */
			confidence: number | null;
			/** Identifies the action item: the same in every run. */
			dedupeKey: string;
		}[];
	}[];
	openQuestions: {
		conversationTitle: string | null;
		/** When the meeting started. ISO 8601. */
		conversationDate: string | null;
		conversationId: string;
		questions: string[];
	}[];
	/** By date, then dates in words. */
	importantDates: {
		conversationTitle: string | null;
		/** When the meeting started. ISO 8601. */
		conversationDate: string | null;
		conversationId: string;
		date: string | null;
		context: string | null;
	}[];
	/** As named by the key points, those in the most meetings first. */
	participants: {
		name: string;
		meetings: number;
		conversationIds: string[];
	}[];
	/** Whether everything was read. */
	complete: boolean;
	stoppedBy: 'budget' | 'limit' | 'time' | 'failures' | null;
	/** When to resume; null when nothing stopped, or when unknown. ISO 8601. */
	resumeAt: string | null;
	/** What was not read. */
	left: {
		meetings: {
			conversationTitle: string | null;
			/** When the meeting started. ISO 8601. */
			conversationDate: string | null;
			conversationId: string;
		}[];
		unlisted: number | null;
	};
	/** Meetings with a transcript that have no saved key points. */
	withoutKeyPoints: {
		conversationTitle: string | null;
		/** When the meeting started. ISO 8601. */
		conversationDate: string | null;
		conversationId: string;
	}[];
	failed: {
		conversationTitle: string | null;
		/** When the meeting started. ISO 8601. */
		conversationDate: string | null;
		conversationId: string;
		message: string;
	}[];
};

/** What `operations.insight.prepareForMeeting` takes. */
export interface InsightPrepareForMeetingInput {
	/** Who you are about to meet, or what about. Default "person". */
	readonly prepareFor?: 'calendarEvent' | 'company' | 'incoming' | 'person' | 'topic' | undefined;
	/** A person you have met, by email address, full name or contact ID. */
	readonly person?: string | undefined;
	/** The domain of its email addresses, or one of the addresses. */
	readonly company?: string | undefined;
	/** Past meetings that have all of these words in the title or the key points. */
	readonly topic?: string | undefined;
	/** An event of the next 30 days; “calendarEvent.getAll” returns its ID. */
	readonly calendarEvent?: string | undefined;
	/** The calendar event as returned by an earlier call, or the trigger’s event. */
	readonly incoming?: unknown | undefined;
	/** Of headings, dates and totals; titles and what people said are never translated. */
	readonly language?: 'en' | 'fr' | 'profile' | 'de' | 'pt' | 'es' | undefined;
	/** How far back to look, on a topic or without the memory feature. Default 90. */
	readonly days?: number | undefined;
	/** How many past meetings to read; the rest are found by title only. Default 25. */
	readonly maxMeetings?: number | undefined;
	/** How many people to look up, those you meet most first. Default 10. */
	readonly maxPeople?: number | undefined;
	/** Your own address, so that you are left out; the one in your profile if empty. */
	readonly userEmail?: string | undefined;
}

/** What `operations.insight.prepareForMeeting` returns. */
export type InsightPrepareForMeetingResult = {
	/** The title on one line, for an email. */
	subject: string;
	/** The whole report as plain text. */
	text: string;
	/** The same for emails and web pages. */
	html: string;
	/** The same for documents, notes and AI models. */
	markdown: string;
	/** The same in Slack’s mrkdwn. */
	slack: string;
	/** The same as Block Kit blocks, for Slack. */
	blocks: unknown[];
	/** Contact briefings, or titles and key points of past meetings. */
	madeOf: 'briefings' | 'keyPoints';
	/** Null unless made of key points. */
	searched: {
		/** ISO 8601. */
		since: string;
		/** Meetings since then. */
		meetings: number;
		/** Meetings whose key points were read. */
		read: number;
		/** Meetings of which only the title is known. */
		withoutKeyPoints: number;
		/** Meetings of which only the title was compared. */
		beyondMax: number;
		/** Meetings of which it is not known who took part; 0 for a topic. */
		unknown: number;
		/** Whether a calendar could be read, if its guests were asked for. */
		calendar: boolean;
		/** Meetings not read because the run stopped or failed; null when unknown. */
		notRead: number | null;
	} | null;
	/** Null unless prepared for an event. */
	event: {
		id: string | null;
		title: string | null;
		/** UTC; a date if it lasts all day; the clock time in its time zone if that is unknown. */
		start: string | null;
		timeZone: string | null;
		/** In lower case, without rooms, and without you if the event marks you. */
		emails: string[];
	} | null;
	people: {
		/** Null if made of key points. */
		contactId: string | null;
		email: string | null;
		displayName: string | null;
		companyDomain: string | null;
		meetingCount: number | null;
		/** ISO 8601. */
		firstSeenAt: string | null;
		/** ISO 8601. */
		lastSeenAt: string | null;
		/** Null until the service has written one. */
		summary: {
			prose: string | null;
			topics: unknown[];
			open_questions: string[];
		} | null;
		/** ISO 8601. */
		summaryGeneratedAt: string | null;
	}[];
	/** Newest first. */
	pastMeetings: {
		conversationTitle: string | null;
		/** When the meeting started. ISO 8601. */
		conversationDate: string | null;
		conversationId: string;
		/** Names of the people it concerns. */
		people: string[];
		/** The headings of its key points, or points, as far as they were read. */
		topics: string[];
	}[];
	/** Newest meeting first, at most 10 per person. Key points do not say whether an item has been done since. */
	openActionItems: {
		conversationTitle: string | null;
		/** When the meeting started. ISO 8601. */
		conversationDate: string | null;
		conversationId: string;
		item: string;
		owner: string | null;
		/** High, medium or low. */
		priority: string | null;
		/** A day, 2026-11-27, or with a time and its offset; null unless it is certain. */
		dueDate: string | null;
		/** The words that say by when. */
		dueText: string | null;
		/** Identifies the item within its conversation; null if made of key points. */
		hash: string | null;
		/** How many meetings have it. It is listed once, as in the newest of them. */
		meetings: number;
		/** Names of the people it concerns. */
		people: string[];
	}[];
	/** At most 10 per person. Briefings do not say in which meeting a decision was made. */
	recentDecisions: {
		decision: string;
		/** Names of the people it concerns. */
		people: string[];
		conversationId: string | null;
		conversationTitle: string | null;
		/** ISO 8601. */
		conversationDate: string | null;
	}[];
	/** Whether the account has the memory feature. */
	memory: boolean;
	/** Who is no contact, or was not in the past meetings. */
	unknownPeople: {
		/** Null if made of key points. */
		contactId: string | null;
		email: string | null;
		displayName: string | null;
	}[];
	/** Contacts beyond the maximum. */
	peopleLeftOut: {
		/** Null if made of key points. */
		contactId: string | null;
		email: string | null;
		displayName: string | null;
	}[];
	/** Who may have more open action items or decisions than a briefing holds. */
	mayHaveMore: {
		/** Null if made of key points. */
		contactId: string | null;
		email: string | null;
		displayName: string | null;
	}[];
	/** Whose briefing could not be read. */
	failed: {
		/** Null if made of key points. */
		contactId: string | null;
		email: string | null;
		displayName: string | null;
		message: string;
	}[];
	/** Whether everything was read. */
	complete: boolean;
	stoppedBy: 'budget' | 'limit' | 'time' | 'failures' | null;
	/** When to resume; null when nothing stopped, or when unknown. ISO 8601. */
	resumeAt: string | null;
	/** What was not read. */
	left: {
		people: {
			/** Null if made of key points. */
			contactId: string | null;
			email: string | null;
			displayName: string | null;
		}[];
		/** Emails, companies and events not looked up. */
		lookUps: string[];
	};
};

/** What `operations.insight.searchTranscripts` takes. */
export interface InsightSearchTranscriptsInput {
	/** All of these words (there is no OR), within 40 words of each other; quotation marks find a phrase, renew* any ending. */
	readonly query: string;
	/** When the meetings started, in the time zone of the run. Default "last7Days". */
	readonly period?: 'custom' | 'last30Days' | 'last7Days' | 'lastMonth' | 'lastDays' | 'lastQuarter' | 'lastWeek' | 'thisMonth' | 'thisQuarter' | 'thisWeek' | 'thisYear' | 'today' | 'yesterday' | undefined;
	/** How many days to look back. Default 14. */
	readonly days?: number | undefined;
	/** Meetings that started at this time or later. */
	readonly since?: Date | string | undefined;
	/** Meetings that started before this time; now if empty. */
	readonly until?: Date | string | undefined;
	/** Only what somebody of this name said; me finds what you said, not me what others said. */
	readonly speaker?: string | undefined;
	/** Only meetings with all of these words in their title, in any order. */
	readonly title?: string | undefined;
	/** Whether a guest of the calendar event must be from outside your company, or none may be. */
	readonly external?: boolean | undefined;
	/** Of headings, dates and totals; titles and what people said are never translated. */
	readonly language?: 'en' | 'fr' | 'profile' | 'de' | 'pt' | 'es' | undefined;
	/** How much of what was said before and after to add to each passage. Default 1. */
	readonly neighbors?: number | undefined;
	/** The “cursor” of a passage, or the “next” of an earlier search with the same words: continues behind it. */
	readonly cursor?: string | undefined;
	/** How the passages are returned. Default "each". */
	readonly output?: 'each' | 'together' | undefined;
}

/** What `operations.insight.searchTranscripts` returns, one after the other. */
export type InsightSearchTranscriptsResult = {
	/** Who said all of it; null when unknown, or if several speak: then the text says who. */
	speaker: string | null;
	/** What was said; long passages are cut around the words. */
	text: string;
	/** Since the first words of the recording. */
	time: string;
	startSeconds: number;
	/** ISO 8601. */
	timestamp: string | null;
	/** Of the first line in the transcript, from 0. */
	index: number;
	/** What was said before. */
	before: string;
	/** What was said after. */
	after: string;
	conversationTitle: string | null;
	/** When the meeting started. ISO 8601. */
	conversationDate: string | null;
	conversationId: string;
	/** Continues after this passage. */
	cursor: string;
};

/** What `operations.insight.searchTranscripts` returns with `output` `together`. */
export type InsightSearchTranscriptsAsTogether = {
	/** The title on one line, for an email. */
	subject: string;
	/** The whole report as plain text. */
	text: string;
	/** The same for emails and web pages. */
	html: string;
	/** The same for documents, notes and AI models. */
	markdown: string;
	/** The same in Slack’s mrkdwn. */
	slack: string;
	/** The same as Block Kit blocks, for Slack. */
	blocks: unknown[];
	/** Newest meeting first, within a meeting in the order of its transcript. */
	passages: {
		/** Who said all of it; null when unknown, or if several speak: then the text says who. */
		speaker: string | null;
		/** What was said; long passages are cut around the words. */
		text: string;
		/** Since the first words of the recording. */
		time: string;
		startSeconds: number;
		/** ISO 8601. */
		timestamp: string | null;
		/** Of the first line in the transcript, from 0. */
		index: number;
		/** What was said before. */
		before: string;
		/** What was said after. */
		after: string;
		conversationTitle: string | null;
		/** When the meeting started. ISO 8601. */
		conversationDate: string | null;
		conversationId: string;
		/** Continues after this passage. */
		cursor: string;
	}[];
	/** Meetings whose transcripts were searched. */
	searched: number;
	/** With “Speaker Contains”: how many of these have the words where the transcript does not say who spoke. */
	unnamed: number;
	/** Where to continue; null when everything was searched, or nothing was. */
	cursor: string | null;
	/** Whether everything was read. */
	complete: boolean;
	stoppedBy: 'budget' | 'limit' | 'time' | 'failures' | null;
	/** When to resume; null when nothing stopped, or when unknown. ISO 8601. */
	resumeAt: string | null;
	/** What was not read. */
	left: {
		meetings: {
			conversationTitle: string | null;
			/** When the meeting started. ISO 8601. */
			conversationDate: string | null;
			conversationId: string;
		}[];
		unlisted: number | null;
	};
	/** Meetings without a transcript, or deleted meanwhile. */
	withoutTranscript: {
		conversationTitle: string | null;
		/** When the meeting started. ISO 8601. */
		conversationDate: string | null;
		conversationId: string;
	}[];
	failed: {
		conversationTitle: string | null;
		/** When the meeting started. ISO 8601. */
		conversationDate: string | null;
		conversationId: string;
		message: string;
	}[];
};

/** What `operations.keyPoints.generate` takes. */
export interface KeyPointsGenerateInput {
	/** The recorded meeting or call; “conversation.getAll” returns its ID. */
	readonly id: string;
	/** When to spend an AI credit; “keyPoints.get” never does. Default false. */
	readonly forceRefresh?: false | true | undefined;
	/** How the key points are returned. Default "object". */
	readonly format?: 'actionItems' | 'note' | 'object' | undefined;
	/** Only action items that the AI is at least this confident about, from 0 to 1. */
	readonly minConfidence?: number | undefined;
	/** Only action items whose owner’s name contains this text; me finds your own, not me everyone else’s, named or not. */
	readonly owner?: string | undefined;
	/** Only action items with one of these priorities. */
	readonly priorities?: readonly ('high' | 'medium' | 'low')[] | undefined;
	/** Of headings, dates and totals; titles and what people said are never translated. */
	readonly language?: 'en' | 'fr' | 'profile' | 'de' | 'pt' | 'es' | undefined;
	/** When the meeting started, to work out due dates; looked up if empty. */
	readonly conversationDate?: Date | string | undefined;
	/** Whether to add where in the meeting it was said: quote, speaker and time. Default false. */
	readonly withEvidence?: boolean | undefined;
	/** Whether to add the email address of each owner and participant, where exactly one guest or contact has the name. Default false. */
	readonly withOwnerEmail?: boolean | undefined;
	/** The note as it is now, to keep what you wrote below its last line. */
	readonly existingNote?: string | undefined;
	/** For the front matter, separated by commas. */
	readonly tags?: string | undefined;
}

/** What `operations.keyPoints.generate` returns. */
export type KeyPointsGenerateResult = {
	/** The title on one line, for an email. */
	subject: string;
	/** The whole report as plain text. */
	text: string;
	/** The same for emails and web pages. */
	html: string;
	/** The same for documents, notes and AI models. */
	markdown: string;
	/** The same in Slack’s mrkdwn. */
	slack: string;
	/** The same as Block Kit blocks, for Slack. */
	blocks: unknown[];
	id: string;
	title: string;
	keypoints: {
		title: string;
		sections: {
			heading: string;
			points: string[];
		}[];
		decisions: string[];
		actionItems: {
			item: string;
			owner: string;
			confidence: number;
			priority: 'high' | 'medium' | 'low';
			/** A day, 2026-11-27, or with a time and its offset; null unless it is certain. */
			dueDate: string | null;
			/** The words that say by when. */
			dueText: string | null;
		}[];
		participants: string[];
		importantDates: {
			date: string;
			context: string;
		}[];
	};
	/** ISO 8601. */
	createdAt: string;
	/** Whether a saved result was returned, without using an AI credit. */
	cached: boolean;
};

/** What `operations.keyPoints.generate` returns with `format` `actionItems`. */
export type KeyPointsGenerateAsActionItems = {
	item: string;
	owner: string | null;
	/** A day, 2026-11-27, or with a time and its offset; null unless it is certain. */
	dueDate: string | null;
	/** High, medium or low. */
	priority: string | null;
	conversationTitle: string | null;
	/** When the meeting started. ISO 8601. */
	conversationDate: string | null;
	conversationId: string;
	/** The words that say by when. */
	dueText: string | null;
	/** 0 to 1. */
	confidence: number | null;
	/** Identifies the action item: the same in every run. */
	dedupeKey: string;
};

/** What `operations.keyPoints.generate` returns with `format` `note`. */
export type KeyPointsGenerateAsNote = {
	text: string;
	/** Of a note. */
	fileName?: string | undefined;
	id: string;
	title: string;
	createdAt: string;
	/** Whether a saved result was returned, without using an AI credit. */
	cached: boolean;
};

/** What `operations.keyPoints.get` takes. */
export interface KeyPointsGetInput {
	/** The recorded meeting or call; “conversation.getAll” returns its ID. */
	readonly id: string;
	/** How the key points are returned. Default "object". */
	readonly format?: 'actionItems' | 'note' | 'object' | undefined;
	/** Only action items that the AI is at least this confident about, from 0 to 1. */
	readonly minConfidence?: number | undefined;
	/** Only action items whose owner’s name contains this text; me finds your own, not me everyone else’s, named or not. */
	readonly owner?: string | undefined;
	/** Only action items with one of these priorities. */
	readonly priorities?: readonly ('high' | 'medium' | 'low')[] | undefined;
	/** Of headings, dates and totals; titles and what people said are never translated. */
	readonly language?: 'en' | 'fr' | 'profile' | 'de' | 'pt' | 'es' | undefined;
	/** When the meeting started, to work out due dates; looked up if empty. */
	readonly conversationDate?: Date | string | undefined;
	/** Whether to add where in the meeting it was said: quote, speaker and time. Default false. */
	readonly withEvidence?: boolean | undefined;
	/** Whether to add the email address of each owner and participant, where exactly one guest or contact has the name. Default false. */
	readonly withOwnerEmail?: boolean | undefined;
	/** The note as it is now, to keep what you wrote below its last line. */
	readonly existingNote?: string | undefined;
	/** For the front matter, separated by commas. */
	readonly tags?: string | undefined;
	/** How long to wait if the meeting was only just recorded, up to 300. Default 0. */
	readonly waitSeconds?: number | undefined;
}

/** What `operations.keyPoints.get` returns. */
export type KeyPointsGetResult = {
	/** The title on one line, for an email. */
	subject: string;
	/** The whole report as plain text. */
	text: string;
	/** The same for emails and web pages. */
	html: string;
	/** The same for documents, notes and AI models. */
	markdown: string;
	/** The same in Slack’s mrkdwn. */
	slack: string;
	/** The same as Block Kit blocks, for Slack. */
	blocks: unknown[];
	id: string;
	title: string;
	keypoints: {
		title: string;
		sections: {
			heading: string;
			points: string[];
		}[];
		decisions: string[];
		actionItems: {
			item: string;
			owner: string;
			confidence: number;
			priority: 'high' | 'medium' | 'low';
			/** A day, 2026-11-27, or with a time and its offset; null unless it is certain. */
			dueDate: string | null;
			/** The words that say by when. */
			dueText: string | null;
		}[];
		participants: string[];
		importantDates: {
			date: string;
			context: string;
		}[];
	};
	/** ISO 8601. */
	createdAt: string;
	/** Whether a saved result was returned, without using an AI credit. */
	cached: boolean;
};

/** What `operations.keyPoints.get` returns with `format` `actionItems`. */
export type KeyPointsGetAsActionItems = {
	item: string;
	owner: string | null;
	/** A day, 2026-11-27, or with a time and its offset; null unless it is certain. */
	dueDate: string | null;
	/** High, medium or low. */
	priority: string | null;
	conversationTitle: string | null;
	/** When the meeting started. ISO 8601. */
	conversationDate: string | null;
	conversationId: string;
	/** The words that say by when. */
	dueText: string | null;
	/** 0 to 1. */
	confidence: number | null;
	/** Identifies the action item: the same in every run. */
	dedupeKey: string;
};

/** What `operations.keyPoints.get` returns with `format` `note`. */
export type KeyPointsGetAsNote = {
	text: string;
	/** Of a note. */
	fileName?: string | undefined;
	id: string;
	title: string;
	createdAt: string;
	/** Whether a saved result was returned, without using an AI credit. */
	cached: boolean;
};

/** What `operations.user.getProfile` takes. */
export interface UserGetProfileInput {
	/** Whether to return a simplified version of the response instead of the raw data. Default true. */
	readonly simplify?: boolean | undefined;
}

/** What `operations.user.getProfile` returns. */
export type UserGetProfileResult = {
	name: string | null;
	email: string | null;
	timezone: string | null;
	language: string | null;
	profilePictureUrl: string | null;
	/** ISO 8601. */
	createdAt: string | null;
	/** Starter, professional or enterprise. */
	plan: string | null;
	planStatus: string | null;
	/** ISO 8601. */
	planPeriodEnd: string | null;
	/** AI credits used this month (UTC), including by the desktop application. */
	creditsUsed: number | null;
	/** Credits per month; null on Enterprise. */
	creditsLimit: number | null;
	/** Null on Enterprise. */
	creditsLeft: number | null;
	/** First day of the next month, 00:00 UTC. ISO 8601. */
	creditsResetAt: string | null;
};

/** What `operations.user.getProfile` returns with `simplify` `false`. */
export type UserGetProfileAsNotSimplify = UserProfile;

/** What `operations.webhook.delete` takes. */
export interface WebhookDeleteInput {
	/** “webhook.register” and “webhook.getAll” return its ID. */
	readonly id: string;
}

/** What `operations.webhook.delete` returns. */
export type WebhookDeleteResult = {
	id: string;
	deleted: true;
	/** Where it led, if the plan lets webhooks be listed. */
	url?: string | undefined;
	events?: string[] | undefined;
	/** What got its events, by the name that its trigger registered; null if it has none. */
	usedBy?: string | null | undefined;
};

/** What `operations.webhook.getAll` returns, one after the other. */
export type WebhookGetAllResult = Webhook;

/** What `operations.webhook.register` takes. */
export interface WebhookRegisterInput {
	/** Where to send events, starting with https://. */
	readonly url: string;
	/** Which events to send. */
	readonly events: readonly ('conversation.action_items.ready' | 'conversation.created' | 'conversation.deleted' | 'conversation.shared' | 'conversation.updated' | 'conversation.feedback.ready' | 'conversation.keypoints.ready' | 'conversation.summary.ready' | 'transcript.failed' | 'transcript.ready')[];
}

/** What `operations.webhook.register` returns. */
export type WebhookRegisterResult = RegisteredWebhook;

/** What `operations.webhook.sendTest` takes. */
export interface WebhookSendTestInput {
	/** “webhook.register” and “webhook.getAll” return its ID. */
	readonly id: string;
}

/** What `operations.webhook.sendTest` returns. */
export type WebhookSendTestResult = {
	id: string;
	statusCode: number;
};

export interface ActionItemOperations {
	/** Get who has to do what and by when, from all meetings of a period. Uses no AI credit. Returns all of it, or what is open or overdue, from saved key points. */
	find(input?: ActionItemFindInput & { readonly output?: 'each' | undefined }, options?: OperationOptions): OperationList<ActionItemFindResult>;
	find(input: ActionItemFindInput & { readonly output: 'together' }, options?: OperationOptions): OperationCall<ActionItemFindAsTogether>;
	find(input: ActionItemFindInput & { readonly output: 'owner' }, options?: OperationOptions): OperationList<ActionItemFindAsOwner>;
	find(input?: ActionItemFindInput, options?: OperationOptions): OperationCall<unknown>;
	/** Get open action items from meetings with your contacts, oldest meeting first. The service returns at most 100 and does not say who owns them: for that, use “actionItem.find”. */
	getOpen(input?: ActionItemGetOpenInput, options?: OperationOptions): OperationList<ActionItemGetOpenResult>;
	/** Get which action items are new, changed, resolved or gone since you last synced them. Uses no AI credit. For a CRM, a task list or a table. Made of the saved key points of a period. An action item is gone only if the key points of its meeting were read and no longer have it. */
	sync(input?: ActionItemSyncInput & { readonly output?: 'each' | undefined }, options?: OperationOptions): OperationList<ActionItemSyncResult>;
	sync(input: ActionItemSyncInput & { readonly output: 'together' }, options?: OperationOptions): OperationCall<ActionItemSyncAsTogether>;
	sync(input?: ActionItemSyncInput, options?: OperationOptions): OperationCall<unknown>;
}

export interface CalendarEventOperations {
	/** Get events of your calendar, from now on or from any time, with internal and external guests listed separately. The calendar is connected in the desktop app. The service returns at most 50 events. */
	getAll(input?: CalendarEventGetAllInput & { readonly simplify?: true | undefined }, options?: OperationOptions): OperationList<CalendarEventGetAllResult>;
	getAll(input: CalendarEventGetAllInput & { readonly simplify: false }, options?: OperationOptions): OperationList<CalendarEventGetAllAsNotSimplify>;
	getAll(input?: CalendarEventGetAllInput, options?: OperationOptions): OperationCall<unknown>;
}

export interface ContactOperations {
	/** Get a briefing on a contact: summary, past meetings, open action items and decisions. */
	getBriefing(input: ContactGetBriefingInput & { readonly simplify?: true | undefined }, options?: OperationOptions): OperationCall<ContactGetBriefingResult>;
	getBriefing(input: ContactGetBriefingInput & { readonly simplify: false }, options?: OperationOptions): OperationCall<ContactGetBriefingAsNotSimplify>;
	getBriefing(input: ContactGetBriefingInput, options?: OperationOptions): OperationCall<unknown>;
	/** Find people you have met, starting with those you meet most. */
	getAll(input?: ContactGetAllInput, options?: OperationOptions): OperationList<ContactGetAllResult>;
}

export interface ConversationOperations {
	/** Have the AI answer a question from the transcript of one meeting. Uses one AI credit each time. To search all meetings, without a credit, use “insight.searchTranscripts”. */
	ask(input: ConversationAskInput, options?: OperationOptions): OperationCall<ConversationAskResult>;
	/** Delete a conversation and its transcript. This integration cannot restore it. The service can recover the data. */
	delete(input: ConversationDeleteInput, options?: OperationOptions): OperationCall<ConversationDeleteResult>;
	/** Have the AI write a follow-up email. Nothing is sent. Uses one AI credit each time. To send it, use its “text”, or its “html” where there is one. */
	draftEmail(input: ConversationDraftEmailInput, options?: OperationOptions): OperationCall<ConversationDraftEmailResult>;
	/** Get the title, times and length (in minutes) of one conversation by its ID. */
	get(input: ConversationGetInput, options?: OperationOptions): OperationCall<ConversationGetResult>;
	/** Find recorded meetings and calls by title, date, length and participant. Durations are in minutes. */
	getAll(input?: ConversationGetAllInput, options?: OperationOptions): OperationList<ConversationGetAllResult>;
	/** Get who said what and when. */
	getTranscript(input: ConversationGetTranscriptInput & { readonly format?: 'object' | undefined }, options?: OperationOptions): OperationCall<ConversationGetTranscriptResult>;
	getTranscript(input: ConversationGetTranscriptInput & { readonly format: 'segments' }, options?: OperationOptions): OperationList<ConversationGetTranscriptAsSegments>;
	getTranscript(input: ConversationGetTranscriptInput & { readonly format: 'markdown' | 'note' | 'srt' | 'text' | 'vtt' }, options?: OperationOptions): OperationCall<ConversationGetTranscriptAsMarkdown>;
	getTranscript(input: ConversationGetTranscriptInput, options?: OperationOptions): OperationCall<unknown>;
	/** Give a conversation a new title. Everything else stays the same. */
	rename(input: ConversationRenameInput, options?: OperationOptions): OperationCall<ConversationRenameResult>;
	/** Make a conversation public: anyone with the link can read it. This integration cannot make it private again. */
	share(input: ConversationShareInput, options?: OperationOptions): OperationCall<ConversationShareResult>;
}

export interface FeedbackOperations {
	/** Get feedback on how you communicated. Generating it, if none is saved, uses one AI credit. */
	generate(input: FeedbackGenerateInput & { readonly simplify?: true | undefined }, options?: OperationOptions): OperationCall<FeedbackGenerateResult>;
	generate(input: FeedbackGenerateInput & { readonly simplify: false }, options?: OperationOptions): OperationCall<FeedbackGenerateAsNotSimplify>;
	generate(input: FeedbackGenerateInput, options?: OperationOptions): OperationCall<unknown>;
	/** Get saved feedback on how you communicated: scores, strengths and what to improve. Uses no AI credit. */
	get(input: FeedbackGetInput & { readonly simplify?: true | undefined }, options?: OperationOptions): OperationCall<FeedbackGetResult>;
	get(input: FeedbackGetInput & { readonly simplify: false }, options?: OperationOptions): OperationCall<FeedbackGetAsNotSimplify>;
	get(input: FeedbackGetInput, options?: OperationOptions): OperationCall<unknown>;
}

export interface InsightOperations {
	/** Have the AI write an email after each meeting of a day. Nothing is sent. Uses one AI credit per draft. If a limit ends it early, it returns the drafts so far. */
	draftFollowUps(input?: InsightDraftFollowUpsInput & { readonly output?: 'each' | undefined }, options?: OperationOptions): OperationList<InsightDraftFollowUpsResult>;
	draftFollowUps(input: InsightDraftFollowUpsInput & { readonly output: 'together' }, options?: OperationOptions): OperationCall<InsightDraftFollowUpsAsTogether>;
	draftFollowUps(input?: InsightDraftFollowUpsInput, options?: OperationOptions): OperationCall<unknown>;
	/** Get what was decided in the meetings of a period, when and by whom. Uses no AI credit. It reads saved key points. */
	findDecisions(input?: InsightFindDecisionsInput & { readonly output?: 'each' | undefined }, options?: OperationOptions): OperationList<InsightFindDecisionsResult>;
	findDecisions(input: InsightFindDecisionsInput & { readonly output: 'together' }, options?: OperationOptions): OperationCall<InsightFindDecisionsAsTogether>;
	findDecisions(input?: InsightFindDecisionsInput, options?: OperationOptions): OperationCall<unknown>;
	/** Get what happened in the meetings of a period: topics, decisions, action items. Uses no AI credit. Made of saved key points, with open questions, important dates and totals. Lists what is left out. */
	getDigest(input?: InsightGetDigestInput, options?: OperationOptions): OperationCall<InsightGetDigestResult>;
	/** Get a briefing before you meet a person, a company or the guests of an event, or on a topic. Who they are, past meetings, action items and decisions. Uses no AI credit. Without the memory feature, and for somebody who is no contact, it is made of past meetings, and says so. */
	prepareForMeeting(input?: InsightPrepareForMeetingInput, options?: OperationOptions): OperationCall<InsightPrepareForMeetingResult>;
	/** Find where something was said in the meetings of a period, and by whom. Uses no AI credit. Returns the passage, who said it, when in the recording, and what was said before and after. Newest meeting first. */
	searchTranscripts(input: InsightSearchTranscriptsInput & { readonly output?: 'each' | undefined }, options?: OperationOptions): OperationList<InsightSearchTranscriptsResult>;
	searchTranscripts(input: InsightSearchTranscriptsInput & { readonly output: 'together' }, options?: OperationOptions): OperationCall<InsightSearchTranscriptsAsTogether>;
	searchTranscripts(input: InsightSearchTranscriptsInput, options?: OperationOptions): OperationCall<unknown>;
}

export interface KeyPointsOperations {
	/** Get key points: decisions, action items and dates. Generating them, if none are saved, uses one AI credit. */
	generate(input: KeyPointsGenerateInput & { readonly format?: 'object' | undefined }, options?: OperationOptions): OperationCall<KeyPointsGenerateResult>;
	generate(input: KeyPointsGenerateInput & { readonly format: 'actionItems' }, options?: OperationOptions): OperationList<KeyPointsGenerateAsActionItems>;
	generate(input: KeyPointsGenerateInput & { readonly format: 'note' }, options?: OperationOptions): OperationCall<KeyPointsGenerateAsNote>;
	generate(input: KeyPointsGenerateInput, options?: OperationOptions): OperationCall<unknown>;
	/** Get saved key points: decisions, action items and dates. Uses no AI credit. */
	get(input: KeyPointsGetInput & { readonly format?: 'object' | undefined }, options?: OperationOptions): OperationCall<KeyPointsGetResult>;
	get(input: KeyPointsGetInput & { readonly format: 'actionItems' }, options?: OperationOptions): OperationList<KeyPointsGetAsActionItems>;
	get(input: KeyPointsGetInput & { readonly format: 'note' }, options?: OperationOptions): OperationCall<KeyPointsGetAsNote>;
	get(input: KeyPointsGetInput, options?: OperationOptions): OperationCall<unknown>;
}

export interface UserOperations {
	/** Get your name, email address and plan, and the AI credits used and left this month. */
	getProfile(input?: UserGetProfileInput & { readonly simplify?: true | undefined }, options?: OperationOptions): OperationCall<UserGetProfileResult>;
	getProfile(input: UserGetProfileInput & { readonly simplify: false }, options?: OperationOptions): OperationCall<UserGetProfileAsNotSimplify>;
	getProfile(input?: UserGetProfileInput, options?: OperationOptions): OperationCall<unknown>;
}

export interface WebhookOperations {
	/** Permanently stop sending events to a webhook. Whatever relies on it gets no more. The output says what received them. Works on any paid plan. */
	delete(input: WebhookDeleteInput, options?: OperationOptions): OperationCall<WebhookDeleteResult>;
	/** List the account’s active webhooks. Their secrets are not included. */
	getAll(input?: Record<never, never>, options?: OperationOptions): OperationList<WebhookGetAllResult>;
	/** Send events to your own URL. The output contains the signing secret, which is shown only once. Store it safely and keep it out of logs. */
	register(input: WebhookRegisterInput, options?: OperationOptions): OperationCall<WebhookRegisterResult>;
	/** Send a signed test event and get the HTTP status that the receiver responds with. It has 10 seconds to respond. */
	sendTest(input: WebhookSendTestInput, options?: OperationOptions): OperationCall<WebhookSendTestResult>;
}

/** Every operation of the catalogue, by resource. */
export interface Operations {
	readonly actionItem: ActionItemOperations;
	readonly calendarEvent: CalendarEventOperations;
	readonly contact: ContactOperations;
	readonly conversation: ConversationOperations;
	readonly feedback: FeedbackOperations;
	readonly insight: InsightOperations;
	readonly keyPoints: KeyPointsOperations;
	readonly user: UserOperations;
	readonly webhook: WebhookOperations;
}
