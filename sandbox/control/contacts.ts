import { z } from 'zod/v4';
import { Briefing } from '../../src/api/index.ts';
import { listContacts } from '../db/contacts.ts';
import { addContact, summarizeContact } from '../contacts.ts';
import { Person } from '../options.ts';
import { control, listed, namedUser, owner } from './control.ts';
import { enter } from './entry.ts';

const { prose, topics, open_questions } = Briefing.shape.summary.unwrap().shape;

export const contacts = {
	list: control({
		method: 'GET',
		path: '/sandbox/contacts',
		summary: 'List a user’s contacts on any plan, most meetings first',
		command: 'contact list',
		section: 'contacts',
		input: z.strictObject({
			user: owner('contacts'),
			search: enter(z.string().default(''), { kind: 'text', label: 'Search', help: 'part of the email address or name' }),
			limit: enter(z.coerce.number().int().min(1).default(100), { kind: 'whole', label: 'Limit', help: 'max number' }),
		}),
		output: z.array(
			z.object({ id: z.string(), email: z.string(), displayName: z.string().nullable(), meetingCount: z.int() }),
		),
		run: (service, { user, search, limit }) => listContacts(service.db, namedUser(service, user).id, search, limit, 0),
		shown: (rows) => listed(rows, { ID: ({ id }) => id, MEETINGS: ({ meetingCount }) => meetingCount, EMAIL: ({ email }) => email, NAME: ({ displayName }) => displayName }),
	}),
	add: control({
		method: 'POST',
		path: '/sandbox/contacts',
		summary: 'Add a contact, or rename an existing one',
		command: 'contact add',
		section: 'contacts',
		button: 'Add contact',
		input: z.strictObject({
			user: owner('contact'),
			email: enter(Person.shape.email, { kind: 'email', label: 'Email address', help: 'email address', example: 'ben@moor.example' }),
			name: enter(Person.shape.name, { kind: 'text', label: 'Name', help: 'name to show', example: 'Ben Moor' }),
		}),
		output: z.object({ id: z.string() }),
		run: (service, { user, ...person }) => addContact(service, namedUser(service, user).id, person),
		shown: ({ id }) => `Added contact ${id}.`,
	}),
	summarize: control({
		method: 'PUT',
		path: '/sandbox/contacts/{id}/summary',
		summary: 'Set the summary in a contact’s briefing',
		command: 'contact summarize <id>',
		section: 'contacts',
		button: 'Set summary',
		input: z.strictObject({
			id: enter(z.string(), { kind: 'text', label: 'ID of the contact', help: 'ID from `contact list`', example: 'ctc_0123456789abcdef' }),
			prose: enter(prose, { kind: 'long', label: 'Summary', help: 'a few sentences', example: 'Leads the Lisbon office.' }),
			topics: enter(topics.default([]), { kind: 'lines', label: 'Topics, one per line', option: 'topic', help: 'a topic; can be repeated' }),
			open_questions: enter(open_questions.default([]), { kind: 'lines', label: 'Open questions, one per line', option: 'question', help: 'an open question; can be repeated' }),
		}),
		output: z.object({ id: z.string() }),
		run: (service, { id, ...summary }) => {
			summarizeContact(service, id, summary);
			return { id };
		},
		shown: ({ id }) => `Set the summary in the briefing of ${id}.`,
	}),
};
