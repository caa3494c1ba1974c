import { z } from 'zod/v4';
import type { Briefing } from '../../../../src/api/index.ts';

/** An answer may have drifted from its shape: what is missing is null or empty, and never an error. */
const text = z.string().nullable().catch(null);
const list = z.array(z.unknown()).catch([]);

const nobody = { id: null, displayName: null, email: null, companyDomain: null, meetingCount: null };
const Contact = z
	.object({
		id: text,
		displayName: text,
		email: text,
		companyDomain: text,
		meetingCount: z.number().nullable().catch(null),
	})
	.catch(nobody);
const Summary = z
	.object({ prose: text, topics: list, open_questions: list })
	.catch({ prose: null, topics: [], open_questions: [] });

/** A briefing with what people map first at the top, and no object in an object. */
export function simpleBriefing(briefing: Briefing) {
	const contact = Contact.parse(briefing.contact);
	const summary = Summary.parse(briefing.summary);
	return {
		contactId: contact.id,
		name: contact.displayName ?? contact.email,
		email: contact.email,
		company: contact.companyDomain,
		meetingCount: contact.meetingCount,
		summary: summary.prose,
		topics: summary.topics,
		openQuestions: summary.open_questions,
		recentMeetings: list.parse(briefing.recentMeetings),
		openActionItems: list.parse(briefing.openActionItems),
		recentDecisions: list.parse(briefing.recentDecisions),
	};
}
