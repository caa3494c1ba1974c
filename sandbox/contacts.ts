import { saveContact } from './db/contacts.ts';
import type { Db } from './db/open.ts';
import { companyDomain } from './emailDomain.ts';
import { newId } from './ids.ts';

interface Person {
	readonly name?: string | undefined;
	readonly email: string;
}

/** Makes a person a contact of the user, or gives a known one the name that is told now. Returns the contact's identifier. */
export const rememberContact = (db: Db, userId: string, { name, email }: Person): string =>
	saveContact(db, { id: newId('ctc'), userId, email, displayName: name ?? null, companyDomain: companyDomain(email) });
