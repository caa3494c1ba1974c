import { Refusal } from '../words/index.ts';
import { text } from '../forms/index.ts';
import type { Session } from './session.ts';

/** A person who adds Delete or Share to a flow has decided; an AI agent has to confirm, for this ID, that a person did. */
export const confirmation = text({
	label: 'Confirmation',
	audience: 'agents',
	hint: 'The ID again: nothing is done without it.',
	description: 'The ID again, once you told the person what this does and they agreed',
});

/** @throws Refusal where an AI agent has not confirmed what cannot be undone. */
export function requireConfirmation({ isAgent }: Session, id: string, confirmed: string | undefined): void {
	if (!isAgent || confirmed?.trim() === id) return;
	throw new Refusal(
		'Nothing was done, because it is not confirmed',
		'Tell the person what this would do and ask them. If they agree, call this again with the same ID in “Confirmation” as well',
		{ code: 'not_confirmed' },
	);
}
