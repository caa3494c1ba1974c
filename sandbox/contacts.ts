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

/** Makes a person a contact of the user, or gives a known one the name that is told now. Returns the contact's identifier. */
export const rememberContact = (db: Db, userId: string, { name, email }: z.output<typeof Person>): string =>
	saveContact(db, { id: newId('ctc'), userId, email, displayName: name ?? null, companyDomain: companyDomain(email) });

/** Adds a person whom no meeting has shown yet, or gives a known one a new name. */
export function addContact(service: Service, userId: string, options: z.input<typeof Person>): { id: string } {
	const person = check(Person, options);
	return { id: rememberContact(service.db, userOf(service, userId).id, person) };
}

type Summary = NonNullable<z.input<typeof Briefing.shape.summary>>;

/** Sets what the briefing says about a contact. @throws SandboxError */
export function summariseContact({ db, now }: Service, contactId: string, summary: Summary): void {
	const checked = check(Briefing.shape.summary.unwrap(), summary);
	if (!saveContactSummary(db, contactId, checked, now())) {
		throw new SandboxError('notFound', `There is no contact ${contactId}.`);
	}
}

/** Personal mail that the list does not know. */
const UNLISTED = `
	fastmail.com fastmail.de fastmail.co.uk fastmail.com.au fastmail.cn sent.com
	tuta.com tuta.io tutanota.com tutanota.de tutamail.com keemail.me
	posteo.de posteo.net posteo.at posteo.ch posteo.org mailfence.com startmail.com runbox.com disroot.org riseup.net
	kolabnow.com duck.com passmail.net passinbox.com simplelogin.com aleeas.com slmail.me mozmail.com
	protonmail.ch gmx.ch gmx.eu hey.com skiff.com mailbox.org soverin.net zohomail.eu zohomail.com
`;

/** What the list knows, and yet stands for somebody's company in examples (RFC 2606). */
const RESERVED: ReadonlySet<string> = new Set(['example.com', 'example.net', 'example.org']);

const personal: ReadonlySet<string> = new Set([...listed, ...UNLISTED.trim().split(/\s+/)]);

/** The company's domain of an e-mail address; null for personal mail providers (Resources, Contact). */
function companyDomain(email: string): string | null {
	const domain = email.slice(email.lastIndexOf('@') + 1).toLowerCase();
	return personal.has(domain) && !RESERVED.has(domain) ? null : domain;
}
