import { Refusal } from '../words/errors.ts';
import { boolean } from './field.ts';
import type { Session } from './session.ts';

/** A person who adds Delete to a flow has decided; an AI agent has to confirm that a person did. */
export const confirmed = boolean({
	label: 'Confirmed',
	audience: 'agents',
	default: false,
	description: 'Whether the person has agreed to this deletion. Set it to true only after they say so.',
});

/** Throws when an AI agent has not confirmed the deletion. */
export function requireConfirmation({ isAgent }: Session, isConfirmed: boolean): void {
	if (!isAgent || isConfirmed) return;
	throw new Refusal(
		'Nothing was deleted, because the deletion is not confirmed',
		'Ask the person whether to delete it, then call this again with “Confirmed” set to true',
		{ code: 'not_confirmed' },
	);
}
