import * as z from 'zod/v4';
import { DateTime, offsetPages, Pagination, singlePage } from './conventions.ts';
import { endpoint } from './endpoint.ts';
import { priorities } from './keyPoints.ts';

/** A person in the memory feature (Resources, Contact). */
export const Contact = z.looseObject({
	id: z.string().meta({ examples: ['sample-contact'] }),
	email: z.string().meta({ examples: ['priya@harbour.example'] }),
	displayName: z.string().nullable().meta({ examples: ['Priya Shah'] }),
	companyDomain: z.string().nullable().meta({ description: 'The email domain; null for personal mail providers', examples: ['harbour.example'] }),
	meetingCount: z.int().meta({ examples: [3] }),
	firstSeenAt: DateTime.nullable().meta({ examples: ['2026-08-17T13:00:00Z'] }),
	lastSeenAt: DateTime.nullable(),
});
export type Contact = z.output<typeof Contact>;

export const BriefingActionItem = z.looseObject({
	item: z.string(),
	sessionId: z.string().describe('Conversation the item came from'),
	hash: z.string().meta({ description: 'Identifies the item within its conversation', examples: ['9b1de2f470c3'] }),
	owner: z.string().nullable(),
	priority: z.enum(priorities).nullable(),
	meetingDate: DateTime,
	meetingTitle: z.string().nullable(),
});

/** Maximum number of action items, and of decisions, in a briefing (Limits, 6). */
export const MAX_BRIEFING_ITEMS = 10;

/** A briefing on a contact (Resources, Contact briefing). */
export const Briefing = z.looseObject({
	contact: Contact,
	summary: z
		.looseObject({ prose: z.string(), topics: z.array(z.unknown()), open_questions: z.array(z.string()) })
		.nullable()
		.describe('null before a summary exists'),
	summaryGeneratedAt: DateTime.nullable(),
	recentMeetings: z.array(z.looseObject({ sessionId: z.string(), title: z.string().nullable(), date: DateTime })),
	openActionItems: z.array(BriefingActionItem).max(MAX_BRIEFING_ITEMS),
	recentDecisions: z.array(z.string()).max(MAX_BRIEFING_ITEMS),
});
export type Briefing = z.output<typeof Briefing>;

/** An open action item from a meeting with a contact (Resources, Unresolved thread). */
export const UnresolvedThread = z.looseObject({
	sessionId: z.string().describe('Conversation the item came from'),
	actionItem: z.string().meta({ examples: ['Send the contract to Priya by Thursday'] }),
	hash: z.string().meta({ description: 'Identifies the item within its conversation', examples: ['9b1de2f470c3'] }),
	meetingTitle: z.string().nullable(),
	createdAt: DateTime.describe('When the meeting started'),
	stalenessDays: z.int().meta({ description: 'Days since the meeting', examples: [3] }),
	contactId: z.string().meta({ examples: ['sample-contact'] }),
	contactName: z.string().nullable().meta({ examples: ['Priya Shah'] }),
	contactCompany: z.string().nullable().meta({ description: "The contact's company domain", examples: ['harbour.example'] }),
});
export type UnresolvedThread = z.output<typeof UnresolvedThread>;

/** The reason a list is empty on accounts without the memory feature. */
export const NO_MEMORY = 'no-brain';
const reason = z.literal(NO_MEMORY).optional().describe('Only without the memory feature');

const pages = offsetPages({ defaultSize: 50, maxSize: 200 });
const threadsPage = singlePage('limit', { defaultSize: 25, maxSize: 100 });

export const contacts = {
	list: endpoint({
		method: 'GET',
		path: '/api/v1/contacts',
		summary: 'List contacts',
		notes: 'Most meetings first, then most recently seen. Needs the memory feature.',
		query: {
			...pages.query,
			search: z.string().optional().describe('Matches email or display name, in upper or lower case'),
		},
		response: z.looseObject({ data: z.array(Contact), pagination: Pagination, reason }),
		repeat: 'always',
		credit: 'never',
		errors: ['validation_error'],
		paging: pages,
	}),

	briefing: endpoint({
		method: 'GET',
		path: '/api/v1/contacts/{id}/briefing',
		summary: 'Get a contact briefing',
		notes: 'Needs a Professional or Enterprise plan with the memory feature.',
		params: { id: z.string().min(1).describe('Contact identifier, from the contact list') },
		query: { historyLimit: z.int().min(1).max(50).default(25).describe('Recent meetings read') },
		response: z.looseObject({ data: Briefing }),
		repeat: 'always',
		credit: 'never',
		errors: ['validation_error', 'not_found'],
	}),

	unresolvedThreads: endpoint({
		method: 'GET',
		path: '/api/v1/contacts/unresolved-threads',
		summary: 'List unresolved action items across contacts',
		notes: 'Oldest meeting first. Needs the memory feature. There is no second page.',
		query: { limit: threadsPage.size },
		response: z.looseObject({
			data: z.array(UnresolvedThread),
			total: z.int().describe('Count returned'),
			reason,
		}),
		repeat: 'always',
		credit: 'never',
		errors: ['validation_error'],
		paging: threadsPage,
	}),
};
