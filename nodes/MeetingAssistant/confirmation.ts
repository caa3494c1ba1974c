import { z } from 'zod/v4';
import type { Field, Values } from './field.ts';
import { readInput } from './readInput.ts';
import { Refusal } from './refusal.ts';
import type { Session } from './session.ts';

/** Somebody who puts a Delete into a workflow has decided; an AI agent has to say that a person did. */
export const confirmation: Field = {
	displayName: 'Confirmed',
	name: 'confirmed',
	type: 'boolean',
	default: false,
	description: 'Whether the person has agreed to this deletion. Set it to true only after they said so.',
	asTool: 'only',
};

const Input = z.object({ confirmed: z.boolean().default(false) });

/** Throws when an AI agent deletes without having been told to. */
export function requireConfirmation({ isTool }: Session, input: Values): void {
	if (!isTool || readInput(Input, input).confirmed) return;
	throw new Refusal(
		{
			what: 'Nothing was deleted, because the deletion is not confirmed',
			next: 'Ask the person whether it should be deleted, then call this again with “Confirmed” set to true',
		},
		{ code: 'not_confirmed' },
	);
}
