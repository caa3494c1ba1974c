// Generated from the table in src/api by `npm run docs`.
import type { CallOptions } from '../callOptions.ts';
import type { Pending, PendingList } from '../pending.ts';

export type ActionItem = {
	item: string;
	owner: string;
	confidence: number;
	priority: 'high' | 'medium' | 'low';
};

export type Answer = {
	id: string;
	/** The question asked. */
	query: string;
	/** The answer. */
	response: string;
	metadata: {
		segmentsAnalyzed: number;
		/** Minutes. */
		conversationDuration: number;
	};
	suggestedQueries: string[];
};

export type Briefing = {
	contact: Contact;
	/** Null before a summary exists. */
	summary: {
		prose: string;
		topics: unknown[];
		open_questions: string[];
	} | null;
	/** ISO 8601. */
	summaryGeneratedAt: string | null;
	recentMeetings: {
		sessionId: string;
		title: string | null;
		/** ISO 8601. */
		date: string;
	}[];
	openActionItems: BriefingActionItem[];
	recentDecisions: string[];
};

export type BriefingActionItem = {
	item: string;
	/** Conversation the item came from. */
	sessionId: string;
	/** Identifies the item within its conversation. */
	hash: string;
	owner: string | null;
	priority: 'high' | 'medium' | 'low' | null;
	/** ISO 8601. */
	meetingDate: string;
	meetingTitle: string | null;
};

export type CalendarEvent = Record<string, unknown>;

export type Contact = {
	id: string;
	email: string;
	displayName: string | null;
	/** The email domain; null for personal mail providers. */
	companyDomain: string | null;
	meetingCount: number;
	/** ISO 8601. */
	firstSeenAt: string | null;
	/** ISO 8601. */
	lastSeenAt: string | null;
};

export type Conversation = {
	id: string;
	title: string;
	/** ISO 8601. */
	startTime: string;
	/** ISO 8601. */
	endTime: string;
	/** Minutes. */
	duration: number;
	/** Number of transcript segments. */
	segmentCount: number;
	linkedCalendarEventId: string | null;
};

export type Email = {
	id: string;
	subject: string;
	body: string;
	keyPoints: string[];
	actionItems: string[];
	/** ISO 8601. */
	generatedAt: string;
};

export type Feedback = {
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
};

export type KeyPoints = {
	id: string;
	title: string;
	keypoints: {
		title: string;
		sections: {
			heading: string;
			points: string[];
		}[];
		decisions: string[];
		actionItems: ActionItem[];
		participants: string[];
		importantDates: {
			date: string;
			context: string;
		}[];
	};
	/** ISO 8601. */
	createdAt: string;
};

export type Pagination = {
	total: number;
	limit: number;
	offset: number;
};

export type RegisteredWebhook = {
	id: string;
	url?: string | undefined;
	events?: string[] | undefined;
	/** ISO 8601. */
	createdAt?: string | undefined;
	secret: string;
};

export type Segment = {
	text: string;
	/** `local` is the user; other participants are usually `remote` */
	speaker: string | null;
	/** ISO 8601. */
	timestamp: string;
};

export type UnresolvedThread = {
	/** Conversation the item came from. */
	sessionId: string;
	actionItem: string;
	/** Identifies the item within its conversation. */
	hash: string;
	meetingTitle: string | null;
	/** When the meeting started. ISO 8601. */
	createdAt: string;
	/** Days since the meeting. */
	stalenessDays: number;
	contactId: string;
	contactName: string | null;
	/** The contact's company domain. */
	contactCompany: string | null;
};

export type UserProfile = {
	profile: {
		name: string;
		email: string;
		timezone: string;
		language: string;
		profilePictureUrl: string | null;
		/** ISO 8601. */
		createdAt: string;
	};
	subscription: {
		tier: 'starter' | 'professional' | 'enterprise';
		status: string | null;
		/** ISO 8601. */
		currentPeriodEnd: string | null;
	};
	apiUsage: {
		aiGenerations: {
			/** AI credits used this month (UTC), also by the desktop application. */
			used: number;
			/** Credits a month; null on Enterprise. */
			limit: number | null;
			/** Limit minus used; null on Enterprise. */
			remaining: number | null;
			/** First day of next month, 00:00 UTC. ISO 8601. */
			resetsAt: string;
		};
	};
};

