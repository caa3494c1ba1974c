import type { z } from 'zod/v4';
import { Briefing } from '../src/api/index.ts';
import { rememberContact } from './contacts.ts';
import { setActionItemState, type ActionItemState } from './db/actionItems.ts';
import { saveContactSummary } from './db/contacts.ts';
import { SandboxError } from './errors.ts';
import { check, Person } from './options.ts';
import type { Service } from './service.ts';
import { userOf } from './accounts.ts';

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

/** Marks an action item resolved, dismissed, or open again. @throws SandboxError */
export function setActionItem({ db }: Service, conversationId: string, hash: string, state: ActionItemState): void {
	if (!setActionItemState(db, conversationId, hash, state)) {
		throw new SandboxError('notFound', `Conversation ${conversationId} has no action item ${hash}.`);
	}
}
