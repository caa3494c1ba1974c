import { Refusal } from '../words/index.ts';
import { text } from '../forms/index.ts';
import type { Session } from './session.ts';

/** A person who adds Delete to a flow has decided; an AI agent has to confirm, for this ID, that a person did. */
export const confirmation = text({
	label: 'Confirmation',
	audience: 'agents',
	hint: 'The ID again: nothing is deleted without it.',
	description: 'The ID again, once you told the person what this deletes and they agreed',
});

/** Throws when an AI agent has not confirmed the deletion. */
export function requireConfirmation({ isAgent }: Session, id: string, confirmed: string | undefined): void {
	if (!isAgent || confirmed?.trim() === id) return;
	throw new Refusal(
		'Nothing was deleted, because the deletion is not confirmed',
		'Tell the person what this would delete and ask them. If they agree, call this again with the same ID in “Confirmation” as well',
		{ code: 'not_confirmed' },
	);
}