export type Webhook = {
	id: string;
	url?: string | undefined;
	events?: string[] | undefined;
	/** ISO 8601. */
	createdAt?: string | undefined;
};

/** What `client.conversations.list` takes. */
export type ConversationsListInput = {
	/** At least 1, at most 100. Default 20. */
	limit?: number | undefined;
	/** At least 0. Default 0. */
	offset?: number | undefined;
	/** Matches by title. */
	search?: string | undefined;
	/** Only conversations after this date. ISO 8601 with a time zone. */
	since?: Date | string | undefined;
};

/** What `client.conversations.list` answers. */
export type ConversationsListAnswer = {
	data: Conversation[];
	pagination: Pagination;
};

/** What `client.conversations.rename` takes. */
export type ConversationsRenameInput = {
	/** Conversation identifier. */
	id: string;
	title: string;
};

/** What `client.conversations.rename` answers. */
export type ConversationsRenameAnswer = {
	data: {
		id: string;
		title: string;
	};
};

/** What `client.conversations.delete` takes. */
export type ConversationsDeleteInput = {
	/** Conversation identifier. */
	id: string;
};

/** What `client.conversations.delete` answers. */
export type ConversationsDeleteAnswer = {
	data: {
		id: string;
		deleted: true;
	};
};

/** What `client.conversations.share` takes. */
export type ConversationsShareInput = {
	/** Conversation identifier. */
	id: string;
};

/** What `client.conversations.share` answers. */
export type ConversationsShareAnswer = {
	data: {
		id: string;
		shareUrl: string;
	};
};

/** What `client.transcript.get` takes. */
export type TranscriptGetInput = {
	/** Conversation identifier. */
	id: string;
};

/** What `client.transcript.get` answers. */
export type TranscriptGetAnswer = {
	data: {
		id: string;
		segments: Segment[];
	};
};

/** What `client.keyPoints.get` takes. */
export type KeyPointsGetInput = {
	/** Conversation identifier. */
	id: string;
};

/** What `client.keyPoints.get` answers. */
export type KeyPointsGetAnswer = {
	data: KeyPoints;
};

/** What `client.keyPoints.generate` takes. */
export type KeyPointsGenerateInput = {
	/** Conversation identifier. */
	id: string;
	/** Make a new result even when one is saved; uses an AI credit. Default false. */
	forceRefresh?: boolean | undefined;
};

/** What `client.keyPoints.generate` answers. */
export type KeyPointsGenerateAnswer = {
	data: {
		id: string;
		title: string;
		keypoints: {
			title: string;
			sections: {
				heading: string;
				points: string[];
			}[];
			decisions: string[];
			actionItems: ActionItem[];
			participants: string[];
			importantDates: {
				date: string;
				context: string;
			}[];
		};
		/** ISO 8601. */
		createdAt: string;
		/** Whether a saved result was returned, free of credits. */
		cached: boolean;
	};
};

/** What `client.feedback.get` takes. */
export type FeedbackGetInput = {
	/** Conversation identifier. */
	id: string;
};

/** What `client.feedback.get` answers. */
export type FeedbackGetAnswer = {
	data: Feedback;
};

/** What `client.feedback.generate` takes. */
export type FeedbackGenerateInput = {
	/** Conversation identifier. */
	id: string;
	/** Make a new result even when one is saved; uses an AI credit. Default false. */
	forceRefresh?: boolean | undefined;
};

/** What `client.feedback.generate` answers. */
export type FeedbackGenerateAnswer = {
	data: {
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
		/** Whether a saved result was returned, free of credits. */
		cached: boolean;
	};
};

/** What `client.question.ask` takes. */
export type QuestionAskInput = {
	/** Conversation identifier. */
	id: string;
	query: string;
};

/** What `client.question.ask` answers. */
export type QuestionAskAnswer = {
	data: Answer;
};

/** What `client.email.draft` takes. */
export type EmailDraftInput = {
	/** Conversation identifier. */
	id: string;
	recipientName?: string | undefined;
	/** Default "professional". */
	tone?: 'professional' | 'casual' | 'concise' | undefined;
};

