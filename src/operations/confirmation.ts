import { Refusal } from '../words/errors.ts';
import { boolean } from './field.ts';
import type { Session } from './session.ts';

/** Whoever puts a Delete into a flow has decided; an AI agent has to say that a person did. */
export const confirmed = boolean({
	label: 'Confirmed',
	audience: 'agents',
	default: false,
	description: 'Whether the person has agreed to this deletion. Set it to true only after they said so.',
});

/** Throws when an AI agent deletes without having been told to. */
export function requireConfirmation({ isAgent }: Session, isConfirmed: boolean): void {
	if (!isAgent || isConfirmed) return;
	throw new Refusal(
		'Nothing was deleted, because the deletion is not confirmed',
		'Ask the person whether to delete it, then call this again with “Confirmed” set to true',
		{ code: 'not_confirmed' },
	);
}
