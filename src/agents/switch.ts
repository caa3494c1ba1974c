import * as z from 'zod/v4';

/** A variable of the environment that turns something on. What is neither must not pass for off: it may be there to forbid something. */
export const Switch = z.stringbool({ truthy: ['true', '1', 'yes', 'on'], falsy: ['false', '0', 'no', 'off', ''], error: 'it takes true or false' });
