import { z } from 'zod/v4';
import type { Field } from './field.ts';

/** In the words that all nodes share. */
export const simplify: Field = {
	displayName: 'Simplify',
	name: 'simplify',
	type: 'boolean',
	default: true,
	description: 'Whether to return a simplified version of the response instead of the raw data',
};

export const Simplify = z.boolean().default(true);