/** What `client.email.draft` answers. */
export type EmailDraftAnswer = {
	data: Email;
};

/** What `client.contacts.list` takes. */
export type ContactsListInput = {
	/** At least 1, at most 200. Default 50. */
	limit?: number | undefined;
	/** At least 0. Default 0. */
	offset?: number | undefined;
	/** Matches email or display name, in upper or lower case. */
	search?: string | undefined;
};

/** What `client.contacts.list` answers. */
export type ContactsListAnswer = {
	data: Contact[];
	pagination: Pagination;
	/** Only without the memory feature. */
	reason?: 'no-brain' | undefined;
};

/** What `client.contacts.briefing` takes. */
export type ContactsBriefingInput = {
	/** Contact identifier, from the contact list. */
	id: string;
	/** Recent meetings read. At least 1, at most 50. Default 25. */
	historyLimit?: number | undefined;
};

/** What `client.contacts.briefing` answers. */
export type ContactsBriefingAnswer = {
	data: Briefing;
};

/** What `client.contacts.unresolvedThreads` takes. */
export type ContactsUnresolvedThreadsInput = {
	/** At least 1, at most 100. Default 25. */
	limit?: number | undefined;
};

/** What `client.contacts.unresolvedThreads` answers. */
export type ContactsUnresolvedThreadsAnswer = {
	data: UnresolvedThread[];
	/** Count returned. */
	total: number;
	/** Only without the memory feature. */
	reason?: 'no-brain' | undefined;
};

/** What `client.calendar.events` takes. */
export type CalendarEventsInput = {
	/** At least 1, at most 50. Default 10. */
	maxResults?: number | undefined;
	/** Start of the window, default now. ISO 8601 with a time zone. */
	timeMin?: Date | string | undefined;
	/** End of the window. ISO 8601 with a time zone. */
	timeMax?: Date | string | undefined;
};

/** What `client.calendar.events` answers. */
export type CalendarEventsAnswer = {
	data: CalendarEvent[];
};

/** What `client.user.profile` answers. */
export type UserProfileAnswer = {
	data: UserProfile;
};

/** What `client.webhooks.list` answers. */
export type WebhooksListAnswer = {
	data: Webhook[];
};

/** What `client.webhooks.register` takes. */
export type WebhooksRegisterInput = {
	url: string;
	events: ('conversation.created' | 'conversation.updated' | 'conversation.keypoints.ready' | 'conversation.summary.ready' | 'conversation.action_items.ready' | 'conversation.feedback.ready' | 'conversation.shared' | 'conversation.deleted' | 'transcript.ready' | 'transcript.failed' | 'webhook.test')[];
};

/** What `client.webhooks.register` answers. */
export type WebhooksRegisterAnswer = {
	data: RegisteredWebhook;
};

/** What `client.webhooks.delete` takes. */
export type WebhooksDeleteInput = {
	/** Webhook identifier. */
	id: string;
};

/** What `client.webhooks.delete` answers. */
export type WebhooksDeleteAnswer = {
	data: {
		id: string;
		deleted: true;
	};
};

/** What `client.webhooks.test` takes. */
export type WebhooksTestInput = {
	/** Webhook identifier. */
	id: string;
};

/** What `client.webhooks.test` answers. */
export type WebhooksTestAnswer = {
	data: {
		id: string;
		statusCode: number;
	};
};

/** The `data` of each kind of event. */
export interface EventData {
	'conversation.created': {
		conversationId: string;
	};
	'conversation.updated': {
		conversationId: string;
		title: string;
	};
	'conversation.keypoints.ready': {
		conversationId: string;
		title: string;
	};
	'conversation.summary.ready': {
		conversationId: string;
		title: string;
		sectionCount: number;
	};
	'conversation.action_items.ready': {
		conversationId: string;
		actionItemCount: number;
	};
	'conversation.feedback.ready': {
		conversationId: string;
		overallScore: number;
	};
	'conversation.shared': {
		conversationId: string;
		shareUrl: string;
	};
	'conversation.deleted': {
		conversationId: string;
	};
	'transcript.ready': {
		conversationId: string;
		segmentCount: number;
	};
	'transcript.failed': {
		conversationId: string;
		error: string;
	};
	'webhook.test': {
		message: string;
	};
}

