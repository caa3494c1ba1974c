import type { z } from 'zod/v4';
import type { Control } from '../control/index.ts';

/** Where controls are performed: a running sandbox, or the data base file itself. */
export interface Desk {
	/** Does it. What is wrong with the input is said by whoever performs it. */
	perform<I extends z.ZodType, O extends z.ZodType>(control: Control<I, O>, input?: object): Promise<z.output<O>>;
	/** Lets go once everything that was begun has ended. */
	close(): Promise<void>;
}
