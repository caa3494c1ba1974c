import * as z from 'zod/v4';

/**
 * An environment variable that turns something on or off. Any other value is an error, not “off”: the variable may be there to forbid
 * something.
 */
export const Switch = z.stringbool({ truthy: ['true', '1', 'yes', 'on'], falsy: ['false', '0', 'no', 'off', ''], error: 'it takes true or false' });
