import { z } from 'zod/v4';
import { Briefing } from '../../src/api/index.ts';
import { listContacts } from '../db/contacts.ts';
import { addContact, summarizeContact } from '../contacts.ts';
import { Person } from '../options.ts';
import { control, namedUser, UserRef } from './control.ts';

const Summary = z.strictObject(Briefing.shape.summary.unwrap().shape);

export const contacts = {
	list: control({
		method: 'GET',
		path: '/sandbox/contacts',
		summary: 'List a user’s contacts, on any plan',
		input: z.strictObject({
			user: UserRef,
			search: z.string().default(''),
			limit: z.coerce.number().int().min(1).default(100),
		}),
		output: z.array(
			z.object({ id: z.string(), email: z.string(), displayName: z.string().nullable(), meetingCount: z.int() }),
		),
		run: (service, { user, search, limit }) => listContacts(service.db, namedUser(service, user).id, search, limit, 0),
	}),
	add: control({
		method: 'POST',
		path: '/sandbox/contacts',
		summary: 'Add a contact, or rename an existing one',
		input: z.strictObject({ user: UserRef, ...Person.shape }),
		output: z.object({ id: z.string() }),
		run: (service, { user, ...person }) => addContact(service, namedUser(service, user).id, person),
	}),
	summarize: control({
		method: 'PUT',
		path: '/sandbox/contacts/{id}/summary',
		summary: 'Set the summary in a contact’s briefing',
		input: z.strictObject({ id: z.string(), ...Summary.shape }),
		output: z.object({ id: z.string() }),
		run: (service, { id, ...summary }) => {
			summarizeContact(service, id, summary);
			return { id };
		},
	}),
};
