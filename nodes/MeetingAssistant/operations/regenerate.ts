import type { Field } from '../field.ts';

/** What to do when a result is saved already, and when none is. “Get Saved” only ever reads what is saved. */
export const regenerate: Field = {
	displayName: 'Mode',
	name: 'forceRefresh',
	type: 'options',
	options: [
		{
			name: 'Saved, Else Generate',
			value: false,
			description: 'Return the saved result free, and generate one only when none is saved',
		},
		{
			name: 'Always Regenerate',
			value: true,
			description: 'Replace the saved result with a new one, which uses one AI credit every time',
		},
	],
	default: false,
	description: 'When to spend an AI credit. To never spend one, choose the operation “Get Saved”.',
};