/** The kinds of events. */
export type EventName = keyof EventData;

export interface ConversationsMethods {
	/**
	 * List conversations.
	 * `GET /api/v1/conversations`. Uses no AI credit.
	 * Also fails with `validation_error`.
	 */
	readonly list: (input?: ConversationsListInput, options?: CallOptions) => PendingList<ConversationsListAnswer, Conversation>;
	/**
	 * Update a conversation title.
	 * `PATCH /api/v1/conversations/{id}`. Uses no AI credit.
	 * Also fails with `validation_error`, `not_found`.
	 */
	readonly rename: (input: ConversationsRenameInput, options?: CallOptions) => Pending<ConversationsRenameAnswer>;
	/**
	 * Delete a conversation. Soft delete: the data can be recovered, but not through the API.
	 * `DELETE /api/v1/conversations/{id}`. Uses no AI credit.
	 * Also fails with `not_found`.
	 */
	readonly delete: (input: ConversationsDeleteInput, options?: CallOptions) => Pending<ConversationsDeleteAnswer>;
	/**
	 * Share a conversation. Makes the conversation readable by anyone with the link and fires `conversation.shared`.
	 * `POST /api/v1/conversations/{id}/share`. Uses no AI credit.
	 * Not repeated when its outcome is unknown.
	 * Also fails with `not_found`.
	 */
	readonly share: (input: ConversationsShareInput, options?: CallOptions) => Pending<ConversationsShareAnswer>;
}

export interface TranscriptMethods {
	/**
	 * Get a transcript. The oldest segment comes first.
	 * `GET /api/v1/conversations/{id}/transcript`. Uses no AI credit.
	 * Also fails with `not_found`.
	 */
	readonly get: (input: TranscriptGetInput, options?: CallOptions) => Pending<TranscriptGetAnswer>;
}

export interface KeyPointsMethods {
	/**
	 * Get saved key points. 404 when none are saved yet.
	 * `GET /api/v1/conversations/{id}/keypoints`. Uses no AI credit.
	 * Also fails with `not_found`.
	 */
	readonly get: (input: KeyPointsGetInput, options?: CallOptions) => Pending<KeyPointsGetAnswer>;
	/**
	 * Generate key points. Returns the saved result when one exists, without using a credit.
	 * `POST /api/v1/conversations/{id}/keypoints`. Uses one AI credit unless a result is saved.
	 * Not repeated when its outcome is unknown.
	 * Also fails with `validation_error`, `not_found`, `ai_limit_exceeded`.
	 */
	readonly generate: (input: KeyPointsGenerateInput, options?: CallOptions) => Pending<KeyPointsGenerateAnswer>;
}

export interface FeedbackMethods {
	/**
	 * Get saved feedback. 404 when none has been generated.
	 * `GET /api/v1/conversations/{id}/feedback`. Uses no AI credit.
	 * Also fails with `not_found`.
	 */
	readonly get: (input: FeedbackGetInput, options?: CallOptions) => Pending<FeedbackGetAnswer>;
	/**
	 * Generate feedback. Needs at least 10 transcript segments. Returns the saved result when one exists, without using a credit.
	 * `POST /api/v1/conversations/{id}/feedback`. Uses one AI credit unless a result is saved.
	 * Not repeated when its outcome is unknown.
	 * Also fails with `validation_error`, `not_found`, `ai_limit_exceeded`.
	 */
	readonly generate: (input: FeedbackGenerateInput, options?: CallOptions) => Pending<FeedbackGenerateAnswer>;
}

export interface QuestionMethods {
	/**
	 * Ask a question about a conversation. Uses one AI credit each time. An unknown conversation uses none.
	 * `POST /api/v1/conversations/{id}/query`.
	 * Not repeated when its outcome is unknown.
	 * Also fails with `validation_error`, `not_found`, `ai_limit_exceeded`.
	 */
	readonly ask: (input: QuestionAskInput, options?: CallOptions) => Pending<QuestionAskAnswer>;
}

export interface EmailMethods {
	/**
	 * Draft a follow-up e-mail. Uses one AI credit each time. An unknown conversation uses none.
	 * `POST /api/v1/conversations/{id}/email`.
	 * Not repeated when its outcome is unknown.
	 * Also fails with `validation_error`, `not_found`, `ai_limit_exceeded`.
	 */
	readonly draft: (input: EmailDraftInput, options?: CallOptions) => Pending<EmailDraftAnswer>;
}

