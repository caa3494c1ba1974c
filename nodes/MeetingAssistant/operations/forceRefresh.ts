import type { Field } from '../operation.ts';

export const forceRefresh: Field = {
	displayName: 'Regenerate',
	name: 'forceRefresh',
	type: 'boolean',
	default: false,
	description: 'Whether to replace a saved result with a new one. A new one uses one AI credit.',
};
