import listed from 'email-providers/all.json' with { type: 'json' };
import type { z } from 'zod/v4';
import { Briefing } from '../src/api/index.ts';
import { userOf } from './accounts.ts';
import { saveContact, saveContactSummary } from './db/contacts.ts';
import type { Db } from './db/open.ts';
import { SandboxError } from './errors.ts';
import { newId } from './ids.ts';
import { check, Person } from './options.ts';
import type { Service } from './service.ts';

/** Adds a person to the user's contacts, or updates the name of a known one. Returns the contact's ID. */
export const rememberContact = (db: Db, userId: string, { name, email }: z.output<typeof Person>): string =>
	saveContact(db, { id: newId('ctc'), userId, email, displayName: name ?? null, companyDomain: companyDomain(email) });

/** Adds a contact who has not attended a meeting yet, or renames a known one. */
export function addContact(service: Service, userId: string, options: z.input<typeof Person>): { id: string } {
	const person = check(Person, options);
	return { id: rememberContact(service.db, userOf(service, userId).id, person) };
}

type Summary = NonNullable<z.input<typeof Briefing.shape.summary>>;

/** Sets the summary in a contact's briefing. @throws SandboxError */
export function summarizeContact({ db, now }: Service, contactId: string, summary: Summary): void {
	const checked = check(Briefing.shape.summary.unwrap(), summary);
	if (!saveContactSummary(db, contactId, checked, now())) {
		throw new SandboxError('notFound', `There is no contact ${contactId}.`);
	}
}

/** Personal mail providers that are not on the list. */
const UNLISTED = `
	fastmail.com fastmail.de fastmail.co.uk fastmail.com.au fastmail.cn sent.com
	tuta.com tuta.io tutanota.com tutanota.de tutamail.com keemail.me
	posteo.de posteo.net posteo.at posteo.ch posteo.org mailfence.com startmail.com runbox.com disroot.org riseup.net
	kolabnow.com duck.com passmail.net passinbox.com simplelogin.com aleeas.com slmail.me mozmail.com
	protonmail.ch gmx.ch gmx.eu hey.com skiff.com mailbox.org soverin.net zohomail.eu zohomail.com
`;

/** On the list, but used as company domains in examples (RFC 2606). */
const RESERVED: ReadonlySet<string> = new Set(['example.com', 'example.net', 'example.org']);

const personal: ReadonlySet<string> = new Set([...listed, ...UNLISTED.trim().split(/\s+/)]);

/** The company domain of an email address; null for personal mail providers (Resources, Contact). */
function companyDomain(email: string): string | null {
	const domain = email.slice(email.lastIndexOf('@') + 1).toLowerCase();
	return personal.has(domain) && !RESERVED.has(domain) ? null : domain;
}
