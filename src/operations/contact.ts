import { z } from 'zod/v4';
import { api, type Briefing } from '../api/index.ts';
import { number, reference, text } from './field.ts';
import { operation, result } from './operation.ts';
import { simplify } from './user.ts';

/** Said of lists that are empty on an account without the memory feature. */
export const NEEDS_MEMORY =
	'If you expected some: contacts need a Professional or Enterprise plan with the memory feature turned on.';

const contactId = reference({
	label: 'Contact',
	name: 'contactId',
	picks: 'contact',
	required: true,
	example: 'contact_5Tz9',
	description: ({ list }) =>
		`A person you have met. ${list.name} returns the ID in the field “id”, action items return it in “contactId”.`,
});

/** An answer may have drifted from its shape: what is missing is null or empty, and never an error. */
const nullableText = z.string().nullable().catch(null);
const array = z.array(z.unknown()).catch([]);

const nobody = { id: null, displayName: null, email: null, companyDomain: null, meetingCount: null };
const Contact = z
	.object({
		id: nullableText,
		displayName: nullableText,
		email: nullableText,
		companyDomain: nullableText,
		meetingCount: z.number().nullable().catch(null),
	})
	.catch(nobody);
const Summary = z
	.object({ prose: nullableText, topics: array, open_questions: array })
	.catch({ prose: null, topics: [], open_questions: [] });

/** A briefing without nested objects, starting with what people map first. */
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
		recentMeetings: array.parse(briefing.recentMeetings),
		openActionItems: array.parse(briefing.openActionItems),
		recentDecisions: array.parse(briefing.recentDecisions),
	};
}

export const getBriefing = operation({
	endpoint: api.contacts.briefing,
	id: 'getBriefing',
	name: 'Get Briefing',
	action: 'Get a briefing on a contact',
	description: 'Get a briefing on a contact: summary, past meetings, open action items and decisions',
	fields: { id: contactId, simplify },
	options: {
		historyLimit: number({
			label: 'Recent Meetings to Read',
			whole: true,
			min: 1,
			max: 50,
			initial: 25,
			description: 'How many of the latest meetings with the contact to read, from 1 to 50',
		}),
	},
	advice: {
		forbidden: 'Briefings need a Professional or Enterprise plan with the memory feature turned on',
		not_found: ({ operation: find, list }) => `Check the contact. ${find('Contact', list.name)} returns the IDs that exist`,
	},
	async *run({ client }, { id, historyLimit, simplify: isSimple }) {
		const { data } = await client.contacts.briefing({ id, historyLimit });
		yield result(isSimple ? simpleBriefing(data) : data);
	},
});

export const getContacts = operation({
	endpoint: api.contacts.list,
	id: 'getAll',
	name: ({ list }) => list.name,
	action: ({ list }) => `${list.verb} contacts`,
	description: 'Find people you have met, those with the most meetings first',
	fields: {},
	filters: {
		search: text({
			label: 'Name or Email Contains',
			example: 'maria@acme.com',
			description: 'Only contacts with this text in their name or email address. Ignores case.',
		}),
	},
	whenEmpty: `No contacts were found. ${NEEDS_MEMORY}`,
});