export interface ContactsMethods {
	/**
	 * List contacts. Most meetings first, then most recently seen. Needs the memory feature.
	 * `GET /api/v1/contacts`. Uses no AI credit.
	 * Also fails with `validation_error`.
	 */
	readonly list: (input?: ContactsListInput, options?: CallOptions) => PendingList<ContactsListAnswer, Contact>;
	/**
	 * Get a contact briefing. Needs a Professional or Enterprise plan with the memory feature.
	 * `GET /api/v1/contacts/{id}/briefing`. Uses no AI credit.
	 * Also fails with `validation_error`, `not_found`.
	 */
	readonly briefing: (input: ContactsBriefingInput, options?: CallOptions) => Pending<ContactsBriefingAnswer>;
	/**
	 * List unresolved action items across contacts. Oldest meeting first. Needs the memory feature. There is no second page.
	 * `GET /api/v1/contacts/unresolved-threads`. Uses no AI credit.
	 * Also fails with `validation_error`.
	 */
	readonly unresolvedThreads: (input?: ContactsUnresolvedThreadsInput, options?: CallOptions) => PendingList<ContactsUnresolvedThreadsAnswer, UnresolvedThread>;
}

export interface CalendarMethods {
	/**
	 * List upcoming calendar events. Ordered by start time, without declined and cancelled events. Without `timeMax` one provider looks 7 days ahead and the other has no end. 403 when calendar access was revoked, 404 when no calendar is connected.
	 * `GET /api/v1/calendar/events`. Uses no AI credit.
	 * Also fails with `validation_error`, `not_found`.
	 */
	readonly events: (input?: CalendarEventsInput, options?: CallOptions) => PendingList<CalendarEventsAnswer, CalendarEvent>;
}

export interface UserMethods {
	/**
	 * Get the user profile with credit usage.
	 * `GET /api/v1/user/profile`. Uses no AI credit.
	 */
	readonly profile: (input?: Record<never, never>, options?: CallOptions) => Pending<UserProfileAnswer>;
}

export interface WebhooksMethods {
	/**
	 * List active webhooks.
	 * `GET /api/v1/webhooks`. Uses no AI credit.
	 */
	readonly list: (input?: Record<never, never>, options?: CallOptions) => PendingList<WebhooksListAnswer, Webhook>;
	/**
	 * Register a webhook. Only HTTPS addresses are accepted. The signing secret is returned once, in this answer.
	 * `POST /api/v1/webhooks`. Uses no AI credit.
	 * Not repeated when its outcome is unknown.
	 * Also fails with `validation_error`.
	 */
	readonly register: (input: WebhooksRegisterInput, options?: CallOptions) => Pending<WebhooksRegisterAnswer>;
	/**
	 * Delete a webhook. Works on any paid plan, so that webhooks can be removed after a downgrade.
	 * `DELETE /api/v1/webhooks`. Uses no AI credit.
	 * Also fails with `validation_error`, `not_found`.
	 */
	readonly delete: (input: WebhooksDeleteInput, options?: CallOptions) => Pending<WebhooksDeleteAnswer>;
	/**
	 * Send a test delivery. Sends a signed `webhook.test` event and returns the receiver's status. Times out after 10 seconds.
	 * `POST /api/v1/webhooks/test`. Uses no AI credit.
	 * Not repeated when its outcome is unknown.
	 * Also fails with `validation_error`, `not_found`.
	 */
	readonly test: (input: WebhooksTestInput, options?: CallOptions) => Pending<WebhooksTestAnswer>;
}

/** One method per endpoint. */
export interface Methods {
	readonly conversations: ConversationsMethods;
	readonly transcript: TranscriptMethods;
	readonly keyPoints: KeyPointsMethods;
	readonly feedback: FeedbackMethods;
	readonly question: QuestionMethods;
	readonly email: EmailMethods;
	readonly contacts: ContactsMethods;
	readonly calendar: CalendarMethods;
	readonly user: UserMethods;
	readonly webhooks: WebhooksMethods;
}
